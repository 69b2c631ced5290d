import { GameError } from "../game/errors.ts";
import type { Tokens } from "../game/tokens.ts";
import type { Game } from "../game/types.ts";
import type { Count, LimitStore } from "../store/store.ts";
import type { ComposedMail } from "./compose.tsx";

const HOUR = 3_600_000;
/** Mails that one client may cause in an hour: enough for a game of 1,000 and another round to all of it. */
const CLIENT_MAILS_PER_HOUR = 3_000;
/** Links that may be asked for in an hour: by one client, and of one game. */
const RECOVERIES_PER_HOUR = { client: 20, game: 40 };
/** Links that are sent to one person in an hour at most, however often they are asked for. */
export const RECOVERY_MAILS_PER_HOUR = 5;
/** Clients and games remembered at most; beyond, the ones longest unheard of are forgotten. */
const REMEMBERED = 100_000;

/** How many mails there may be in an hour, or in a day (UTC), counted over all instances. */
interface MailLimit {
  kind: Count["kind"];
  hours: 1 | 24;
  max: number;
}

/**
 * Mails to one address, over all games. Those that were asked for are counted apart, so that who floods an
 * address with games does not keep it from its lost links.
 */
const UNASKED: readonly MailLimit[] = [
  { kind: "mailsOfHour", hours: 1, max: 20 },
  { kind: "mailsOfDay", hours: 24, max: 60 },
];
const ASKED_FOR: readonly MailLimit[] = [
  { kind: "askedMailsOfHour", hours: 1, max: 20 },
  { kind: "askedMailsOfDay", hours: 24, max: 60 },
];

/** Links that one game may send to one address in an hour at most, however many people share it. */
export const RECOVERIES_PER_ADDRESS = 10;

/** Mails of one game to one address that were asked for: what it uses up, leaves room to other games. */
const ASKED_FOR_OF_GAME: readonly MailLimit[] = [
  { kind: "askedMailsOfGameHour", hours: 1, max: RECOVERIES_PER_ADDRESS },
  { kind: "askedMailsOfGameDay", hours: 24, max: 30 },
];

/** Mails that one game may cause in an hour: several to each of its people, and some for the organizer. */
export function gameMailsPerHour({ participants }: Pick<Game, "participants">): number {
  return 100 + 4 * participants.length;
}

/** 429: too much mail was asked for. @param seconds until the same may succeed */
export function tooManyMails(seconds: number): GameError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new GameError("TOO_MANY_MAILS", { retryAfter });
}

/**
 * Whether someone wants no mail at all, at this address. Whoever said so under a secret that is being
 * changed is kept under the new one from now on, and can take it back by a link of either.
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
  return isDeclined;
}

/** A mail to one address, as it is counted. */
interface Counted {
  /** `Tokens.mailKey` of the address, or what stands for it where hidden mails are counted. */
  key: string;
  /** The same within its game, where it was asked for; null: it was not. */
  askedKey: string | null;
}

/**
 * Hidden mails are counted apart: else who sends an address other mails until no more may go knows by their
 * number whether it got one of these.
 */
export function countedAs(
  tokens: Tokens,
  { id }: Pick<Game, "id">,
  { to, isAskedFor, isHidden }: Pick<ComposedMail, "to" | "isAskedFor" | "isHidden">,
): Counted {
  const key = tokens.mailKey(to);
  if (isAskedFor) return { key, askedKey: tokens.hashes("mails of a game", id, key)[0] };
  return { key: isHidden ? tokens.hashes("hidden mails", key)[0] : key, askedKey: null };
}

/** How much mail one address may get, counted in the store for all instances together. */
export class AddressLimits {
  readonly #store: Pick<LimitStore, "addCounts">;

  constructor(store: Pick<LimitStore, "addCounts">) {
    this.#store = store;
  }

  /** Counts a mail. @returns seconds until one more may go, and this one was not counted; 0: it may go */
  async take(mail: Counted, now: number): Promise<number> {
    const limits = limitsOf(mail);
    const sums = await this.#store.addCounts(limits.map((limit) => countOf(limit, now, 1)));
    const exceeded = limits.filter(({ max }, index) => (sums[index] ?? 0) > max);
    if (exceeded.length === 0) return 0;
    await this.giveBack(mail, now);
    const period = Math.max(...exceeded.map(({ hours }) => hours)) * HOUR;
    return Math.ceil((period - now % period) / 1000);
  }

  /** Takes back that a mail was counted, which did not go after all. @param now when it was taken */
  async giveBack(mail: Counted, now: number): Promise<void> {
    await this.#store.addCounts(limitsOf(mail).map((limit) => countOf(limit, now, -1)));
  }
}

/** The limits for a mail, each with whose it is. */
function limitsOf({ key, askedKey }: Counted): (MailLimit & { key: string })[] {
  if (askedKey === null) return UNASKED.map((limit) => ({ ...limit, key }));
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
 * How much mail one client may cause. Kept in memory: each instance counts for itself; what one game may
 * cause is counted in the outbox, for all instances together.
 *
 * Why not rate-limiter-flexible: it counts what it refuses too, so that one request for too many mails
 * would close the hour for smaller ones, and it keeps a timer for every key and any number of keys.
 */
export class MailLimits {
  readonly #counts = new Map<string, { since: number; count: number }>();

  /** @param isOn false switches the limits for clients off. */
  constructor(readonly isOn: boolean) {}

  /**
   * Counts mails that a client wants sent.
   *
   * @param now ms on a clock that is never set.
   * @throws {GameError} 429 where they are too many for this hour.
   */
  mails(client: string, count: number, now: number): void {
    this.#count(`mails ${client}`, count, CLIENT_MAILS_PER_HOUR, now);
  }

  /** Counts a link that is asked for, whether or not it will be sent. @throws {GameError} 429 */
  recovery(client: string, gameId: string, now: number): void {
    this.#count(`recoveries ${client}`, 1, RECOVERIES_PER_HOUR.client, now);
    this.#count(`recoveries ${gameId}`, 1, RECOVERIES_PER_HOUR.game, now);
  }

  #count(key: string, count: number, limit: number, now: number): void {
    if (!this.isOn) return;
    let entry = this.#counts.get(key);
    if (!entry || now - entry.since >= HOUR) {
      entry = { since: now, count: 0 };
      this.#counts.delete(key);
      this.#counts.set(key, entry);
      if (this.#counts.size > REMEMBERED) {
        // A map keeps the order of insertion: the first key is the one longest unheard of.
        const [oldest] = this.#counts.keys();
        if (oldest !== undefined) this.#counts.delete(oldest);
      }
    }
    if (entry.count + count > limit) throw tooManyMails((entry.since + HOUR - now) / 1000);
    entry.count += count;
  }
}
