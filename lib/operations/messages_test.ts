import assert from "node:assert/strict";
import { inDays } from "@/tests/support/games.ts";
import {
  amend,
  type MailingServices,
  makeStored,
  operationTest,
  person,
  readViewers,
  refused,
  shownBy,
} from "@/tests/support/operations.ts";
import { type Game, LIMITS } from "../game/types.ts";
import { countUnread, openMessages, sendMessage, sendThanks } from "./messages.ts";
import { perform } from "./verbs.ts";

/** A game in which P1 gives to P2, P2 to P3 and so on; with the actions of its people. */
async function talking(services: MailingServices, fields?: Record<string, unknown>) {
  const made = await makeStored(services, fields);
  const participants = made.participants.map((one, index, { length }) => ({
    ...one,
    receiver: made.isGathering ? null : (index + 1) % length + 1,
  }));
  const game = await amend(services, made, { participants });
  const shown = (name: string) => (shownBy(services, game, name));
  return {
    game,
    shown,
    write: (name: string, to: "receiver" | "giver", text: string, formKey?: string) =>
      sendMessage(
        services,
        game.code,
        { action: "sendMessage", to, text },
        shown(name),
        { key: formKey === undefined ? undefined : { key: formKey, isForm: true } },
      ),
    thank: (name: string) =>
      sendThanks(
        services,
        game.code,
        { action: "sendThanks", text: "Thank you!" },
        shown(name),
        {},
      ),
    read: (name: string, isLookedAt = true) =>
      openMessages(services, game.code, shown(name), { isLookedAt }),
  };
}

const texts = (messages: readonly { text?: unknown; mine: boolean }[]) =>
  messages.map(({ text, mine }) => `${mine ? ">" : "<"} ${text}`);

operationTest("sendMessage() carries words only between the two of a pair", async (services) => {
  const { write, read } = await talking(services);
  await read("P1");
  await write("P1", "receiver", "Which size?");
  await write("P2", "giver", "Large");
  const { messages } = await read("P1");
  assert.deepEqual(texts(messages.toReceiver), ["> Which size?", "< Large"]);
  assert.deepEqual(texts(messages.toGiver), []);
  assert.deepEqual(texts((await read("P2")).messages.toGiver), ["< Which size?", "> Large"]);
  assert.deepEqual(texts((await read("P3")).messages.toGiver), []);
});

operationTest("messages want the person's own token, and a drawn game", async (services) => {
  const { game, shown } = await talking(services);
  const action = { action: "sendMessage", to: "giver", text: "Hi" } as const;
  const options = {};
  for (
    const [credential, code] of [
      [{}, "TOKEN_REQUIRED"],
      [{ participantId: person(game, "P1").id }, "TOKEN_REQUIRED"],
      [{ organizerToken: services.tokens.organizer(game) }, "TOKEN_REQUIRED"],
      [{ participantToken: services.tokens.organizer(game) }, "INVALID_TOKEN"],
      [{ ...shown("P1"), participantId: person(game, "P2").id }, "INVALID_TOKEN"],
    ] as const
  ) {
    await refused(() => sendMessage(services, game.code, action, credential, options), code);
    await refused(() => openMessages(services, game.code, credential, { isLookedAt: true }), code);
  }
  const body = { ...action, participantToken: "wrong" };
  // A credential in the body goes before a header.
  await refused(
    () => perform(services, game.code, body, shown("P1"), { client: "somewhere" }),
    "INVALID_TOKEN",
  );
  const gathering = await talking(services, { draw: "later" });
  await refused(() => gathering.write("P1", "giver", "Hi"), "NOT_DRAWN_YET");
});

operationTest(
  "sendMessage() recognizes a repeated form, and stops at the daily limit",
  async (services) => {
    const { write, read } = await talking(services);
    for (let count = 0; count < 3; count++) await write("P1", "receiver", "Once", "a form");
    await write("P1", "receiver", "Other words", "a form");
    await read("P1");
    assert.equal((await read("P1")).messages.toReceiver.length, 2);
    for (let count = 2; count < LIMITS.messagesPerDay; count++) await write("P1", "receiver", "Hi");
    const { retryAfter } = await refused(
      () => write("P1", "receiver", "One more"),
      "TOO_MANY_MESSAGES",
    );
    assert.equal(retryAfter, 3600);
    await write("P1", "giver", "The other direction");
  },
);

operationTest("a repeated form reveals nothing of its sender's giver", async (services) => {
  const { game, write, read } = await talking(services);
  const receivers = (change: Record<string, object>) =>
    amend(services, game, {
      participants: game.participants.map((one) => ({ ...one, ...change[one.name] })),
    });
  await write("P2", "giver", "Hi", "a form");
  const sent = await read("P2");
  await receivers({ P1: { tokenVersion: 2 } });
  await write("P2", "giver", "Hi", "a form");
  assert.deepEqual((await read("P2")).messages, sent.messages, "their giver has a new link");
  await receivers({ P1: { receiver: 3 }, P4: { receiver: 2 }, P2: { receiver: 1 } });
  await write("P2", "giver", "Hi", "a form");
  const { messages } = await read("P2");
  assert.deepEqual(texts(messages.toGiver), ["> Hi"], "someone else gives to them");
  // They know who their receiver is.
  await write("P3", "receiver", "Which size?", "a form");
  await receivers({ P3: { receiver: 2 }, P1: { receiver: 4 } });
  await write("P3", "receiver", "Which size?", "a form");
  assert.deepEqual(texts((await read("P3")).messages.toReceiver), ["> Which size?"]);
  assert.deepEqual(texts((await read("P2")).messages.toGiver), ["> Hi", "< Which size?"]);
});

operationTest("sendThanks() waits for the end of the event, and works once", async (services) => {
  const early = await talking(services);
  await refused(() => early.thank("P2"), "TOO_EARLY_TO_THANK");
  const { game, thank, read } = await talking(services);
  await amend(services, game, { date: inDays(-1), earliestEnd: null });
  await thank("P2");
  await refused(() => thank("P2"), "ALREADY_THANKED");
  await thank("P3");
  await read("P1");
  assert((await read("P1")).messages.thanks);
});

operationTest(
  "openMessages() marks as read only what is looked at",
  async (services) => {
    const { game, write, read } = await talking(services);
    await write("P2", "giver", "Large");
    const unread = async () => (await countUnread(services, game, person(game, "P1"))).receiver;
    const ahead = await read("P1", false);
    assert.deepEqual(texts(ahead.messages.toReceiver), [], "the gift was not opened");
    assert.equal(await unread(), 1);
    assert.deepEqual(texts((await read("P1")).messages.toReceiver), ["< Large"]);
    assert.equal(await unread(), 0);
    await write("P2", "giver", "Or small");
    assert.equal((await read("P1", false)).messages.toReceiver.length, 2);
    assert.equal(await unread(), 1, "fetched ahead, and not read");
  },
);

operationTest("a mail about a message waits for some minutes", async (services) => {
  const { write } = await talking(services, { sendEmails: true });
  await write("P1", "receiver", "Which size?");
  const seconds = await services.store.nextMailIn();
  assert(seconds !== null && seconds > 100 && seconds <= 900, `${seconds} s`);
  assert.deepEqual(
    services.mail.trap?.caught.filter(({ mail: { to } }) => to === "p2@example.org").length,
    1,
  );
});

operationTest("a message is presented as coming from its side of the pair", async (services) => {
  const { game, write } = await talking(services, { sendEmails: true });
  const told: unknown[] = [];
  const { push } = services;
  Object.assign(push, {
    noticesFor: ({ events }: { events: readonly unknown[] }) => {
      told.push(...events);
      return [];
    },
  });
  await write("P1", "receiver", "Which size?");
  await write("P1", "giver", "Large");
  const giver = game.participants.find(({ receiver }) => receiver === 1)?.number;
  assert.deepEqual(told, [
    { type: "messageSent", participant: 2, from: "giver" },
    { type: "messageSent", participant: giver, from: "receiver" },
  ]);
});

operationTest(
  "a stored message reveals neither its words nor the second",
  async (services) => {
    const { game, shown } = await talking(services);
    const { store, tokens } = services;
    const written: Parameters<typeof store.addMessage>[1][] = [];
    let outcome: Awaited<ReturnType<typeof store.addMessage>> = "stored";
    const watched = Object.assign(Object.create(store), {
      addMessage(_: string, message: typeof written[number]) {
        written.push(message);
        return Promise.resolve(outcome);
      },
    });
    let woken = 0;
    services.push.wake = () => void woken++;
    const write = (key?: string) =>
      sendMessage(
        { ...services, store: watched },
        game.code,
        { action: "sendMessage", to: "receiver", text: "Which size?" },
        shown("P1"),
        key === undefined ? {} : { key: { key, isForm: true } },
      );
    await write("a form");
    outcome = "known";
    await write("a form");
    assert.deepEqual([await readViewers(services, game), woken], [[], 1]);
    await write();
    const [first = assert.fail(), again, other] = written;
    assert.equal(again?.message.id, first.message.id);
    assert.notEqual(other?.message.id, first.message.id);
    const { message, sender, limit, mail, notices } = first;
    const { id, text, sentAt, ...rest } = message;
    assert.deepEqual([rest.giver, rest.receiver, rest.isFromGiver, rest.isThanks], [
      1,
      2,
      true,
      false,
    ]);
    assert.deepEqual([sender.number, mail, notices], [1, null, []]);
    assert.match(sentAt, /:00\.000Z$/);
    assert(Date.now() - Date.parse(sentAt) < 180_000);
    assert.equal(tokens.messages.open(text ?? "", { ...message, gameId: game.id }), "Which size?");
    assert(!JSON.stringify(message).includes("Which") && id);
    assert.equal(limit.count, LIMITS.messagesPerDay);
    const age = Date.now() - Date.parse(limit.since) - 86_400_000;
    assert(age >= 0 && age < 60_000, `${age} ms over a day`);
  },
);

operationTest(
  "openMessages() opens one's own gift alone, and reads both threads",
  async (services) => {
    const { game, write, read } = await talking(services, { keepers: [["P2", "P3"]] });
    await write("P1", "receiver", "Which size?");
    await write("P3", "giver", "Blue");
    const unread = () => countUnread(services, game, person(game, "P2"));
    assert.deepEqual({ ...await unread() }, { receiver: 1, giver: 1 });
    assert.deepEqual((await read("P2")).messages.unread, { receiver: 1, giver: 1 });
    assert.deepEqual({ ...await unread() }, { receiver: 0, giver: 0 });
    assert.deepEqual(await readViewers(services, game), ["P2"]);
    const round = await talking(services, { draw: "later" });
    services.store.readMessages = () => assert.fail("there are none");
    assert.deepEqual((await round.read("P1")).messages.toGiver, []);
  },
);

operationTest("openMessages() leaves messages unread that arrive meanwhile", async (services) => {
  const { game, write, read } = await talking(services);
  await write("P1", "receiver", "Which size?");
  const { store } = services;
  const readMessages = store.readMessages.bind(store);
  store.readMessages = async (...args) => {
    store.readMessages = readMessages;
    const stored = await readMessages(...args);
    await write("P1", "receiver", "And which colour?");
    return stored;
  };
  assert.deepEqual(texts((await read("P2")).messages.toGiver), ["< Which size?"]);
  assert.equal((await countUnread(services, game, person(game, "P2"))).giver, 1);
});

operationTest("in a sealed game a new link has no messages of the former one", async (services) => {
  const { game, write } = await talking(services, { isSealed: true });
  await write("P2", "giver", "Large");
  const { receiver } = await countUnread(services, game, person(game, "P1"));
  const renewed = { ...person(game, "P1"), tokenVersion: 2 };
  const count = async (fields: Partial<Game>) =>
    (await countUnread(services, { ...game, ...fields }, renewed)).receiver;
  const sealBrokenAt = new Date().toISOString();
  assert.deepEqual([receiver, await count({}), await count({ sealBrokenAt })], [1, 0, 1]);
});

operationTest("a message is stored as a text or a question, and never both", async (services) => {
  const { game, shown } = await talking(services);
  await amend(services, game, { date: inDays(-1), earliestEnd: null });
  const { store, tokens } = services;
  const written: unknown[] = [];
  const watched = Object.assign(Object.create(store), {
    addMessage(
      gameId: string,
      { message }: Parameters<typeof store.addMessage>[1],
    ): ReturnType<typeof store.addMessage> {
      const { question, isThanks, isFromGiver } = message;
      const text = message.text && tokens.messages.open(message.text, { ...message, gameId });
      written.push({ question, text, isThanks, isFromGiver });
      return Promise.resolve("stored");
    },
  });
  const send = (fields: Pick<Parameters<typeof sendMessage>[2], "to" | "text" | "question">) =>
    sendMessage(
      { ...services, store: watched },
      game.code,
      { action: "sendMessage", ...fields },
      shown("P1"),
      {},
    );
  await send({ to: "receiver", question: "size" });
  await send({ to: "giver", text: "Large" });
  const thanks = { action: "sendThanks", text: "Thank you!" } as const;
  await sendThanks({ ...services, store: watched }, game.code, thanks, shown("P1"), {});
  assert.deepEqual(written, [
    { question: "size", text: null, isThanks: false, isFromGiver: true },
    { question: null, text: "Large", isThanks: false, isFromGiver: false },
    { question: null, text: "Thank you!", isThanks: true, isFromGiver: false },
  ]);
});

operationTest(
  "a client's key makes no message of another, and a sealed game shows no message before the gift",
  async (services) => {
    const { game, shown, write, read } = await talking(services, { isSealed: true });
    const action = { action: "sendMessage", to: "receiver", text: "Hi" } as const;
    for (let count = 0; count < 2; count++) {
      await sendMessage(services, game.code, action, shown("P1"), { key: { key: "a key" } });
    }
    await write("P3", "giver", "Blue");
    const seen = async (isLookedAt: boolean) => {
      const { messages } = await read("P2", isLookedAt);
      return [...texts(messages.toGiver), ...texts(messages.toReceiver)];
    };
    assert.deepEqual(await seen(false), []);
    assert.deepEqual(await seen(true), ["< Hi", "< Hi", "< Blue"]);
    assert.deepEqual(await seen(false), ["< Hi", "< Hi", "< Blue"], "the gift is open now");
  },
);
