import { pairsHiddenFromOrganizer } from "../game/seal.ts";
import type { Game, MailFailure } from "../game/types.ts";
import { logError } from "../monitoring/log.ts";
import { outsideRequests } from "../monitoring/request_id.ts";
import { type SpanNotes, traced } from "../monitoring/spans.ts";
import { type ClaimedMail, GIVE_UP_AFTER, type Store } from "../store/store.ts";
import { ClockWatch } from "./clock_watch.ts";
import { pauseBefore, SERVER_PAUSES } from "./pauses.ts";
import { secondsUntilSeen } from "./send_after.ts";
import { Snapshots } from "./snapshots.ts";
import { MAX_CONNECTIONS } from "./transport.ts";

/** Maximum number of mails an instance claims at a time. */
const BATCH = 50;
/** Length of a lease in seconds; an instance that does not renew it counts as dead. */
const LEASE = 30;
/** How soon to repeat what has skipped locked mails, in ms. */
const SKIPPED_PAUSE = 1000;
/** The longest pause between two polls of the outbox, in ms: another instance may have died. */
const LONGEST_REST = 15_000;

/** The clock of `performance.now()` stands still while the machine sleeps, and the other one can be set back. */
interface Moment {
  monotonic: number;
  wall: number;
}

/** A mail, or a notice, that this instance has claimed. */
export type Held<Claimed extends ClaimedMail> = Claimed & {
  /** On the clock of `performance.now()`. */
  claimedAt: number;
  /** When its lease began at the earliest. */
  leasedAt: Moment;
  /** True if it probes whether the server is up again. */
  isProbe: boolean;
};

/** What one loop claims. */
interface Claims<Claimed> {
  claim(limit: number, leaseSeconds: number): Promise<Claimed[]>;
  /** Seconds until the next one is due; null: none waits. */
  nextIn(): Promise<number | null>;
}

/**
 * Works through the outbox. Any number of instances share it: each claims what is due with a lease, renews it while
 * sending, and records as sent what was accepted. What a dead instance had claimed is claimed again when its lease
 * ends; so is what waits here longer than that while the database is away or the machine sleeps, and it is not sent
 * from here.
 */
export abstract class OutboxLoop<Claimed extends ClaimedMail> {
  /** Consecutive failures of the one server that all go to; 0: it is up, or there are many. */
  protected serverFailures = 0;
  protected readonly snapshots: Snapshots;
  readonly #waiting: Held<Claimed>[] = [];
  readonly #claimed = new Map<string, Held<Claimed>>();
  readonly #workers = new Set<Promise<void>>();
  readonly #clock = new ClockWatch();
  readonly #heartbeat: ReturnType<typeof setInterval>;
  readonly #repeats = new Set<ReturnType<typeof setTimeout>>();
  #claiming: Promise<void> | undefined;
  #resting: Promise<void> | undefined;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  #isWoken = false;
  #isClosed = false;

  constructor(protected readonly store: Store, private readonly claims: Claims<Claimed>) {
    this.snapshots = new Snapshots(store);
    this.#heartbeat = setInterval(() => {
      this.quietly(this.#renewLeases([...this.#claimed.keys()]));
    }, LEASE * 1000 / 3);
  }

  /** Delivers one. @returns true if that has told something about the server */
  protected abstract deliver(mail: Held<Claimed>, span: SpanNotes): Promise<boolean>;

  /** Is called for each one that is claimed. */
  protected onClaim(_mail: Claimed): void {}

  /**
   * Drops the mail about a message that was read meanwhile, or that the present link may not read: in a sealed game the
   * organizer may have put their own address in since, and would learn from the mail whom an invented person's
   * message went to.
   *
   * @returns false if it is still to be sent. One that is gone, as its game or its reader is, is not.
   */
  protected async dropIfRead(game: Game, mail: ClaimedMail): Promise<boolean> {
    const { kind, recipient: number, payload: { from } } = mail;
    if (kind !== "messageWaiting" || number === null || !from) return false;
    const reader = game.participants.find((one) => one.number === number);
    const version = reader && pairsHiddenFromOrganizer(game) ? reader.tokenVersion : null;
    const isRead = async () => (await this.store.countUnread(game.id, number, version))[from] === 0;
    return await isRead() &&
      (await this.store.dropMail(mail, { from, number, version }) || await isRead());
  }

  /** Polls the outbox now: something may be due. */
  wake(): void {
    this.#isWoken = true;
    outsideRequests(() => this.#startWorkers());
  }

  #startWorkers(): void {
    const wanted = this.serverFailures > 0 ? 1 : MAX_CONNECTIONS;
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

  /** True while the server is down and nothing is being sent. */
  get isStuck(): boolean {
    return this.serverFailures > 0 && this.#workers.size === 0;
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
    for (const timer of this.#repeats) clearTimeout(timer);
    await this.giveBack(0);
  }

  async #work(): Promise<void> {
    for (;;) {
      const mail = await this.#take();
      if (!mail) return;
      let wasTried = false;
      try {
        const early = secondsUntilSeen(mail, new Date());
        if (early > 0) await this.returnMails([mail], early);
        else {
          const options = { attributes: { "mail.kind": mail.kind }, parent: mail.payload.trace };
          wasTried = await traced("deliver mail", options, (span) => this.deliver(mail, span));
        }
      } finally {
        this.#claimed.delete(mail.id);
      }
      // A mail that was not sent says nothing about the server: the next mail has to probe it.
      if (wasTried && this.serverFailures > 0) return;
    }
  }

  async #renewLeases(ids: readonly string[]): Promise<void> {
    this.#leaveLost();
    const asked = ids.filter((id) => this.#claimed.has(id));
    if (asked.length === 0) return;
    const leasedAt = now();
    const renewed = new Set(await this.store.renewLeases(asked, LEASE));
    // An answer that came late does not tell whether another instance was quicker.
    this.#leaveLost();
    const skipped: string[] = [];
    for (const id of asked) {
      const mail = this.#claimed.get(id);
      if (!mail || this.isLost(mail)) continue;
      if (renewed.has(id)) mail.leasedAt = leasedAt;
      else skipped.push(id);
    }
    if (skipped.length > 0) this.repeatSoon(() => this.#renewLeases(skipped));
  }

  /** Repeats in a moment what has skipped mails that a change of their game had locked. */
  protected repeatSoon(work: () => Promise<void>): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#repeats.delete(timer);
      this.quietly(work());
    }, SKIPPED_PAUSE);
    this.#repeats.add(timer);
  }

  /** True if its lease may have ended: another instance may be sending it, or have sent it. */
  protected isLost({ leasedAt }: Held<Claimed>): boolean {
    const { monotonic, wall } = now();
    return Math.max(monotonic - leasedAt.monotonic, wall - leasedAt.wall) >= LEASE * 1000;
  }

  /** Forgets what was lost before it was begun. */
  #leaveLost(): void {
    for (const mail of this.#waiting.splice(0)) {
      if (this.isLost(mail)) this.#claimed.delete(mail.id);
      else this.#waiting.push(mail);
    }
  }

  async #take(): Promise<Held<Claimed> | undefined> {
    if (this.#isClosed) return undefined;
    this.#leaveLost();
    if (this.#waiting.length === 0) {
      this.#claiming ??= this.#claim().finally(() => this.#claiming = undefined);
      await this.#claiming;
    }
    return this.#waiting.shift();
  }

  async #claim(): Promise<void> {
    this.#isWoken = false;
    const isProbe = this.serverFailures > 0;
    const leasedAt = now();
    const underWay = new Set(this.#claimed.keys());
    const mails = await this.claims.claim(isProbe ? 1 : BATCH, LEASE);
    const claimedAt = performance.now();
    const ended: Held<Claimed>[] = [];
    for (const mail of mails) {
      // Its lease ended while it is being sent: the clock was set forward, or the machine slept.
      if (this.#claimed.has(mail.id)) continue;
      const held = { ...mail, claimedAt, leasedAt, isProbe };
      if (underWay.has(mail.id)) {
        ended.push(held);
        continue;
      }
      this.#claimed.set(mail.id, held);
      this.onClaim(mail);
      this.#waiting.push(held);
    }
    if (ended.length === 0) return;
    // Claimed before or after their end, which may have been that they were sent: the next claim tells.
    await this.quietly(this.returnMails(ended, 0));
    this.#isWoken = true;
  }

  /** Sets a timer for the next due mail, or for the next probe of a server that is down. */
  async #rest(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#clock.isDue()) await this.quietly(this.store.redateMails(LEASE));
    let pause = LONGEST_REST;
    if (this.serverFailures > 0) {
      pause = pauseBefore(this.serverFailures, SERVER_PAUSES) * 1000;
    } else if (this.#isWoken) {
      pause = 0;
    } else {
      const seconds = await this.quietly(this.claims.nextIn());
      if (typeof seconds === "number") pause = Math.min(pause, Math.max(0, seconds * 1000) + 20);
    }
    if (this.#isClosed) return;
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.wake(), pause);
  }

  /** Retries for a while, because a mail whose sending is not recorded is sent again. */
  protected async noteSent(mail: ClaimedMail): Promise<void> {
    for (let pause = 250;; pause *= 2) {
      try {
        return await this.store.finishMail(mail);
      } catch (error) {
        if (pause > LEASE * 1000 / 3) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  /** Puts a mail off, or gives it up if it is too old. */
  protected async postpone(
    mail: ClaimedMail,
    seconds: number,
    reason: MailFailure,
  ): Promise<void> {
    if (mail.age > GIVE_UP_AFTER) await this.store.failMail(mail, reason);
    else await this.store.postponeMail(mail, seconds, reason);
  }

  /** Returns mails that were claimed and not attempted; not those that another instance may hold by now. */
  protected async giveBack(seconds: number): Promise<void> {
    this.#leaveLost();
    const mails = this.#waiting.splice(0);
    for (const { id } of mails) this.#claimed.delete(id);
    await this.quietly(this.returnMails(mails, seconds));
  }

  /**
   * Returns mails that were claimed and not attempted, and a moment later those that a change of their game had locked.
   *
   * @param seconds until they are due
   */
  protected async returnMails(mails: readonly Held<Claimed>[], seconds: number): Promise<void> {
    const returned = new Set(await this.store.returnMails(idsOf(mails), seconds));
    const skipped = mails.filter(({ id }) => !returned.has(id));
    if (skipped.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, SKIPPED_PAUSE));
    const held = skipped.filter((mail) => !this.isLost(mail));
    await this.store.returnMails(idsOf(held), seconds);
  }

  /** The database may be unavailable for a while; unrecorded mails are found again when their lease ends. */
  protected async quietly<T>(work: Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      logError("outbox not reached", error);
      return undefined;
    }
  }
}

function idsOf(mails: readonly ClaimedMail[]): string[] {
  return mails.map(({ id }) => id);
}

function now(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}
