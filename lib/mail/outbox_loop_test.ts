import assert from "node:assert/strict";
import { SetClock } from "@/tests/support/clock.ts";
import { makeGame } from "@/tests/support/games.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { until } from "@/tests/support/until.ts";
import type { Game } from "../game/types.ts";
import type { ClaimedMail, Store } from "../store/store.ts";
import { type Held, OutboxLoop } from "./outbox_loop.ts";

const mail = (id: string): ClaimedMail => ({
  id,
  gameId: "g",
  recipient: 1,
  address: null,
  kind: "reminder",
  topic: "",
  language: null,
  payload: {},
  revision: 0,
  attempts: 1,
  age: 0,
});

/** A loop whose deliveries end on command. */
class TestLoop extends OutboxLoop<ClaimedMail> {
  readonly begun: string[] = [];
  readonly claimed: string[] = [];
  readonly endings = new Map<string, () => void>();
  readonly held = new Map<string, Held<ClaimedMail>>();
  isDown = false;

  override async deliver(mail: Held<ClaimedMail>): Promise<boolean> {
    const { id, isProbe } = mail;
    this.held.set(id, mail);
    this.begun.push(`${id}${isProbe ? " probes" : ""}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.endings.set(id, resolve);
    await promise;
    this.serverFailures = this.isDown ? this.serverFailures + 1 : 0;
    return true;
  }

  override onClaim({ id }: ClaimedMail): void {
    this.claimed.push(id);
  }

  finish(mail: ClaimedMail): Promise<void> {
    return this.noteSent(mail);
  }

  /** True if one that is being delivered may no longer be sent. */
  hasLost(id: string): boolean {
    return this.isLost(this.held.get(id) ?? assert.fail(`${id} was not begun`));
  }

  async isNews(game: Game, mail: ClaimedMail): Promise<boolean> {
    return !await this.dropIfRead(game, mail);
  }
}

type Renew = Store["renewLeases"];

const RENEWED: Renew = (ids) => Promise.resolve([...ids]);

/** @param locked the mails that are locked when they are first returned. */
function loopOf(
  batches: (string[] | Promise<string[]>)[],
  renewLeases = RENEWED,
  locked = new Set<string>(),
) {
  const told: string[] = [];
  const limits: number[] = [];
  const versions: (number | null)[] = [];
  let failures = 0;
  const store = Object.assign(Object.create(null), {
    redateMails: () => Promise.resolve(),
    renewLeases,
    returnMails: (ids: string[], seconds: number) => {
      if (ids.length > 0) told.push(`${ids} back in ${seconds}`);
      return Promise.resolve(ids.filter((id) => !locked.delete(id)));
    },
    countUnread: (_id: string, _recipient: number, version: number | null) =>
      Promise.resolve(versions.push(version)).then(() => ({ giver: 1, receiver: 0 })),
    dropMail: () => Promise.resolve(true),
    finishMail: ({ id }: ClaimedMail) => {
      if (failures-- > 0) return Promise.reject(new Error("down"));
      return Promise.resolve(void told.push(`${id} sent`));
    },
  }) as Store;
  const loop = new TestLoop(store, {
    claim: async (limit) => {
      limits.push(limit);
      return (await batches.shift() ?? []).map(mail);
    },
    nextIn: () => Promise.resolve(null),
  });
  return { loop, told, limits, versions, failing: (count: number) => failures = count };
}

Deno.test("OutboxLoop returns a mail that ended while it was claimed again, and begins it if it is still due", async () => {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const { loop, told } = loopOf([["0"], promise, ["0"]]);
  loop.wake();
  await until(() => loop.begun.length === 1, "the first one");
  loop.wake();
  loop.endings.get("0")?.();
  await new Promise((go) => setTimeout(go));
  resolve(["0", "1"]);
  await until(() => loop.begun.length === 3, "the next one, and it again");
  assert.deepEqual(loop.begun, ["0", "1", "0"]);
  assert.deepEqual(told, ["0 back in 0"]);
  const closing = loop.close(5000);
  for (const id of ["0", "1"]) loop.endings.get(id)?.();
  await closing;
});

Deno.test("OutboxLoop works on claimed mails once, and returns those it does not begin", async () => {
  const many = Array.from({ length: 9 }, (_, index) => `${index}`);
  const { loop, told, limits } = loopOf([many, ["0", "8", "9"]]);
  loop.wake();
  await until(() => loop.begun.length >= 5, "five at a time");
  assert.deepEqual([limits[0], loop.claimed.length], [50, 9]);
  const places = loop.begun.length;
  for (const id of loop.begun.slice(1)) loop.endings.get(id)?.();
  await until(() => loop.begun.length >= Math.min(9, 2 * places - 1), "the next ones");
  const closing = loop.close(5000);
  for (const end of loop.endings.values()) end();
  await closing;
  assert.equal(new Set(loop.begun).size, loop.begun.length, "none is begun twice");
  const returned = told.flatMap((line) => line.split(" back")[0]?.split(",") ?? []);
  assert.deepEqual([...loop.begun, ...returned].toSorted(), [...new Set(loop.claimed)].toSorted());
});

Deno.test("OutboxLoop returns mails it has not begun as soon as it closes", async () => {
  const { loop, told } = loopOf([MANY]);
  loop.wake();
  await until(() => loop.begun.length >= 5, "five at a time");
  await loop.close(0);
  assert.deepEqual(told, [`${MANY.filter((id) => !loop.begun.includes(id))} back in 0`]);
  for (const end of loop.endings.values()) end();
});

Deno.test("OutboxLoop returns locked mails a moment later", async () => {
  const { loop, told } = loopOf([MANY], RENEWED, new Set(["7", "9"]));
  loop.wake();
  await until(() => loop.begun.length >= 5, "five at a time");
  await loop.close(0);
  const rest = MANY.filter((id) => !loop.begun.includes(id));
  assert.deepEqual(told, [`${rest} back in 0`, "7,9 back in 0"]);
  for (const end of loop.endings.values()) end();
});

Deno.test("OutboxLoop does not begin a mail again that is still being sent", async () => {
  const { loop } = loopOf([["a"], ["a", "b"]]);
  loop.wake();
  await until(() => {
    loop.wake();
    return loop.begun.includes("b");
  }, "the other one");
  assert.deepEqual(loop.begun.toSorted(), ["a", "b"]);
  assert.deepEqual(loop.claimed, ["a", "b"]);
  for (const end of loop.endings.values()) end();
  await loop.close(1000);
});

Deno.test("OutboxLoop reports an unread message, but in a sealed game only if the present link may read it", async () => {
  const { loop, versions } = loopOf([]);
  const game = makeGame(3);
  const participants = game.participants.map((one) => ({ ...one, tokenVersion: 4 }));
  const isNews = (fields: Partial<ClaimedMail>, isSealed = false) =>
    loop.isNews({ ...game, participants, isSealed }, { ...mail("a"), ...fields });
  const waiting = { kind: "messageWaiting", payload: { from: "giver" } } as const;
  assert.equal(await isNews(waiting), true);
  assert.equal(await isNews(waiting, true), true);
  assert.deepEqual(versions, [null, 4]);
  assert.equal(await isNews({ ...waiting, payload: { from: "receiver" } }), false);
  assert.equal(await isNews({ payload: { from: "receiver" } }), true, "no mail about a message");
  await loop.close(10);
});

Deno.test("OutboxLoop probes a server that is down with one mail", async () => {
  const { loop, limits } = loopOf([["a"], [], [], [], [], [], ["b"]]);
  loop.isDown = true;
  loop.wake();
  await until(() => loop.endings.has("a"), "it is sent");
  assert.equal(loop.isStuck, false);
  loop.endings.get("a")?.();
  await until(() => loop.isStuck, "it is down");
  const asked = limits.length;
  assert(limits.every((limit) => limit === 50));
  loop.wake();
  await until(() => limits.length > asked, "it asks again");
  assert.equal(limits.at(-1), 1);
  await until(() => loop.isStuck, "still down");
  await loop.close(1000);
});

Deno.test("OutboxLoop retries to store that a mail was sent until the database accepts it", async () => {
  using _logs = captureLogs();
  const { loop, told, failing } = loopOf([]);
  failing(1);
  await loop.finish(mail("a"));
  assert.deepEqual(told, ["a sent"]);
  await loop.close(10);
});

/** Stops the monotonic clock and the intervals set from now on: both advance only by hand. */
function stopTime(): Disposable & { move(seconds: number): void; beat(): void } {
  const { performance, setInterval } = globalThis;
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  let now = performance.now();
  const beats: (() => void)[] = [];
  define("performance", { now: () => now });
  define("setInterval", (beat: () => void, pause: number) => {
    beats.push(beat);
    // An interval to be cleared; it never fires during a test.
    return setInterval(() => {}, pause * 1000);
  });
  return {
    move: (seconds) => void (now += seconds * 1000),
    beat: () => beats.forEach((beat) => beat()),
    [Symbol.dispose]() {
      define("performance", performance);
      define("setInterval", setInterval);
    },
  };
}

const MANY = Array.from({ length: 12 }, (_, index) => `${index}`);

/** Claims many mails, lets time pass, and ends those begun. @returns the mails begun after that */
async function beginLater(
  renewLeases: Renew,
  pass: (time: ReturnType<typeof stopTime>) => void | Promise<void>,
) {
  using _logs = captureLogs();
  using time = stopTime();
  const { loop, told, limits } = loopOf([MANY, ["new"]], renewLeases);
  loop.wake();
  await until(() => loop.begun.length >= 5, "five at a time");
  const before = loop.begun.length;
  await pass(time);
  loop.endings.get("0")?.();
  await until(() => loop.begun.length > before, "the next one");
  const next = loop.begun.slice(before);
  const closing = loop.close(5000);
  for (const end of loop.endings.values()) end();
  await closing;
  return { next, told, claims: limits.length };
}

Deno.test("OutboxLoop does not begin mails that waited longer than their lease without a renewal", async () => {
  const away = () => Promise.reject(new Error("down"));
  const { next, told, claims } = await beginLater(away, (time) => {
    for (let beats = 0; beats < 3; beats++) {
      time.move(10.1);
      time.beat();
    }
  });
  // Another instance may hold the others by now, so they are not returned either.
  assert.deepEqual([next, told, claims], [["new"], [], 2]);
});

Deno.test("OutboxLoop begins mails that waited long while their lease was renewed", async () => {
  const { next, claims } = await beginLater(RENEWED, async (time) => {
    for (let beats = 0; beats < 3; beats++) {
      time.move(20);
      time.beat();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  });
  assert.deepEqual([next, claims], [["5"], 1]);
});

Deno.test("OutboxLoop does not begin mails that each renewal has skipped, even if the others were renewed", async () => {
  const skip: Renew = (ids) => Promise.resolve(ids.filter((id) => id !== "5"));
  const { next, claims } = await beginLater(skip, async (time) => {
    for (let beats = 0; beats < 3; beats++) {
      time.move(10.1);
      time.beat();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  });
  assert.deepEqual([next, claims], [["6"], 1]);
});

Deno.test("OutboxLoop renews mails that a renewal has skipped a moment later", async () => {
  const asked: (readonly string[])[] = [];
  const { next } = await beginLater((ids) => {
    asked.push(ids);
    return Promise.resolve(ids.filter((id) => id !== "5" || asked.length > 2));
  }, async (time) => {
    time.move(20);
    time.beat();
    await until(() => asked.length >= 3, "it asks for the one that was skipped twice");
    time.move(11);
  });
  assert.deepEqual([asked.slice(1), next], [[["5"], ["5"]], ["5"]]);
});

Deno.test("OutboxLoop does not rely on a renewal whose answer came after the lease had ended", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { next, claims } = await beginLater((ids) => promise.then(() => [...ids]), async (time) => {
    time.move(20);
    time.beat();
    time.move(11);
    resolve();
    await promise;
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
  assert.deepEqual([next, claims], [["new"], 2]);
});

Deno.test("OutboxLoop does not begin mails that it had claimed before the machine slept", async () => {
  using clock = new SetClock();
  // The monotonic clock stands still meanwhile.
  const { next, told, claims } = await beginLater(
    RENEWED,
    () => clock.move(31 / 3600),
  );
  assert.deepEqual([next, told, claims], [["new"], [], 2]);
});

Deno.test("OutboxLoop knows whether it may still send a mail that it has begun to deliver", async () => {
  using time = stopTime();
  using clock = new SetClock();
  const pass = async (seconds: number, asleep = 0) => {
    time.move(seconds);
    clock.move((seconds + asleep) / 3600);
    time.beat();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const { loop } = loopOf([["a"]]);
  loop.wake();
  await until(() => loop.endings.has("a"), "it is begun");
  for (let beats = 0; beats < 4; beats++) await pass(10);
  assert.equal(loop.hasLost("a"), false, "its lease was renewed");
  await pass(1, 30);
  assert.equal(loop.hasLost("a"), true);
  await pass(10);
  assert.equal(loop.hasLost("a"), true, "another instance may have sent it, whoever has it now");
  loop.endings.get("a")?.();
  await loop.close(1000);
});

Deno.test("OutboxLoop returns no mail whose lease has ended", async () => {
  using time = stopTime();
  const { loop, told } = loopOf([MANY]);
  loop.wake();
  await until(() => loop.begun.length >= 5, "five at a time");
  time.move(31);
  const closing = loop.close(5000);
  for (const end of loop.endings.values()) end();
  await closing;
  assert.deepEqual(told, []);
});

Deno.test("OutboxLoop returns mails that no page shows yet, and claims again when the next one is due", async () => {
  const topic = new Date(Date.now() + 3_600_000).toISOString();
  const early = [{ ...mail("a"), kind: "parcelSent" as const, topic }];
  const told: [string, number][] = [];
  let redated = 0;
  const store = Object.assign(Object.create(null), {
    redateMails: () => Promise.resolve(void redated++),
    returnMails(ids: string[], seconds: number) {
      if (ids.length > 0) told.push([ids.join(), seconds]);
      return Promise.resolve(ids);
    },
  }) as Store;
  let claims = 0;
  const loop = new TestLoop(store, {
    claim: () => Promise.resolve(claims++ === 0 ? early : []),
    nextIn: () => Promise.resolve(0.001),
  });
  loop.wake();
  await until(() => claims >= 4, "it looks again by itself");
  await loop.close(1000);
  const [[id, seconds] = assert.fail(), ...others] = told;
  assert.deepEqual([id, others, loop.begun, redated], ["a", [], [], 1]);
  assert(seconds > 3600 && seconds <= 3660, `${seconds} s`);
});
