/**
 * A client that asks for something small every few milliseconds, in a thread of its own, so that it waits
 * for nothing but the server. Takes the address; asked for `[from, until]`, says how long it had to wait.
 */

/** Between an answer and the next request, in ms. */
const PAUSE = 3;

/** When each request began and how long it took, in ms since the epoch. */
const waits: { from: number; time: number }[] = [];
/** When the one began that is under way. */
let waitingFrom = Infinity;

function now(): number {
  return performance.timeOrigin + performance.now();
}

async function poll(url: string): Promise<void> {
  for (;;) {
    const from = waitingFrom = now();
    try {
      await (await fetch(url)).body?.cancel();
    } catch {
      // The server has ended: whoever measures will notice.
    }
    waits.push({ from, time: now() - from });
    waitingFrom = Infinity;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

self.addEventListener("message", ({ data }: MessageEvent<string | [number, number]>) => {
  if (typeof data === "string") {
    poll(data);
    return;
  }
  const [from, until] = data;
  // What began earlier counts where it had to wait on.
  const times = waits.filter((one) => one.from <= until && one.from + one.time >= from)
    .map(({ time }) => time);
  self.postMessage(Math.max(0, now() - waitingFrom, ...times));
});
