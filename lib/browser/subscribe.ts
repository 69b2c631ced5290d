/** How long the service worker may take to start, in ms. */
const PATIENCE = 10_000;

/**
 * Has this browser receive notifications, which it is permitted to show, and tells the server where.
 *
 * @param path takes it, for the reader who is signed in there in this role.
 * @param worker path of the service worker.
 * @returns "full" if they have as many browsers as they may; "unknown" if the server does not know the push service.
 * @throws if the browser cannot, or the server does not take it.
 */
export async function subscribe(
  path: string,
  role: string,
  worker: string,
): Promise<"on" | "full" | "unknown"> {
  const { key } = await (await fetch("/api/push-key")).json();
  // `ready` alone never settles where the page could not register it, or where it could not be installed.
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, tooLate()]);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(async (error) => {
    // Of a key that the service no longer has.
    const old = await pushManager.getSubscription();
    if (!await old?.unsubscribe()) throw error;
    return await pushManager.subscribe(options);
  });
  const { endpoint = "", keys } = subscription.toJSON();
  const answer = await fetch(path, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ action: "addDevice", role, endpoint, ...keys }),
  });
  if (answer.status === 409) return "full";
  if (answer.status === 400) return "unknown";
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return "on";
}

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The service worker does not start")), PATIENCE);
  });
}
