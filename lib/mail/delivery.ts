import { type Game, type MailFailure, ORGANIZER } from "../game/types.ts";
import { logError } from "../monitoring/log.ts";
import { mailCount } from "../monitoring/metrics.ts";
import { outsideRequests } from "../monitoring/request_id.ts";
import { type SpanNotes, traced } from "../monitoring/spans.ts";
import type { ClaimedMail, Store } from "../store/store.ts";
import { ClockWatch } from "./clock_watch.ts";
import { type ComposedMail, composeMail, type MailLinks, messageIdOf } from "./compose.tsx";
import { type AddressLimits, countedAs, isDeclined } from "./limits.ts";
import { MAILS } from "./kinds.ts";
import { type OwnPlace, readOwnPlaces } from "./own_links.ts";
import { pauseBefore, PAUSES, SERVER_PAUSES } from "./pauses.ts";
import { returnPathOf } from "./return_path.ts";
import { Snapshots } from "./snapshots.ts";
import { DeliveryError, MAX_CONNECTIONS, type Transport } from "./transport.ts";

/** Mails that one instance claims at a time. */
const BATCH = 50;
/** How long a claim holds without being renewed, in seconds: then its instance counts as dead. */
const LEASE = 30;
/** How long one attempt may take altogether, in ms. */
const SEND_TIMEOUT = 10 * 60_000;
/** The longest rest between two looks into the outbox, in ms: another instance may have died. */
const LONGEST_REST = 15_000;
/** After how long a mail that finds no way is given up, in seconds. */
const GIVE_UP_AFTER = 48 * 3600;
/** Mails of which it is known that they were put off, at most; they are for those who wait now. */
const REMEMBERED = 10_000;

/** What becomes of a mail that was tried. */
type MailOutcome = "sent" | "postponed" | "failed";

interface HeldMail extends ClaimedMail {
  /** On the clock of `performance.now()`. */
  claimedAt: number;
  /** Whether it finds out if the server serves again. */
  isProbe: boolean;
}

/**
 * Sends what the outbox holds. Any number of instances share the outbox: each claims what is due, renews
 * its claim while it sends, and notes each mail as sent the moment the server has accepted it. What a dead
 * instance had claimed is taken up by another one when its lease ends.
 *
 * A mail arrives twice only where the server has accepted it and that could not be noted: the process or
 * the connection died in between. SMTP has no way to ask; the Message-ID stays the same.
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
  /** Failures of the mail server itself, one after the other; 0: it serves. */
  #serverFailures = 0;
  #isWoken = false;
  #isClosed = false;

  /** @param addresses null: an address may get any number of mails. */
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

  /** Something may be due: look at once. */
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

  /** Whether nothing will go out for a while, because the mail server does not serve. */
  get isStuck(): boolean {
    return this.#serverFailures > 0 && this.#workers.size === 0;
  }

  /** How many of these mails were put off, because their address has had too many. */
  countFlooded(ids: readonly string[]): number {
    return ids.filter((id) => this.#flooded.has(id)).length;
  }

  /** Lets what is being sent come to its end, for up to `patience` ms, and gives the rest back. */
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
      // A mail that went nowhere says nothing of the server: the next one has to find out.
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
      // Its lease has ended while it is being sent: the clock was set forward, or the machine slept.
      if (this.#claimed.has(mail.id)) continue;
      this.#claimed.add(mail.id);
      this.#flooded.delete(mail.id);
      this.#waiting.push({ ...mail, claimedAt, isProbe });
    }
  }

  /** Sets the alarm for the next mail that is due, or for the next try of a server that does not serve. */
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

  /** @returns whether the mail server was asked to take the mail. */
  async #deliver(mail: HeldMail, span: SpanNotes): Promise<boolean> {
    const snapshot = this.#snapshots.read(mail.gameId, mail.claimedAt);
    const { game, unsubscribed } = await snapshot.data;
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
    if (await isDeclined(this.#store.limits, this.#links.tokens, composed.to)) {
      await this.#store.failMail(mail, "addressDeclined");
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

  /** Takes the time of a mail, so that to ask for one to an unknown address looks the same from outside. */
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
    const messageId = messageIdOf(this.#links, mail.gameId, `${mail.id}.${mail.revision}`);
    await this.#transport.rehearse({ mail: composed, messageId });
  }

  async #send(mail: HeldMail, composed: ComposedMail): Promise<MailOutcome> {
    const { bounceAddress, tokens } = this.#links;
    try {
      await this.#transport.send(
        // Newer facts make it another mail.
        {
          mail: composed,
          messageId: messageIdOf(this.#links, mail.gameId, `${mail.id}.${mail.revision}`),
          returnPath: bounceAddress && returnPathOf(bounceAddress, tokens, mail),
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

  /** Tries for a while, since what is not noted goes out again. */
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

  /** @returns undefined where composing failed: a defect, which must not stop the others. */
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
      // Those that were under way together fail together, and count as one.
      if (mail.isProbe || this.#serverFailures === 0) this.#serverFailures++;
      await this.#giveBack(0);
    } else if (reason !== "connectionLost") {
      await this.#onServed();
    }
    return outcome;
  }

  /** The server serves: what waited because it did not is due now. */
  async #onServed(): Promise<void> {
    if (this.#serverFailures === 0) return;
    this.#serverFailures = 0;
    await this.#store.hastenMails(["serverUnreachable", "serverRefused"]);
    this.wake();
  }

  /** Gives back what was claimed and not tried. */
  async #giveBack(seconds: number): Promise<void> {
    const ids = this.#waiting.splice(0).map(({ id }) => id);
    for (const id of ids) this.#claimed.delete(id);
    await this.#quietly(this.#store.returnMails(ids, seconds));
  }

  /** The database may be away for a while; what could not be noted is found again when a lease ends. */
  async #quietly<T>(work: Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      logError("outbox not reached", error);
      return undefined;
    }
  }
}
