import { parseArgs } from "node:util";
import { readSettings, SettingsError } from "../settings.ts";
import { type DoctorOptions, examine, explainSettings } from "./doctor.ts";
import { type Finding, writeFinding } from "./finding.ts";

const USAGE = `Usage: deno task doctor [--mail-to ADDRESS] [--backups DIRECTORY] [--dns ADDRESS]
  looks at everything that the service needs, by the same settings, and changes nothing
  --mail-to   sends a test mail
  --backups   where the backups are, instead of BACKUP_DIR
  --dns       a DNS server, instead of the system's`;

/** @returns null if the command line is invalid. */
function parse(args: string[]): DoctorOptions | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        "mail-to": { type: "string" },
        backups: { type: "string" },
        dns: { type: "string" },
      },
    });
    const { "mail-to": mailTo = null, backups = null, dns = null } = values;
    return { mailTo, backups, dns };
  } catch {
    return null;
  }
}

async function findAll(options: DoctorOptions): Promise<Finding[]> {
  try {
    return await examine(readSettings(), options);
  } catch (error) {
    if (error instanceof SettingsError) return explainSettings(error.message);
    throw error;
  }
}

const options = parse(Deno.args);
if (!options) {
  console.error(USAGE);
  Deno.exit(1);
}
const findings = await findAll(options);
for (const finding of findings) console.log(writeFinding(finding));
Deno.exit(findings.some(({ level }) => level === "problem") ? 1 : 0);
