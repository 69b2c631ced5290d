/**
 * Replays a process's changes to its files from a trace by strace, and simulates a power cut: changes that were synced
 * survive; of the others, all, some or none do, as on a real disk.
 */

type FileEvent =
  | { type: "write"; path: string; at: number; bytes: Uint8Array }
  | { type: "truncate"; path: string; length: number }
  /** Everything written before it is on the disk. */
  | { type: "sync"; path: string; begun: number }
  /** The process printed something, which acknowledges it. */
  | { type: "print"; text: string };

/** The system calls to trace. */
export const TRACED = "write,pwrite64,pwritev,ftruncate,fsync,fdatasync,sync_file_range";

const CALL = /^(\d+)\s+(\w+)\((\d+)<([^>]*)>(.*)$/;
const RESUMED = /^(\d+)\s+<\.\.\. (\w+) resumed>/;

/**
 * Parses the output of `strace -f -y -xx -s LARGE -e trace=TRACED`.
 *
 * @param directory ignores files elsewhere, which are caches of the runtime.
 * @throws {Error} for a call that it cannot replay.
 */
export function parseTrace(trace: string, directory: string): FileEvent[] {
  const events: FileEvent[] = [];
  const syncing = new Map<string, { path: string; begun: number }>();
  for (const line of trace.split("\n")) {
    const resumed = RESUMED.exec(line);
    if (resumed) {
      const [, thread = "", call = ""] = resumed;
      const sync = syncing.get(thread);
      if (sync && /sync$/.test(call) && / = 0$/.test(line)) events.push({ type: "sync", ...sync });
      syncing.delete(thread);
      continue;
    }
    const [, thread = "", call, descriptor, hexPath = "", rest = ""] = CALL.exec(line) ?? [];
    const path = new TextDecoder().decode(bytesOf(hexPath));
    if (descriptor !== "1" && !path.startsWith(`${directory}/`)) continue;
    const isUnfinished = rest.includes("<unfinished");
    switch (call) {
      case "write":
        if (descriptor === "1") events.push({ type: "print", text: textOf(rest) });
        else if (path.includes(".db")) throw new Error(`A write without a place: ${path}`);
        break;
      case "pwrite64": {
        const [, data = "", at] = /^, "([^"]*)", \d+, (\d+)/.exec(rest) ?? [];
        if (at === undefined) throw new Error(`A write that cannot be read: ${line.slice(0, 200)}`);
        events.push({ type: "write", path, at: Number(at), bytes: bytesOf(data) });
        break;
      }
      case "ftruncate":
        events.push({ type: "truncate", path, length: Number(/^, (\d+)/.exec(rest)?.[1]) });
        break;
      case "fsync":
      case "fdatasync":
        if (isUnfinished) syncing.set(thread, { path, begun: events.length });
        else if (/ = 0$/.test(rest)) events.push({ type: "sync", path, begun: events.length });
        break;
      case "pwritev":
      case "sync_file_range":
        throw new Error(`A call that is not replayed: ${call}`);
    }
  }
  return events;
}

/**
 * The files after a power cut following the first `length` events, and what was printed until then.
 *
 * @param survives decides for each unsynced change whether it reached the disk anyway.
 */
export function cutAfter(
  events: readonly FileEvent[],
  length: number,
  survives: () => boolean,
): { files: Map<string, Uint8Array>; printed: string } {
  const syncedUntil = new Map<string, number>();
  let printed = "";
  for (const event of events.slice(0, length)) {
    if (event.type === "print") printed += event.text;
    if (event.type === "sync") syncedUntil.set(event.path, event.begun);
  }
  const disk = new Map<string, GrowingFile>();
  for (const [index, event] of events.slice(0, length).entries()) {
    if (event.type !== "write" && event.type !== "truncate") continue;
    if (index >= (syncedUntil.get(event.path) ?? 0) && !survives()) continue;
    const file = disk.get(event.path) ?? new GrowingFile();
    disk.set(event.path, file);
    if (event.type === "write") file.write(event.at, event.bytes);
    else file.truncate(event.length);
  }
  return { files: new Map([...disk].map(([path, file]) => [path, file.content])), printed };
}

/** Content of a file, with spare capacity. */
class GrowingFile {
  #bytes = new Uint8Array(2 ** 20);
  #length = 0;

  get content(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  write(at: number, bytes: Uint8Array): void {
    this.#length = Math.max(this.#length, at + bytes.length);
    while (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, at);
  }

  truncate(length: number): void {
    this.#bytes.fill(0, Math.min(length, this.#length), this.#length);
    this.#length = length;
  }
}

/** Decodes a string of strace, in which every byte is written `\xNN`. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.fromHex(text.replaceAll("\\x", ""));
}

function textOf(rest: string): string {
  return new TextDecoder().decode(bytesOf(/^, "([^"]*)"/.exec(rest)?.[1] ?? ""));
}
