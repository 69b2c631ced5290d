import { connect } from "node:tls";
import type { Settings } from "../settings.ts";
import { INTERNET, type PushNetwork } from "../mail/push_network.ts";
import { contactOf } from "../mail/push_transport.ts";
import { about, type Finding } from "./finding.ts";

/** One host of each large push service. */
const HOSTS = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];
/** Maximum time to connect, in ms. */
const PATIENCE = 5_000;

/**
 * Checks that push services can be reached, so that browsers can be notified. Skips entries of `pushHosts` that stand
 * for subdomains, because they name no host to connect to.
 */
export async function checkPush(
  settings: Pick<Settings, "pushHosts" | "operator" | "publicUrl">,
  network: PushNetwork = INTERNET,
): Promise<Finding> {
  const { ok, warning } = about("notices in browsers");
  const hosts = [...HOSTS, ...settings.pushHosts.filter((host) => !host.startsWith("."))];
  const reached = await Promise.all(hosts.map((host) => isReached(host, network)));
  const missing = hosts.filter((_, index) => !reached[index]);
  if (missing.length === 0) {
    return contactOf(settings) ? ok("the push services are reached") : warning(
      "the push services are reached, but Apple's refuses notices that name no contact",
      "Set PUBLIC_URL to an https address, or OPERATOR_CONTACT",
    );
  }
  return warning(
    `${missing.join(", ")} cannot be reached, so browsers that use them are not notified`,
    "Let this machine look up public names and connect to port 443, if people are to be notified in browsers",
  );
}

async function isReached(host: string, network: PushNetwork): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), PATIENCE);
  try {
    const [address] = await Promise.race([network.resolve(host), promise.then(() => [])]);
    if (address === undefined || !network.isAllowed(address)) return false;
    const { port, ca } = network;
    const socket = connect({ host: address, port, servername: host, ...ca && { ca } });
    socket.once("secureConnect", () => resolve(true));
    socket.once("error", () => resolve(false));
    const isConnected = await promise;
    socket.destroy();
    return isConnected;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
