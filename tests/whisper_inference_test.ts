import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { inDays } from "./support/games.ts";
import { say } from "./support/messages.ts";
import { named } from "./support/views.ts";
import { amount } from "./support/sample.ts";

const NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"];
/** The observer, who wants to know their giver. */
const VIEWER = "Ana";

/** Number of views that `lookOn` returns. */
const VIEWS = 7;

/** Everything that the holder of one token gets at one time: status, headers, body. */
async function lookOn({ fetch }: TestApp, code: string, token: string): Promise<string[]> {
  const texts: string[] = [];
  for (const path of ["", "/messages", "/my-data"]) {
    const headers = { "x-participant-token": token };
    const answer = await fetch(
      new Request(`http://localhost/api/games/${code}${path}`, { headers }),
    );
    texts.push(`${answer.status} ${[...answer.headers.keys()]} ${await answer.text()}`);
  }
  for (
    const path of ["", "/whisper?with=giver", "/whisper?with=receiver", "/whispered?with=giver"]
  ) {
    const headers = { cookie: `participant_${code}=${token}; lang=en` };
    const url = `http://localhost/games/${code}${path}`;
    const answer = await fetch(new Request(url, { headers, redirect: "manual" }));
    texts.push(`${answer.status} ${await answer.text()}`);
  }
  return texts;
}

/** Removes what differs for every game and page: ids, tokens, codes, hashes, times, wrapping paper. */
function normalized(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/nonce="[^"]*"/g, "NONCE")
    // The wrapping paper of a gift depends on its game.
    .replaceAll(/<svg.*?<\/svg>/gs, "PICTURE")
    .replaceAll(/participant=[\w-]{22}/g, "TOKEN")
    .replaceAll(/(name="(seen|reader)" value|data-reader)="[\w-]+"/g, "KEY")
    .replaceAll(/(?<="id":"|data-draft="[^"]* )[0-9a-f]{8}(?=")/g, "KEY")
    .replaceAll(/(?<="person":")[0-9a-f]{8}(?=")/g, "PRINT")
    .replaceAll(/"version":"\w+"|version\\?":\\?"\w{16}/g, "VERSION")
    .replaceAll(/\b[0-9a-f]{16}\b/g, "VERSION")
    .replaceAll(/\d{1,2}:\d\d( [AP]M)?/g, "TIME")
    .replaceAll(/\b[1-9]\d{5}\b/g, "CODE");
}

/** Sets receivers by the list, as positions in `NAMES`. */
async function arrange({ services: { store } }: TestApp, code: string, to: number[]) {
  await store.changeGame(code, (game) => {
    assert(game);
    const participants = game.participants.map((one, index) => ({
      ...one,
      receiver: game.participants[to[index] ?? -1]?.number ?? null,
    }));
    return { game: { ...game, participants }, outbox: null, result: undefined };
  });
}

async function giverOf({ services: { store } }: TestApp, code: string): Promise<string> {
  const game = await store.readGame(code);
  assert(game);
  const { number } = named(game, VIEWER);
  const giver = game.participants.find(({ receiver }) => receiver === number);
  assert(giver);
  return giver.name;
}

function createGame({ client }: TestApp, isProtected: boolean): Promise<CreatedGame> {
  return client.createGame({
    name: "Office",
    date: inDays(20),
    isProtected,
    participants: NAMES.map((name) => ({ name })),
  });
}

/** The token of the viewer's current giver. */
async function giverToken(app: TestApp, { code }: CreatedGame): Promise<string> {
  const { store, tokens } = app.services;
  const game = await store.readGame(code);
  assert(game);
  return tokens.participant(game, named(game, await giverOf(app, code)));
}

Deno.test("a receiver sees the same from any giver, with any messages", async () => {
  await using app = await startApp();
  const { client } = app;
  const transcripts: string[][] = [];
  // Ana gives to Ben in each; Ana's giver is Cy, Dee, Eve and Fay in turn.
  for (const giver of [2, 3, 4, 5]) {
    const game = await createGame(app, true);
    const rest = [2, 3, 4, 5].filter((one) => one !== giver);
    const ring = [0, 1, ...rest, giver];
    await arrange(
      app,
      game.code,
      NAMES.map((_, place) => ring[(ring.indexOf(place) + 1) % ring.length] ?? 0),
    );
    const { token } = named(game, VIEWER);
    const told: string[] = [];
    const look = async () => told.push(...await lookOn(app, game.code, token));
    await look();
    const from = { token: await giverToken(app, game) };
    await say(client, game, from, { to: "receiver", question: "hobby" });
    await look();
    await say(client, game, { token }, { to: "giver", text: "Reading" });
    await say(client, game, { token }, { to: "receiver", text: "And you?" });
    await say(client, game, from, { to: "receiver", text: "What do you read?" });
    await look();
    const mute = {
      action: "muteThread",
      participantToken: from.token,
      to: "receiver",
      muted: true,
    };
    assert.equal((await client.patchGame(game, mute)).status, 200);
    await look();
    // Another person takes the giver's place and writes.
    await client.manage(game, "replaceParticipant", {
      participantId: named(game, await giverOf(app, game.code)).id,
      participantName: "Gil",
    });
    await say(client, game, { token: await giverToken(app, game) }, {
      to: "receiver",
      text: "What is your size?",
    });
    await look();
    transcripts.push(told.map(normalized));
  }
  const [one, ...others] = transcripts;
  assert(one && others.length === 3);
  // The last look is after someone has left, and everyone can see who in the list of names.
  const isCompared = (index: number) => index < 4 * VIEWS || ![0, 3].includes(index % VIEWS);
  for (const other of others) {
    for (const [index, text] of one.entries()) {
      if (isCompared(index)) assert.equal(other[index], text);
    }
  }
});

Deno.test("an attacker who compares their views before and after each event guesses their giver by chance", async () => {
  await using app = await startApp();
  const { client } = app;
  const GAMES = amount(15, 30);
  const hits: number[] = [];
  for (let round = 0; round < GAMES; round++) {
    const game = await createGame(app, round % 2 === 0);
    const { token } = named(game, VIEWER);
    let before = await lookOn(app, game.code, token);
    const events: (() => Promise<unknown>)[] = [
      async () =>
        await say(client, game, { token: await giverToken(app, game) }, {
          to: "receiver",
          text: "Tea or coffee?",
        }),
      () => say(client, game, { token }, { to: "giver", text: "Tea" }),
      () => client.manage(game, "reassignAll", {}),
      async () =>
        await say(client, game, { token: await giverToken(app, game) }, {
          to: "receiver",
          question: "colour",
        }),
      () =>
        client.manage(game, "forceReassignParticipant", {
          participantId: named(game, NAMES[1 + round % 5] ?? "Ben").id,
        }),
    ];
    for (const [index, event] of events.entries()) {
      await event();
      const after = await lookOn(app, game.code, token);
      const giver = await giverOf(app, game.code);
      const isHit = guess(before.map(normalized), after.map(normalized)) === giver;
      hits[index] = (hits[index] ?? 0) + Number(isHit);
      before = after;
    }
  }
  const chance = 1 / (NAMES.length - 1);
  const guesses = GAMES * hits.length;
  const rate = hits.reduce((sum, count) => sum + count) / guesses;
  const deviation = Math.sqrt(chance * (1 - chance) / guesses);
  console.log(
    `${hits} of ${GAMES} guesses each: ${(rate * 100).toFixed(1)} %, by chance ${chance * 100} %`,
  );
  assert(Math.abs(rate - chance) < 4.5 * deviation, `${rate} instead of ${chance}`);
  // A single revealing kind of event would hardly show in the total.
  assert(Math.max(...hits) < GAMES * 2 / 3, `${hits} of ${GAMES} guesses each`);
});

/** Guesses the name in most of the changes, except one's own receiver; picks at random between ties. */
function guess(before: readonly string[], after: readonly string[]): string {
  const changed = after.flatMap((text, index) => {
    const known = new Set(before[index]?.split(/(?<=[,>}])/));
    return text.split(/(?<=[,>}])/).filter((piece) => !known.has(piece));
  }).join(" ");
  const receiver = /"receiver":\{"id":"ID","name":"(\w+)"/.exec(after[0] ?? "")?.[1];
  const candidates = NAMES.filter((name) => name !== VIEWER);
  const score = (name: string) =>
    name === receiver ? 0 : [...changed.matchAll(new RegExp(`\\b${name}\\b`, "g"))].length;
  const best = Math.max(...candidates.map(score));
  const likely = candidates.filter((name) => score(name) === best);
  return likely[Math.floor(Math.random() * likely.length)] ?? "";
}
