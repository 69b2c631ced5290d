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
  deepEqual(head, ["Name", "E-mail", "Personal link"]);
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
