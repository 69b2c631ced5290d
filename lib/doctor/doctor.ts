import type { Settings } from "../settings.ts";
import { checkDatabase, checkIntegrity } from "./database.ts";
import { checkMailDomain } from "./dns.ts";
import { type Finding, ok, problem, reasonOf } from "./finding.ts";
import { checkBackups, checkBuild, judgeClock } from "./machine.ts";
import { checkMail } from "./mail.ts";
import { judgeOpenness } from "./openness.ts";
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
    attempt("notices in browsers", () => checkPush()),
  ]);
  return [
    ok("settings", "all are right"),
    judgeOpenness(settings),
    ...findingsOf(database),
    // Takes long for a large file and blocks the thread, so it comes last.
    ...checkIntegrity(settings),
    ...findingsOf(backup),
    ...findingsOf(build),
    ...findingsOf(site),
    judgeClock({ "the database": clockOf(database), "PUBLIC_URL": clockOf(site) }),
    ...findingsOf(mail),
    ...findingsOf(domain),
    ...findingsOf(push),
  ];
}

/** A check that throws becomes a finding, and the others continue. */
async function attempt<T>(what: string, check: () => Promise<T>): Promise<T | Finding> {
  try {
    return await check();
  } catch (error) {
    return problem(
      what,
      `could not be looked at: ${reasonOf(error)}`,
      "Mend what it says, then run this again",
    );
  }
}

type Found = Finding | Finding[] | { findings: Finding[] };

function findingsOf(found: Found): Finding[] {
  return "findings" in found ? found.findings : [found].flat();
}

function clockOf(found: Finding | { clock: { theirs: number; ours: number } | null }) {
  return "clock" in found ? found.clock : null;
}

/** A finding for each invalid setting; nothing else can be checked then. */
export function explainSettings(message: string): Finding[] {
  const advice = "Set it so, or take it out; the rest is looked at once the settings are right";
  return message.split("\n").slice(1).map((line) => {
    const [name = "", ...words] = line.trim().split(": ");
    return problem(name, words.join(": "), advice);
  });
}
