import assert from "node:assert/strict";
import { join } from "node:path";
import { newBackupIn, removeOldBackups, removeUnfinishedBackups } from "./nightly.ts";

Deno.test("removeOldBackups() keeps the newest, and every file that is no nightly backup", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const nights = Array.from(
      { length: 9 },
      (_, night) => newBackupIn(directory, new Date(Date.UTC(2027, 11, 28 + night, 3, 0, 7))),
    );
    const others = ["games.gz", "games-2027-01-01.gz", "games-2027-01-01T03-00-00Z.gz.copy"];
    for (const path of [...nights.toReversed(), ...others.map((name) => join(directory, name))]) {
      await Deno.writeTextFile(path, "");
    }
    await removeOldBackups(directory, 7, nights.at(-1) ?? "");
    await removeOldBackups(directory, 7, nights.at(-1) ?? "");
    const left = (await Array.fromAsync(Deno.readDir(directory)))
      .map(({ name }) => join(directory, name));
    assert.deepEqual(
      left.toSorted(),
      [...nights.slice(2), ...others.map((name) => join(directory, name))].toSorted(),
    );
    assert.equal(nights[0], join(directory, "games-2027-12-28T03-00-07Z.gz"));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("removeUnfinishedBackups() removes files of killed backups, and none of a running one", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const now = new Date(Date.UTC(2027, 11, 28, 3, 0, 7));
    const left = [
      "games-2027-12-27T03-00-07Z.gz.1a2b3c4d.copy",
      "games-2027-12-27T03-00-07Z.gz.1a2b3c4d.copy-wal",
      "games-2027-12-27T15-00-06Z.gz.12345678.new",
    ];
    const others = [
      "games-2027-12-27T03-00-07Z.gz",
      "games-2027-12-27T03-00-07Z.gz.copy",
      "games-2027-12-27T15-00-07Z.gz.12345678.new",
      "games-2027-12-28T03-00-07Z.gz.1a2b3c4d.copy",
      "games.gz.1a2b3c4d.copy",
    ];
    for (const name of [...left, ...others]) await Deno.writeTextFile(join(directory, name), "");
    await removeUnfinishedBackups(directory, now);
    const names = (await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), others);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("removeOldBackups() keeps the backup just made, and drops those that a wrong clock has dated later", async () => {
  const directory = await Deno.makeTempDir();
  const make = async (year: number, day: number) => {
    const path = newBackupIn(directory, new Date(Date.UTC(year, 0, day, 3)));
    await Deno.writeTextFile(path, "");
    return path;
  };
  const left = async () =>
    (await Array.fromAsync(Deno.readDir(directory)))
      .map(({ name }) => join(directory, name)).toSorted();
  try {
    const later: string[] = [];
    for (let day = 1; day <= 7; day++) later.push(await make(2031, day));
    const made: string[] = [];
    for (let day = 1; day <= 7; day++) {
      made.push(await make(2027, day));
      await removeOldBackups(directory, 7, made.at(-1) ?? "");
      assert.deepEqual(await left(), [...made, ...later.slice(day)]);
    }
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});
