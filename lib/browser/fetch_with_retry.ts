/** Pause before a retry, in ms: it doubles each time, up to the longest. */
const PAUSE = { first: 5_000, longest: 300_000 };

/** Statuses of a service that is temporarily unavailable or busy. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The previous request, because requests are sent in order. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Retries a request until it gets a final answer, as long as the page is open. The pauses grow while there is no
 * network or the service is unavailable; a returning network ends them. Ignores the browser's offline flag, because
 * some browsers report offline for as long as a VPN is on, or after sleep.
 *
 * @param send must be idempotent.
 * @param onWait called before each pause.
 */
export function fetchWithRetry(
  send: () => Promise<Response>,
  onWait: () => void,
): Promise<Response> {
  const answer = before.then(() => tryOn(send, onWait));
  before = answer;
  return answer;
}

async function tryOn(send: () => Promise<Response>, onWait: () => void): Promise<Response> {
  for (let pause = PAUSE.first;; pause = Math.min(2 * pause, PAUSE.longest)) {
    const answer = await send().catch(() => null);
    if (answer && !PASSING.has(answer.status)) return answer;
    onWait();
    await pauseOrOnline(pause);
  }
}

/** Resolves after a pause in ms, or when the browser goes online. */
function pauseOrOnline(pause: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, pause);
    addEventListener("online", done);
  });
}
