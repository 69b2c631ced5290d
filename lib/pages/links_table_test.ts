import { deepEqual, equal, ok } from "node:assert/strict";
import Papa from "papaparse";
import { translator } from "../i18n/translate.ts";
import { linksTable } from "./links_table.ts";

function personOf(name: string) {
  return { name, email: "ana@example.org", link: "https://example.org/x" };
}

Deno.test("linksTable() is UTF-8 for spreadsheets, quotes what must be, and names its columns", () => {
  const table = linksTable([personOf('Ana "A", Lima')], translator("en"));
  equal(table.charCodeAt(0), 0xfeff);
  const [head, row] = Papa.parse<string[]>(table.slice(1)).data;
  deepEqual(head, ["Name", "Email", "Personal link"]);
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
