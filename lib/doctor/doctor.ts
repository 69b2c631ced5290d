import type { Settings } from "../settings.ts";
import { checkDatabase, checkIntegrity } from "./database.ts";
import { checkMailDomain } from "./dns.ts";
import { about, type Answered, type Finding, type Found, reasonOf } from "./finding.ts";
import { checkBackups, checkBuild, judgeClock } from "./machine.ts";
import { checkMail } from "./mail.ts";
import { judgeOpenness } from "./openness.ts";
import { judgeOperator } from "./operator.ts";
import { checkPush } from "./push.ts";
import { checkPublicUrl, findLocalService } from "./public_url.ts";

/** Options of the command. */
export interface DoctorOptions {
  /** Recipient of a test mail; null: none is sent. */
  mailTo: string | null;
  /** Directory of the backups, instead of BACKUP_DIR. */
  backups: string | null;
  /** Address of a DNS server, with or without a port, instead of the system's. */
  dns: string | null;
}

/** Checks everything the service needs without changing it; the service may be running. */
export async function examine(
  settings: Settings,
  { mailTo, backups, dns }: DoctorOptions,
): Promise<Finding[]> {
  const running = await findLocalService(settings);
  const [database, site, build, backup, mail, domain, push] = await Promise.all([
    attempt("database", () => checkDatabase(settings)),
    attempt("PUBLIC_URL", () => checkPublicUrl(settings, running !== null)),
    attempt("build", () => checkBuild(settings, running?.version ?? null)),
    attempt("backups", () => checkBackups(backups ?? settings.backupDir, Date.now())),
    attempt("mail", () => checkMail(settings, mailTo)),
    attempt("SPF, DKIM, DMARC", () => checkMailDomain(settings, dns)),
    attempt("notices in browsers", () => checkPush(settings)),
  ]);
  return [
    about("settings").ok("all are right"),
    judgeOpenness(settings),
    judgeOperator(settings),
    database.findings,
    // Takes long for a large file and blocks the thread, so it comes last.
    checkIntegrity(settings),
    backup.findings,
    build.findings,
    site.findings,
    judgeClock({ "the database": database.clock, "PUBLIC_URL": site.clock }),
    mail.findings,
    domain.findings,
    push.findings,
  ].flat();
}

/** A check that throws becomes a finding, and the others continue. */
async function attempt(what: string, check: () => Promise<Found>): Promise<Answered> {
  try {
    const found = await check();
    return "findings" in found ? found : { findings: found, clock: null };
  } catch (error) {
    const value = `could not be looked at: ${reasonOf(error)}`;
    const findings = about(what).problem(value, "Mend what it says, then run this again");
    return { findings, clock: null };
  }
}

/** A finding for each invalid setting; nothing else can be checked then. */
export function explainSettings(message: string): Finding[] {
  const advice = "Set it so, or take it out; the rest is looked at once the settings are right";
  return message.split("\n").slice(1).map((line) => {
    const [name = "", ...words] = line.trim().split(": ");
    return about(name).problem(words.join(": "), advice);
  });
}
