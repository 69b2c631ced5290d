import assert from "node:assert/strict";
import { join } from "node:path";
import { withDirectory } from "@/tests/support/transfer.ts";
import { parseSettings } from "../settings.ts";
import { checkBackups, checkBuild, judgeClock } from "./machine.ts";
import { readSourceVersion } from "./source_version.ts";

const NOW = Date.UTC(2027, 0, 31, 12);
const HOUR = 3_600_000;

Deno.test("checkBackups() looks at the age and the size of the newest file", () =>
  withDirectory(async (directory) => {
    const judge = async (at: string | null = directory) => {
      const { level, value } = await checkBackups(at, NOW);
      return [level, value];
    };
    assert.deepEqual(await judge(null), ["warning", "BACKUP_DIR is not set"]);
    assert.equal((await judge(join(directory, "none")))[0], "problem");
    assert.deepEqual(await judge(), ["problem", `none in ${directory}`]);
    const write = async (name: string, hours: number, text = "12345") => {
      await Deno.writeTextFile(join(directory, name), text);
      const at = new Date(NOW - hours * HOUR);
      await Deno.utime(join(directory, name), at, at);
    };
    await Deno.mkdir(join(directory, "a directory"));
    await write(".hidden", 0);
    // Left behind by a killed backup, or being written by one that runs.
    await write("games-2027-01-31T03-00-00Z.gz.1a2b3c4d.copy", 0);
    await write("games.gz.1a2b3c4d.new", 0);
    assert.deepEqual(await judge(), ["problem", `none in ${directory}`]);
    for (
      const [hours, level] of [
        [7 * 24 + 1, "problem"],
        [7 * 24, "warning"],
        [26.1, "warning"],
        [26, "ok"],
        [-1, "ok"],
      ] as const
    ) {
      await write(`b${hours}`, hours);
      const [found, value] = await judge();
      assert.equal(found, level, `${hours}`);
      assert.match(value ?? "", new RegExp(`^the newest, b${hours}, is .* old and has 5 bytes$`));
    }
    await write("a", -2, "");
    assert.deepEqual(await judge(), ["problem", "the newest, a, is 0 seconds old and has 0 bytes"]);
    await write("c", -27);
    const [level, value] = await judge();
    assert.equal(level, "problem");
    assert.match(value ?? "", /^the newest, c, is dated .* ahead, by a wrong clock$/);
  }));

Deno.test("checkBuild() compares the running build with the built one, and that with the sources", async () => {
  const { stat } = Deno;
  const source = await readSourceVersion();
  const settings = { ...parseSettings({}), buildDate: "2027-01-01" };
  const check = async (buildVersion: string, running: string | null, isBuilt = true) => {
    Deno.stat = () => isBuilt ? stat(".") : Promise.reject(new Deno.errors.NotFound());
    const found = await checkBuild({ ...settings, buildVersion }, running);
    return found.map(({ level, value }) => `${level}: ${value}`);
  };
  try {
    assert.deepEqual(await check(source, null), [
      `ok: ${source} of 2027-01-01`,
      "ok: does not run on this machine's PORT",
    ]);
    assert.deepEqual(await check("old", "old"), [
      `warning: old of 2027-01-01, and the sources are ${source}`,
      "ok: runs as old",
    ]);
    assert.deepEqual((await check("old", "older"))[1], "warning: runs as older, built is old");
    assert.deepEqual(await check("old", "older", false), [
      "warning: none in _fresh",
      "ok: runs as older",
    ]);
  } finally {
    Deno.stat = stat;
  }
});

Deno.test("judgeClock() says how far each clock is off, and if there is no other clock", () => {
  const clock = (seconds: number) => ({ ours: 1e12, theirs: 1e12 + seconds * 1000 });
  assert.equal(judgeClock({}).value, "there is no other one to compare it with");
  assert.equal(
    judgeClock({ "the database": clock(1.4), PUBLIC_URL: clock(-75) }).value,
    "1 s from that of the database, 75 s from that of PUBLIC_URL",
  );
});
