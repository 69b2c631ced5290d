/** How long to wait for the service worker to start, in ms. */
const PATIENCE = 10_000;

/**
 * Subscribes this browser, which has permission, to notifications and registers it with the server.
 *
 * @param path receives the subscription, for the reader who is signed in there in this role.
 * @param worker path of the service worker.
 * @returns "full" at the maximum number of browsers; "unknown" if the server does not know the push service.
 * @throws if the browser cannot subscribe, or the server refuses the subscription.
 */
export async function subscribe(
  path: string,
  role: string,
  worker: string,
): Promise<"on" | "full" | "unknown"> {
  const { key } = await (await fetch("/api/push-key")).json();
  // Not just `ready`, which never settles if the worker could not be registered or installed.
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, tooLate()]);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(async (error) => {
    // An old subscription may have a key that the service no longer uses.
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
