import { GameError } from "../game/errors.ts";
import { LatestMap } from "../game/latest_map.ts";
import { pairsHiddenFromOrganizer, type Sealable } from "../game/seal.ts";
import type { Tokens } from "../game/tokens.ts";
import type { Game, MailFailure } from "../game/types.ts";
import type { Count, LimitStore } from "../store/store.ts";
import { isBlocked } from "./blocking.ts";

const HOUR = 3_600_000;
/** Mails per client and hour: enough for a game of 1,000 and another mail to everyone. */
const CLIENT_MAILS_PER_HOUR = 3_000;
/** Links that may be requested per hour: by one client, and for one address of a game. */
const RECOVERIES_PER_HOUR = { client: 20, game: 40 };
/** Maximum number of links sent to one person per hour, however often they are requested. */
export const RECOVERY_MAILS_PER_HOUR = 5;
/** Maximum number of remembered clients and games; the least recently seen are forgotten first. */
const REMEMBERED = 100_000;

/** Mails allowed per hour, or per day (UTC), over all instances. */
interface MailLimit {
  kind: Count["kind"];
  hours: 1 | 24;
  max: number;
}

/**
 * Mails to one address, over all games. Requested mails are counted separately, so that flooding an address
 * with games does not block its lost links.
 */
const UNASKED: readonly MailLimit[] = [
  { kind: "mailsOfHour", hours: 1, max: 20 },
  { kind: "mailsOfDay", hours: 24, max: 60 },
];
const ASKED_FOR: readonly MailLimit[] = [
  { kind: "askedMailsOfHour", hours: 1, max: 20 },
  { kind: "askedMailsOfDay", hours: 24, max: 60 },
];

/** Maximum number of links per hour from one game to one address, however many people share it. */
export const RECOVERIES_PER_ADDRESS = 10;

/** Requested mails of one game to one address: low enough to leave room for other games. */
const ASKED_FOR_OF_GAME: readonly MailLimit[] = [
  { kind: "askedMailsOfGameHour", hours: 1, max: RECOVERIES_PER_ADDRESS },
  { kind: "askedMailsOfGameDay", hours: 24, max: 30 },
];

/** Mails per game and hour: several to each participant, and some to the organizer. */
export function gameMailsPerHour({ participants }: Pick<Game, "participants">): number {
  return 100 + 4 * participants.length;
}

/** 429: too many mails were requested. @param seconds until a retry may succeed */
export function tooManyMails(seconds: number): GameError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new GameError("TOO_MANY_MAILS", { retryAfter });
}

/**
 * True if an address has opted out of all mail. An opt-out made under the old secret is copied to the new
 * one, and can be taken back through a link of either.
 */
export async function isDeclined(
  limits: Pick<LimitStore, "isDeclined" | "carryDeclined">,
  tokens: Tokens,
  address: string,
): Promise<boolean> {
  const [present = "", ...before] = tokens.mailKeys(address);
  let isDeclined = await limits.isDeclined(present);
  for (const key of before) {
    if (!await limits.isDeclined(key)) continue;
    await limits.carryDeclined(key, present);
    isDeclined = true;
  }
  // Not carried over: a former key may belong to another address, so taking it back could undo that owner's opt-out.
  for (const key of tokens.formerMailKeys(address)) isDeclined ||= await limits.isDeclined(key);
  return isDeclined;
}

/** Why an address gets no mail at all: the operator has blocked it, or its owner opted out. null if it gets mail. */
export async function refusalOf(
  limits: Pick<LimitStore, "isBlocked" | "isDeclined" | "carryDeclined">,
  tokens: Tokens,
  address: string,
): Promise<Extract<MailFailure, "addressBlocked" | "addressDeclined"> | null> {
  if (await isBlocked(limits, address)) return "addressBlocked";
  return await isDeclined(limits, tokens, address) ? "addressDeclined" : null;
}

/** True if this address has reported the game. @param reports of the game, as hashes */
export function isReported(
  tokens: Tokens,
  game: Pick<Game, "id">,
  reports: ReadonlySet<string>,
  address: string,
): boolean {
  return reports.size > 0 && tokens.reportHashes(game, address).some((hash) => reports.has(hash));
}

/** A mail to one address, for counting. */
interface Counted {
  /** `Tokens.mailKey` of the address, or a separate key for mails about a pair and for requested hidden mails. */
  key: string;
  /** A key for the same address within its game if the mail was requested, otherwise null. */
  askedKey: string | null;
  /** Limit of hidden mails per hour of their game, if this mail counts toward it; otherwise null. */
  hiddenOfGame?: { key: string; max: number } | null;
}

/** The properties that decide how a mail is counted; see `composeMail`. */
interface Countable {
  to: string;
  isAskedFor: boolean;
  isHidden: boolean;
  bearsOnPair: boolean;
}

/**
 * Returns the keys and limits under which a mail is counted.
 *
 * Mails about a pair are counted separately. Otherwise a sender could fill up an address's limit from a game of their
 * own and see from the count whether the address got such a mail. No mail counted there may be visible in any game.
 *
 * Hidden mails do not use up the limit of their game's visible mails; they have an equal limit of their own. In a
 * sealed game, mails about a pair do not use that up either: the organizer could change an invented participant's
 * address until the limit is reached, and see from what still arrives whether someone else got a mail. Such mails go
 * only to proved addresses, each with its own limit.
 */
export function countedAs(
  tokens: Tokens,
  game: Pick<Game, "id" | "participants"> & Sealable,
  { to, isAskedFor, isHidden, bearsOnPair }: Countable,
): Counted {
  const address = tokens.mailKey(to);
  const isApart = bearsOnPair || (isHidden && isAskedFor);
  const key = isApart ? tokens.hashes("hidden mails", address)[0] : address;
  const takesRoom = isHidden && !isAskedFor && !(bearsOnPair && pairsHiddenFromOrganizer(game));
  return {
    key,
    askedKey: isAskedFor ? tokens.hashes("mails of a game", game.id, key)[0] : null,
    hiddenOfGame: takesRoom
      ? { key: tokens.hashes("hidden mails of a game", game.id)[0], max: gameMailsPerHour(game) }
      : null,
  };
}

/** Limits the mails to one address, counted in the store for all instances. */
export class AddressLimits {
  constructor(private readonly store: Pick<LimitStore, "addCounts">) {}

  /** Counts a mail. @returns 0 if it may be sent, otherwise seconds to wait (then it is not counted) */
  async take(mail: Counted, now: number): Promise<number> {
    const limits = limitsOf(mail);
    const sums = await this.store.addCounts(limits.map((limit) => countOf(limit, now, 1)));
    const exceeded = limits.filter(({ max }, index) => (sums[index] ?? 0) > max);
    if (exceeded.length === 0) return 0;
    await this.giveBack(mail, now);
    const period = Math.max(...exceeded.map(({ hours }) => hours)) * HOUR;
    return Math.ceil((period - now % period) / 1000);
  }

  /** Takes back a count for a mail that was not sent. @param now the time it was counted */
  async giveBack(mail: Counted, now: number): Promise<void> {
    await this.store.addCounts(limitsOf(mail).map((limit) => countOf(limit, now, -1)));
  }
}

/** The limits that apply to a mail, each with its key. */
function limitsOf(
  { key, askedKey, hiddenOfGame }: Counted,
): (MailLimit & { key: string })[] {
  if (askedKey === null) {
    return [
      ...UNASKED.map((limit) => ({ ...limit, key })),
      ...hiddenOfGame ? [{ kind: "mailsOfHour" as const, hours: 1 as const, ...hiddenOfGame }] : [],
    ];
  }
  return [
    ...ASKED_FOR.map((limit) => ({ ...limit, key })),
    ...ASKED_FOR_OF_GAME.map((limit) => ({ ...limit, key: askedKey })),
  ];
}

function countOf(
  { kind, hours, key }: MailLimit & { key: string },
  now: number,
  add: number,
): Count {
  const hour = Math.floor(now / HOUR);
  return { kind, key, hour: hour - hour % hours, add };
}

/**
 * Limits the mails one client may cause. The counts are in memory, per instance; the limit of a game is counted in
 * the outbox, for all instances.
 *
 * Does not use rate-limiter-flexible, which also counts refused requests: one request for too many mails would block
 * smaller ones for an hour. It also keeps a timer for every key, and does not limit the number of keys.
 */
export class MailLimits {
  readonly #counts = new LatestMap<string, { since: number; count: number }>(REMEMBERED);

  /** @param isOn false turns off the limits per client. */
  constructor(readonly isOn: boolean) {}

  /**
   * Counts mails that a client wants to send.
   *
   * @param now ms on a monotonic clock.
   * @throws {GameError} 429 if they exceed the hourly limit.
   */
  mails(client: string, count: number, now: number): void {
    this.#count(`mails ${client}`, count, CLIENT_MAILS_PER_HOUR, now);
  }

  /** Counts a requested link, whether or not it will be sent. @throws {GameError} 429 */
  recovery(client: string, gameId: string, now: number): void {
    this.#count(`recoveries ${client}`, 1, RECOVERIES_PER_HOUR.client, now);
    this.#count(`recoveries ${gameId}`, 1, RECOVERIES_PER_HOUR.game, now);
  }

  #count(key: string, count: number, limit: number, now: number): void {
    if (!this.isOn) return;
    let entry = this.#counts.get(key);
    if (!entry || now - entry.since >= HOUR) {
      entry = { since: now, count: 0 };
      this.#counts.set(key, entry);
    }
    if (entry.count + count > limit) throw tooManyMails((entry.since + HOUR - now) / 1000);
    entry.count += count;
  }
}
