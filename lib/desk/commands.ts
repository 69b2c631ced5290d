import { parseArgs } from "node:util";
import { namesOf } from "../game/derive.ts";
import type { Settings } from "../settings.ts";
import { openDesk } from "../store/desk.ts";
import { Desk, DeskError, LISTS } from "./desk.ts";
import {
  writeBlock,
  writeBlocked,
  writeErased,
  writeList,
  writeLog,
  writePause,
  writeReport,
  writeSummaries,
} from "./write.ts";

const USAGE = `Usage: deno task desk COMMAND [--json]
  find CODE|ADDRESS|DAY     games with this code, with this address in them, or created on this day (UTC)
  show GAME                 state and counts of a game; GAME is its code or its id
  pause GAME                all mail of a game waits
  resume GAME               … and goes on
  erase GAME [--yes]        deletes a game for good
  block ADDRESS|DOMAIN      no game of such an organizer, and no mail to it; a domain includes those below it
  unblock ADDRESS|DOMAIN
  list reports|held|largest games that people have reported; whose mails wait for the organizer's
                            confirmation; with the most mails
  list blocked              what is blocked
  log                       what was done here`;

/** The outcome of a command, as data and as text. */
interface Answer {
  data: object;
  text: string;
}

/** @param isSure asks the operator before something is lost for good */
type Command = (
  desk: Desk,
  subject: string,
  isSure: (question: string) => boolean,
) => Promise<Answer>;

const COMMANDS: Readonly<Record<string, Command>> = {
  find: (desk, subject) => answer(desk.find(subject), writeList),
  show: (desk, subject) => answer(desk.show(subject), writeReport),
  pause: (desk, subject) =>
    answer(desk.pause(subject, true), ({ game, isChanged }) => writePause(game, true, isChanged)),
  resume: (desk, subject) =>
    answer(desk.pause(subject, false), ({ game, isChanged }) => writePause(game, false, isChanged)),
  async erase(desk, subject, isSure) {
    const erased = await desk.erase(
      subject,
      (game) =>
        isSure(
          `${writeSummaries([game])}\nErase this game for good, with everything stored about it?`,
        ),
    );
    if (!erased) throw new DeskError("Nothing was erased: confirm it, or add --yes");
    return { data: erased, text: writeErased(erased.game, erased.isOverwritten) };
  },
  block: (desk, subject) => answer(desk.block(subject, true), (done) => writeBlock(done, true)),
  unblock: (desk, subject) => answer(desk.block(subject, false), (done) => writeBlock(done, false)),
  async list(desk, subject) {
    if (subject === "blocked") return await answer(desk.listBlocked(), writeBlocked);
    const which = namesOf(LISTS).find((one) => one === subject);
    if (!which) throw new DeskError(USAGE);
    return await answer(desk.list(which), writeList);
  },
  log: (desk) => answer(desk.readLog(), writeLog),
};

async function answer<Data extends object>(
  work: Promise<Data>,
  write: (data: Data) => string,
): Promise<Answer> {
  const data = await work;
  return { data, text: write(data) };
}

/** @returns null if the command line is invalid. */
function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: "boolean" }, yes: { type: "boolean" } },
    });
    const [name = "", subject = "", ...rest] = positionals;
    const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const isComplete = (subject === "") === (name === "log") && rest.length === 0;
    if (!run || !isComplete || (values.yes && name !== "erase")) return null;
    return { run, subject, isJson: values.json ?? false, isConfirmed: values.yes ?? false };
  } catch {
    return null;
  }
}

/** What a command prints, and its exit code. */
export type Printed = Awaited<ReturnType<typeof runDesk>>;

/**
 * Runs one command of the desk.
 *
 * @param confirm asks the operator; returns false without a terminal.
 */
export async function runDesk(
  args: string[],
  readSettings: () => Settings,
  confirm: (question: string) => boolean,
) {
  const parsed = parse(args);
  if (!parsed) return { code: 1, stdout: "", stderr: USAGE };
  const { run, subject, isJson, isConfirmed } = parsed;
  try {
    const { store, desk } = await openDesk(readSettings());
    try {
      const isSure = (question: string) => isConfirmed || confirm(question);
      const { data, text } = await run(new Desk(store, desk), subject, isSure);
      return { code: 0, stdout: isJson ? JSON.stringify(data) : text, stderr: "" };
    } finally {
      await store.close();
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const games = error instanceof DeskError ? error.games : [];
    const choice = games.length > 0 ? `\n${writeSummaries(games, true)}` : "";
    return isJson
      ? { code: 1, stdout: JSON.stringify({ error: message, games }), stderr: "" }
      : { code: 1, stdout: "", stderr: message + choice };
  }
}
