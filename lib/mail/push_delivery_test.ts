import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { zoneAtNoon } from "@/tests/support/push_app.ts";
import { SetClock } from "@/tests/support/clock.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { until } from "@/tests/support/until.ts";
import { NONCE_BYTES } from "../game/sealed_text.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import type { ClaimedNotice, Store, StoredDevice } from "../store/store.ts";
import { PushDelivery } from "./push_delivery.ts";
import type { PushOutcome, PushPayload, PushTransport } from "./push_transport.ts";

const SUBSCRIPTION = { endpoint: "https://fcm.googleapis.com/a", keys: { p256dh: "B", auth: "A" } };
const NIGHT = zoneAtNoon(new Date(Date.now() + 12 * 3_600_000));

interface Case {
  game?: Partial<Game> | null;
  notice?: Partial<ClaimedNotice>;
  device?: Partial<StoredDevice> | null;
  outcome?: PushOutcome;
  /** For `takePairTurn`. */
  turn?: "yes" | "told" | number;
  /** Seconds since the last notice of a pair was sent. */
  toldAgo?: number;
  unread?: number;
  /** True if another one arrives just after these were counted. */
  arrives?: boolean;
  /** True if the notice is gone by then, with its game or its reader. */
  isGone?: boolean;
  /** Seconds until the browser may get another one. */
  wait?: number;
  /** Seconds that the machine sleeps just before it is sent. */
  sleeps?: number;
  /** Addresses that get no reminders and notices of the game. */
  unsubscribed?: string[];
}

/** Delivers one notice. @returns the calls to the store, and the sent notices */
async function deliver(
  {
    game: fields = {},
    notice: ordered,
    device,
    outcome,
    turn = "yes",
    toldAgo = Infinity,
    unread = 1,
    arrives = false,
    isGone = false,
    wait = 0,
    sleeps = 0,
    unsubscribed = [],
  }: Case,
) {
  using clock = new SetClock();
  const made = makeGame(3, { timeZone: zoneAtNoon() });
  const since = "2026-12-01T10:00:00.000Z";
  const game = fields && {
    ...made,
    participants: made.participants.map((one) => ({ ...one, receiver: one.number % 3 + 1 })),
    devices: [1, ORGANIZER].map((recipient) => ({ id: "d", recipient, version: 1, since })),
    ...fields,
  };
  const notice: ClaimedNotice = {
    id: "7",
    gameId: made.id,
    recipient: 1,
    address: null,
    kind: "detailsChanged",
    language: null,
    payload: { before: { location: "There" } },
    revision: 0,
    attempts: 1,
    age: 0,
    device: "d",
    topic: "",
    ...ordered,
  };
  const place = { gameId: made.id, id: "d" };
  const stored: StoredDevice | null = device === null ? null : {
    sealed: tokens.devices.seal(SUBSCRIPTION, place, randomBytes(NONCE_BYTES)),
    id: "d",
    recipient: 1,
    version: 1,
    since,
    sharedWith: [],
    ...device,
  };
  const told: unknown[][] = [];
  let isAsked = false;
  const tell = (verb: string) => (...args: unknown[]) => {
    const plain = args.map((arg) =>
      typeof arg === "object" && arg !== null && "attempts" in arg ? "it" : arg
    );
    told.push([verb, ...plain.filter((arg) => arg !== made.id)]);
    const isDrop = verb === "dropMail";
    isAsked ||= isDrop;
    return Promise.resolve(isDrop ? !((arrives || isGone) && args[1]) : args[0]);
  };
  const claimed = [notice];
  const answer = <T>(value: T) => () => Promise.resolve(value);
  const store = Object.assign(Object.create(null), {
    claimNotices: () => Promise.resolve(claimed.splice(0)),
    nextNoticeIn: answer(null),
    redateMails: answer(undefined),
    readGameById: answer(game),
    readUnsubscribed: answer(new Set(unsubscribed)),
    readReports: answer(new Set()),
    readMailTraffic: answer({ sent: 0, queued: 0, seconds: 0 }),
    readDevice: answer(stored),
    countUnread: () => Promise.resolve({ giver: arrives && isAsked ? 1 : unread, receiver: 0 }),
    takePairTurn: (...[, , , age]: Parameters<Store["takePairTurn"]>) =>
      Promise.resolve(age >= toldAgo ? "told" : turn),
    ...Object.fromEntries(
      [
        "dropMail",
        "failMail",
        "finishMail",
        "postponeMail",
        "returnMails",
        "removeDevice",
        "endPairTurn",
      ].map((verb) => [verb, tell(verb)]),
    ),
  }) as Store;
  const sent: { payload: PushPayload; topic: string; endpoint: string }[] = [];
  const transport = Object.assign(Object.create(null), {
    send({ endpoint }: typeof SUBSCRIPTION, _: unknown, notice: string, topic: string) {
      const payload: PushPayload = JSON.parse(notice);
      sent.push({ payload, topic, endpoint });
      return Promise.resolve(outcome ?? { type: "sent" });
    },
  }) as PushTransport;
  const counted: string[] = [];
  const limits = Object.assign(Object.create(null), {
    take() {
      counted.push("take");
      clock.move(sleeps / 3600);
      return Promise.resolve(wait);
    },
    giveBack: () => Promise.resolve(void counted.push("give back")),
  });
  const delivery = new PushDelivery(store, transport, {
    tokens,
    siteName: null,
    limits,
    below: () => 0,
  });
  delivery.wake();
  const isDone = ([verb]: unknown[]) => verb !== "endPairTurn" && verb !== "removeDevice";
  await until(() => told.some(isDone) || (sleeps && counted.length > 1), "it");
  await delivery.close(1000);
  return {
    told: told.filter(([verb, ids]) => verb !== "returnMails" || String(ids)),
    sent,
    counted,
  };
}

const told = async (one: Case) => {
  const { told, sent } = await deliver(one);
  return { told, isSent: sent.length > 0 };
};
const PAIR = { kind: "receiverChanged", payload: {} } as const;
const WAITING = { kind: "messageWaiting", payload: { from: "giver" } } as const;

Deno.test("PushDelivery hands a notice on once, under the key of its browser", async () => {
  const { told, sent, counted } = await deliver({});
  assert.deepEqual(told, [["finishMail", "it"]]);
  const [{ payload, topic, endpoint } = assert.fail()] = sent;
  assert.equal(sent.length, 1);
  assert.equal(payload.tag, "detailsChanged");
  assert.equal(endpoint, SUBSCRIPTION.endpoint);
  assert.match(topic, /^[\w-]{32}$/);
  assert.deepEqual(counted, ["take"]);
  const pair = await deliver({ notice: PAIR });
  assert.deepEqual(pair.told, [["endPairTurn", "d", "7"], ["finishMail", "it"]]);
  assert.equal(pair.sent[0]?.payload.tag, "pair");
  assert.notEqual(pair.sent[0]?.topic, topic);
  const message = await deliver({ notice: WAITING });
  assert.equal(message.sent[0]?.topic, pair.sent[0]?.topic, "all of a pair take one place");
});

Deno.test("PushDelivery sends the news of a parcel, unless a notice was sent since the reader's page shows it", async () => {
  const hours = (count: number) => count * 3600;
  const seenFrom = new Date(Date.now() - hours(3) * 1000).toISOString();
  const participants = makeGame(3).participants.map((one) => ({
    ...one,
    receiver: one.number % 3 + 1,
    parcels: [1, 2, 3].map((giver) => (
      { giver, seenFrom, arrivalSeenFrom: seenFrom, isTakenBack: false }
    )),
  }));
  for (const kind of ["parcelSent", "parcelArrived"] as const) {
    for (const topic of [seenFrom, `${seenFrom} 2`]) {
      const isSent = async (toldAgo: number) => {
        const notice = { kind, topic, payload: {}, age: hours(24) };
        const found = await told({ game: { byPost: true, participants }, notice, toldAgo });
        if (!found.isSent) assert.deepEqual(found.told, [["dropMail", "it"]]);
        return found.isSent;
      };
      assert.equal(await isSent(hours(20)), true, "that one was about something else");
      assert.equal(await isSent(hours(2)), false);
    }
  }
  const older = { ...PAIR, topic: seenFrom, age: hours(24) };
  assert.equal((await told({ notice: older, toldAgo: hours(20) })).isSent, false);
});

Deno.test("PushDelivery drops notices that are no news, and keeps those that must wait", async () => {
  const drop = { told: [["dropMail", "it"]], isSent: false };
  const back = (seconds: number) => ({
    told: [["returnMails", ["7"], seconds]],
    isSent: false,
  });
  assert.deepEqual(await told({ game: { mailPausedAt: "2026-12-01T10:00:00.000Z" } }), back(0));
  assert.deepEqual(await told({ game: null }), drop);
  assert.deepEqual(await told({ game: { archivedAt: "2026-12-01T10:00:00.000Z" } }), drop);
  assert.deepEqual(await told({ game: { devices: [] } }), drop, "its link has ended");
  assert.deepEqual(await told({ device: null }), drop);
  assert.deepEqual(await told({ notice: { recipient: 2 } }), drop, "it is someone else's");
  assert.equal((await told({ notice: WAITING, unread: 0 })).isSent, false, "it was read");
  assert.equal((await told({ notice: WAITING, unread: 0, arrives: true })).isSent, true);
  assert.equal((await told({ notice: WAITING, unread: 0, isGone: true })).isSent, false);
  assert.equal((await told({ notice: WAITING })).isSent, true);
  assert.deepEqual(await told({ notice: PAIR, turn: "told" }), drop);
  assert.deepEqual(await told({ notice: PAIR, turn: 90 }), back(90));
  assert.deepEqual(await told({ notice: PAIR, device: { sharedWith: [2] } }), drop);
  assert.deepEqual(await told({ notice: PAIR, device: { sharedWith: [ORGANIZER] } }), drop);
  assert.equal((await told({ device: { sharedWith: [2] } })).isSent, true, "it tells no pair");
  const own = { organizerName: "P1" };
  assert.equal(
    (await told({ game: own, notice: PAIR, device: { sharedWith: [ORGANIZER] } })).isSent,
    true,
    "the organizer's and their own as a participant",
  );
  const night = await told({ game: { timeZone: NIGHT }, notice: PAIR });
  assert.equal(night.isSent, false);
  const [[verb, , seconds] = []] = night.told;
  assert.equal(verb, "returnMails");
  assert(typeof seconds === "number" && seconds > 3600 && seconds < 86_400);
  assert.equal((await told({ game: { timeZone: NIGHT } })).isSent, true, "it tells no pair");
  const forgotten = [["removeDevice", 1, { id: "d" }], ["dropMail", "it"]];
  assert.deepEqual(await told({ device: { sealed: "x".repeat(400) } }), {
    told: forgotten,
    isSent: false,
  });
});

Deno.test("PushDelivery drops reminders and notices if their reader has ended them by mail", async () => {
  const game = makeGame(3);
  const email = "Ana@example.org";
  const participants = game.participants.map((one) => ({
    ...one,
    receiver: one.number % 3 + 1,
    email: one.number === 1 ? email : null,
  }));
  const isSent = async (notice: Partial<ClaimedNotice>, unsubscribed: string[]) =>
    (await told({ game: { participants }, notice, unsubscribed })).isSent;
  const own = ["ana@example.org"];
  for (const notice of [{ kind: "reminder", payload: {} }, WAITING] as const) {
    assert.equal(await isSent(notice, own), false, notice.kind);
    assert.equal(await isSent(notice, ["ben@example.org"]), true, notice.kind);
  }
  const essential = { kind: "assignment", payload: {} } as const;
  assert.equal(await isSent(essential, own), true);
  // A device that was turned on since was promised them.
  const since = { ...SUBSCRIPTION, isAfterOptOut: true };
  const sealed = tokens.devices.seal(since, { gameId: game.id, id: "d" }, randomBytes(NONCE_BYTES));
  const notice = { kind: "reminder", payload: {} } as const;
  const one = { game: { id: game.id, participants }, notice: { ...notice, gameId: game.id } };
  assert((await told({ ...one, device: { sealed }, unsubscribed: own })).isSent);
});

Deno.test("PushDelivery follows the push service's answer, and gives up after two days", async () => {
  const OLD = { age: 48 * 3600 + 1 };
  const busy = { type: "later", seconds: null, reason: "receiverBusy" } as const;
  for (
    const [one, expected] of [
      [{ outcome: { type: "gone" } }, ["removeDevice,1,[object Object]", "dropMail,it"]],
      [{ outcome: { type: "gone" }, notice: PAIR }, [
        "removeDevice,1,[object Object]",
        "dropMail,it",
      ]],
      [{ outcome: { type: "gone" }, game: { isSealed: true } }, [
        "removeDevice,1,[object Object]",
        "dropMail,it",
      ]],
      // A failed device would reveal to the organizer whose receiver has changed.
      [{ outcome: { type: "gone" }, game: { isSealed: true }, notice: PAIR }, ["dropMail,it"]],
      [{ outcome: { type: "refused" } }, ["failMail,it,messageRefused"]],
      [{ outcome: { ...busy, seconds: 77 } }, ["postponeMail,it,77,receiverBusy"]],
      [{ outcome: busy, notice: OLD }, ["failMail,it,receiverBusy"]],
      [{ wait: 99 }, ["postponeMail,it,99,addressFlooded"]],
      [{ wait: 99, notice: OLD }, ["failMail,it,addressFlooded"]],
    ] satisfies [Case, string[]][]
  ) {
    const { told, counted, sent } = await deliver(one);
    assert.deepEqual(told.map(String), expected);
    assert.deepEqual(counted, one.wait ? ["take"] : ["take", "give back"]);
    assert.equal(sent.length, one.wait ? 0 : 1);
  }
  const { told } = await deliver({ outcome: busy });
  assert.match(String(told[0]), /^postponeMail,it,[\d.]+,receiverBusy$/);
});

Deno.test("PushDelivery leaves notices that another instance may have sent while the machine slept", async () => {
  const { told, sent, counted } = await deliver({ sleeps: 31 });
  assert.deepEqual([told, sent, counted], [[], [], ["take", "give back"]]);
  assert.equal((await deliver({ sleeps: 20 })).sent.length, 1);
});

Deno.test("PushDelivery drops a notice that is too long, and keeps the device", async () => {
  using logs = captureLogs();
  const { told, sent } = await deliver({ game: { code: "4".repeat(2000) } });
  assert.deepEqual([told, sent], [[["dropMail", "it"]], []]);
  assert.match(logs.lines.join(), /notice could not be composed/);
});
