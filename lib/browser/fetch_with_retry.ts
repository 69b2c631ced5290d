/** Pause before a retry in ms: the first one; it doubles each time up to the longest. */
const PAUSE = { first: 5_000, longest: 300_000 };

/** Statuses of a service that is temporarily unavailable or busy. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The previous request: requests are sent in order. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Retries a request until it gets a final answer, as long as the page is open. Waits longer each time while
 * there is no network or the service is unavailable; a returning network ends the wait.
 *
 * @param send must be idempotent.
 * @param onWait called each time it has to wait.
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
    const answer = navigator.onLine ? await send().catch(() => null) : null;
    if (answer && !PASSING.has(answer.status)) return answer;
    onWait();
    await untilOnline(pause);
  }
}

/** Resolves when the browser goes online, or after a pause if it is online. */
function untilOnline(pause: number): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      if (!navigator.onLine) return;
      clearInterval(timer);
      removeEventListener("online", look);
      done();
    };
    const timer = setInterval(look, pause);
    addEventListener("online", look);
  });
}
