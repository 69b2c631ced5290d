import type { BlockedSender, GameSummary } from "../store/desk_store.ts";
import type { BlockResult, GameList, GameReport, Log } from "./desk.ts";

/** Removes control characters, and those that change the direction of the line, from a user's text for a terminal. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
}

/** Formats a time: "2026-12-24 18:30". */
function minute(time: string): string {
  return time.slice(0, "2026-12-24T18:30".length).replace("T", " ");
}

/** Aligns the columns of a table, without spaces at the ends of lines. */
function table(rows: readonly (readonly string[])[]): string {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => line.trimEnd()).join("\n");
}

function stateOf({ archivedAt, isGathering }: GameSummary): string {
  return archivedAt ? "archived" : isGathering ? "collecting" : "drawn";
}

function writeMails({ sent, failed, queued, held }: GameSummary["mails"]): string {
  const unconfirmed = held > 0 ? ` (${held} held)` : "";
  return `${sent} sent, ${failed} failed, ${queued} waiting${unconfirmed}`;
}

/** The columns of a list of games. */
const COLUMNS: readonly (readonly [heading: string, write: (game: GameSummary) => string])[] = [
  ["code", ({ code }) => code],
  ["id", ({ id }) => id],
  ["state", (game) => stateOf(game) + (game.mailPausedAt ? ", paused" : "")],
  ["created (UTC)", ({ createdAt }) => minute(createdAt)],
  ["event", ({ date }) => date],
  ["people", ({ people }) => String(people)],
  ["mails", ({ mails }) => writeMails(mails)],
  ["reports", ({ reports }) => String(reports)],
  ["name", ({ name }) => plain(name)],
];

/** @param hasIds true to list ids, because codes are not unique among the games */
export function writeSummaries(games: readonly GameSummary[], hasIds = false): string {
  if (games.length === 0) return "No games";
  const columns = COLUMNS.filter(([heading]) => hasIds || heading !== "id");
  const rows = games.map((game) => columns.map(([, write]) => write(game)));
  return table([columns.map(([heading]) => heading), ...rows]);
}

export function writeList({ games, isCut }: GameList): string {
  return writeSummaries(games) + (isCut ? "\n… and more" : "");
}

export function writeReport(game: GameReport): string {
  const { organizer, participants, archivedAt } = game;
  const kinds = [
    stateOf(game),
    ...game.isProtected ? ["protected"] : [],
    ...game.isSealed ? ["sealed"] : [],
    `in ${game.language}`,
  ];
  const email = organizer.email ? `<${organizer.email}>` : "no address";
  return table([
    ["game", `${game.code}  ${plain(game.name)}`],
    ["id", game.id],
    ["state", kinds.join(", ")],
    ["created", `${minute(game.createdAt)} UTC`],
    ...archivedAt ? [["archived", `${minute(archivedAt)} UTC`]] : [],
    ["event", game.date],
    ["organizer", `${plain(organizer.name)} ${plain(email)}`.trim()],
    [
      "people",
      `${game.people}; with an address: ${participants.withAddress}, domains: ${participants.domains}; ` +
      `gifts opened: ${participants.opened}`,
    ],
    ["mails", writeMails(game.mails) + (game.sendsMails ? "" : "; the game sends none by itself")],
    ["reports", String(game.reports)],
    ["mail", game.mailPausedAt ? `paused since ${minute(game.mailPausedAt)} UTC` : "not paused"],
  ]);
}

export function writePause(
  { code, mails: { queued } }: GameSummary,
  isPaused: boolean,
  isChanged: boolean,
): string {
  const changed = isPaused ? "is paused" : "goes on";
  const unchanged = isPaused ? "was paused already" : "was not paused";
  return `The mail of game ${code} ${isChanged ? changed : unchanged}; ${queued} waiting`;
}

export function writeErased({ code }: GameSummary, isOverwritten: boolean): string {
  const traces = isOverwritten
    ? ""
    : ". Traces of it stay in the database's log until the service starts again";
  return `Game ${code} is erased${traces}`;
}

export function writeBlock(
  { subject, isChanged, ...list }: BlockResult,
  isBlocked: boolean,
): string {
  const changed = isBlocked ? "is blocked" : "is no longer blocked";
  const unchanged = isBlocked ? "was blocked already" : "was not blocked";
  const said = `${subject} ${isChanged ? changed : unchanged}`;
  if (list.games.length === 0) return said;
  return `${said}. These games go on; pause or erase them:\n${writeList(list)}`;
}

export function writeBlocked({ blocked }: { blocked: readonly BlockedSender[] }): string {
  if (blocked.length === 0) return "Nothing is blocked";
  return table([
    ["since (UTC)", "address or domain"],
    ...blocked.map(({ subject, createdAt }) => [minute(createdAt), subject]),
  ]);
}

export function writeLog({ lines }: Log): string {
  return table([
    ["at (UTC)", "act", "game", "detail"],
    ...lines.map(({ at, act, detail, code }) => [minute(at), act, code ?? "-", detail]),
  ]);
}
