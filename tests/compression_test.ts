import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { request as send } from "node:http";
import { gunzipSync } from "node:zlib";
import { inDays, people } from "./support/games.ts";
import { foreignParts } from "@/lib/http/trusted_markup.ts";
import { type ServerProcess, startServer } from "./support/server.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

interface Sent {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Bytes of the body on the wire, without the name that pads it to a constant length. */
  length: number;
  body: Buffer;
}

/** Sends a request as browsers do, and decompresses nothing. */
function ask(
  url: string,
  { cookie = "", form, headers = {} }: {
    cookie?: string;
    form?: Record<string, string>;
    headers?: Record<string, string>;
  } = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const asked = send(url, {
      method: form ? "POST" : "GET",
      headers: {
        "accept-encoding": "gzip, deflate, br, zstd",
        cookie,
        ...(form && {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
        }),
        ...headers,
      },
    }, (answer) => {
      const chunks: Uint8Array[] = [];
      answer.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      answer.on("end", () => {
        const { statusCode: status = 0, headers } = answer;
        const body = Buffer.concat(chunks);
        resolve({ status, headers, body, length: body.length - nameLengthOf(body) });
      });
      answer.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(form && new URLSearchParams(form).toString());
  });
}

/** Length of the name in a gzip file (RFC 1952, 2.3). */
function nameLengthOf(body: Buffer): number {
  const hasName = body[0] === 0x1f && body[1] === 0x8b && body[3] === 8;
  return hasName ? body.subarray(10).indexOf(0) : 0;
}

/** Words of equal length that need no escapes: both ends of a secret, and one that is not in it. */
function guessesOf(secret: string): string[] {
  const word = secret.replaceAll(/[^0-9A-Za-z]/g, "x").padEnd(12, "x");
  return [word.slice(0, 12), word.slice(-12), "q7Kd2Zp0XwB3"];
}

async function assertEvenLengths(server: ServerProcess): Promise<void> {
  const game = await server.client.createGame({
    date: inDays(0),
    isProtected: true,
    organizerEmail: "organizer@secret.example",
    participants: people(12),
  });
  const me = named(game, "P1");
  const cookie = `organizer_${game.code}=${game.organizerToken}; ` +
    `participant_${game.code}=${me.token}`;
  const at = `${server.url}/games/${game.code}`;
  const pages = [
    ...["", "/organize", `/organize/people/${me.id}`, "/organize/details", "/organize/apart"],
    ...["/organize/pairs", "/created", "/slips"],
    "/my-data.json",
  ];
  const fields = ["search", "show", "x"];
  const secrets = [me.token, game.organizerToken, game.invitationToken, me.email];
  for (const page of sample(pages, 3)) {
    const packed = await ask(at + page, { cookie });
    assert.equal(packed.status, 200, page);
    // Data is not compressed at all, and only the markup of pages is.
    const encoding = page.endsWith(".json") ? undefined : "gzip";
    assert.equal(packed.headers["content-encoding"], encoding, page);
    for (const secret of secrets) {
      const lengths = new Set<number>();
      for (const guess of guessesOf(secret)) {
        const query = `?${new URLSearchParams(fields.map((field) => [field, guess]))}`;
        const answer = await ask(at + page + query, { cookie });
        assert.equal(answer.headers["content-encoding"], encoding, page + query);
        lengths.add(answer.length);
      }
      assert.equal(lengths.size, 1, `${page}: ${[...lengths]}`);
    }
  }
  // A refused form shows its content again.
  for (
    const [page, form] of [
      ["", { action: "updateParticipantEmail", email: "GUESS", language: "en" }],
      ["", { action: "signIn", token: "GUESS" }],
      ["/organize", {
        action: "addParticipant",
        participantName: "P1",
        participantEmail: "GUESS",
      }],
      ["/organize", { action: "eraseGame", confirmName: "GUESS" }],
      ["/organize/details", { name: "GUESS", date: "x" }],
    ] as const
  ) {
    for (const secret of secrets) {
      const lengths = new Set<number>();
      for (const guess of guessesOf(secret)) {
        const filled = Object.fromEntries(
          Object.entries(form).map(([name, value]) => [name, value.replace("GUESS", guess)]),
        );
        const answer = await ask(at + page, { cookie, form: filled });
        assert(answer.status >= 400, `${page} takes ${form}`);
        lengths.add(answer.length);
      }
      assert.equal(lengths.size, 1, `${page} ${JSON.stringify(form)}: ${[...lengths]}`);
    }
  }
  // A program that reads the whole game finds a participant's wish in it, and so can an organizer's page.
  const other = named(game, "P2");
  for (const [page, secret] of [["/organize", game.invitationToken], ["", me.token]] as const) {
    const lengths = new Set<number>();
    for (const guess of guessesOf(secret)) {
      const fields = { participantId: other.id, participantToken: other.token };
      await server.client.act(game, "updateWish", { ...fields, wish: `invitation=${guess}` });
      await server.client.manage(game, "updateParticipantDetails", {
        participantId: other.id,
        name: `invitation=${guess}`,
      });
      const answer = await ask(at + page, { cookie });
      assert.equal(answer.status, 200);
      lengths.add(answer.length);
    }
    assert.equal(lengths.size, 1, `${page} after a change: ${[...lengths]}`);
  }
  // The start page and the page of shared wishes link to the games that a cookie names.
  const opened = await ask(at, { cookie });
  const [games = ""] = String(opened.headers["set-cookie"]).match(/games=[^;]+/) ?? [];
  for (const page of ["/", "/de", "/wish"]) {
    const plain = await ask(server.url + page, { cookie: games });
    assert.equal(plain.headers["cache-control"], "no-store", page);
    assert(gunzipSync(plain.body).includes(`/games/${game.code}`), page);
    const wrong = [...game.code].map((digit) => 9 - Number(digit)).join("");
    const lengths = new Set<number>();
    for (const code of [game.code, wrong]) {
      const answer = await ask(`${server.url}${page}?x=/games/${code}`, { cookie: games });
      assert.equal(answer.status, 200);
      lengths.add(answer.length);
    }
    assert.equal(lengths.size, 1, `${page}: ${[...lengths]}`);
  }
  const lengths = new Set<number>();
  for (const guess of guessesOf(named(game, "P2").token)) {
    const fields = { participantId: me.id, participantToken: me.token, wish: `token":"${guess}` };
    await server.client.act(game, "updateWish", fields);
    const headers = { "x-organizer-token": game.organizerToken };
    const answer = await ask(`${server.url}/api/games/${game.code}`, { headers });
    lengths.add(answer.length);
  }
  assert.equal(lengths.size, 1, `the organizer's view: ${[...lengths]}`);
}

async function assertOnlyMarkup(server: ServerProcess): Promise<void> {
  const names = ["Quilvara", "Zobrecht", "Wixmoore", "Yndarill", "Vuxhelm", "Jorbanek"];
  const game = await server.client.createGame({
    name: "Kwyzzfest",
    organizerName: "Quilvara",
    isProtected: true,
    organizerEmail: "quilvara@post.example",
    participants: names.map((name) => ({ name, email: `${name.toLowerCase()}@post.example` })),
  });
  const me = named(game, "Quilvara");
  const cookie = `organizer_${game.code}=${game.organizerToken}; ` +
    `participant_${game.code}=${me.token}`;
  const words = [
    ...["kwyzzfest", game.code, "post.example", game.organizerToken, game.invitationToken],
    ...game.participants.flatMap(({ id, name, token }) => [id, name, token]),
  ].map((word) => word.toLowerCase());
  for (
    const page of [
      ...["", "/organize", `/organize/people/${me.id}`, "/organize/details", "/organize/apart"],
      ...["/organize/pairs", "/organize/room", "/created", "/slips"],
    ]
  ) {
    const { status, body } = await ask(`${server.url}/games/${game.code}${page}`, { cookie });
    assert.equal(status, 200, page);
    const html = gunzipSync(body).toString();
    assert(body.length < Buffer.byteLength(html) * 0.85, `${page}: ${body.length}`);
    assert.equal(body.length % 1024, 0, page);
    let own = "";
    let foreign = "";
    let at = 0;
    for (const [start, end] of foreignParts(html)) {
      own += html.slice(at, start).toLowerCase();
      foreign += html.slice(start, end).toLowerCase();
      at = end;
    }
    assert.deepEqual(words.filter((word) => own.includes(word)), [], page);
    assert(foreign.includes(game.code.toLowerCase()), page);
  }
}

async function assertCompressed(server: ServerProcess): Promise<void> {
  const { code } = await server.client.createGame();
  for (
    const path of [
      ...["/", "/help", "/create", "/api/docs", "/api/openapi.json", "/styles.css"],
      `/games/${code}`,
    ]
  ) {
    const { headers, length } = await ask(server.url + path);
    assert.match(String(headers["content-encoding"]), /^(gzip|br)$/, path);
    assert.match(String(headers.vary).toLowerCase(), /accept-encoding/, path);
    const plain = await ask(server.url + path, { headers: { "accept-encoding": "gzip;q=0" } });
    assert.equal(plain.headers["content-encoding"], undefined, path);
    assert(plain.length > length * 1.5, `${path}: ${length} of ${plain.length}`);
    const text = await (await fetch(server.url + path)).text();
    assert.equal(new TextEncoder().encode(text).length, plain.length, path);
  }
  const head = await fetch(`${server.url}/help`, { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), "");
}

Deno.test("answers are compressed only if that reveals nothing", async (t) => {
  const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-" });
  await using server = await startServer({ DATA_DIR: dataDir });
  try {
    await t.step(
      "an answer with a secret is as long for a right guess in its request as for a wrong one",
      () => assertEvenLengths(server),
    );
    await t.step(
      "only the markup of pages with secrets is compressed",
      () => assertOnlyMarkup(server),
    );
    await t.step(
      "content that is not secret is compressed for its readers",
      () => assertCompressed(server),
    );
  } finally {
    await server.stop();
    await Deno.remove(dataDir, { recursive: true });
  }
});
