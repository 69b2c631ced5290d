import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Tokens } from "../game/tokens.ts";
import { log, logError } from "../monitoring/log.ts";
import { baseUrl, MAIL_TRAP, type Settings } from "../settings.ts";
import { GameError } from "../game/errors.ts";
import { mailsThat } from "../game/mail_kinds.ts";
import { isMailHidden, MAILS_ABOUT_PAIRS, pairsHiddenFromOrganizer } from "../game/seal.ts";
import { hasOpenedMail, isOrganizerProved } from "../game/senders.ts";
import { type Change, type Game, ORGANIZER } from "../game/types.ts";
import { DatabaseUnavailable, type MailCounts, type NewMail, type Store } from "../store/store.ts";
import { composeMail, messageIdOf, type OutboxMail } from "./compose.tsx";
import type { MailLinks } from "./mail_links.ts";
import { Delivery } from "./delivery.ts";
import {
  AddressLimits,
  countedAs,
  gameMailsPerHour,
  isReported,
  MailLimits,
  refusalOf,
  tooManyMails,
} from "./limits.ts";
import { MAILS } from "./kinds.ts";
import { drawMailDelay } from "./mail_delay.ts";
import { mailsFor } from "./mails_for.ts";
import type { Mailbox } from "./recipient.ts";
import { DeliveryError, MailTrap, openSmtp, type Transport } from "./transport.ts";
import { WatchedTransport } from "./watched_transport.ts";

const SENT_TO_READERS = mailsThat("isSentToReaders");

/** How long closing waits for mails being sent, in ms. */
const CLOSING_PATIENCE = 10_000;
/** First and longest pause before background work is repeated, in ms; it doubles each time. */
const REPEATS = { first: 250, longest: 5 * 60_000 };

/** Sends mails; absent if no mail server is configured. */
export class Mailer {
  /** How long a request waits for its mails, in ms. */
  patience = 10_000;
  /** Requested links are sent after a random delay of up to this many seconds, so that timing reveals nothing. */
  recoverySpan = 5;
  readonly #transport: Transport;
  readonly #addresses: AddressLimits | null;
  readonly #delivery: Delivery;
  /** Catches mails in memory; null if they are really sent. */
  readonly trap: MailTrap | null;
  readonly #background = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(
    private readonly store: Store,
    transport: Transport,
    private readonly links: MailLinks,
    readonly limits: MailLimits,
  ) {
    this.trap = transport instanceof MailTrap ? transport : null;
    this.#transport = new WatchedTransport(transport);
    this.#addresses = limits.isOn ? new AddressLimits(store.limits) : null;
    this.#delivery = new Delivery(store, this.#transport, links, this.#addresses);
  }

  /** Checks whether the mail server is up, at most once every half minute. @throws if it is down */
  verify(): Promise<void> {
    return this.#transport.verify();
  }

  /** True if other people's mails wait until the organizer of this game has confirmed their address. */
  holds(game: Game): boolean {
    return this.links.confirmsSenders && !isOrganizerProved(game);
  }

  /** @throws {GameError} 400 if mails of this game would wait for an organizer who has no address. */
  requireSender(game: Game): void {
    if (!game.organizerEmail && this.holds(game)) {
      throw new GameError("ORGANIZER_EMAIL_NEEDED", { path: "organizerEmail" });
    }
  }

  /** The mails to send after a change, some with a random delay and some held; see `hold`. */
  mailsFor(change: Change): NewMail[] {
    const isSealed = pairsHiddenFromOrganizer(change.game);
    const mails = mailsFor(change).map((mail) =>
      MAILS[mail.kind].isDelayed || (isSealed && MAILS_ABOUT_PAIRS.includes(mail.kind))
        ? { ...mail, delay: drawMailDelay((n) => randomInt(n)) }
        : mail
    );
    return this.hold(change.game, mails);
  }

  /**
   * Holds mails to other people until the organizer has confirmed their address, and asks the organizer once to
   * confirm it. Mails that their readers asked for are not held. Participants who have opened a mail of the game also
   * get a renewed link, a notice that the seal is broken, and a notice about a claim link for their place. For anyone
   * else these are held: otherwise an organizer could add a stranger and have them mailed by renewing their link.
   */
  hold(game: Game, mails: readonly NewMail[]): NewMail[] {
    if (!this.holds(game)) return [...mails];
    const topic = game.organizerEmail && this.links.tokens.mailKey(game.organizerEmail);
    const knowing = new Map<number | null, string | null>(
      game.participants.filter(hasOpenedMail).map(({ number, email }) => [number, email]),
    );
    const isForReader = ({ kind, recipient }: NewMail) =>
      SENT_TO_READERS.includes(kind) && knowing.has(recipient);
    const mustWait = (mail: NewMail) =>
      mail.recipient !== ORGANIZER && !MAILS[mail.kind].isAskedFor && !isForReader(mail);
    const held = mails.map((mail): NewMail => {
      if (mail.kind === "organizerWelcome" && topic) return { ...mail, topic };
      if (mustWait(mail)) {
        const { isHeld = true, isUnheard, ...rest } = mail;
        // Held even if unheard: the number of held mails must not show who in a sealed game has opened a gift.
        return { ...rest, isHeld, ...isUnheard && { payload: { ...mail.payload, isUnheard } } };
      }
      // Not merged with waiting mails that carry the same link, such as an earlier renewal, because those are held.
      const address = isForReader(mail) && knowing.get(mail.recipient);
      if (!address) return mail;
      const payload = { ...mail.payload, onlyTo: this.links.tokens.mailKey(address) };
      return { ...mail, isAlone: true, topic: "known", payload };
    });
    // A mail hidden from the organizer must not cause the request to confirm, which would reveal the mail.
    const asks = (mail: NewMail) =>
      mustWait(mail) && (mail.recipient === null || !isMailHidden(game, mail.kind));
    const isAsked = !topic || !held.some(asks) ||
      held.some(({ kind }) => kind === "organizerWelcome");
    if (isAsked) return held;
    return [{ recipient: ORGANIZER, kind: "organizerWelcome", topic, isOnce: true }, ...held];
  }

  /** Must be called when something new is in the outbox. */
  wake(): void {
    this.#delivery.wake();
  }

  /**
   * Sends one mail at once, bypassing the outbox.
   *
   * @param name of the mail within its game.
   * @returns false if its address has reported the game. Nothing is sent then, but the call takes about as long, fails
   * in the same way and counts toward the same limits.
   * @throws {GameError} 429 if its address has had too many mails.
   * @throws {DeliveryError} if the mail server has not accepted it within `patience`, or would not have.
   */
  async sendNow(game: Game, mail: Omit<OutboxMail, "id">, name: string): Promise<boolean> {
    const composed = composeMail(this.links, game, { ...mail, id: name }, new Set(), new Date());
    if (!composed) throw new Error(`The mail ${mail.kind} has nobody to go to`);
    if (game.mailPausedAt) throw new DeliveryError("addressDeclined", true, false);
    const refusal = await refusalOf(this.store.limits, this.links.tokens, composed.to);
    if (refusal) throw new DeliveryError(refusal, true, false);
    const counted = countedAs(this.links.tokens, game, composed);
    const takenAt = Date.now();
    const wait = await this.#addresses?.take(counted, takenAt) ?? 0;
    if (wait > 0) throw tooManyMails(wait);
    try {
      // After the limit check: otherwise an organizer could probe, at an address over its limit, who has reported.
      const reports = await this.store.readReports(game.id);
      const isWithheld = isReported(this.links.tokens, game, reports, composed.to);
      const envelope = {
        mail: composed,
        messageId: messageIdOf(this.links, `${game.id}.${name}`),
        returnPath: this.links.bounceAddress,
      };
      await (isWithheld
        ? this.#delivery.feign(envelope, this.patience)
        : this.#delivery.hand(envelope, this.patience));
      return !isWithheld;
    } catch (error) {
      // The server may still have accepted it.
      const mayHaveArrived = error instanceof DeliveryError && error.reason === "connectionLost";
      if (!mayHaveArrived) await this.#addresses?.giveBack(counted, takenAt);
      throw error;
    }
  }

  /**
   * Waits until these mails are sent or given up, at most for `patience`, and not at all if the mail server
   * is down, their address has reached its limit, or they wait for a person.
   */
  async settle(
    gameId: string,
    ids: readonly string[],
  ): Promise<{ organizer: MailCounts; participants: MailCounts }> {
    const deadline = performance.now() + this.patience;
    this.wake();
    for (let pause = 10;; pause = Math.min(pause * 1.5, 200)) {
      const counts = await this.store.countMails(gameId, ids);
      const queued = counts.organizer.queued + counts.participants.queued;
      const isWaiting = queued > this.#delivery.countFlooded(ids) + counts.held;
      const left = deadline - performance.now();
      if (!isWaiting || this.#delivery.isStuck || left <= 0) return counts;
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)));
    }
  }

  /** @throws {GameError} 429 if the game or the client has caused too many mails in the last hour. */
  async requireRoom(game: Game, count: number, client: string): Promise<void> {
    const { sent, queued, seconds } = await this.store.readMailTraffic(game.id);
    if (sent + queued + count > gameMailsPerHour(game)) throw tooManyMails(seconds);
    this.limits.mails(client, count, performance.now());
  }

  /**
   * Runs work after the response is sent, so that the response time reveals nothing.
   *
   * @param count counts the request. Not called during an outage, or repeated requests would use up the limit.
   * @throws {DatabaseUnavailable} if it could not be done now: the response must not promise it.
   */
  async inBackground(work: () => Promise<void>, count = () => {}): Promise<void> {
    await this.store.ping();
    count();
    const done: Promise<void> = new Promise<void>((resolve) => setTimeout(resolve))
      .then(() => this.#insist(work))
      .catch((error) => logError("background work failed", error))
      .finally(() => this.#background.delete(done));
    this.#background.add(done);
  }

  /** Repeats work while the database is unavailable, for some minutes or until closing: the response has promised it. */
  async #insist(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    for (let pause = REPEATS.first;; pause *= 2) {
      try {
        return await work();
      } catch (error) {
        const isOver = signal.aborted || pause > REPEATS.longest;
        if (isOver || !(error instanceof DatabaseUnavailable)) throw error;
      }
      await delay(pause, undefined, { signal }).catch(() => {});
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#background);
    await this.#delivery.close(CLOSING_PATIENCE);
  }
}

/** Starts sending the outbox; null if no mail server is configured. */
export async function openMailer(
  settings: Settings,
  store: Store,
  tokens: Tokens,
): Promise<Mailer | null> {
  const { smtpUrl } = settings;
  if (!smtpUrl) return null;
  const links = {
    tokens,
    baseUrl: baseUrl(settings),
    operator: settings.operator,
    siteName: settings.siteName,
    senderName: sender(settings).name,
    bounceAddress: settings.bounces?.address ?? null,
    confirmsSenders: settings.confirmsSenders,
  };
  if (!settings.publicUrl) {
    log("setting missing", { setting: "PUBLIC_URL", links: `mails link to ${links.baseUrl}` });
  }
  const transport = smtpUrl === MAIL_TRAP
    ? new MailTrap()
    : await openSmtp(smtpUrl, sender(settings).address);
  const mailer = new Mailer(store, transport, links, new MailLimits(settings.rateLimit !== null));
  mailer.wake();
  return mailer;
}

/**
 * The sender of mails: MAIL_FROM, otherwise the mail server's user, otherwise a no-reply address at our own
 * host. The name is "" unless MAIL_FROM has one.
 */
export function sender(
  settings: Pick<Settings, "mailFrom" | "smtpUrl" | "publicUrl" | "port">,
): Mailbox {
  const { mailFrom, smtpUrl } = settings;
  if (mailFrom) {
    const [, given = "", address] = /^(.*?)<(.+)>$/.exec(mailFrom) ?? [];
    return address
      ? { name: given.trim().replace(/^"(.*)"$/, "$1"), address }
      : { name: "", address: mailFrom };
  }
  const user = smtpUrl ? decodeURIComponent(new URL(smtpUrl).username) : "";
  return {
    name: "",
    address: user.includes("@") ? user : `no-reply@${new URL(baseUrl(settings)).hostname}`,
  };
}
