import type { Tokens } from "../game/tokens.ts";
import { log, logError } from "../monitoring/log.ts";
import { baseUrl, MAIL_TRAP, type Settings } from "../settings.ts";
import type { Game } from "../game/types.ts";
import type { MailCounts, Store } from "../store/store.ts";
import { composeMail, type MailLinks, messageIdOf, type OutboxMail } from "./compose.tsx";
import { Delivery } from "./delivery.ts";
import {
  AddressLimits,
  countedAs,
  gameMailsPerHour,
  isDeclined,
  MailLimits,
  tooManyMails,
} from "./limits.ts";
import type { Mailbox } from "./recipient.ts";
import { DeliveryError, MailTrap, openSmtp, type Transport } from "./transport.ts";
import { WatchedTransport } from "./watched_transport.ts";

/** How long closing waits for the mails that are being sent, in ms. */
const CLOSING_PATIENCE = 10_000;

/** Everything that sends mails; there is none where no mail server is set up. */
export class Mailer {
  readonly limits: MailLimits;
  /** How long a request waits for the mails that it caused, in ms. */
  patience = 10_000;
  /** Within how long a link that is asked for goes out, in seconds: nobody shall see when. */
  recoverySpan = 5;
  readonly #store: Store;
  readonly #transport: Transport;
  readonly #links: MailLinks;
  readonly #addresses: AddressLimits | null;
  readonly #delivery: Delivery;
  /** The mails caught in memory; null where they are really sent. */
  readonly trap: MailTrap | null;
  readonly #background = new Set<Promise<void>>();

  constructor(store: Store, transport: Transport, links: MailLinks, limits: MailLimits) {
    this.#store = store;
    this.trap = transport instanceof MailTrap ? transport : null;
    this.#transport = new WatchedTransport(transport);
    this.#links = links;
    this.limits = limits;
    this.#addresses = limits.isOn ? new AddressLimits(store.limits) : null;
    this.#delivery = new Delivery(store, this.#transport, links, this.#addresses);
  }

  /** Whether the mail server serves, as far as was seen in the last half minute. @throws where it does not */
  verify(): Promise<void> {
    return this.#transport.verify();
  }

  /** Something new is in the outbox. */
  wake(): void {
    this.#delivery.wake();
  }

  /**
   * Sends one mail at once, past the outbox.
   *
   * @param name of the mail within its game.
   * @throws {GameError} 429 where its address has had too many.
   * @throws {DeliveryError} where the mail server has not accepted it within `patience`.
   */
  async sendNow(game: Game, mail: OutboxMail, name: string): Promise<void> {
    const composed = composeMail(this.#links, game, mail, new Set(), new Date());
    if (!composed) throw new Error(`The mail ${mail.kind} has nobody to go to`);
    if (await isDeclined(this.#store.limits, this.#links.tokens, composed.to)) {
      throw new DeliveryError("addressDeclined", true, false);
    }
    const counted = countedAs(this.#links.tokens, game, composed);
    const takenAt = Date.now();
    const wait = await this.#addresses?.take(counted, takenAt) ?? 0;
    if (wait > 0) throw tooManyMails(wait);
    try {
      await this.#transport.send(
        {
          mail: composed,
          messageId: messageIdOf(this.#links, game.id, name),
          returnPath: this.#links.bounceAddress,
        },
        AbortSignal.timeout(this.patience),
      );
    } catch (error) {
      // The server may have accepted it all the same.
      const mayHaveArrived = error instanceof DeliveryError && error.reason === "connectionLost";
      if (!mayHaveArrived) await this.#addresses?.giveBack(counted, takenAt);
      throw error;
    }
  }

  /**
   * Waits until these mails are sent or given up, or for `patience`, or until it is plain that they must
   * wait: for the mail server, or for their address to have had fewer.
   */
  async settle(
    gameId: string,
    ids: readonly string[],
  ): Promise<{ organizer: MailCounts; participants: MailCounts }> {
    const deadline = performance.now() + this.patience;
    this.wake();
    for (let pause = 10;; pause = Math.min(pause * 1.5, 200)) {
      const counts = await this.#store.countMails(gameId, ids);
      const queued = counts.organizer.queued + counts.participants.queued;
      const isWaiting = queued > this.#delivery.countFlooded(ids);
      const left = deadline - performance.now();
      if (!isWaiting || this.#delivery.isStuck || left <= 0) return counts;
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)));
    }
  }

  /** @throws {GameError} 429 where the game or the client has caused too much mail in the last hour. */
  async requireRoom(game: Game, count: number, client: string): Promise<void> {
    const { sent, queued, seconds } = await this.#store.readMailTraffic(game.id);
    if (sent + queued + count > gameMailsPerHour(game)) throw tooManyMails(seconds);
    this.limits.mails(client, count, performance.now());
  }

  /** Does something after the answer has gone, so that its time tells nothing. */
  inBackground(work: () => Promise<void>): void {
    const done: Promise<void> = new Promise<void>((resolve) => setTimeout(resolve))
      .then(work)
      .catch((error) => logError("background work failed", error))
      .finally(() => this.#background.delete(done));
    this.#background.add(done);
  }

  async close(): Promise<void> {
    await Promise.all(this.#background);
    await this.#delivery.close(CLOSING_PATIENCE);
  }
}

/** Starts sending what the outbox holds; null where no mail server is set up. */
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
    senderName: sender(settings).name,
    bounceAddress: settings.bounces?.address ?? null,
  };
  if (!settings.publicUrl) {
    log("setting missing", { setting: "PUBLIC_URL", links: `mails link to ${links.baseUrl}` });
  }
  // The embedded database is open in one process only: whoever held a lease is dead.
  if (!settings.databaseUrl) await store.releaseLeases();
  const transport = smtpUrl === MAIL_TRAP
    ? new MailTrap()
    : await openSmtp(smtpUrl, sender(settings).address);
  const mailer = new Mailer(store, transport, links, new MailLimits(settings.rateLimit !== null));
  mailer.wake();
  return mailer;
}

/**
 * Who mails come from: MAIL_FROM, else the mail server's user, else nobody at our own host. Without a name in
 * MAIL_FROM the name is "".
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
