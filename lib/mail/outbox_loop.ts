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
/** Pause before repeating an operation that skipped locked mails, in ms. */
const SKIPPED_PAUSE = 1000;
/** Longest pause between two polls of the outbox, in ms. Polling is needed because another instance may have died. */
const LONGEST_REST = 15_000;

/** Holds both clocks, because `performance.now()` stops while the machine sleeps and `Date.now()` can be set back. */
interface Moment {
  monotonic: number;
  wall: number;
}

/** A mail, or a notice, that this instance has claimed. */
export type Held<Claimed extends ClaimedMail> = Claimed & {
  /** Time of the claim, as `performance.now()`. */
  claimedAt: number;
  /** Earliest possible start of its lease. */
  leasedAt: Moment;
  /** True if it probes whether the server is up again. */
  isProbe: boolean;
};

/** How one loop claims its mails or notices. */
interface Claims<Claimed> {
  claim(limit: number, leaseSeconds: number): Promise<Claimed[]>;
  /** Seconds until the next one is due; null if none waits. */
  nextIn(): Promise<number | null>;
}

/**
 * Works through the outbox. Any number of instances share it: each claims due mails with a lease, renews the lease
 * while sending, and records accepted mails as sent. When a lease ends, another instance may claim the mail. This
 * recovers the mails of a dead instance. A mail whose lease ends here, because the database is unavailable or the
 * machine sleeps, is no longer sent from here.
 */
export abstract class OutboxLoop<Claimed extends ClaimedMail> {
  /** Consecutive failures of the mail server; 0 if it is up. Always 0 for notices, which go to many servers. */
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

  /** Delivers one mail or notice. @returns true if the attempt shows whether the server is up */
  protected abstract deliver(mail: Held<Claimed>, span: SpanNotes): Promise<boolean>;

  /** Called for each claimed mail or notice. */
  protected onClaim(_mail: Claimed): void {}

  /**
   * Drops the mail about a message if the message has been read, or if the reader's current link may not read it. The
   * latter matters in a sealed game: the organizer may have entered their own address since, and the mail would
   * reveal to whom an invented participant's message went.
   *
   * @returns false if the mail is still to be sent. If the message, the game or the reader is gone, it is not.
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

  /** Polls the outbox now, because something may be due. */
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
      // A mail that was not attempted says nothing about the server, so the next mail has to probe it.
      if (wasTried && this.serverFailures > 0) return;
    }
  }

  async #renewLeases(ids: readonly string[]): Promise<void> {
    this.#leaveLost();
    const asked = ids.filter((id) => this.#claimed.has(id));
    if (asked.length === 0) return;
    const leasedAt = now();
    const renewed = new Set(await this.store.renewLeases(asked, LEASE));
    // If the answer took too long, another instance may have claimed the mails in the meantime.
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

  /** Repeats an operation shortly after it skipped mails that were locked by a change of their game. */
  protected repeatSoon(work: () => Promise<void>): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#repeats.delete(timer);
      this.quietly(work());
    }, SKIPPED_PAUSE);
    this.#repeats.add(timer);
  }

  /** True if the lease may have ended: another instance may be sending the mail, or may have sent it. */
  protected isLost({ leasedAt }: Held<Claimed>): boolean {
    const { monotonic, wall } = now();
    return Math.max(monotonic - leasedAt.monotonic, wall - leasedAt.wall) >= LEASE * 1000;
  }

  /** Drops waiting mails whose lease may have ended before their delivery began. */
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
      // The mail is being sent here, but its lease ended: the clock was set forward, or the machine slept.
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
    // These finished here while they were claimed again, perhaps by being sent. The next claim shows which are due.
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

  /** Records a mail as sent. Retries for a while, because a mail that is not recorded as sent is sent again. */
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

  /** Postpones a mail, or gives it up if it is too old. */
  protected async postpone(
    mail: ClaimedMail,
    seconds: number,
    reason: MailFailure,
  ): Promise<void> {
    if (mail.age > GIVE_UP_AFTER) await this.store.failMail(mail, reason);
    else await this.store.postponeMail(mail, seconds, reason);
  }

  /** Returns waiting mails to the outbox, except those that another instance may have claimed by now. */
  protected async giveBack(seconds: number): Promise<void> {
    this.#leaveLost();
    const mails = this.#waiting.splice(0);
    for (const { id } of mails) this.#claimed.delete(id);
    await this.quietly(this.returnMails(mails, seconds));
  }

  /**
   * Returns claimed mails that were not attempted. Mails locked by a change of their game are returned a moment later.
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

  /** Logs errors instead of throwing: the database may be down for a while, and mails return when their lease ends. */
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
