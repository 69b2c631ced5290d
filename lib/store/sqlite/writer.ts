import { DatabaseUnavailable } from "../store.ts";
import type { Connection } from "./connection.ts";
import { explain, toError } from "./failure.ts";
import type { Reply, Request } from "./writer_thread.ts";
import { applyWrites, type Outcome, type Rows, type Write } from "./writes.ts";

/** Stores writes; what it has answered is on the disk. */
export interface Writer {
  /** Whether the last write failed, for example because the disk is full. */
  readonly isFailing: boolean;
  /**
   * @returns the rows that the statements gave back; null where a guard left all undone.
   * @throws {DatabaseUnavailable} where nothing could be stored.
   */
  write(write: Write): Promise<Rows>;
  /**
   * Leaves nothing in the write-ahead log, whose old pages hold what the database holds no more: as soon as
   * nobody reads an older state any more, between the writes of others.
   *
   * @returns within a second: false where it is not done yet.
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/** Writes on the connection that reads use too: for a database in memory, which waits for no disk. */
export class DirectWriter implements Writer {
  readonly isFailing = false;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  write(write: Write): Promise<Rows> {
    return new Promise<Rows>((resolve, reject) => {
      for (const outcome of applyWrites(this.#connection, [write])) {
        settle(outcome, { resolve, reject });
      }
    }).catch(explain);
  }

  emptyLog(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * How long the thread may take to answer, in ms: beyond, the disk hangs, and nobody shall hang with it. To
 * open takes as long as the log of a process that was killed is long.
 */
const PATIENCE: Readonly<Record<Request["type"], number>> = {
  open: 60_000,
  write: 10_000,
  emptyLog: 10_000,
  close: 10_000,
};

/** Of emptying the log, in ms. */
const EMPTYING = {
  /** How long who asked for it waits for it. */
  patience: 1_000,
  /** From the end of one until the next: it costs as much as some writes. */
  pause: 250,
  /** The longest pause after those that did not succeed, each twice as long as the one before. */
  longestPause: 8_000,
};

/** A write that waits for its outcome. */
interface Waiting {
  write: Write;
  resolve(rows: Rows): void;
  reject(error: unknown): void;
}

function settle(outcome: Outcome, { resolve, reject }: Omit<Waiting, "write">): void {
  if ("failure" in outcome) reject(toError(outcome.failure));
  else resolve(outcome.rows);
}

/**
 * Writes in a thread of its own, so that no read waits for a sync of the disk. Writes that come while
 * others are being stored wait, and are then stored together, with one sync for all: a group commit.
 */
export class ThreadWriter implements Writer {
  isFailing = false;
  readonly #path: string;
  readonly #start: () => Worker;
  #thread: Thread | undefined;
  #waiting: Waiting[] = [];
  /** Whether the log is to be emptied. */
  #isEmptying = false;
  /** Those who wait for that, and are told whether it is done. */
  #emptied: ((isDone: boolean) => void)[] = [];
  #emptyingPause = EMPTYING.pause;
  /** When it may be emptied next, on the clock of `performance.now()`. */
  #emptyingAt = 0;
  #emptyingTimer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<void> | undefined;
  #isClosed = false;

  /** @param start starts the thread, and another one where it has died. */
  constructor(path: string, start: () => Worker = startThread) {
    this.#path = path;
    this.#start = start;
  }

  /** Starts the thread, where none runs. @throws {DatabaseUnavailable} where the database does not open. */
  async open(): Promise<void> {
    await this.#openThread();
    // What a process left there that was killed before it came to that.
    await this.#emptyLog();
    this.#scheduleEmptying();
  }

  write(write: Write): Promise<Rows> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable("The database is closed"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  emptyLog(): Promise<boolean> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable("The database is closed"));
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), EMPTYING.patience);
      this.#emptied.push((isDone) => {
        clearTimeout(timer);
        resolve(isDone);
      });
      this.#isEmptying = true;
      this.#scheduleEmptying();
    });
  }

  /** Stores what waits, and ends the thread; whoever has the database open last empties the log. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#emptyingTimer);
    await this.#working;
    for (const tell of this.#emptied.splice(0)) tell(false);
    await this.#thread?.close();
    this.#thread = undefined;
  }

  /** Goes on until nothing is to be done; called where something is. */
  async #work(): Promise<void> {
    while (this.#waiting.length > 0 || this.#isEmptyingDue()) {
      if (this.#waiting.length > 0) await this.#store(this.#waiting.splice(0));
      if (this.#isEmptyingDue()) await this.#emptyLog();
    }
    this.#working = undefined;
    this.#scheduleEmptying();
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    try {
      const thread = await this.#openThread();
      const outcomes = await thread.ask({ type: "write", writes: batch.map((one) => one.write) });
      this.isFailing = false;
      for (const [index, outcome] of outcomes.entries()) {
        const one = batch[index];
        if (one) settle(outcome, one);
      }
    } catch (error) {
      this.isFailing = true;
      for (const { reject } of batch) reject(error);
    }
  }

  #isEmptyingDue(): boolean {
    return this.#isEmptying && !this.#isClosed && performance.now() >= this.#emptyingAt;
  }

  #scheduleEmptying(): void {
    if (!this.#isEmptying || this.#working || this.#isClosed) return;
    clearTimeout(this.#emptyingTimer);
    this.#emptyingTimer = setTimeout(() => {
      // Timers may be early by less than a millisecond.
      if (this.#isEmptyingDue()) this.#working ??= this.#work();
      else this.#scheduleEmptying();
    }, Math.max(0, this.#emptyingAt - performance.now()));
    Deno.unrefTimer(this.#emptyingTimer);
  }

  /** Tries once; where that fails, it is tried again. */
  async #emptyLog(): Promise<void> {
    this.#isEmptying = false;
    const asked = this.#emptied.splice(0);
    const isDone = await this.#openThread()
      .then((thread) => thread.ask({ type: "emptyLog" }))
      .then((outcomes) => outcomes.length > 0, () => false);
    if (isDone) {
      for (const tell of asked) tell(true);
      this.#emptyingPause = EMPTYING.pause;
    } else {
      this.#isEmptying = true;
      this.#emptied.push(...asked);
    }
    this.#emptyingAt = performance.now() + this.#emptyingPause;
    if (!isDone) {
      this.#emptyingPause = Math.min(this.#emptyingPause * 2, EMPTYING.longestPause);
    }
  }

  async #openThread(): Promise<Thread> {
    if (this.#thread?.isAlive) return this.#thread;
    const thread = new Thread(this.#start());
    try {
      await thread.ask({ type: "open", path: this.#path });
    } catch (error) {
      thread.end();
      throw error;
    }
    return this.#thread = thread;
  }
}

/** The other side of `writer_thread.ts`. */
class Thread {
  isAlive = true;
  readonly #worker: Worker;
  #answered: ((reply: Reply) => void) | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => this.#answered?.(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail(`the thread that writes has died: ${event.message}`);
    });
  }

  /**
   * @throws {DatabaseUnavailable} where nothing could be done. Where the thread died or hangs while it
   * commits, nobody knows whether it has.
   */
  async ask(request: Request): Promise<Outcome[]> {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.#answered = resolve;
    this.#worker.postMessage(request);
    const timer = setTimeout(() => this.#fail("the disk does not answer"), PATIENCE[request.type]);
    const reply = await promise;
    clearTimeout(timer);
    if ("failure" in reply) throw toError(reply.failure);
    return reply.outcomes;
  }

  async close(): Promise<void> {
    try {
      if (this.isAlive) await this.ask({ type: "close" });
    } finally {
      this.end();
    }
  }

  #fail(message: string): void {
    this.end();
    this.#answered?.({ failure: { message, code: IO_ERROR } });
  }

  end(): void {
    this.isAlive = false;
    this.#worker.terminate();
  }
}

/** SQLITE_IOERR */
const IO_ERROR = 10;

function startThread(): Worker {
  return new Worker(new URL("./writer_thread.ts", import.meta.url), {
    type: "module",
    name: "database writer",
  });
}
