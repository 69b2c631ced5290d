/**
 * A client that asks for something small every few milliseconds, in a thread of its own, so that it waits
 * for nothing but the server. Takes the server; asked for `[from, until]`, says how long it had to wait, and
 * how long the server's main thread ran meanwhile: what else this machine does is no part of that.
 */

/** The URL to ask. */
interface Polled {
  url: string;
  pid: number;
}

/** Between an answer and the next request, in ms. */
const PAUSE = 3;

/** When each request began, how long it took, in ms since the epoch, and how long the server ran for it. */
const waits: { from: number; time: number; ran: number }[] = [];
/** When the one began that is under way. */
let waitingFrom = Infinity;

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** How long the main thread of a process has run, in ms; 0 where the system does not tell. */
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
      // The server has ended: the measurement will notice.
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
  // What began earlier counts where it had to wait on.
  const those = waits.filter((one) => one.from <= until && one.from + one.time >= from);
  self.postMessage([
    Math.max(0, now() - waitingFrom, ...those.map(({ time }) => time)),
    Math.max(0, ...those.map(({ ran }) => ran)),
  ]);
});
