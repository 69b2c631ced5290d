import assert from "node:assert/strict";
import { type TestApp, testAppOnBoth } from "./support/app.ts";
import { type Answer, type CreatedGame, succeeds } from "./support/client.ts";
import { participantViewSchema } from "@/lib/game/view_schemas.ts";
import { pairInRing } from "./support/sealed_games.ts";
import { named } from "./support/views.ts";
import { amount } from "./support/sample.ts";

const GAMES = amount(8, 300);

/** Records which verbs of the store a piece of work calls, with their arguments. */
async function callsDuring(
  { services }: TestApp,
  work: () => Promise<unknown>,
): Promise<{ verb: string; args: unknown[] }[]> {
  const { store } = services;
  const calls: { verb: string; args: unknown[] }[] = [];
  const watched = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        calls.push({ verb: String(name), args });
        return Reflect.apply(member, target, args);
      };
    },
  });
  Object.assign(services, { store: watched });
  try {
    await work();
  } finally {
    Object.assign(services, { store });
  }
  return calls;
}

/** Everything that an owner gets from all views: status, all headers, body and length. */
async function lookAround({ client, fetch }: TestApp, { code }: CreatedGame, token: string) {
  const headers = { "x-participant-token": token };
  const facts = ({ status, text, headers }: Answer) => {
    const told = [...headers].filter(([name]) => !/date|request-id|server-timing/.test(name));
    return JSON.stringify([status, told, text.length, text]);
  };
  const path = `/api/games/${code}`;
  const stale = { action: "setWishes", participantToken: token, wishes: [], revision: 0 };
  const unknown = [{ id: crypto.randomUUID(), title: "Tea" }];
  const answers = [
    await client.get(path, headers),
    await client.send("HEAD", path, undefined, headers),
    await client.get(`${path}/my-data`, headers),
    await client.get(`${path}/messages`, headers),
    await client.patchGame({ code }, stale),
    await client.patchGame({ code }, { ...stale, revision: 1, wishes: unknown }),
  ];
  const cookie = `participant_${code}=${token}; lang=en`;
  const page = await fetch(
    new Request(`http://localhost/games/${code}`, { headers: { cookie } }),
  );
  // The keys of forms differ each time.
  const text = (await page.text()).replaceAll(/nonce="[^"]*"|[0-9a-f-]{36}/g, "");
  return [...answers.map(facts), `${page.status} ${text}`];
}

testAppOnBoth(
  "an owner sees the same to the letter, whether or not their giver has marked an item",
  async (app) => {
    const { client } = app;
    let differences = 0;
    let right = 0;
    for (let round = 0; round < GAMES; round++) {
      const names = ["Ana", "Ben", "Cy"];
      const game = await client.createGame({
        isProtected: true,
        isSealed: false,
        participants: names.map((name) => ({ name })),
      });
      await pairInRing(app, game);
      const [ana, ben] = ["Ana", "Ben"].map((name) => named(game, name).token);
      assert(ana && ben);
      // Everyone has opened and the owner has seen the page, so nothing is left to record.
      for (const participantToken of [ana, ben]) {
        await client.readAsParticipant(game, { participantToken });
      }
      const body = { action: "setWishes", participantToken: ben, revision: 0 };
      const set = { ...body, wishes: [{ title: "Tea" }, { title: "A book" }] };
      assert.equal((await client.patchGame(game, set)).status, 200);
      await lookAround(app, game, ben);
      const before = await lookAround(app, game, ben);
      const { receiver } = await client.readAsParticipant(game, { participantToken: ana });
      const isMarked = Math.random() < 0.5;
      const wishId = receiver?.wishes?.[round % 2]?.id;
      const mark = { action: "markWish", participantToken: ana, wishId, bought: true };
      if (isMarked) assert.equal((await client.patchGame(game, mark)).status, 200);
      const after = await lookAround(app, game, ben);
      const isDifferent = after.some((text, index) => text !== before[index]);
      if (isDifferent) differences++;
      // The best remaining guess.
      if ((isDifferent || Math.random() < 0.5) === isMarked) right++;
    }
    assert.equal(differences, 0);
    const deviation = Math.abs(right / GAMES - 0.5) * 2 * Math.sqrt(GAMES);
    assert(deviation < 5, `${right} of ${GAMES} were guessed right`);
  },
);

testAppOnBoth("no request of an owner reads what their giver has marked", async (app) => {
  const { client } = app;
  const game = await client.createGame({ isProtected: true });
  await pairInRing(app, game);
  const [giver, owner, receiver] = game.participants;
  assert(giver && owner && receiver);
  const set = (token: string, revision: number) =>
    client.patchGame(game, {
      ...{ action: "setWishes", participantToken: token, revision },
      wishes: [{ title: `Tea ${revision}` }],
    });
  const look = () => lookAround(app, game, owner.token);
  const reads = async (work: () => Promise<unknown>) =>
    (await callsDuring(app, work)).filter(({ verb }) => verb.includes("Mark"));
  await set(owner.token, 0);
  const view = await client.readAsParticipant(game, { participantToken: giver.token });
  const wishId = view.receiver?.wishes?.[0]?.id;
  const mark = { action: "markWish", participantToken: giver.token, wishId, bought: true };
  assert.equal((await client.patchGame(game, mark)).status, 200);
  assert.deepEqual(await reads(async () => [await look(), await set(owner.token, 1)]), []);
  // A giver whose receiver has a list reads their own marks, and no others.
  await set(receiver.token, 0);
  const own = await reads(look);
  assert(own.length > 0);
  assert(own.every(({ args }) => JSON.stringify(args[1]) === "[2]"));
});

testAppOnBoth("twenty devices of one person write at once, and nothing is lost", async (app) => {
  const { client } = app;
  const game = await client.createGame({ isProtected: true });
  const participantToken = named(game, "P1").token;
  let tries = 0;
  const add = async (title: string) => {
    let list: { wishes: object[]; wishesRevision: number } = { wishes: [], wishesRevision: 0 };
    for (;;) {
      tries++;
      const wishes = [...list.wishes, { title }];
      const body = { action: "setWishes", participantToken, wishes, revision: list.wishesRevision };
      const answer = await client.patchGame(game, body);
      if (answer.status === 200) return succeeds(answer, participantViewSchema);
      assert.equal(answer.status, 409, answer.text);
      list = Object(answer.body);
    }
  };
  const titles = Array.from({ length: 20 }, (_, index) => `Item ${index}`);
  await Promise.all(titles.map(add));
  const view = await client.readAsParticipant(game, { participantToken });
  const own = Object(view.participants.find(({ name }) => name === "P1"));
  assert.equal(own.wishesRevision, 20);
  assert.deepEqual(new Set(own.wishes.map((one: { title: string }) => one.title)), new Set(titles));
  assert(tries > 100, `only ${tries} requests`);
});
