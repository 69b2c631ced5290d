/**
 * The peer: the same service as it would be written in an afternoon, with Hono, the same validation and the same draw.
 * It stores tokens in the database, inserts row by row and serves plain pages. It has nothing else: no mails, limits,
 * languages, islands, sealed games or other rules. It serves the paths of `scenarios.ts`.
 */
import { DatabaseSync } from "node:sqlite";
import { type Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import postgres from "postgres";
import { drawAssignments } from "@/lib/draw/draw.ts";
import { cryptoRandom } from "@/lib/draw/random.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";

type Row = Record<string, string | number | null>;
type Query = (sql: string, ...params: (string | number | null)[]) => Promise<Row[]>;

/** Runs queries with `?` for parameters, and several of them in one transaction. */
interface Database {
  query: Query;
  inTransaction(work: (query: Query) => Promise<void>): Promise<void>;
}

function openDatabase(): Database {
  const url = Deno.env.get("DATABASE_URL");
  if (url) {
    const sql = postgres(url, { max: 10, onnotice: () => {} });
    const queryOn = (one: Pick<postgres.Sql, "unsafe">): Query => (text, ...params) => {
      let place = 0;
      const numbered = text.replace(/\?/g, () => `$${++place}`);
      return one.unsafe<Row[]>(numbered, params, { prepare: true });
    };
    return {
      query: queryOn(sql),
      inTransaction: async (work) => void await sql.begin((one) => work(queryOn(one))),
    };
  }
  const db = new DatabaseSync(`${Deno.env.get("DATA_DIR")}/peer.db`);
  db.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
  const statements = new Map<string, ReturnType<typeof db.prepare>>();
  const query: Query = (text, ...params) => {
    const statement = statements.get(text) ?? db.prepare(text);
    statements.set(text, statement);
    return Promise.resolve(statement.all(...params) as Row[]);
  };
  let last = Promise.resolve();
  return {
    query,
    inTransaction: (work) =>
      last = last.catch(() => {}).then(async () => {
        db.exec("begin");
        await work(query).then(() => db.exec("commit"), (error) => {
          db.exec("rollback");
          throw error;
        });
      }),
  };
}

const { query, inTransaction } = openDatabase();
await query(`create table if not exists peer_games (
  code text primary key, token text not null, name text not null, date text not null, details text not null)`);
await query(`create table if not exists peer_people (
  id text primary key, game text not null references peer_games, token text not null, name text not null,
  email text, wish text not null, receiver text not null)`);
await query("create index if not exists peer_people_of on peer_people (game)");

const newToken = () =>
  crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: "base64url" });
/** Codes are sequential, because random ones of six digits collide after a thousand games. */
let lastCode = 100_000;
const app = new Hono();

app.post("/api/games", async (c) => {
  const parsed = createGameSchema.safeParse(await c.req.json());
  if (!parsed.success) return c.json({ error: parsed.error.issues }, 400);
  const { name, date, participants, exclusions, households, ...details } = parsed.data;
  const indexOf = (one: string) => participants.findIndex(({ name }) => name === one);
  const result = drawAssignments({
    size: participants.length,
    exclusions: exclusions.map(([a, b]): [number, number] => [indexOf(a), indexOf(b)]),
    households: households.map((names) => names.map(indexOf)),
  }, cryptoRandom);
  if (!result.ok) return c.json({ error: "No draw is possible" }, 400);
  const people = participants.map((one) => ({
    ...one,
    id: crypto.randomUUID(),
    token: newToken(),
  }));
  const code = String(++lastCode);
  const organizerToken = newToken();
  await inTransaction(async (query) => {
    const values = [code, organizerToken, name, date, JSON.stringify(details)];
    await query("insert into peer_games values (?, ?, ?, ?, ?)", ...values);
    for (const [index, { id, token, name, email, wish }] of people.entries()) {
      const receiver = people[result.draw[index]!]!.id;
      const values = [id, code, token, name, email ?? null, wish ?? "", receiver];
      await query("insert into peer_people values (?, ?, ?, ?, ?, ?, ?)", ...values);
    }
  });
  return c.json({ code, organizerToken, name, date, participants: people }, 201);
});

/** What the holder of a token may see: everything, or their own receiver; null for nothing. */
async function viewOf(
  code: string,
  { organizer, participant }: { organizer?: string | undefined; participant?: string | undefined },
) {
  const [game] = await query("select * from peer_games where code = ?", code);
  if (!game) return null;
  const people = await query("select * from peer_people where game = ?", code);
  const shown = { code, name: game.name, date: game.date, ...JSON.parse(String(game.details)) };
  if (organizer) return organizer === game.token ? { ...shown, participants: people } : null;
  const own = people.find(({ token }) => token === participant);
  const receiver = people.find(({ id }) => id === own?.receiver);
  const participants = people.map(({ id, name }) => ({ id, name }));
  if (!own || !receiver) return null;
  return { ...shown, own, participants, receiver: { name: receiver.name, wish: receiver.wish } };
}

app.get("/api/games/:code", async (c) => {
  const { organizerToken: organizer, participantToken: participant } = c.req.query();
  const view = await viewOf(c.req.param("code"), { organizer, participant });
  return view ? c.json(view) : c.json({ error: "Not found" }, 404);
});

app.patch("/api/games/:code", async (c) => {
  const { participantId, wish } = await c.req.json();
  await inTransaction(async (query) => {
    await query(
      "update peer_people set wish = ? where id = ?",
      String(wish),
      String(participantId),
    );
  });
  return c.json({ ok: true });
});

async function showPage(c: Context, role: "organizer" | "participant") {
  const code = c.req.param("code") ?? "";
  const view = await viewOf(code, { [role]: getCookie(c, `${role}_${code}`) });
  if (!view) return c.notFound();
  const { name, date, participants, receiver } = view;
  return c.html(html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <title>${name}</title>
      </head>
      <body>
        <h1>${name}</h1><p>${new Date(date).toLocaleDateString("en", { dateStyle: "full" })}</p>
        ${receiver &&
          html`<p>You give to <b>${receiver.name}</b>, who wishes for ${receiver.wish}</p>`}
        <ul>${participants.map((one: Row) =>
          html`<li>${one.name} ${one.email} ${one.wish}</li>`
        )}</ul>
        <form method="post"><input name="wish"><button>Save</button></form></body>
    </html>
  `);
}
app.get("/games/:code", (c) => showPage(c, "participant"));
app.get("/games/:code/organize", (c) => showPage(c, "organizer"));

Deno.serve(
  { hostname: "127.0.0.1", port: Number(Deno.env.get("PORT")), onListen: () => {} },
  app.fetch,
);
