/**
 * The floor: the cost of a server that only runs the service's own query with the service's own driver, on the
 * service's schema, with writes batched across requests as in the service. It serves the paths of `scenarios.ts` to
 * everyone, with any token.
 */
import postgres from "postgres";
import type { Game } from "@/lib/game/types.ts";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import { Batches } from "@/lib/store/postgres/batches.ts";
import { CREATE, type Creation, creationParams } from "@/lib/store/postgres/create.ts";
import { CREATION_BATCHES } from "@/lib/store/postgres/games.ts";
import { READ_BY_CODE } from "@/lib/store/postgres/reads.ts";
import { Connection } from "@/lib/store/sqlite/connection.ts";
import { creation, readGames } from "@/lib/store/sqlite/game_rows.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { ThreadWriter } from "@/lib/store/sqlite/writer.ts";
import type { Store } from "@/lib/store/store.ts";
import { makeGame } from "../support/games.ts";

/** Maximum wait of a creation, in ms. */
const PATIENCE = 10_000;

/** The two bare queries, without the rest of the store. */
interface Floor {
  read(code: string): Promise<unknown>;
  create(game: Game, codes: string[]): Promise<void>;
  store: Store;
}

async function openFloor(): Promise<Floor> {
  const url = Deno.env.get("DATABASE_URL");
  if (url) {
    const store = await openPostgresStore(url);
    const sql = postgres(url, { max: 10, fetch_types: false, onnotice: () => {} });
    const creations = new Batches<Creation, undefined>(async (batch) => {
      await sql.unsafe(CREATE, creationParams(batch), { prepare: true });
      return batch.map(() => undefined);
    }, CREATION_BATCHES);
    return {
      store,
      read: async (code) =>
        (await sql.unsafe(READ_BY_CODE, [code, null], { prepare: true }))[0]?.game,
      create: (game, codes) =>
        creations.add({ game, codes, mails: [] }, performance.now() + PATIENCE),
    };
  }
  const dataDir = Deno.env.get("DATA_DIR") ?? "";
  const store = await openSqlite(dataDir);
  const path = `${dataDir}/gift-exchange.db`;
  const reader = new Connection(path);
  const writer = new ThreadWriter(path);
  return {
    store,
    read: (code) => Promise.resolve(readGames(reader, "latest", code)[0]?.game),
    create: async (game, codes) => {
      await writer.write(creation(game, codes));
    },
  };
}

const { read, create, store } = await openFloor();
const template = makeGame(3);
const codeOf = (url: string) => /\/games\/(\d+)/.exec(url)?.[1] ?? "";
const newCode = () => String(100_000 + Math.floor(Math.random() * 900_000));

Deno.serve({
  hostname: "127.0.0.1",
  port: Number(Deno.env.get("PORT")),
  automaticCompression: true,
  onListen: () => {},
}, async (req) => {
  if (req.method === "GET" && req.url.includes("/api/")) {
    return Response.json(await read(codeOf(req.url)) ?? null);
  }
  if (req.method === "GET") {
    const game = JSON.stringify(await read(codeOf(req.url)));
    const headers = { "content-type": "text/html; charset=utf-8" };
    return new Response(`<!DOCTYPE html><title>Game</title><pre>${game}</pre>`, { headers });
  }
  const body = await req.json();
  if (req.method === "POST") {
    const participants = template.participants.map((one) => ({
      ...one,
      id: crypto.randomUUID(),
    }));
    const game = { ...template, id: crypto.randomUUID(), participants };
    await create(game, Array.from({ length: 16 }, newCode));
    return Response.json(body, { status: 201 });
  }
  const changed = await store.changeGame(codeOf(req.url), (game) => ({
    game: game && {
      ...game,
      participants: game.participants.map((one) =>
        one.id === body.participantId ? { ...one, wish: body.wish } : one
      ),
    },
    outbox: null,
    result: game,
  }));
  return Response.json(changed);
});
