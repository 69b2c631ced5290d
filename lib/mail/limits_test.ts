import assert from "node:assert/strict";
import { GameError } from "../game/errors.ts";
import { bearsOnPair, isMailHidden, MAILS_NEVER_VISIBLE } from "../game/seal.ts";
import { makeGame } from "@/tests/support/games.ts";
import { Tokens } from "../game/tokens.ts";
import { type Game, MAIL_KINDS, type MailKind } from "../game/types.ts";
import type { Count } from "../store/store.ts";
import { MAILS } from "./kinds.ts";
import {
  AddressLimits,
  countedAs,
  gameMailsPerHour,
  isDeclined,
  isReported,
  MailLimits,
  tooManyMails,
} from "./limits.ts";

const HOUR = 3_600_000;

/** Seconds to wait, or 0 if the work was allowed. */
function waitOf(work: () => void): number {
  try {
    work();
    return 0;
  } catch (error) {
    assert.ok(error instanceof GameError && error.status === 429);
    assert.equal(error.code, "TOO_MANY_MAILS");
    return error.retryAfter ?? 0;
  }
}

Deno.test("MailLimits.mails() allows a client 3,000 mails an hour, and does not count refused ones", () => {
  const limits = new MailLimits(true);
  const mails = (count: number, now: number) => waitOf(() => limits.mails("a", count, now));
  assert.equal(mails(2_500, 0), 0);
  assert.equal(mails(501, HOUR / 2), 1_800);
  assert.equal(mails(500, HOUR / 2), 0);
  assert.equal(mails(1, HOUR - 1), 1);
  assert.equal(waitOf(() => limits.mails("b", 3_000, HOUR / 2)), 0, "another client");
  assert.equal(mails(3_000, HOUR), 0);
});

Deno.test("MailLimits.recovery() allows 20 links to a client and 40 of a game in an hour", () => {
  const limits = new MailLimits(true);
  const ask = (client: string, game: string) => waitOf(() => limits.recovery(client, game, 0));
  for (let count = 0; count < 20; count++) assert.equal(ask("a", "x"), 0);
  assert.equal(ask("a", "y"), 3_600);
  for (let count = 0; count < 20; count++) assert.equal(ask("b", "x"), 0);
  assert.equal(ask("c", "x"), 3_600);
  assert.equal(ask("c", "y"), 0);
});

Deno.test("MailLimits switched off allows everything", () => {
  const limits = new MailLimits(false);
  for (let count = 0; count < 50; count++) limits.recovery("a", "x", 0);
  limits.mails("a", 1e6, 0);
});

Deno.test("gameMailsPerHour() grows with the game", () => {
  assert.equal(gameMailsPerHour(makeGame(3)), 112);
  assert.equal(gameMailsPerHour(makeGame(100)), 500);
});

Deno.test("tooManyMails() says when to retry, in whole seconds from 1 on", () => {
  assert.equal(tooManyMails(0).retryAfter, 1);
  assert.equal(tooManyMails(59.2).retryAfter, 60);
  assert.match(tooManyMails(61).message, /in 2 min$/);
});

Deno.test("isDeclined() recognizes people who declined mail under a secret that is being changed, and keeps them", async () => {
  const [old, fresh] = ["the secret before", "the new secret"].map((text) =>
    new TextEncoder().encode(text)
  );
  assert(old && fresh);
  const address = "ana@example.org";
  const declined = new Set([new Tokens(old).mailKey(address)]);
  const limits = {
    isDeclined: (key: string) => Promise.resolve(declined.has(key)),
    carryDeclined: (_key: string, to: string) => Promise.resolve(void declined.add(to)),
  };
  const changing = new Tokens(fresh, old);
  assert.equal(await isDeclined(limits, changing, "ben@example.org"), false);
  assert.equal(await isDeclined(limits, new Tokens(fresh), address), false);
  assert.equal(await isDeclined(limits, changing, "Ana+gifts@example.org"), true);
  assert.equal(await isDeclined(limits, new Tokens(fresh), address), true);
});

Deno.test("isDeclined() asks by the former key of an address, and links it to no other's", async () => {
  const own = new Tokens(new TextEncoder().encode("the secret"));
  const declined = new Set([own.mailKey("max@weiss.example")]);
  const limits = {
    isDeclined: (key: string) => Promise.resolve(declined.has(key)),
    carryDeclined: () => assert.fail("it may be another's"),
  };
  assert.equal(await isDeclined(limits, own, "max@weiß.example"), true);
  assert.equal(await isDeclined(limits, own, "max@weiss.example"), true);
  assert.equal(await isDeclined(limits, own, "max@wei.example"), false);
  assert.equal(declined.size, 1);
});

Deno.test("isDeclined() links the key of a domain as it was written, so that it can be taken back", async () => {
  const tokens = new Tokens(new TextEncoder().encode("the secret"));
  const address = "ana@münchen.example";
  const [present = "", written = "", ...others] = tokens.mailKeys(address);
  assert.equal(present, tokens.mailKey("ana@xn--mnchen-3ya.example"));
  assert.deepEqual(others, []);
  const carried: string[][] = [];
  const limits = {
    isDeclined: (key: string) => Promise.resolve(key === written),
    carryDeclined: (...keys: string[]) => Promise.resolve(void carried.push(keys)),
  };
  assert.equal(await isDeclined(limits, tokens, address), true);
  assert.deepEqual(carried, [[written, present]]);
});

Deno.test("isDeclined() and countedAs() recognize an address with invisible characters in its domain", async () => {
  const tokens = new Tokens(new TextEncoder().encode("the secret"));
  const [address, shy] = ["ana@example.org", "ana@exam\u00adple.org"];
  const limits = {
    isDeclined: (key: string) => Promise.resolve(key === tokens.mailKey(address)),
    carryDeclined: () => assert.fail("one secret"),
  };
  assert.equal(await isDeclined(limits, tokens, shy), true);
  const counted = [address, shy].map((to) => countedAs(tokens, makeGame(3), { to, ...PLAIN }));
  assert.deepEqual(counted[1], counted[0]);
});

/** The part of a store that counts. */
function countingStore() {
  const counts = new Map<string, number>();
  return {
    counts,
    addCounts: (added: readonly Count[]) =>
      Promise.resolve(added.map(({ kind, key, hour, add }) => {
        const place = `${kind} ${key} ${hour}`;
        const sum = (counts.get(place) ?? 0) + add;
        counts.set(place, sum);
        return sum;
      })),
  };
}

const PLAIN = { isAskedFor: false, isHidden: false, bearsOnPair: false };
const UNASKED = { key: "ana", askedKey: null, hiddenOfGame: null };
const ASKED = { key: "ana", askedKey: "ana in a game", hiddenOfGame: null };
/** At 10:30 UTC, a whole number of days after 1970. */
const HALF_PAST_TEN = 20_000 * 24 * HOUR + 10.5 * HOUR;

Deno.test("AddressLimits.take() says when the hour or day begins in which another mail may go", async () => {
  for (
    const [mail, perHour, perDay] of [[UNASKED, 20, 60], [ASKED, 10, 30]] as const
  ) {
    const limits = new AddressLimits(countingStore());
    const take = (hours: number) => limits.take(mail, HALF_PAST_TEN + hours * HOUR);
    let sent = 0;
    for (let hour = 0; sent < perDay; hour++) {
      for (let count = 0; count < perHour; count++, sent++) assert.equal(await take(hour), 0);
      if (sent < perDay) assert.equal(await take(hour), 1_800, "until the next hour");
    }
    assert.equal(await take(4), 9.5 * 3_600, "until the next day");
    assert.equal(await take(13.25), 900);
    assert.equal(await take(13.5), 0);
  }
});

Deno.test("AddressLimits counts neither refused mails nor returned ones", async () => {
  const store = countingStore();
  const limits = new AddressLimits(store);
  for (let count = 0; count < 20; count++) await limits.take(UNASKED, HALF_PAST_TEN);
  const full = new Map(store.counts);
  assert.equal(await limits.take(UNASKED, HALF_PAST_TEN + 1), 1_800);
  assert.deepEqual(store.counts, full);
  assert.equal(await limits.take(ASKED, HALF_PAST_TEN), 0, "what is asked for is counted apart");
  await limits.giveBack(UNASKED, HALF_PAST_TEN);
  assert.equal(await limits.take(UNASKED, HALF_PAST_TEN), 0);
  assert(await limits.take(UNASKED, HALF_PAST_TEN) > 0);
});

Deno.test("countedAs() counts requested mails and hidden mails of a game separately", () => {
  const tokens = new Tokens(new TextEncoder().encode("a key that only this test knows"));
  const counted = (id: string, to: string, isAskedFor: boolean, isHidden: boolean) => {
    const mail = { to, isAskedFor, isHidden, bearsOnPair: isHidden && !isAskedFor };
    return countedAs(tokens, { ...makeGame(3), id }, mail);
  };
  const plain = counted("1", "ana@example.org", false, false);
  const key = tokens.mailKey("ana@example.org");
  assert.deepEqual(plain, { key, askedKey: null, hiddenOfGame: null });
  assert.deepEqual(counted("2", "Ana+x@example.org", false, false), plain, "over all games");
  const hidden = counted("1", "ana@example.org", false, true);
  assert.notEqual(hidden.key, plain.key);
  const asked = counted("1", "ana@example.org", true, false);
  assert.equal(asked.key, plain.key);
  assert(asked.askedKey);
  assert.notEqual(counted("2", "ana@example.org", true, false).askedKey, asked.askedKey);
  const lost = counted("1", "ana@example.org", true, true);
  assert.equal(lost.key, hidden.key);
  assert(lost.askedKey && lost.askedKey !== asked.askedKey);
  assert.deepEqual([asked.hiddenOfGame, lost.hiddenOfGame], [null, null]);
});

Deno.test("hidden mails of a game have as much room as the visible ones, and take none of it", async () => {
  const tokens = new Tokens(new TextEncoder().encode("a key that only this test knows"));
  const limits = new AddressLimits(countingStore());
  const game = makeGame(3);
  const take = (of: typeof game, to: number, isHidden: boolean) =>
    limits.take(
      countedAs(tokens, of, { to: `p${to}@example.org`, ...PLAIN, isHidden }),
      HALF_PAST_TEN,
    );
  for (let count = 0; count < 112; count++) assert.equal(await take(game, count, true), 0);
  assert.equal(await take(game, 112, true), 1_800, "until the next hour");
  assert.equal(await take(game, 112, false), 0, "a visible one");
  assert.equal(await take({ ...game, id: crypto.randomUUID() }, 112, true), 0, "of another game");
});

/** A mail of this kind, as it is composed. */
function mailOf(game: Game, to: string, kind: MailKind) {
  return {
    to,
    isAskedFor: MAILS[kind].isAskedFor ?? false,
    isHidden: isMailHidden(game, kind),
    bearsOnPair: bearsOnPair(game, kind),
  };
}

Deno.test("in a sealed game a mail about a pair shares no limit with one that its organizer can trigger", () => {
  const tokens = new Tokens(new TextEncoder().encode("a key that only this test knows"));
  const game = { ...makeGame(3), isSealed: true };
  const to = "ana@example.org";
  const address = tokens.mailKey(to);
  const kinds = MAIL_KINDS.filter((kind) => isMailHidden(game, kind) && !MAILS[kind].isAskedFor);
  const [others, pairs] = [false, true].map((is) =>
    kinds.filter((kind) => bearsOnPair(game, kind) === is)
  );
  assert.deepEqual(others, [
    ...["drawFailed", "participantRemoved", "addressChanged", "leaveRequested", "leaveDeclined"],
  ]);
  for (const kind of others) {
    const { key, hiddenOfGame } = countedAs(tokens, game, mailOf(game, to, kind));
    assert.deepEqual([key, hiddenOfGame?.max], [address, gameMailsPerHour(game)], kind);
  }
  for (const kind of pairs ?? []) {
    const { key, hiddenOfGame } = countedAs(tokens, game, mailOf(game, to, kind));
    assert.deepEqual([key !== address, hiddenOfGame], [true, null], kind);
  }
  // Anyone may be entered in an open game.
  const open = makeGame(3);
  const moved = countedAs(tokens, open, mailOf(open, to, "receiverChanged"));
  assert.equal(moved.hiddenOfGame?.max, gameMailsPerHour(open));
});

Deno.test("countedAs() counts moved people separately, in open games too, and shows no organizer those counts", () => {
  const tokens = new Tokens(new TextEncoder().encode("a key that only this test knows"));
  const game = makeGame(3);
  const to = "ana@example.org";
  const keyOf = (of: typeof game, kind: MailKind) =>
    countedAs(tokens, of, mailOf(of, to, kind)).key;
  const plain = keyOf(game, "reminder");
  const apart = keyOf({ ...game, isSealed: true }, "receiverChanged");
  assert.notEqual(apart, plain);
  for (const kind of ["receiverChanged", "reassignmentApproved", "keptChanged"] as const) {
    assert.equal(keyOf(game, kind), apart, kind);
  }
  // Its status would show, in a game of one's own, how many others there were.
  for (const kind of MAIL_KINDS) {
    const isShown = !MAILS_NEVER_VISIBLE.includes(kind);
    assert.equal(keyOf(game, kind), isShown ? plain : apart, kind);
  }
});

Deno.test("AddressLimits.take() waits for the longest of the limits that are reached", async () => {
  const limits = new AddressLimits(
    Object.assign(countingStore(), {
      addCounts: (counts: readonly Count[]) => Promise.resolve(counts.map(() => 1_000)),
    }),
  );
  assert.equal(await limits.take(UNASKED, HALF_PAST_TEN), 13.5 * 3_600);
});

Deno.test("isReported() recognizes people who have reported a game, even under a secret that is being changed", () => {
  const [old, fresh] = ["the secret before", "the new secret"].map((text) =>
    new TextEncoder().encode(text)
  );
  assert(old && fresh);
  const game = { id: "g" };
  const address = "ana@example.org";
  const reports = new Set([new Tokens(old).reportHashes(game, address)[0]]);
  const changing = new Tokens(fresh, old);
  assert.equal(isReported(changing, game, reports, "Ana+x@example.org"), true);
  assert.equal(isReported(new Tokens(fresh), game, reports, address), false);
  assert.equal(isReported(changing, { id: "h" }, reports, address), false);
  assert.equal(isReported(changing, game, reports, "ben@example.org"), false);
  assert.equal(isReported(changing, game, new Set(), address), false);
});
