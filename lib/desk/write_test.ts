import assert from "node:assert/strict";
import type { GameSummary } from "../store/desk_store.ts";
import type { GameReport } from "./desk.ts";
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

const GAME: GameSummary = {
  id: "the-id",
  code: "123456",
  name: "Win\u202Eter\n party",
  date: "2026-12-24",
  createdAt: "2026-11-01T18:30:59.000Z",
  archivedAt: null,
  isGathering: false,
  people: 12,
  mails: { sent: 3, failed: 1, queued: 2, held: 0 },
  reports: 1,
  mailPausedAt: null,
};

const REPORT: GameReport = {
  ...GAME,
  organizer: { name: "Ol\u0007ga", email: "olga@example.org" },
  isProtected: false,
  isSealed: false,
  sendsMails: true,
  language: "de",
  participants: { withAddress: 4, domains: 2, opened: 5 },
};

Deno.test("writeSummaries() is a table of games, with user input made harmless", () => {
  assert.equal(writeSummaries([]), "No games");
  const others: Partial<GameSummary>[] = [
    { archivedAt: "2027-01-01T00:00:00.000Z", isGathering: true },
    { isGathering: true, mailPausedAt: "2027-01-01T00:00:00.000Z", name: "" },
    { mails: { ...GAME.mails, held: 2 } },
  ];
  assert.equal(
    writeSummaries([GAME, ...others.map((fields) => ({ ...GAME, ...fields }))]),
    `
code    state               created (UTC)     event       people  mails                                 reports  name
123456  drawn               2026-11-01 18:30  2026-12-24  12      3 sent, 1 failed, 2 waiting           1        Winter party
123456  archived            2026-11-01 18:30  2026-12-24  12      3 sent, 1 failed, 2 waiting           1        Winter party
123456  collecting, paused  2026-11-01 18:30  2026-12-24  12      3 sent, 1 failed, 2 waiting           1
123456  drawn               2026-11-01 18:30  2026-12-24  12      3 sent, 1 failed, 2 waiting (2 held)  1        Winter party
`.trim(),
  );
  assert.match(writeSummaries([GAME], true), /^code {4}id {6}state .*\n123456 {2}the-id {2}drawn /);
  assert.equal(writeList({ games: [GAME], isCut: false }), writeSummaries([GAME]));
  assert.equal(writeList({ games: [GAME], isCut: true }), `${writeSummaries([GAME])}\n… and more`);
});

Deno.test("writeReport() tells the operator what they need about a game, and no more", () => {
  assert.equal(
    writeReport(REPORT),
    `
game       123456  Winter party
id         the-id
state      drawn, in de
created    2026-11-01 18:30 UTC
event      2026-12-24
organizer  Olga <olga@example.org>
people     12; with an address: 4, domains: 2; gifts opened: 5
mails      3 sent, 1 failed, 2 waiting
reports    1
mail       not paused
`.trim(),
  );
  const other = writeReport({
    ...REPORT,
    organizer: { name: "", email: null },
    isProtected: true,
    isSealed: true,
    sendsMails: false,
    archivedAt: "2027-01-01T08:00:00.000Z",
    mailPausedAt: "2026-12-01T09:10:00.000Z",
  });
  for (
    const line of [
      "state      archived, protected, sealed, in de",
      "archived   2027-01-01 08:00 UTC",
      "organizer  no address",
      "mails      3 sent, 1 failed, 2 waiting; the game sends none by itself",
      "mail       paused since 2026-12-01 09:10 UTC",
    ]
  ) assert(other.split("\n").includes(line), other);
});

Deno.test("each action is reported in a sentence that says whether anything changed", () => {
  const pauses = [[true, true], [true, false], [false, true], [false, false]] as const;
  assert.deepEqual(pauses.map(([isPaused, isChanged]) => writePause(GAME, isPaused, isChanged)), [
    "The mail of game 123456 is paused; 2 waiting",
    "The mail of game 123456 was paused already; 2 waiting",
    "The mail of game 123456 goes on; 2 waiting",
    "The mail of game 123456 was not paused; 2 waiting",
  ]);
  const blocked = (isBlocked: boolean, isChanged: boolean, games: GameSummary[] = []) =>
    writeBlock({ subject: "example.org", isChanged, games, isCut: games.length > 1 }, isBlocked);
  assert.deepEqual(pauses.map(([isBlocked, isChanged]) => blocked(isBlocked, isChanged)), [
    "example.org is blocked",
    "example.org was blocked already",
    "example.org is no longer blocked",
    "example.org was not blocked",
  ]);
  assert.equal(
    blocked(true, true, [GAME]),
    `example.org is blocked. These games go on; pause or erase them:\n${writeSummaries([GAME])}`,
  );
  assert.match(blocked(true, true, [GAME, GAME]), /\n… and more$/);
  assert.equal(writeErased(GAME, true), "Game 123456 is erased");
  assert.match(writeErased(GAME, false), /^Game 123456 is erased\. Traces of it stay/);
});

Deno.test("writeBlocked() and writeLog() are tables, or a sentence if they are empty", () => {
  const createdAt = "2026-11-01T18:30:59.000Z";
  assert.equal(writeBlocked({ blocked: [] }), "Nothing is blocked");
  assert.equal(
    writeBlocked({ blocked: [{ subject: "example.org", createdAt }] }),
    "since (UTC)       address or domain\n2026-11-01 18:30  example.org",
  );
  const line = { at: createdAt, act: "pause", detail: "", code: "123456" };
  assert.equal(
    writeLog({ lines: [line, { ...line, act: "find", detail: "by code", code: null }] }),
    `
at (UTC)          act    game    detail
2026-11-01 18:30  pause  123456
2026-11-01 18:30  find   -       by code
`.trim(),
  );
});
