import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { Connection } from "@/lib/store/sqlite/connection.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { cutAfter, parseTrace, TRACED } from "../support/recorded_disk.ts";
import { installed } from "../support/programs.ts";
import { amount } from "../support/sample.ts";

const GAMES = amount(80, 200);
const CUTS = amount(8, 20);

Deno.test("a power cut loses no acknowledged game, and the database opens", async () => {
  if (!await installed("strace")) {
    console.error("NOT TESTED: power cuts, for which strace must be there, or root to install it");
    return;
  }
  const directory = await Deno.makeTempDir({ prefix: "gift-exchange-power-" });
  try {
    const events = parseTrace(await record(directory), directory);
    const syncs = events.filter(({ type }) => type === "sync").length;
    assert(syncs > GAMES / 2, `only ${syncs} syncs for ${GAMES} games, each stored by itself`);
    let lost = 0;
    let checked = 0;
    for (let number = 1; number <= CUTS; number++) {
      const length = Math.ceil(events.length * (0.05 + 0.95 * Math.random()));
      // Alternates a disk that keeps only synced data and one that keeps half of the rest.
      const survives = number % 2 === 0 ? () => false : () => Math.random() < 0.5;
      const { files, printed } = cutAfter(events, length, survives);
      const found = await reopen(join(directory, `cut-${number}`), files);
      const codes = printed.split("\n").slice(0, -1);
      checked += codes.length;
      lost += codes.filter((code) => !found.has(code)).length;
    }
    assert(checked > CUTS * 10, "hardly any game was acknowledged before the cuts");
    assert.equal(lost, 0, `${lost} of ${checked} acknowledged games are gone`);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

/** Stores games one by one in a separate process. @returns its strace output */
async function record(directory: string): Promise<string> {
  const trace = join(directory, "trace");
  const script = new URL("../support/store_process.ts", import.meta.url).pathname;
  const { success, stderr } = await new Deno.Command("strace", {
    args: [
      ...["-f", "-y", "-xx", "-s", "1000000", "-e", `trace=${TRACED}`, "-o", trace],
      ...[Deno.execPath(), "run", "-A", "-q", "--no-code-cache", script],
      ...[join(directory, "data"), String(GAMES)],
    ],
    stdout: "null",
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return await Deno.readTextFile(trace);
}

/** Opens the files left by a cut, checks their integrity, and lists the codes in them. */
async function reopen(
  dataDir: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Set<string>> {
  await Deno.mkdir(dataDir);
  for (const [path, content] of files) {
    // The shared-memory file next to the log does not outlive its processes.
    if (/\.db(-wal)?$/.test(path)) await Deno.writeFile(join(dataDir, basename(path)), content);
  }
  await (await openSqlite(dataDir)).close();
  const connection = new Connection(join(dataDir, "gift-exchange.db"));
  try {
    assert.deepEqual(connection.all("pragma integrity_check"), [["ok"]]);
    assert.deepEqual(connection.all("pragma foreign_key_check"), []);
    return new Set(connection.all<[string]>("select code from games").flat());
  } finally {
    connection.close();
  }
}
