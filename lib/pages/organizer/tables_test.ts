import { deepEqual, equal, ok } from "node:assert/strict";
import Papa from "papaparse";
import { parsePeople } from "../../browser/people_list.ts";
import { translator } from "../../i18n/translate.ts";
import { linksTable, peopleTable } from "./tables.ts";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { type Language, LANGUAGES } from "../../game/types.ts";
import { organizerView } from "../../game/views.ts";
import { readerOf } from "../../http/reader.ts";

function personOf(name: string) {
  return { name, email: "ana@example.org", link: "https://example.org/x" };
}

Deno.test("linksTable() is UTF-8 for spreadsheets, quotes where needed, and names its columns", () => {
  const table = linksTable([personOf('Ana "A", Lima')], translator("en"));
  equal(table.charCodeAt(0), 0xfeff);
  const [head, row] = Papa.parse<string[]>(table.slice(1)).data;
  deepEqual(head, ["Name", "Email address", "Personal link"]);
  equal(row?.[0], 'Ana "A", Lima');
  equal(row?.[2], "https://example.org/x");
});

Deno.test("linksTable() holds no cell that a spreadsheet would take for a formula", () => {
  const names = ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", '=HYPERLINK("http://evil.example")'];
  const table = linksTable(names.map(personOf), translator("en"));
  const cells = Papa.parse<string[]>(table.slice(1)).data.flat();
  ok(cells.length > names.length * 3);
  for (const cell of cells) ok(!/^[=+\-@＝]/.test(cell), cell);
});

Deno.test("linksTable() holds no formula for a spreadsheet that separates cells in another way either", () => {
  const names = ["x;=cmd|' /C calc'!A0", "x;+1", "x\t=1+1", 'x";=1', "\u200b=1", "x,=1"];
  const table = linksTable(names.map(personOf), translator("en"));
  for (const line of table.slice(1).trimEnd().split("\r\n")) {
    ok(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/.test(line), line);
    for (const separator of [";", "\t", ","]) {
      // As spreadsheets read: between quotes no separator counts.
      const cells = line.split(new RegExp(`${separator}(?=(?:[^"]*"[^"]*")*[^"]*$)`));
      for (const cell of cells) ok(!/^["\s\u200b]*[=+@-]/.test(cell), `${separator}: ${cell}`);
    }
  }
});

function tableOf(body: Record<string, unknown>, language: Language = "en"): string[][] {
  const game = makeGame(3, body);
  for (const one of game.participants) one.hasConfirmedAssignment = true;
  const table = peopleTable({
    game,
    view: organizerView(game, tokens, new Date()),
    credential: {},
    reader: readerOf({
      req: new Request("http://localhost/", { headers: { "accept-language": language } }),
      state: {},
    }),
    hasMail: false,
    isHeld: false,
  }, new Date());
  for (const { number } of game.participants) {
    ok(!table.includes(tokens.participant(game, { number, tokenVersion: 1 })), "a token");
  }
  return Papa.parse<string[]>(table.slice(1).trimEnd()).data;
}

Deno.test("peopleTable() has everyone with status and wishes, and no formula", () => {
  const participants = [
    { name: "=1+1", email: "ana@example.org", wish: '@SUM(A1)\n"tea"', desiredGift: "-2" },
    { name: "Ben" },
    { name: "Cy" },
  ];
  const [head, ana, ben] = tableOf({ participants });
  deepEqual(head, [
    "Name",
    "Email address",
    "Status",
    "Biggest wish",
    "Wishes and hints",
  ]);
  deepEqual(ana, [
    "'=1+1",
    "ana@example.org",
    "Happy with the name, Wish added",
    "'-2",
    '\'@SUM(A1)\n"tea"',
  ]);
  deepEqual(ben?.[2], "Happy with the name, No wishes yet");
});

Deno.test("peopleTable() can be read back as people without households in every language", () => {
  const participants = [
    { name: "Ana", email: "ana@example.org", wish: "a book\nblue, red, or green" },
    { name: "Ben", wish: "insta: @ben" },
    { name: "Cy" },
  ];
  for (const language of LANGUAGES) {
    deepEqual(parsePeople(Papa.unparse(tableOf({ participants }, language))), [
      { name: "Ana", email: "ana@example.org", household: "" },
      { name: "Ben", email: "", household: "" },
      { name: "Cy", email: "", household: "" },
    ]);
  }
});

Deno.test("peopleTable() of a sealed game does not say who has confirmed", () => {
  const [, ana] = tableOf({ isSealed: true });
  deepEqual(ana?.[2], "Needs their link, No wishes yet");
});
