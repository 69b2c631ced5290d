/**
 * Has this browser receive notifications, which it is permitted to show, and tells the server where.
 *
 * @param path takes it, for the reader who is signed in there in this role.
 * @returns "full" if they have as many browsers as they may; "unknown" if the server does not know the push service.
 * @throws if the browser cannot, or the server does not take it.
 */
export async function subscribe(path: string, role: string): Promise<"on" | "full" | "unknown"> {
  const { key } = await (await fetch("/api/push-key")).json();
  const { pushManager } = await navigator.serviceWorker.ready;
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
