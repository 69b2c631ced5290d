import assert from "node:assert/strict";
import { tokens } from "@/tests/support/games.ts";
import { SetClock } from "@/tests/support/clock.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { until } from "@/tests/support/until.ts";
import { eventfulGame, LINKS } from "@/tests/support/mail_samples.ts";
import { Tokens } from "../game/tokens.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import type { ClaimedMail, Store } from "../store/store.ts";
import { Delivery } from "./delivery.ts";
import { DeliveryError, type Transport } from "./transport.ts";

type Envelope = Parameters<Transport["send"]>[0];

interface Case {
  game?: Partial<Game> | null;
  mail?: Partial<ClaimedMail>;
  /** Mails that are claimed after it. */
  further?: readonly Partial<ClaimedMail>[];
  unsubscribed?: string[];
  reports?: string[];
  /** Ids of games in which the first participant's address is found. */
  found?: string[];
  isBlocked?: boolean;
  /** Mails of the game within the hour. */
  sent?: number;
  /** Seconds until the address may get another one. */
  wait?: number;
  error?: Error;
  /** Delay of the mail server, in ms. */
  sendingTime?: number;
  /** Seconds that the machine sleeps just before the first one is sent. */
  sleeps?: number;
  /** Messages that the reader's present link may read and has not. */
  unread?: number;
  /** True if another one arrives just after these were counted. */
  arrives?: boolean;
  /** True if the mail is gone by then, with its game or its reader. */
  isGone?: boolean;
  /** In place of those of all tests. */
  secrets?: Tokens;
}

/** Delivers one mail. @returns the calls to the store, and the sent mails */
async function deliver(
  {
    game: fields = {},
    mail: ordered,
    further = [],
    unsubscribed = [],
    reports = [],
    found = [],
    isBlocked = false,
    sent = 0,
    wait = 0,
    error,
    sendingTime,
    sleeps = 0,
    unread = 1,
    arrives = false,
    isGone = false,
    secrets = tokens,
  }: Case,
) {
  using clock = new SetClock();
  using logs = captureLogs();
  const made = eventfulGame();
  const claimed: ClaimedMail = {
    id: "7",
    gameId: made.id,
    recipient: 1,
    address: null,
    kind: "assignment",
    topic: "",
    language: null,
    payload: {},
    revision: 0,
    attempts: 1,
    age: 0,
    ...ordered,
  };
  const told: string[] = [];
  let isAsked = false;
  const tell = (verb: string) => (...args: unknown[]) => {
    const plain = args.map((arg) =>
      typeof arg === "object" && arg !== null && "attempts" in arg ? "it" : String(arg)
    );
    if (plain[0] !== "") told.push([verb, ...plain].join(" "));
    const isDrop = verb === "dropMail";
    isAsked ||= isDrop;
    return Promise.resolve(isDrop ? !((arrives || isGone) && args[1]) : args[0]);
  };
  const batches = [claimed, ...further.map((one) => ({ ...claimed, ...one }))].map((one) => [one]);
  const answer = <T>(value: T) => () => Promise.resolve(value);
  const store = Object.assign(Object.create(null), {
    claimMails: () => Promise.resolve(batches.shift() ?? []),
    nextMailIn: answer(null),
    redateMails: answer(undefined),
    hastenMails: answer(undefined),
    readGameById: answer(fields && { ...made, ...fields }),
    readUnsubscribed: answer(new Set(unsubscribed)),
    readReports: answer(new Set(reports)),
    countUnread: () => Promise.resolve({ giver: arrives && isAsked ? 1 : unread, receiver: 0 }),
    readMailTraffic: answer({ sent, queued: 0, seconds: 77 }),
    findAddress: answer(
      found.map((gameId) => ({ gameId, number: 1, email: "p1@example.org" })),
    ),
    addMails: answer([]),
    limits: Object.assign(Object.create(null), {
      isBlocked: answer(isBlocked),
      isDeclined: answer(false),
    }),
    ...Object.fromEntries(
      ["dropMail", "failMail", "finishMail", "postponeMail", "returnMails"]
        .map((verb) => [verb, tell(verb)]),
    ),
  }) as Store;
  const envelopes: Envelope[] = [];
  let rehearsed = 0;
  const transport: Transport = {
    async send(envelope) {
      if (error) throw error;
      if (sendingTime) await new Promise((resolve) => setTimeout(resolve, sendingTime));
      envelopes.push(envelope);
    },
    rehearse: () => Promise.resolve(void rehearsed++),
    verify: () => error ? Promise.reject(error) : Promise.resolve(),
    close() {},
  };
  const counted: string[] = [];
  const addresses = Object.assign(Object.create(null), {
    take() {
      if (counted.push("take") === 1) clock.move(sleeps / 3600);
      return Promise.resolve(wait);
    },
    giveBack: () => Promise.resolve(void counted.push("give back")),
  });
  const links = { ...LINKS, tokens: secrets, bounceAddress: "bounces@example.org" };
  const delivery = new Delivery(store, transport, links, addresses);
  for (let count = 1; count <= 1 + further.length; count++) {
    delivery.wake();
    await until(() => told.length >= count || (sleeps && counted.length > 1), "it");
  }
  const flooded = delivery.countFlooded(["7", "8"]);
  await delivery.close(1000);
  return { told, envelopes, rehearsed, counted, flooded, logged: logs.lines.length };
}

const told = async (one: Case) => {
  const { told, envelopes } = await deliver(one);
  assert.equal(envelopes.length, 0);
  return told.join();
};

Deno.test("Delivery sends a mail under its own name and return path", async () => {
  const { told, envelopes: [envelope = assert.fail()], counted } = await deliver({});
  assert.deepEqual([told, counted], [["finishMail it"], ["take"]]);
  assert.equal(envelope.mail.to, "p1@example.org");
  assert(envelope.messageId.includes(tokens.mailName("7")));
  assert.match(envelope.returnPath ?? "", /^bounces\+.+@example\.org$/);
  const newer = await deliver({ mail: { revision: 1 } });
  assert(newer.envelopes[0]?.messageId.includes(tokens.mailName("7", 1)));
});

Deno.test("Delivery drops, keeps or fails mails that must not be sent", async () => {
  const paused = { mailPausedAt: "2026-12-01T10:00:00.000Z" };
  assert.equal(await told({ game: paused }), "returnMails 7 0");
  assert.equal(await told({ game: null }), "dropMail it");
  assert.equal(await told({ mail: { recipient: 9 } }), "dropMail it");
  const reminder = { kind: "reminder" } as const;
  assert.equal(await told({ mail: reminder, unsubscribed: ["p1@example.org"] }), "dropMail it");
  assert.equal(
    (await deliver({ mail: reminder, unsubscribed: ["p2@example.org"] })).told[0],
    "finishMail it",
  );
  assert.equal(await told({ sent: 116 }), "returnMails 7 78", "no room is left within the hour");
  assert.equal((await deliver({ sent: 115 })).told[0], "finishMail it");
  assert.equal(await told({ isBlocked: true }), "failMail it addressBlocked");
  const hidden = {
    mail: { kind: "messageWaiting", payload: { from: "giver" } },
    further: [{ id: "8", kind: "reminder" }],
  } as const;
  assert.deepEqual(
    (await deliver({ ...hidden, sent: 115 })).told,
    ["finishMail it", "finishMail it"],
    "a hidden mail takes no room from one that is seen",
  );
  assert.equal(
    await told({ mail: hidden.mail, unread: 0 }),
    "dropMail it [object Object]",
    "a message that its reader's link may not read, or has",
  );
  const made = eventfulGame();
  const reports = [tokens.reportHashes(made, "p1@example.org")[0]];
  const list: Case = { mail: { kind: "ownLinks" }, game: { id: made.id }, reports };
  const listed = await deliver({ ...list, found: [made.id, "another"] });
  assert.equal(listed.envelopes.length, 1, "carried by the game that is reported");
  assert.equal(await told({ ...list, found: [made.id] }), "dropMail it");
});

Deno.test("Delivery sends nothing to a recipient who has reported the game, and its result does not reveal that", async () => {
  const { id } = eventfulGame();
  const of = (address: string) => [tokens.reportHashes({ id }, address)[0]];
  const isDown = new DeliveryError("serverUnreachable", false, true);
  for (
    const [meets, expected, counted] of [
      [{}, /^finishMail it$/, ["take"]],
      [{ wait: 99 }, /^postponeMail it 99 addressFlooded$/, ["take"]],
      [
        { error: isDown },
        /^postponeMail it [4-6]\.?\d* serverUnreachable$/,
        ["take", "give back"],
      ],
      [{ isBlocked: true }, /^failMail it addressBlocked$/, []],
      [{ sent: 116 }, /^returnMails 7 78$/, []],
    ] satisfies [Case, RegExp, string[]][]
  ) {
    for (const address of ["p1@example.org", "p2@example.org"]) {
      const one = await deliver({ ...meets, game: { id }, reports: of(address) });
      assert.match(one.told.join(), expected, address);
      assert.deepEqual(one.counted, counted, address);
      const isSent = address !== "p1@example.org" && one.told[0] === "finishMail it";
      assert.equal(one.envelopes.length, isSent ? 1 : 0);
    }
  }
  const slow = { sendingTime: 200, further: [{ id: "8", recipient: 2 }] };
  const begun = performance.now();
  const both = await deliver({ ...slow, game: { id }, reports: of("p2@example.org") });
  assert.deepEqual([both.told.length, both.envelopes.length], [2, 1]);
  assert(performance.now() - begun > 350, "as long as the one before");
});

Deno.test("Delivery takes as long for an unknown address, and sends nothing", async () => {
  const participants = eventfulGame().participants.map((one) => ({ ...one, email: null }));
  for (const game of [{}, { organizerEmail: null, participants }]) {
    for (const kind of ["organizerRecovery", "participantRecovery"] as const) {
      const { told, rehearsed, envelopes } = await deliver({
        mail: { kind, recipient: null },
        game,
      });
      assert.deepEqual([told, rehearsed, envelopes.length], [["dropMail it"], 1, 0]);
    }
  }
  const without = await deliver({ mail: { recipient: null }, game: { participants: [] } });
  assert.deepEqual([without.told, without.rehearsed], [["dropMail it"], 0]);
});

Deno.test("Delivery postpones temporary failures, and gives up after two days", async () => {
  const old = { age: 48 * 3600 + 1 };
  const fails = (reason: DeliveryError["reason"], isPermanent = false, isDown = false) =>
    new DeliveryError(reason, isPermanent, isDown);
  for (
    const [one, expected] of [
      [{ error: fails("mailboxFull", true) }, /^failMail it mailboxFull$/],
      [{ error: fails("receiverBusy") }, /^postponeMail it [4-6]\.?\d* receiverBusy$/],
      [
        { error: fails("receiverBusy"), mail: { attempts: 2 } },
        /^postponeMail it 1[2-8]\.?\d* receiverBusy$/,
      ],
      [{ error: fails("receiverBusy"), mail: old }, /^failMail it receiverBusy$/],
      [{ error: new Error("a defect") }, /^postponeMail it [4-6]\.?\d* internal$/],
      [
        { error: fails("serverUnreachable", false, true) },
        /^postponeMail it .* serverUnreachable$/,
      ],
    ] satisfies [Case, RegExp][]
  ) {
    const { told, counted } = await deliver(one);
    assert.match(told.join(), expected);
    assert.deepEqual(counted, ["take", "give back"]);
  }
  const flooded = await deliver({ wait: 99 });
  assert.deepEqual(
    [flooded.told, flooded.counted, flooded.flooded],
    [["postponeMail it 99 addressFlooded"], ["take"], 1],
  );
  assert.deepEqual((await deliver({ wait: 99, mail: old })).told, ["failMail it addressFlooded"]);
});

Deno.test("Delivery sends the mail about messages if another one arrives while it is dropped", async () => {
  const mail = { kind: "messageWaiting", payload: { from: "giver" } } as const;
  const sent = async (one: Case) => (await deliver({ mail, unread: 0, ...one })).envelopes.length;
  assert.deepEqual([await sent({}), await sent({ arrives: true })], [0, 1]);
  assert.equal(await sent({ isGone: true }), 0, "its reader was removed meanwhile");
});

Deno.test("Delivery leaves mails that another instance may have sent while the machine slept", async () => {
  const { told, envelopes, counted } = await deliver({ sleeps: 31 });
  assert.deepEqual([told, envelopes, counted], [[], [], ["take", "give back"]]);
  assert.equal((await deliver({ sleeps: 20 })).envelopes.length, 1);
});

Deno.test("Delivery sends the organizer's mails to them", async () => {
  const mail = { recipient: ORGANIZER, kind: "organizerWelcome" } as const;
  const { envelopes: [envelope] } = await deliver({ mail });
  assert.equal(envelope?.mail.to, "organizer@example.org");
});

Deno.test("Delivery sends a list of links, whatever room the game that carries it has", async () => {
  const { id } = eventfulGame();
  const list: Case = { mail: { kind: "ownLinks" }, game: { id }, found: [id] };
  assert.deepEqual((await deliver({ ...list, sent: 999 })).told, ["finishMail it"]);
  const paused = { id, mailPausedAt: "2026-12-01T10:00:00.000Z" };
  assert.deepEqual((await deliver({ ...list, game: paused })).told, ["finishMail it"]);
});

Deno.test("Delivery sends requested mails to no address entered since, and recognizes an address under both secrets", async () => {
  const secret = (text: string) => new TextEncoder().encode(`${text}, which only tests know`);
  const [before, changing] = [new Tokens(secret("old")), new Tokens(secret("new"), secret("old"))];
  const asked = (email: string, by = tokens, secrets = tokens) => {
    const payload = { onlyTo: by.mailKey(email) };
    return deliver({ mail: { kind: "participantRecovery", payload }, secrets });
  };
  const other = await asked("other@example.org");
  assert.deepEqual([other.told, other.envelopes.length], [["dropMail it"], 0]);
  assert.deepEqual((await asked("P1@example.org")).told, ["finishMail it"]);
  const own = await asked("p1@example.org", before, changing);
  assert.deepEqual([own.told, own.envelopes.length], [["finishMail it"], 1]);
});
