import type { Services } from "../services.ts";
import type { Store } from "../store/store.ts";
import { logError } from "../monitoring/log.ts";

/** A check that takes longer counts as failed, in ms. */
const CHECK_TIMEOUT = 3_000;

/** The state of a dependency, and how long the check took. */
interface Check {
  isHealthy: boolean;
  latencyMs: number;
}

/** Checks that the database answers, and if its last write failed, that it stores again. */
export function checkDatabase(store: Store): Promise<Check> {
  return check("database", () => store.ping());
}

/** Runs a probe of a dependency, which is unhealthy if the probe throws or takes too long. */
async function check(name: string, probe: () => Promise<unknown>): Promise<Check> {
  const start = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${CHECK_TIMEOUT} ms`)), CHECK_TIMEOUT);
  });
  let isHealthy = true;
  try {
    await Promise.race([probe(), timeout]);
  } catch (error) {
    isHealthy = false;
    logError("health check failed", error, { check: name });
  } finally {
    clearTimeout(timer);
  }
  return { isHealthy, latencyMs: Math.round((performance.now() - start) * 100) / 100 };
}

type ServiceStatus = "Healthy" | "Unhealthy" | "Degraded" | "NotConfigured";

/** The health report of the API. It reveals no setting's value. */
export async function reportHealth(services: Services, now: Date) {
  const { settings, store, mail, startedAt } = services;
  const [database, email] = await Promise.all([
    checkDatabase(store),
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
      {
        name: "Database",
        status: database.isHealthy ? "Healthy" : "Unhealthy",
        message: `${store.engine} ${database.isHealthy ? "answers" : "does not serve"}`,
        responseTimeMs: database.isHealthy ? database.latencyMs : null,
      },
      {
        name: "E-mail",
        ...describeEmail(email),
      },
      {
        name: "Application monitoring",
        status: settings.appMonitoringConnectionString ? "Healthy" : "NotConfigured",
        message: settings.appMonitoringConnectionString
          ? "Handed to the frontend"
          : "No connection string is set",
        responseTimeMs: null,
      },
    ],
  };
}

function describeEmail(email: Check | null) {
  if (!email) {
    return { status: "NotConfigured", message: "No mail server is set up", responseTimeMs: null };
  }
  return email.isHealthy
    ? { status: "Healthy", message: "The mail server answers", responseTimeMs: email.latencyMs }
    : {
      status: "Degraded",
      message: "The mail server does not answer: mails wait until it does",
      responseTimeMs: null,
    };
}
