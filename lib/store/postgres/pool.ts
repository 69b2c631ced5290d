import { setImmediate } from "node:timers";
import { DatabaseUnavailable } from "../store.ts";
import { Connection, type Limits, type Param } from "./connection.ts";
import { explained, isPassing, isRefusedWrite } from "./errors.ts";
import { Transaction } from "./transaction.ts";

/** Attempts after deadlocks and serialization conflicts. */
const ATTEMPTS = 6;
/** The longest pause before the second attempt, in ms; it doubles each time. */
const FIRST_PAUSE = 20;
/** Interval between checks for timeouts, in ms. */
const SWEEP = 250;
/** Maximum number of quick statements pipelined on one connection. */
const SHARERS = 4;
/** Unused connections are closed after this long, in ms. */
const IDLE = 60_000;
/** How long closing waits for running statements, in ms. */
const CLOSING = 5000;
/** Maximum age of a connection in ms: servers behind a load balancer come and go. */
const LIFETIME = 30 * 60_000;

export interface PoolOptions {
  /** Maximum number of connections. */
  size: number;
  /** Maximum time of one verb in ms, including the wait for the queue and a connection. */
  patience: number;
}

/** A connection and its users. */
interface Member {
  readonly connection: Connection;
  /** Number of users: 0 if idle, several if shared. */
  users: number;
  isShared: boolean;
  /** Deadline for its answer, or for reuse if idle. */
  deadline: number;
  /** Deadlines of the statements that share it; its own is the earliest. */
  readonly deadlines: number[];
}

interface Waiter {
  isSharing: boolean;
  since: number;
  deadline: number;
  resolve: (member: Member) => void;
  reject: (error: Error) => void;
}

/**
 * Connections to the server, opened on demand. A caller past its deadline gets `DatabaseUnavailable`, and a
 * connection that has not answered by then is closed, because a hanging server or a network that drops
 * packets gives no error.
 *
 * Connecting may take 0.3 of the patience. Server-side timeouts end earlier than the deadline, so that a
 * connection is lost only if the server does not respond: 0.8 of the patience for a statement, 0.4 for a
 * lock, all of it for an idle transaction. They are set for the session.
 *
 * Behind a pooler, which shares sessions, they are set for each transaction, a single statement is a
 * transaction too, and connections are not shared by callers: PgBouncer considers a session free once a
 * statement without parameters is answered, and loses a half-sent statement behind it.
 *
 * Behind a pooler, statements are not prepared (two round trips each), unless DATABASE_URL has
 * `?prepare=true`. That needs PgBouncer in session mode, or 1.21 or later with `max_prepared_statements`;
 * with other poolers requests hang until the deadline.
 */
export class Pool {
  /** True if the server refused a write since this was last reset. */
  hasRefusedWrite = false;
  readonly #url: string;
  readonly #limits: Limits;
  readonly #members = new Set<Member>();
  /** Idle connections; the last one was used last. */
  readonly #idle: Member[] = [];
  readonly #sweeper: ReturnType<typeof setInterval>;
  /** The connection for quick statements of this turn of the event loop, sent as one write. */
  #batch: Member | undefined;
  #waiting: Waiter[] = [];
  #opening = 0;
  #isClosed = false;
  /** The `prepare` option of DATABASE_URL; undefined: not set. */
  readonly #prepares: boolean | undefined;

  constructor(url: string, private readonly options: PoolOptions) {
    this.#url = url;
    this.#limits = {
      connect: Math.round(options.patience * 0.3),
      statement: Math.round(options.patience * 0.8),
      lock: Math.round(options.patience * 0.4),
      idleInTransaction: options.patience,
    };
    const prepare = new URL(url).searchParams.get("prepare");
    this.#prepares = prepare ? prepare === "true" : undefined;
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP);
    Deno.unrefTimer(this.#sweeper);
  }

  /** Deadline of a verb that begins now, on the clock of `performance.now()`. */
  deadline(): number {
    return performance.now() + this.options.patience;
  }

  /**
   * Runs one statement that is quick and waits for no long-held lock: a read, or a write that no other
   * transaction can see yet.
   *
   * @throws {DatabaseUnavailable}
   */
  async queryShared<Row>(
    text: string,
    params: readonly Param[] = [],
    deadline: number = this.deadline(),
  ): Promise<Row[]> {
    const member = this.#sharable(deadline) ?? await this.#take(deadline, true);
    const { deadlines } = member;
    deadlines.push(deadline);
    member.deadline = Math.min(member.deadline, deadline);
    this.#startBatch(member);
    try {
      return await this.#ask<Row>(member.connection, text, params);
    } catch (error) {
      this.hasRefusedWrite ||= isRefusedWrite(error);
      throw explained(error);
    } finally {
      deadlines.splice(deadlines.indexOf(deadline), 1);
      if (deadlines.length > 0) member.deadline = Math.min(...deadlines);
      this.#release(member);
    }
  }

  /** Runs one statement. @throws {DatabaseUnavailable} */
  query<Row>(text: string, params: readonly Param[] = []): Promise<Row[]> {
    return this.#use(
      this.deadline(),
      (connection) => this.#ask<Row>(connection, text, params),
    );
  }

  /**
   * Runs `work` in one transaction, which `work` commits; otherwise it is rolled back. Called again after a
   * deadlock or a serialization conflict.
   *
   * @throws {DatabaseUnavailable}
   */
  transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    deadline: number = this.deadline(),
  ): Promise<T> {
    return this.#use(deadline, (connection) => this.#transact(connection, work));
  }

  /** Number of connections, and of callers waiting for one. */
  count(): { used: number; idle: number; waiting: number } {
    const idle = this.#idle.length;
    return { used: this.#members.size - idle, idle, waiting: this.#waiting.length };
  }

  /** Waits for running statements, then closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweeper);
    const closed = new DatabaseUnavailable("The database has been closed");
    for (const { reject } of this.#waiting.splice(0)) reject(closed);
    const deadline = performance.now() + CLOSING;
    const isBusy = () => this.#opening > 0 || this.#members.size > this.#idle.length;
    while (isBusy() && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const { connection } of this.#members) connection.lose(closed);
  }

  #isPrepared(connection: Connection): boolean {
    return this.#prepares ?? !connection.isPooled;
  }

  /** Sends a single statement. */
  #ask<Row>(connection: Connection, text: string, params: readonly Param[]): Promise<Row[]> {
    if (!connection.isPooled) {
      return connection.query<Row>(text, params, this.#isPrepared(connection));
    }
    return this.#transact(connection, async (tx) => {
      const [rows] = await Promise.all([tx.query<Row>(text, params), tx.commit()]);
      return rows;
    });
  }

  async #transact<T>(
    connection: Connection,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const tx = new Transaction(connection, this.#isPrepared(connection));
    try {
      return await work(tx);
    } finally {
      await tx.end();
    }
  }

  async #use<T>(deadline: number, work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let attempt = 1;; attempt++) {
      const member = await this.#take(deadline, false);
      try {
        return await work(member.connection);
      } catch (error) {
        this.hasRefusedWrite ||= isRefusedWrite(error);
        if (attempt === ATTEMPTS || !isPassing(error) || performance.now() > deadline) {
          throw explained(error);
        }
      } finally {
        this.#release(member);
      }
      const pause = Math.random() * FIRST_PAUSE * 2 ** (attempt - 1);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /**
   * Returns a connection to share, only while no caller waits. Prefers the one that this turn of the event loop already
   * writes to, because another write costs more than waiting for a few quick statements. Otherwise takes a shared one
   * if none is free.
   */
  #sharable(deadline: number): Member | undefined {
    const now = performance.now();
    if (this.#isClosed || this.#waiting.length > 0 || !this.#hasTime(deadline, now)) {
      return undefined;
    }
    if (
      this.#batch && !this.#batch.connection.isLost && this.#batch.isShared &&
      this.#batch.users < SHARERS && this.#hasTime(this.#batch.deadline, now)
    ) {
      this.#batch.users++;
      return this.#batch;
    }
    if (this.#idle.length > 0) return undefined;
    if (this.#members.size < this.options.size) return undefined;
    let best: Member | undefined;
    for (const member of this.#members) {
      if (
        member.isShared && member.users < (best?.users ?? SHARERS) &&
        this.#hasTime(member.deadline, now)
      ) best = member;
    }
    if (best) best.users++;
    return best;
  }

  /**
   * True if a caller may share it: a deadline that is too close would close the connection for all others.
   */
  #hasTime(deadline: number, now: number): boolean {
    return deadline - now >= this.options.patience / 3;
  }

  #startBatch(member: Member): void {
    if (this.#batch === member) return;
    this.#batch = member;
    setImmediate(() => {
      if (this.#batch === member) this.#batch = undefined;
    });
  }

  async #take(deadline: number, isSharing: boolean): Promise<Member> {
    if (this.#isClosed) throw new DatabaseUnavailable("The database has been closed");
    const idle = this.#idle.pop();
    if (idle) return occupied(idle, { isSharing, deadline });
    return await new Promise<Member>((resolve, reject) => {
      this.#waiting.push({ isSharing, since: performance.now(), deadline, resolve, reject });
      this.#fill();
    });
  }

  #release(member: Member): void {
    member.users--;
    this.#pass(member);
  }

  /** Hands the connection to the longest-waiting callers. */
  #pass(member: Member): void {
    const { connection } = member;
    if (connection.isLost) return;
    const now = performance.now();
    if (member.users === 0 && now - connection.openedAt > LIFETIME) {
      this.#retire(member);
      this.#fill();
      return;
    }
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      const isFree = member.users === 0 ||
        (first.isSharing && member.isShared && member.users < SHARERS &&
          this.#hasTime(first.deadline, now) && this.#hasTime(member.deadline, now));
      if (!isFree) return;
      this.#waiting.shift();
      first.resolve(occupied(member, first));
    }
    if (member.users > 0) return;
    member.isShared = false;
    member.deadline = now + IDLE;
    this.#idle.push(member);
  }

  /** Opens as many connections as there are waiting callers. */
  #fill(): void {
    while (
      this.#opening < this.#waiting.length &&
      this.#members.size + this.#opening < this.options.size
    ) {
      this.#opening++;
      const since = performance.now();
      this.#open().finally(() => this.#opening--).then(
        (member) => this.#pass(member),
        (error) => this.#onRefused(error, since),
      );
    }
  }

  async #open(): Promise<Member> {
    const connection = await Connection.open(this.#url, this.#limits, () => {
      this.#forget(member);
      this.#fill();
    });
    const member: Member = { connection, users: 0, isShared: false, deadline: 0, deadlines: [] };
    this.#members.add(member);
    return member;
  }

  /**
   * While other connections exist, callers keep waiting. Otherwise the server is unavailable, and all callers that were
   * waiting before the attempt get the error.
   */
  #onRefused(error: unknown, since: number): void {
    if (this.#members.size > 0) return;
    const refusal = new DatabaseUnavailable("The database cannot be reached", { cause: error });
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((waiter) => waiter.since > since);
    for (const waiter of waiting) if (waiter.since <= since) waiter.reject(refusal);
    this.#fill();
  }

  #sweep(): void {
    const now = performance.now();
    const late = new DatabaseUnavailable("The database does not answer in time");
    this.#waiting = this.#waiting.filter(({ deadline, reject }) => {
      if (deadline > now) return true;
      reject(late);
      return false;
    });
    for (const member of this.#members) {
      if (member.deadline < now) this.#retire(member, late);
    }
    this.#fill();
  }

  #retire(member: Member, reason = new DatabaseUnavailable("Replaced by another")): void {
    this.#forget(member);
    member.connection.lose(reason);
  }

  #forget(member: Member): void {
    this.#members.delete(member);
    const index = this.#idle.indexOf(member);
    if (index >= 0) this.#idle.splice(index, 1);
  }
}

function occupied(
  member: Member,
  { isSharing, deadline }: Pick<Waiter, "isSharing" | "deadline">,
): Member {
  if (member.users === 0) member.deadline = deadline;
  member.users++;
  member.isShared = isSharing && !member.connection.isPooled;
  return member;
}
