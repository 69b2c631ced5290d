/**
 * A client that sends a small request every few milliseconds from its own thread, so that only the server delays it.
 * Receives the server to poll. Responds to `[from, until]` with the longest wait in that span and with how long the
 * server's main thread ran during it, which excludes other work on this machine.
 */

/** The URL to poll. */
interface Polled {
  url: string;
  pid: number;
}

/** Pause between a response and the next request, in ms. */
const PAUSE = 3;

/** Start of each request in ms since the epoch, its duration in ms, and how long the server ran during it. */
const waits: { from: number; time: number; ran: number }[] = [];
/** Start of the pending request. */
let waitingFrom = Infinity;

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** CPU time of a process's main thread, in ms; 0 if the system does not report it. */
function ranFor(pid: number): number {
  try {
    return Number(Deno.readTextFileSync(`/proc/${pid}/task/${pid}/schedstat`).split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

async function poll({ url, pid }: Polled): Promise<void> {
  for (;;) {
    const ranBefore = ranFor(pid);
    const from = waitingFrom = now();
    try {
      await (await fetch(url)).body?.cancel();
    } catch {
      // The server has ended; the measurement will detect that.
    }
    waits.push({ from, time: now() - from, ran: ranFor(pid) - ranBefore });
    waitingFrom = Infinity;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Polled | [number, number]>) => {
  if (!Array.isArray(data)) {
    poll(data);
    return;
  }
  const [from, until] = data;
  // Includes requests that began earlier and were still waiting.
  const those = waits.filter((one) => one.from <= until && one.from + one.time >= from);
  self.postMessage([
    Math.max(0, now() - waitingFrom, ...those.map(({ time }) => time)),
    Math.max(0, ...those.map(({ ran }) => ran)),
  ]);
});
