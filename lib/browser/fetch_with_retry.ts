/** How long it waits before it tries again, in ms: at first, then twice as long each time, up to the longest. */
const PAUSE = { first: 5_000, longest: 300_000 };

/** Answers of a service that is away for a while, or asks for patience. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** What was to be sent before: it goes in the order in which it was asked for. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Sends until there is an answer that is one, as long as the page is there: while there is no network, or the
 * service is away, it waits, and longer each time; a network that comes back ends the waiting.
 *
 * @param send must be such that to be carried out twice is the same as once.
 * @param onWait called each time that it has to wait.
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

/** Ends as soon as the browser comes to have a network, or after a pause where it thinks that it has one. */
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
