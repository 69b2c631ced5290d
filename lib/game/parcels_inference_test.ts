import assert from "node:assert/strict";
import { cellOf, rows, worstBelief } from "@/tests/support/parcels_inference.ts";
import { sample } from "@/tests/support/sample.ts";

/** How much more certain of a pair anyone gets at most, knowing that no one sends twice. */
const MOST_GAINED = 0.05;

/** The cells of docs/decisions.md, by row and size. */
async function readTable(): Promise<Map<string, string>> {
  const text = await Deno.readTextFile(new URL("../../docs/decisions.md", import.meta.url));
  const [, table = ""] = text.split("| without → with");
  const [head = "", , ...lines] = table.split("\n\n")[0]?.split("\n") ?? [];
  const cellsOf = (line: string) => line.split("|").map((cell) => cell.trim());
  const sizes = cellsOf(head).slice(1);
  return new Map(lines.flatMap((line) => {
    const [, name = "", ...cells] = cellsOf(line);
    return sizes.map((size, at) => [`${name} of ${size}`, cells[at] ?? ""] as const);
  }));
}

Deno.test("parcels reveal as little as docs/decisions.md says, among four and five people", async () => {
  const table = await readTable();
  for (const [name, row] of rows()) {
    for (const size of sample([4, 5])) {
      assert.equal(table.get(`${name} of ${size}`), cellOf(row, size), `${name} of ${size}`);
    }
  }
});

Deno.test("parcels reveal nothing if people decide again for a new receiver, and hardly anything if not", () => {
  for (const [name, row] of rows()) {
    for (const size of sample([4, 5])) {
      const belief = worstBelief({ ...row, size });
      if (!belief) continue;
      const { without, independent, once } = belief;
      const what = `${name} of ${size}: ${without} without, ${independent} or ${once} with`;
      assert(independent < without + 1e-9, what);
      if (row.event === "nothing changes") assert(once < without + 1e-9, what);
      if (row.together === 1) assert(once < without + MOST_GAINED, what);
    }
  }
});
