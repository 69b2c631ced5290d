import { parseArgs } from "node:util";
import { namesOf } from "../../game/derive.ts";
import { parseSettings, readEnvironment, readSettings, type Settings } from "../../settings.ts";
import { toTokenSecret } from "../server_key.ts";
import type { Watch } from "./copy.ts";
import type { ServerKey } from "./keys.ts";
import { newBackupIn, removeOldBackups, removeUnfinishedBackups } from "./nightly.ts";
import { nameOf, parsePlace, parseServer, type Place } from "./places.ts";
import { TransferError } from "./port.ts";
import { backup, move, restore, type Transferred } from "./transfer.ts";

const USAGE = `Usage:
  deno task backup FILE                writes all games to a new file, while the service runs
  deno task backup --keep N DIRECTORY  the same, to a file named after the time, of which the N
                                       newest stay
  deno task restore FILE               fills the empty database of the settings from such a file
  deno task move [--from A] [--to B]   moves all games into another, empty database; A and B are a
                                       directory or postgres://…, and the one that is left out is
                                       the database of the settings`;

/** Runs the command. @returns the closing message */
async function run(args: string[], watch: Watch): Promise<string> {
  const { verb, file: given, keep, from, to } = parse(args) ?? {};
  const file = keep && given ? newBackupIn(given, new Date()) : given;
  if (verb === "backup" && file) {
    // First, so that the new backup has room.
    if (keep && given) await removeUnfinishedBackups(given, new Date());
    const done = await backup(readSettings(), file, watch);
    if (keep && given) await removeOldBackups(given, keep, file);
    return `${sum("Backed up", done)} to ${file}. ` +
      (done.hasSecret
        ? "The secret of all links is in it: keep it as safe as the data."
        : "TOKEN_SECRET is not in it: keep it elsewhere, no link opens anything without it.");
  }
  if (verb === "restore" && file) {
    const settings = readSettings();
    return `${sum("Restored", await restore(settings, file, watch))} to ${nameOf(settings)}.`;
  }
  if (verb === "move" && (from || to)) {
    const { tokenSecret, ...present } = presentSettings();
    const source = from ? parsePlace(from, "--from") : present;
    const target = to ? parsePlace(to, "--to") : present;
    const done = await move(source, target, tokenSecret, watch);
    const where = `from ${nameOf(source)} to ${nameOf(target)}`;
    return `${sum("Moved", done)} ${where}; the copy that stays is not served any more.` +
      (done.isCopy
        ? " It was marked as moved before: if that move had ended, what happened since then is not in it."
        : "") +
      ` Set for the service:\n${settingsFor(target, to, done.key)}`;
  }
  throw new TransferError(USAGE);
}

/** @returns null for a wrong command line; `keep`: how many backups stay in the directory `file`. */
function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { from: { type: "string" }, to: { type: "string" }, keep: { type: "string" } },
    });
    const { keep, ...places } = values;
    const [verb, file, ...rest] = positionals;
    const isOfOther = verb === "move" ? file !== undefined : namesOf(places).length > 0;
    if (
      rest.length > 0 || isOfOther || keep && (verb !== "backup" || !/^[1-9]\d{0,3}$/.test(keep))
    ) return null;
    return { verb, file, ...places, ...(keep && { keep: Number(keep) }) };
  } catch {
    return null;
  }
}

/** The settings that `move` needs: DATABASE_URL or TOKEN_SECRET may still be missing. */
function presentSettings(): Place & Pick<Settings, "tokenSecret"> {
  const { DATA_DIR, TOKEN_SECRET, DATABASE_URL } = readEnvironment();
  const { tokenSecret, dataDir } = parseSettings({ DATA_DIR, TOKEN_SECRET });
  const url = DATABASE_URL?.trim();
  const place = url ? parseServer(url, "DATABASE_URL") : { databaseUrl: null, dataDir };
  return { ...place, tokenSecret };
}

/** @param given the target on the command line, if any */
function settingsFor(
  { databaseUrl, dataDir }: Place,
  given: string | undefined,
  { key, isFile }: ServerKey,
): string {
  const secret = isFile ? `TOKEN_SECRET=${toTokenSecret(key)}` : "TOKEN_SECRET as it is";
  return databaseUrl
    ? `  DATABASE_URL${given ? `=${given}` : " as it is"}\n  ${secret}`
    : `  DATA_DIR=${dataDir}, and no DATABASE_URL\n  ${isFile ? "no TOKEN_SECRET" : secret}`;
}

function sum(done: string, { counts, checksum }: Transferred): string {
  return `${done} ${counts.games} games with ${counts.participants} people, ${counts.outbox} mails, ` +
    `${counts.unsubscriptions} marks of unsubscriptions and ${counts.photos} photos (SHA-256 ${checksum})`;
}

/** Interval of the progress display, in ms. */
const PACE = 100;

/** Shows the progress on a terminal. */
function showProgress(): Watch["onProgress"] {
  let current = "";
  let startedAt = 0;
  let shownAt = 0;
  return (what, done, all) => {
    const now = performance.now();
    if (what !== current) [current, startedAt] = [what, now];
    if (now - shownAt < PACE && done < all) return;
    shownAt = now;
    const speed = Math.round(done / Math.max(0.001, (now - startedAt) / 1000));
    print(`\r${what} ${done} of ${all} games, ${speed} a second\x1b[K`);
  };
}

function print(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}

const isTerminal = Deno.stderr.isTerminal();
const broken = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => broken.abort(new TransferError("Broken off")));
}
let code = 0;
try {
  const end = await run(Deno.args, {
    onProgress: isTerminal ? showProgress() : () => {},
    onWait: (seconds) => print(`The database does not answer yet: waiting for ${seconds} s\n`),
    signal: broken.signal,
  });
  if (isTerminal) print("\r\x1b[K");
  console.log(end);
} catch (error) {
  if (isTerminal) print("\r\x1b[K");
  console.error(error instanceof Error ? error.message : String(error));
  code = 1;
}
Deno.exit(code);
