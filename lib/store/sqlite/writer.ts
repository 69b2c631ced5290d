import { DatabaseUnavailable } from "../store.ts";
import type { Connection } from "./connection.ts";
import { explain, toError } from "./failure.ts";
import type { Reply, Request } from "./writer_thread.ts";
import { applyWrites, type Outcome, type Rows, type Write } from "./writes.ts";

/** Stores writes. When a write's promise resolves, it is on disk. */
export interface Writer {
  /** True if the last write failed, for example because the disk is full. */
  readonly isFailing: boolean;
  /**
   * @returns the rows that the statements returned; null if a guard failed and nothing was stored.
   * @throws {DatabaseUnavailable} if nothing could be stored.
   */
  write(write: Write): Promise<Rows>;
  /**
   * Empties the write-ahead log, whose old pages still hold erased data, once no older snapshot is being
   * read.
   *
   * @returns within a second: false if it is not done yet.
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Writes on the readers' connection: for a database in memory, which never waits for a disk, and for the desk,
 * where no one else waits.
 */
export class DirectWriter implements Writer {
  readonly isFailing = false;

  constructor(private readonly connection: Connection) {}

  write(write: Write): Promise<Rows> {
    return new Promise<Rows>((resolve, reject) => {
      for (const outcome of applyWrites(this.connection, [write])) {
        settle(outcome, { resolve, reject });
      }
    }).catch(explain);
  }

  emptyLog(): Promise<boolean> {
    return Promise.try(() => this.connection.emptyLog());
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * How long the thread may take to answer, in ms; after that the disk is considered hanging. Opening takes
 * longer if a killed process left a long log.
 */
const PATIENCE: Readonly<Record<Request["type"], number>> = {
  open: 60_000,
  write: 10_000,
  emptyLog: 10_000,
  close: 10_000,
};

/** Times for emptying the log, in ms. */
const EMPTYING = {
  /** How long a caller waits for it. */
  patience: 1_000,
  /** Pause between two checkpoints, which cost as much as some writes. */
  pause: 250,
  /** The longest pause after failed attempts; the pause doubles each time. */
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
 * Writes in a thread of its own, so that no read waits for a disk sync. Writes that arrive during a commit
 * are stored together in the next one, with one sync: a group commit.
 */
export class ThreadWriter implements Writer {
  isFailing = false;
  #thread: Thread | undefined;
  #waiting: Waiting[] = [];
  /** True if the log must be emptied. */
  #isEmptying = false;
  /** Callers that wait for it. */
  #emptied: ((isDone: boolean) => void)[] = [];
  #emptyingPause = EMPTYING.pause;
  /** When it may be emptied next, on the clock of `performance.now()`. */
  #emptyingAt = 0;
  #emptyingTimer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<void> | undefined;
  #isClosed = false;

  /** @param start starts the thread, and a new one if it has died. */
  constructor(private readonly path: string, private readonly start: () => Worker = startThread) {}

  /** Starts the thread if none runs. @throws {DatabaseUnavailable} if the database does not open. */
  async open(): Promise<void> {
    await this.#openThread();
    // A process that was killed before it could do this may have left a log.
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

  /** Stores waiting writes and ends the thread; the last connection to close empties the log. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#emptyingTimer);
    await this.#working;
    for (const tell of this.#emptied.splice(0)) tell(false);
    await this.#thread?.close();
    this.#thread = undefined;
  }

  /** Runs until there is nothing left to do. */
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

  /** Tries once, and makes it due again if that fails. */
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
    const thread = new Thread(this.start());
    try {
      await thread.ask({ type: "open", path: this.path });
    } catch (error) {
      thread.end();
      throw error;
    }
    return this.#thread = thread;
  }
}

/** The writer's side of `writer_thread.ts`. */
class Thread {
  isAlive = true;
  #answered: ((reply: Reply) => void) | undefined;

  constructor(private readonly worker: Worker) {
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => this.#answered?.(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail(`the thread that writes has died: ${event.message}`);
    });
  }

  /**
   * @throws {DatabaseUnavailable} if nothing could be done. If the thread died or hangs during a commit, the
   * outcome is unknown.
   */
  async ask(request: Request): Promise<Outcome[]> {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.#answered = resolve;
    this.worker.postMessage(request);
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
    this.worker.terminate();
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
