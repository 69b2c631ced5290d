import { DatabaseUnavailable } from "../store.ts";
import type { Connection } from "./connection.ts";
import { explain, toError } from "./failure.ts";
import type { Reply, Request } from "./writer_thread.ts";
import { applyWrites, type Outcome, type Rows, type Write } from "./writes.ts";

/** Stores writes; what it has answered is on the disk. */
export interface Writer {
  /**
   * @returns the rows that the statements gave back; null where a guard left all undone.
   * @throws {DatabaseUnavailable} where nothing could be stored.
   */
  write(write: Write): Promise<Rows>;
  /** Leaves nothing in the write-ahead log, whose old pages hold what the database holds no more. */
  emptyLog(): Promise<void>;
  close(): Promise<void>;
}

/** Writes on the connection that reads use too: for a database in memory, which waits for no disk. */
export class DirectWriter implements Writer {
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

  emptyLog(): Promise<void> {
    return Promise.resolve();
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
  readonly #path: string;
  readonly #start: () => Worker;
  #thread: Thread | undefined;
  #waiting: Waiting[] = [];
  /** Those who want the log emptied. */
  #emptying: Pick<PromiseWithResolvers<void>, "resolve" | "reject">[] = [];
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
  }

  write(write: Write): Promise<Rows> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable("The database is closed"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  emptyLog(): Promise<void> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable("The database is closed"));
    return new Promise((resolve, reject) => {
      this.#emptying.push({ resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Stores what waits, and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
    await this.#thread?.close();
    this.#thread = undefined;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length + this.#emptying.length > 0) {
      if (this.#waiting.length === 0) await this.#emptyLog();
      const batch = this.#waiting;
      this.#waiting = [];
      if (batch.length === 0) continue;
      try {
        const thread = await this.#openThread();
        const outcomes = await thread.ask({ type: "write", writes: batch.map((one) => one.write) });
        for (const [index, outcome] of outcomes.entries()) {
          const one = batch[index];
          if (one) settle(outcome, one);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#working = undefined;
  }

  async #emptyLog(): Promise<void> {
    const asked = this.#emptying.splice(0);
    try {
      const thread = await this.#openThread();
      await thread.ask({ type: "emptyLog" });
      for (const { resolve } of asked) resolve();
    } catch (error) {
      for (const { reject } of asked) reject(error);
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
