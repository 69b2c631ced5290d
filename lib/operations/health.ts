import type { Services } from "../services.ts";
import { readSettings } from "../settings.ts";
import type { Store } from "../store/store.ts";
import { logError } from "../monitoring/log.ts";
import { within } from "../work/within.ts";

/** Time limit of a check, in ms; a check that takes longer counts as failed. */
const CHECK_TIMEOUT = 3_000;

/**
 * Checks that the database answers and, if its last write failed, that it can write again.
 *
 * @param services absent if they could not be opened.
 */
export function checkDatabase(services?: { store: Pick<Store, "ping"> }) {
  const { store } = services ?? unopened();
  return check("database", () => store.ping());
}

/** Runs a probe of a dependency, which is unhealthy if the probe throws or takes too long. */
async function check(name: string, probe: () => Promise<unknown>) {
  const start = performance.now();
  let isHealthy = true;
  try {
    await within(CHECK_TIMEOUT, probe(), () => {
      throw new Error(`No answer in ${CHECK_TIMEOUT} ms`);
    });
  } catch (error) {
    isHealthy = false;
    logError("health check failed", error, { check: name });
  }
  return { isHealthy, latencyMs: Math.round((performance.now() - start) * 100) / 100 };
}

/** A substitute for services that could not be opened; all its checks fail. */
function unopened() {
  const settings = readSettings();
  const fail = () => Promise.reject(new Error("The database could not be opened"));
  return {
    settings,
    store: { engine: settings.databaseUrl ? "PostgreSQL" : "SQLite", ping: fail },
    mail: settings.smtpUrl ? { verify: fail } : null,
    startedAt: new Date(performance.timeOrigin),
  };
}

type ServiceStatus = "Healthy" | "Unhealthy" | "Degraded" | "NotConfigured";

/** The health report of the API. Reveals no connection settings. @param services absent if they could not be opened. */
export async function reportHealth(services: Services | undefined, now: Date) {
  const { settings, store, mail, startedAt } = services ?? unopened();
  const [database, email] = await Promise.all([
    checkDatabase({ store }),
    mail && check("email", () => mail.verify()),
  ]);
  const overallStatus: ServiceStatus = !database.isHealthy
    ? "Unhealthy"
    : email?.isHealthy === false
    ? "Degraded"
    : "Healthy";
  return {
    overallStatus,
    status: overallStatus,
    timestamp: now.toISOString(),
    version: settings.buildVersion,
    buildDate: settings.buildDate,
    environment: settings.environment,
    uptime: (now.getTime() - startedAt.getTime()) / 1000,
    checks: {
      database: { status: database.isHealthy ? "ok" : "error" },
      email: { status: !email ? "not_configured" : email.isHealthy ? "ok" : "error" },
    },
    services: [
      database.isHealthy
        ? describe("Database", "Healthy", `${store.engine} answers`, database.latencyMs)
        : describe("Database", "Unhealthy", `${store.engine} does not serve`),
      describeEmail(email),
      settings.appMonitoringConnectionString
        ? describe("Application monitoring", "Healthy", "Handed to the frontend")
        : describe("Application monitoring", "NotConfigured", "No connection string is set"),
    ],
  };
}

function describeEmail(email: Awaited<ReturnType<typeof check>> | null) {
  if (!email) return describe("E-mail", "NotConfigured", "No mail server is set up");
  return email.isHealthy
    ? describe("E-mail", "Healthy", "The mail server answers", email.latencyMs)
    : describe("E-mail", "Degraded", "Mails wait until the mail server and the database answer");
}

function describe(
  name: string,
  status: ServiceStatus,
  message: string,
  responseTimeMs: number | null = null,
) {
  return { name, status, message, responseTimeMs };
}
