import { type Game, type MailFailure, ORGANIZER } from "../game/types.ts";
import { logError } from "../monitoring/log.ts";
import { mailCount } from "../monitoring/metrics.ts";
import { outsideRequests } from "../monitoring/request_id.ts";
import { type SpanNotes, traced } from "../monitoring/spans.ts";
import type { ClaimedMail, Store } from "../store/store.ts";
import { ClockWatch } from "./clock_watch.ts";
import { type ComposedMail, composeMail, type MailLinks, messageIdOf } from "./compose.tsx";
import { type AddressLimits, countedAs, isReported, refusalOf } from "./limits.ts";
import { MAILS } from "./kinds.ts";
import { type OwnPlace, readOwnPlaces } from "./own_links.ts";
import { pauseBefore, PAUSES, SERVER_PAUSES } from "./pauses.ts";
import { returnPathOf } from "./return_path.ts";
import { Snapshots } from "./snapshots.ts";
import { DeliveryError, MAX_CONNECTIONS, type Transport } from "./transport.ts";

/** Maximum number of mails an instance claims at a time. */
const BATCH = 50;
/** Length of a lease in seconds; an instance that does not renew it counts as dead. */
const LEASE = 30;
/** Maximum time of one attempt in ms. */
const SEND_TIMEOUT = 10 * 60_000;
/** The longest pause between two polls of the outbox, in ms: another instance may have died. */
const LONGEST_REST = 15_000;
/** Age at which a mail that cannot be delivered is given up, in seconds. */
const GIVE_UP_AFTER = 48 * 3600;
/** Maximum number of remembered postponed mails, for callers that wait for them. */
const REMEMBERED = 10_000;

/** The outcome of an attempt. */
type MailOutcome = "sent" | "postponed" | "failed";

interface HeldMail extends ClaimedMail {
  /** On the clock of `performance.now()`. */
  claimedAt: number;
  /** True if it probes whether the server is up again. */
  isProbe: boolean;
}

/**
 * Sends the mails of the outbox. Any number of instances share it: each claims due mails with a lease, renews
 * it while sending, and records a mail as sent as soon as the server accepts it. Mails of a dead instance are
 * claimed again when their lease ends.
 *
 * A mail arrives twice only if the process or the connection died between the server's acceptance and our
 * record of it. SMTP has no way to ask; the Message-ID stays the same.
 */
export class Delivery {
  readonly #store: Store;
  readonly #transport: Transport;
  readonly #links: MailLinks;
  readonly #addresses: AddressLimits | null;
  readonly #waiting: HeldMail[] = [];
  readonly #claimed = new Set<string>();
  readonly #flooded = new Set<string>();
  readonly #workers = new Set<Promise<void>>();
  readonly #snapshots: Snapshots;
  readonly #clock = new ClockWatch();
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #claiming: Promise<void> | undefined;
  #resting: Promise<void> | undefined;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  /** Consecutive failures of the mail server; 0: it is up. */
  #serverFailures = 0;
  #isWoken = false;
  #isClosed = false;

  /** @param addresses limits per address; null: none. */
  constructor(
    store: Store,
    transport: Transport,
    links: MailLinks,
    addresses: AddressLimits | null,
  ) {
    this.#store = store;
    this.#snapshots = new Snapshots(store);
    this.#addresses = addresses;
    this.#transport = transport;
    this.#links = links;
    this.#heartbeat = setInterval(() => {
      if (this.#claimed.size > 0) this.#quietly(store.renewLeases([...this.#claimed], LEASE));
    }, LEASE * 1000 / 3);
  }

  /** Polls the outbox now: something may be due. */
  wake(): void {
    this.#isWoken = true;
    outsideRequests(() => this.#startWorkers());
  }

  #startWorkers(): void {
    const wanted = this.#serverFailures > 0 ? 1 : MAX_CONNECTIONS;
    while (!this.#isClosed && this.#workers.size < wanted) {
      const worker = this.#work()
        .catch((error) => logError("mail delivery failed", error))
        .finally(() => {
          this.#workers.delete(worker);
          this.#resting ??= this.#rest().finally(() => this.#resting = undefined);
        });
      this.#workers.add(worker);
    }
  }

  /** True while the mail server is down and nothing is being sent. */
  get isStuck(): boolean {
    return this.#serverFailures > 0 && this.#workers.size === 0;
  }

  /** How many of these mails were postponed because of the limits of their address. */
  countFlooded(ids: readonly string[]): number {
    return ids.filter((id) => this.#flooded.has(id)).length;
  }

  /** Waits up to `patience` ms for mails being sent, and returns the rest to the outbox. */
  async close(patience: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#alarm);
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([
      Promise.all(this.#workers),
      new Promise((resolve) => timer = setTimeout(resolve, patience)),
    ]);
    clearTimeout(timer);
    clearInterval(this.#heartbeat);
    await this.#giveBack(0);
    this.#transport.close();
  }

  async #work(): Promise<void> {
    for (;;) {
      const mail = await this.#take();
      if (!mail) return;
      let wasTried: boolean;
      try {
        wasTried = await traced(
          "deliver mail",
          { attributes: { "mail.kind": mail.kind }, parent: mail.payload.trace },
          (span) => this.#deliver(mail, span),
        );
      } finally {
        this.#claimed.delete(mail.id);
      }
      // A mail that was not sent says nothing about the server: the next one has to probe it.
      if (wasTried && this.#serverFailures > 0) return;
    }
  }

  async #take(): Promise<HeldMail | undefined> {
    if (this.#isClosed) return undefined;
    if (this.#waiting.length === 0) {
      this.#claiming ??= this.#claim().finally(() => this.#claiming = undefined);
      await this.#claiming;
    }
    return this.#waiting.shift();
  }

  async #claim(): Promise<void> {
    this.#isWoken = false;
    const isProbe = this.#serverFailures > 0;
    const mails = await this.#store.claimMails(isProbe ? 1 : BATCH, LEASE);
    const claimedAt = performance.now();
    for (const mail of mails) {
      // Its lease ended while it is being sent: the clock was set forward, or the machine slept.
      if (this.#claimed.has(mail.id)) continue;
      this.#claimed.add(mail.id);
      this.#flooded.delete(mail.id);
      this.#waiting.push({ ...mail, claimedAt, isProbe });
    }
  }

  /** Sets a timer for the next due mail, or for the next probe of a server that is down. */
  async #rest(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#clock.isDue()) await this.#quietly(this.#store.redateMails(LEASE));
    let pause = LONGEST_REST;
    if (this.#serverFailures > 0) {
      pause = pauseBefore(this.#serverFailures, SERVER_PAUSES) * 1000;
    } else if (this.#isWoken) {
      pause = 0;
    } else {
      const seconds = await this.#quietly(this.#store.nextMailIn());
      if (typeof seconds === "number") pause = Math.min(pause, Math.max(0, seconds * 1000) + 20);
    }
    if (this.#isClosed) return;
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.wake(), pause);
  }

  /** @returns true if the mail was handed to the mail server. */
  async #deliver(mail: HeldMail, span: SpanNotes): Promise<boolean> {
    const snapshot = this.#snapshots.read(mail.gameId, mail.claimedAt);
    const { game, unsubscribed, reports } = await snapshot.data;
    if (game?.mailPausedAt && !MAILS[mail.kind].listsOwnLinks) {
      await this.#store.returnMails([mail.id], 0);
      return false;
    }
    if (mail.recipient === null && mail.address === null) {
      await this.#rehearse(mail, game);
      await this.#store.dropMail(mail);
      return false;
    }
    const places = game && MAILS[mail.kind].listsOwnLinks
      ? await readOwnPlaces(this.#store, game, mail)
      : undefined;
    const composed = game && this.#compose(mail, game, unsubscribed, places);
    if (!composed) {
      if (composed === undefined) {
        mailCount.add(1, { outcome: "failed", kind: mail.kind, reason: "internal" });
        await this.#store.failMail(mail, "internal");
      } else await this.#store.dropMail(mail);
      return false;
    }
    const room = await snapshot.room;
    if (room.left <= 0 && !places) {
      await this.#store.returnMails([mail.id], room.seconds + 1);
      return false;
    }
    if (game && isReported(this.#links.tokens, game, reports, composed.to)) {
      // Recorded like any other: nobody shall learn who has reported the game.
      mailCount.add(1, { outcome: "withheld", kind: mail.kind });
      await this.#store.finishMail(mail);
      return false;
    }
    const refusal = await refusalOf(this.#store.limits, this.#links.tokens, composed.to);
    if (refusal) {
      await this.#store.failMail(mail, refusal);
      return false;
    }
    const counted = countedAs(this.#links.tokens, game, composed);
    const takenAt = Date.now();
    const wait = await this.#addresses?.take(counted, takenAt) ?? 0;
    if (wait > 0) {
      if (mail.age > GIVE_UP_AFTER) await this.#store.failMail(mail, "addressFlooded");
      else await this.#store.postponeMail(mail, wait, "addressFlooded");
      if (this.#flooded.size >= REMEMBERED) this.#flooded.clear();
      this.#flooded.add(mail.id);
      return false;
    }
    room.left--;
    const outcome = await this.#send(mail, composed);
    span.note({ "mail.outcome": outcome });
    if (outcome !== "sent") await this.#quietly(this.#addresses?.giveBack(counted, takenAt));
    return true;
  }

  /** Takes as long as a real mail, so that a request for an unknown address cannot be told apart. */
  async #rehearse(mail: HeldMail, game: Game | null): Promise<void> {
    const [someone] = game?.participants ?? [];
    if (!game || !someone) return;
    const email = "nobody@example.org";
    const peopled = {
      ...game,
      organizerEmail: email,
      participants: [{ ...someone, email }, ...game.participants.slice(1)],
    };
    const recipient = mail.kind === "organizerRecovery" ? ORGANIZER : someone.number;
    const composed = this.#compose({ ...mail, recipient }, peopled, new Set());
    if (!composed) return;
    const messageId = this.#messageIdOf(mail);
    await this.#transport.rehearse({ mail: composed, messageId });
  }

  #messageIdOf({ id, revision }: HeldMail): string {
    return messageIdOf(this.#links, this.#links.tokens.mailName(id, revision));
  }

  async #send(mail: HeldMail, composed: ComposedMail): Promise<MailOutcome> {
    const { bounceAddress, tokens } = this.#links;
    try {
      await this.#transport.send(
        // Newer facts change the mail's text.
        {
          mail: composed,
          messageId: this.#messageIdOf(mail),
          returnPath: bounceAddress && returnPathOf(bounceAddress, tokens, mail.id),
        },
        AbortSignal.timeout(SEND_TIMEOUT),
      );
    } catch (error) {
      return await this.#onFailure(mail, error);
    }
    await this.#noteSent(mail);
    mailCount.add(1, { outcome: "sent", kind: mail.kind });
    await this.#onServed();
    return "sent";
  }

  /** Retries for a while, because a mail whose sending is not recorded is sent again. */
  async #noteSent(mail: ClaimedMail): Promise<void> {
    for (let pause = 250;; pause *= 2) {
      try {
        return await this.#store.finishMail(mail);
      } catch (error) {
        if (pause > LEASE * 1000 / 3) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  /** @returns undefined if composing failed: a defect that must not stop the others. */
  #compose(mail: ClaimedMail, game: Game, unsubscribed: Set<string>, places?: OwnPlace[]) {
    try {
      return composeMail(this.#links, game, mail, unsubscribed, new Date(), places);
    } catch (error) {
      logError("mail could not be composed", error, { mail: mail.id, kind: mail.kind });
      return undefined;
    }
  }

  async #onFailure(mail: HeldMail, error: unknown): Promise<MailOutcome> {
    const { reason, isPermanent, isDown }: Pick<
      DeliveryError,
      "reason" | "isPermanent" | "isDown"
    > = error instanceof DeliveryError
      ? error
      : { reason: "internal" satisfies MailFailure, isPermanent: false, isDown: false };
    if (!(error instanceof DeliveryError)) {
      logError("mail could not be sent", error, { mail: mail.id, kind: mail.kind });
    }
    const outcome = isPermanent || mail.age > GIVE_UP_AFTER ? "failed" : "postponed";
    mailCount.add(1, { outcome, kind: mail.kind, reason });
    if (outcome === "failed") {
      await this.#store.failMail(mail, reason);
    } else {
      await this.#store.postponeMail(mail, pauseBefore(mail.attempts, PAUSES), reason);
    }
    if (isDown) {
      if (this.#serverFailures === 0) {
        logError("mail server does not serve", new Error(reason));
      }
      // Mails sent at the same time fail together, and count once.
      if (mail.isProbe || this.#serverFailures === 0) this.#serverFailures++;
      await this.#giveBack(0);
    } else if (reason !== "connectionLost") {
      await this.#onServed();
    }
    return outcome;
  }

  /** The server is up again: makes the mails due that waited for it. */
  async #onServed(): Promise<void> {
    if (this.#serverFailures === 0) return;
    this.#serverFailures = 0;
    await this.#store.hastenMails(["serverUnreachable", "serverRefused"]);
    this.wake();
  }

  /** Returns mails that were claimed and not attempted. */
  async #giveBack(seconds: number): Promise<void> {
    const ids = this.#waiting.splice(0).map(({ id }) => id);
    for (const id of ids) this.#claimed.delete(id);
    await this.#quietly(this.#store.returnMails(ids, seconds));
  }

  /** The database may be unavailable for a while; unrecorded mails are found again when their lease ends. */
  async #quietly<T>(work: Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      logError("outbox not reached", error);
      return undefined;
    }
  }
}
