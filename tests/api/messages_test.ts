import assert from "node:assert/strict";
import { messagesViewSchema } from "@/lib/game/messages.ts";
import { testAppOnBoth } from "../support/app.ts";
import { refuses, succeeds } from "../support/client.ts";
import { inDays, people } from "../support/games.ts";
import { conversation, giveTo, readMessages, say, textsOf } from "../support/messages.ts";
import { named, receiverOf } from "../support/views.ts";

const NOTHING = { toReceiver: [], toGiver: [], earlier: [] };

testAppOnBoth(
  "sendMessage: giver and receiver talk in separate threads, one per role",
  async ({ client }) => {
    const game = await client.createGame();
    const { giver, receiver, others } = conversation(game, "P1");
    await say(client, game, giver, { to: "receiver", text: "  Tea or coffee?\r\nOr both?  " });
    await say(client, game, receiver, { to: "giver", text: "Tea" });
    await say(client, game, giver, { to: "receiver", question: "size" });
    const { toReceiver, ...ofGiver } = await readMessages(client, game, giver);
    assert.deepEqual(textsOf(toReceiver), ["> Tea or coffee?\nOr both?", "< Tea", "> size"]);
    assert.deepEqual(ofGiver.toGiver, []);
    const { toGiver, ...ofReceiver } = await readMessages(client, game, receiver);
    assert.deepEqual(textsOf(toGiver), ["< Tea or coffee?\nOr both?", "> Tea", "< size"]);
    assert.deepEqual(ofReceiver.toReceiver, []);
    assert.deepEqual(toGiver.map(({ id }) => id), toReceiver.map(({ id }) => id));
    for (const { at } of toGiver) assert.match(at, /:00\.000Z$/);
    for (const other of others) {
      const { toReceiver, toGiver, earlier } = await readMessages(client, game, other);
      assert.deepEqual({ toReceiver, toGiver, earlier }, NOTHING);
    }
  },
);

testAppOnBoth(
  "messages: reading and writing need a token of the game",
  async ({ client }) => {
    const game = await client.createGame({ isProtected: false });
    const { giver, receiver } = conversation(game, "P1");
    const other = await client.createGame();
    const { token: foreign } = conversation(other, "P1").giver;
    const path = `/api/games/${game.code}/messages`;
    refuses(await client.get(path), 401, "TOKEN_REQUIRED");
    refuses(await client.get(`${path}?participantId=${giver.id}`), 401, "TOKEN_REQUIRED");
    const organizer = { "x-organizer-token": game.organizerToken };
    refuses(await client.get(path, organizer), 401, "TOKEN_REQUIRED");
    refuses(await client.get(path, { "x-participant-token": foreign }), 403, "INVALID_TOKEN");
    const own = { "x-participant-token": giver.token };
    refuses(await client.get(`${path}?participantId=${receiver.id}`, own), 403, "INVALID_TOKEN");
    refuses(await client.get("/api/games/999999/messages"), 404, "GAME_NOT_FOUND");
    for (const action of ["sendMessage", "muteThread", "sendThanks"]) {
      const body = { action, to: "giver", text: "Hello", muted: true, participantId: giver.id };
      refuses(await client.patchGame(game, body), 401, "TOKEN_REQUIRED");
      const { organizerToken } = game;
      refuses(await client.patchGame(game, { ...body, organizerToken }), 401, "TOKEN_REQUIRED");
      const wrong = { ...body, participantToken: foreign };
      refuses(await client.patchGame(game, wrong), 403, "INVALID_TOKEN");
      refuses(await client.patchGame({ code: "999999" }, body), 404, "GAME_NOT_FOUND");
    }
    await client.archive(game);
    refuses(await client.get(path, own), 404, "GAME_NOT_FOUND");
  },
);

testAppOnBoth("sendMessage: takes a text or a question of limited length", async ({ client }) => {
  const game = await client.createGame();
  const { giver } = conversation(game, "P1");
  const send = (fields: object) =>
    client.patchGame(game, { action: "sendMessage", participantToken: giver.token, ...fields });
  for (
    const fields of [
      {},
      { to: "giver" },
      { to: "giver", text: "" },
      { to: "giver", text: "   " },
      { to: "giver", text: "a", question: "size" },
      { to: "giver", question: "address" },
      { to: "everybody", text: "a" },
      { to: "giver", text: "a".repeat(1001) },
      { to: "giver", text: "a\u0000b" },
      { to: "giver", text: 7 },
    ]
  ) refuses(await send(fields), 400, "VALIDATION_FAILED", JSON.stringify(fields));
  assert.equal((await send({ to: "giver", text: "ö".repeat(1000) })).status, 200);
});

testAppOnBoth("sendMessage: allows 30 a day in each direction", async ({ client }) => {
  const game = await client.createGame();
  const { giver, receiver } = conversation(game, "P1");
  const send = (to: string) =>
    client.patchGame(game, {
      action: "sendMessage",
      participantToken: giver.token,
      to,
      text: "Hello",
    });
  // All at once: none may bypass the limit by running alongside another.
  const answers = await Promise.all(Array.from({ length: 40 }, () => send("receiver")));
  const { length: stored } = answers.filter(({ status }) => status === 200);
  assert.equal(stored, 30);
  const refused = answers.find(({ status }) => status !== 200);
  assert(refused);
  refuses(refused, 429, "TOO_MANY_MESSAGES");
  assert(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await send("giver")).status, 200);
  await say(client, game, receiver, { to: "giver", text: "Stop" });
  const { toReceiver } = await readMessages(client, game, giver);
  assert.equal(new Set(toReceiver.map(({ id }) => id)).size, 31);
});

testAppOnBoth("messages: there are none before the draw", async ({ client }) => {
  const game = await client.createGame({ draw: "later" });
  const [one] = game.participants;
  assert(one);
  const { toReceiver, toGiver, earlier, thanks } = await readMessages(client, game, one);
  assert.deepEqual({ toReceiver, toGiver, earlier, thanks }, { ...NOTHING, thanks: null });
  for (const action of ["sendMessage", "muteThread", "sendThanks"]) {
    const body = { action, participantToken: one.token, to: "giver", text: "Hello", muted: true };
    refuses(await client.patchGame(game, body), 400, "NOT_DRAWN_YET");
  }
});

testAppOnBoth(
  "messages: a new giver starts a new thread, the former keeps theirs, the receiver notices nothing",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({ participants: people(6) });
    const { giver: first, receiver } = conversation(game, "P1");
    await say(client, game, first, { to: "receiver", text: "From the first" });
    await say(client, game, receiver, { to: "giver", text: "To the first" });
    const second = await giveTo(app, game, receiver.name);
    assert.deepEqual((await readMessages(client, game, second)).toReceiver, []);
    await say(client, game, receiver, { to: "giver", text: "To the second" });
    await say(client, game, second, { to: "receiver", text: "From the second" });

    const ofReceiver = await readMessages(client, game, receiver);
    const all = [
      "< From the first",
      "> To the first",
      "> To the second",
      "< From the second",
    ];
    assert.deepEqual(textsOf(ofReceiver.toGiver), all);
    assert.deepEqual(ofReceiver.earlier, []);
    const ofSecond = await readMessages(client, game, second);
    const told = ["< To the second", "> From the second"];
    assert.deepEqual(textsOf(ofSecond.toReceiver), told);
    const kept = [["> From the first", "< To the first"]];
    const ofFirst = await readMessages(client, game, first);
    assert.deepEqual([ofFirst.toReceiver, ofFirst.earlier.map(textsOf)], [[], kept]);

    // Back to the first giver: what was said to the second giver stays with the second.
    assert.equal((await giveTo(app, game, receiver.name, first.name)).id, first.id);
    const again = await readMessages(client, game, first);
    assert.deepEqual([again.toReceiver, again.earlier.map(textsOf)], [[], kept]);
    const after = await readMessages(client, game, second);
    assert.deepEqual(after.earlier.map(textsOf), [told]);
    assert.deepEqual(textsOf((await readMessages(client, game, receiver)).toGiver), all);
  },
);

testAppOnBoth(
  "messages: a giver who gives to another learns nothing of letters they never saw",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({ participants: people(5) });
    const { giver, receiver } = conversation(game, "P1");
    await say(client, game, receiver, { to: "giver", text: "I am P1" });
    await giveTo(app, game, receiver.name);
    const { earlier, toReceiver } = await readMessages(client, game, giver);
    assert.deepEqual([earlier, toReceiver], [[], []]);
  },
);

testAppOnBoth(
  "messages: a replacement and their giver begin with empty threads",
  async ({ client }) => {
    const game = await client.createGame();
    const { giver, receiver: leaver } = conversation(game, "P1");
    const heirId = receiverOf(game, leaver.id);
    await say(client, game, giver, { to: "receiver", text: "For the leaver" });
    await say(client, game, leaver, { to: "receiver", text: "By the leaver" });
    const view = await client.manage(game, "replaceParticipant", {
      participantId: leaver.id,
      participantName: "Newcomer",
    });
    const { toReceiver, toGiver, earlier } = await readMessages(
      client,
      game,
      named(view, "Newcomer"),
    );
    assert.deepEqual({ toReceiver, toGiver, earlier }, NOTHING);
    const ofGiver = await readMessages(client, game, giver);
    assert.deepEqual(ofGiver.toReceiver, []);
    assert.deepEqual(ofGiver.earlier.map(textsOf), [["> For the leaver"]]);
    const heir = game.participants.find(({ id }) => id === heirId);
    assert(heir);
    assert.deepEqual(textsOf((await readMessages(client, game, heir)).toGiver), [
      "< By the leaver",
    ]);
    const path = `/api/games/${game.code}/messages`;
    refuses(await client.get(path, { "x-participant-token": leaver.token }), 403, "INVALID_TOKEN");
  },
);

testAppOnBoth("messages: erasing a participant deletes what they wrote", async ({ client }) => {
  const game = await client.createGame({ date: inDays(0), timeZone: "UTC" });
  const { giver, receiver } = conversation(game, "P1");
  await say(client, game, giver, { to: "receiver", text: "Mine" });
  await say(client, game, receiver, { to: "giver", text: "Theirs" });
  await client.eraseMe(game, giver.token);
  const { toGiver } = await readMessages(client, game, receiver);
  assert.deepEqual(textsOf(toGiver), ["> Theirs"]);
});

testAppOnBoth(
  "messages: unread ones are counted only for their reader, until they are read",
  async ({ client }) => {
    const game = await client.createGame();
    const { giver, receiver } = conversation(game, "P1");
    await say(client, game, giver, { to: "receiver", question: "hobby" });
    await say(client, game, giver, { to: "receiver", question: "colour" });
    const unread = async (one: typeof giver) => (await readMessages(client, game, one)).unread;
    assert.deepEqual(await unread(giver), { receiver: 0, giver: 0 });
    assert.deepEqual(await unread(receiver), { receiver: 0, giver: 2 });
    assert.deepEqual(await unread(receiver), { receiver: 0, giver: 0 });
  },
);

testAppOnBoth("my-data contains one's own messages and no one else's", async ({ client }) => {
  const game = await client.createGame();
  const { giver, receiver, others: [other] } = conversation(game, "P1");
  assert(other);
  await say(client, game, giver, { to: "receiver", text: "A secret question" });
  for (const [one, count] of [[giver, 1], [receiver, 1], [other, 0]] as const) {
    const { text } = await client.getOwnData(game, { "x-participant-token": one.token });
    assert.equal(text.split("A secret question").length - 1, count);
  }
});

testAppOnBoth("muteThread: is stored, and shown only to the participant", async ({ client }) => {
  const game = await client.createGame();
  const { giver } = conversation(game, "P1");
  const { token: participantToken } = giver;
  const mute = (to: "receiver" | "giver", muted: boolean) =>
    client.act(game, "muteThread", { participantToken, to, muted });
  const muted = async () => (await readMessages(client, game, giver)).muted;
  await mute("receiver", true);
  assert.deepEqual(await muted(), { receiver: true, giver: false });
  await mute("giver", true);
  await mute("receiver", false);
  assert.deepEqual(await muted(), { receiver: false, giver: true });
});

testAppOnBoth("messages: the database contains no readable text", async (app) => {
  const { client, services: { store } } = app;
  const game = await client.createGame();
  const { giver, receiver } = conversation(game, "P1");
  await say(client, game, giver, { to: "receiver", text: "Quittenbaum" });
  const kept = await store.readGame(game.code);
  assert(kept);
  const [row] = await store.readMessages(game.id, named(kept, receiver.name).number);
  assert(row?.text);
  const bytes = atob(row.text.replaceAll("-", "+").replaceAll("_", "/"));
  assert(!`${JSON.stringify(row)} ${bytes}`.includes("uittenbaum"));
});

testAppOnBoth(
  "HEAD of the messages neither opens a gift nor marks a message as read",
  async ({ client }) => {
    const game = await client.createGame();
    const { giver, receiver } = conversation(game, "P1");
    await say(client, game, receiver, { to: "giver", text: "Hello" });
    const path = `/api/games/${game.code}/messages`;
    const headers = { "x-participant-token": giver.token };
    assert.equal((await client.send("HEAD", path, undefined, headers)).status, 200);
    const ahead = await client.get(path, { ...headers, "sec-purpose": "prefetch" });
    assert.deepEqual(succeeds(ahead, messagesViewSchema).toReceiver, []);
    const view = await client.readAsOrganizer(game);
    assert.equal(named(view, giver.name).viewedAt, null);
    assert.deepEqual((await readMessages(client, game, giver)).unread, { receiver: 1, giver: 0 });
  },
);

testAppOnBoth(
  "messages: in a sealed game a later link opens nothing that was written before",
  async ({ client, services: { store, tokens } }) => {
    const game = await client.createGame({ isSealed: true });
    const read = async () => {
      const kept = await store.readGame(game.code);
      assert(kept);
      const receiver = named(kept, "P1");
      const giver = kept.participants.find((one) => one.receiver === receiver.number);
      assert(giver);
      const tokenOf = (one: typeof giver) => ({ token: tokens.participant(kept, one) });
      return { giver, receiver, ofGiver: tokenOf(giver), ofReceiver: tokenOf(receiver) };
    };
    const { giver, ofGiver, ofReceiver } = await read();
    await say(client, game, ofGiver, { to: "receiver", text: "Tea?" });
    await say(client, game, ofReceiver, { to: "giver", text: "I am P1" });
    // If the receiver is unchanged, the gift still counts as opened and is withheld.
    do await client.manage(game, "reassignAll", {}); while ((await read()).giver.id === giver.id);
    // Now that the gift is closed again, the organizer renews the link.
    await client.manage(game, "regenerateToken", { participantId: giver.id });
    const kept = await store.readGame(game.code);
    assert(kept);
    const token = tokens.participant(kept, named(kept, giver.name));
    const view = await readMessages(client, game, { token });
    assert.deepEqual([view.toReceiver, view.toGiver, view.earlier], [[], [], []]);
    const own = await client.getOwnData(game, { "x-participant-token": token });
    assert(!own.text.includes("I am P1"));
    // Messages written from now on arrive.
    const now = await read();
    await say(client, game, now.ofReceiver, { to: "giver", text: "I am still P1" });
    const { toReceiver } = await readMessages(client, game, now.ofGiver);
    assert.equal(toReceiver.at(-1)?.text, "I am still P1");
  },
);

testAppOnBoth(
  "messages: those written under a seal are deleted before the organizer has everyone's link",
  async ({ client, services: { store, tokens } }) => {
    const game = await client.createGame({ isSealed: true });
    const kept = await store.readGame(game.code);
    assert(kept);
    const [one] = kept.participants;
    const token = tokens.participant(kept, one ?? assert.fail());
    await client.readAsParticipant(game, { participantToken: token });
    await say(client, game, { token }, { to: "receiver", text: "For the two of us" });
    await say(client, game, { token }, { to: "giver", question: "size" });
    const { participants } = await client.manage(game, "breakSeal", {});
    for (const { token } of participants) {
      const { toReceiver, toGiver, earlier } = await readMessages(client, game, { token });
      assert.deepEqual([toReceiver, toGiver, earlier], [[], [], []]);
    }
    await say(client, game, { token }, { to: "receiver", text: "Still there?" });
    // Repeating the action changes nothing.
    await client.manage(game, "breakSeal", {});
    const { toReceiver } = await readMessages(client, game, { token });
    assert.deepEqual(textsOf(toReceiver), ["> Still there?"]);
  },
);
