import { z } from "zod";
import { localUrl, type Settings } from "../settings.ts";
import { about, type Finding, type Found, reasonOf } from "./finding.ts";

const publicAddress = about("PUBLIC_URL");

/** Maximum wait for an answer, in ms. */
const TIMEOUT = 10_000;
/** A documentation address (RFC 5737), as a client would forge it. */
const PRETENDED = "192.0.2.1";

/** The part of a health report that identifies this service. */
const reportSchema = z.object({
  overallStatus: z.string(),
  version: z.string(),
  forwarded: z.object({
    addresses: z.number(),
    proto: z.string().nullable(),
    host: z.string().nullable(),
  }).optional(),
});
type Report = z.infer<typeof reportSchema>;

/** Requests the health of the service on this machine; null if it does not run here. */
export async function findLocalService(settings: Settings): Promise<Report | null> {
  try {
    return (await ask(localUrl(settings))).report;
  } catch {
    return null;
  }
}

/** Requests the health of the service through PUBLIC_URL. @param isRunning true if it runs on this machine */
export async function checkPublicUrl(
  { publicUrl, trustProxy, environment }: Settings,
  isRunning: boolean,
): Promise<Found> {
  if (!publicUrl) {
    const advice = "Set it to the address that people open: links in mails begin with it";
    return environment === "development"
      ? publicAddress.ok("not set")
      : publicAddress.warning("not set", advice);
  }
  const safety = judgeScheme(publicUrl);
  try {
    const { report, clock } = await ask(publicUrl);
    const pretending = await ask(publicUrl, { "x-forwarded-for": PRETENDED });
    return {
      findings: [
        safety ??
          publicAddress.ok(
            `${publicUrl} answers, version ${report.version}, ${report.overallStatus}`,
          ),
        judgeProxies(trustProxy, report.forwarded, pretending.report.forwarded),
      ],
      clock,
    };
  } catch (error) {
    const value = `${publicUrl}: ${reasonOf(error)}`;
    return isRunning || !isNotStarted(error)
      ? publicAddress.problem(
        value,
        "See that its name leads to your proxy, that the proxy has a certificate for it, and that it hands requests on to this service",
      )
      : publicAddress.warning(
        value,
        "The service does not run on this machine: start it, then run this again",
      );
  }
}

/** True for errors that are expected while the service does not run: a refused connection, or a proxy's 502 to 504. */
function isNotStarted(error: unknown): boolean {
  const text = reasonOf(error);
  return error instanceof TypeError
    ? !/dns error|certificate/i.test(text)
    : /, with 50[234]$|timed out/i.test(text);
}

function judgeScheme(publicUrl: string): Finding | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:" || /^(?:localhost|127\..*|\[::1\]|.*\.local)$/.test(hostname)) {
    return null;
  }
  return publicAddress.warning(
    `${publicUrl} is not encrypted`,
    "Put a proxy with a certificate in front and set it to https://…: everybody on the way can read personal links",
  );
}

/**
 * Compares TRUST_PROXY with the number of proxies that add to the forwarding headers.
 *
 * @param plain the headers that arrive with a normal request.
 * @param pretending those that arrive with a forged X-Forwarded-For.
 */
export function judgeProxies(
  trustProxy: number,
  plain: Report["forwarded"],
  pretending: Report["forwarded"],
): Finding {
  const { ok, warning, problem } = about("TRUST_PROXY");
  if (!plain || !pretending) {
    return warning(
      `${trustProxy}; what answers is of another release`,
      "Start this release, then run this again",
    );
  }
  const { addresses, proto, host } = plain;
  const told = [
    addresses === 1 ? "1 address" : `${addresses} addresses`,
    ...proto ? [`protocol ${proto}`] : [],
    ...host ? [`host ${host}`] : [],
  ].join(", ");
  const value = `${trustProxy}, and what arrives has been forwarded with ${told}`;
  // If no proxy adds to the header, a forged value arrives unchanged.
  if (addresses < trustProxy) {
    const right = addresses || "off";
    return problem(
      value,
      `Set it to ${right}: with this one everybody can pretend to have any address and no limit holds. Where the proxy should tell addresses, let it set X-Forwarded-For`,
    );
  }
  if (addresses > trustProxy) {
    return warning(
      value,
      `Set it to ${addresses} if all these proxies are yours: now everybody counts as one client, and one can use up the limits of all`,
    );
  }
  const isOverwritten = pretending.addresses === addresses && addresses > 0;
  return ok(isOverwritten ? `${value}; the proxy overwrites what clients write there` : value);
}

/** @throws if there is no answer, or another service answers */
async function ask(origin: string, headers: HeadersInit = {}) {
  const before = Date.now();
  const answer = await fetch(`${origin}/api/health`, {
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const ours = (before + Date.now()) / 2;
  const target = answer.headers.get("location");
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    throw new Error(`it sends people on to ${target}`);
  }
  const report = reportSchema.safeParse(await answer.json().catch(() => null));
  if (!report.success) throw new Error(`something else answers there, with ${answer.status}`);
  const theirs = Date.parse(answer.headers.get("date") ?? "");
  return { report: report.data, clock: Number.isNaN(theirs) ? null : { theirs, ours } };
}
