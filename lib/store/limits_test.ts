import assert from "node:assert/strict";
import type { Count } from "./store.ts";
import { testOnEach } from "@/tests/support/databases.ts";

function countOf(key: string, add: number, hour = 480_000, kind: Count["kind"] = "lookups"): Count {
  return { kind, key, hour, add };
}

testOnEach("addCounts() adds up the counts of all instances for each counter", async (db) => {
  const { limits } = db.store;
  const another = await db.openAnother();
  try {
    assert.deepEqual(await limits.addCounts([countOf("b", 2), countOf("a", 1)]), [2, 1]);
    assert.deepEqual(await another.limits.addCounts([countOf("a", 3)]), [4]);
    const others = [countOf("a", 1, 480_001), countOf("a", 1, 480_000, "mailsOfHour")];
    assert.deepEqual(await limits.addCounts([...others, countOf("a", -4)]), [1, 1, 0]);
    assert.deepEqual(await limits.addCounts([]), []);
    const many = (store: typeof db.store, from: number) =>
      Array.from({ length: 20 }, (_, index) =>
        store.limits.addCounts([
          countOf(`m${(from + index) % 5}`, 1),
          countOf(`m${(from + index + 1) % 5}`, 1),
        ]));
    await Promise.all([...many(db.store, 0), ...many(another, 3)]);
    const totals = await limits.addCounts([0, 1, 2, 3, 4].map((name) => countOf(`m${name}`, 0)));
    assert.deepEqual(totals, [16, 16, 16, 16, 16]);
  } finally {
    await another.close();
  }
});

testOnEach("forgetCounts() forgets earlier hours", async ({ store: { limits } }) => {
  await limits.addCounts([countOf("a", 5, 480_000), countOf("a", 7, 480_001)]);
  await limits.forgetCounts(480_001);
  assert.deepEqual(
    await limits.addCounts([countOf("a", 0, 480_000), countOf("a", 0, 480_001)]),
    [0, 7],
  );
});

testOnEach("setDeclined() stores who wants no mail, and takes it back", async ({ store }) => {
  const { limits } = store;
  assert.equal(await limits.isDeclined("a"), false);
  await limits.setDeclined("a", true);
  await limits.setDeclined("a", true);
  assert.deepEqual([await limits.isDeclined("a"), await limits.isDeclined("b")], [true, false]);
  await limits.setDeclined("a", false);
  await limits.setDeclined("a", false);
  assert.equal(await limits.isDeclined("a"), false);
});

testOnEach("carryDeclined() links keys of one address, to be taken back together", async (db) => {
  const { limits } = db.store;
  const declined = async () => {
    const keys = ["older", "old", "new", "other"];
    const are = await Promise.all(keys.map((key) => limits.isDeclined(key)));
    return keys.filter((_, index) => are[index]);
  };
  await limits.setDeclined("other", true);
  await limits.carryDeclined("old", "new");
  assert.deepEqual(await declined(), ["other"], "who gets mail goes on to");
  for (const back of ["older", "old", "new"]) {
    await limits.setDeclined("older", true);
    await limits.setDeclined("old", true);
    for (const key of ["older", "old", "old"]) await limits.carryDeclined(key, "new");
    assert.deepEqual(await declined(), ["older", "old", "new", "other"]);
    await limits.setDeclined(back, false);
    assert.deepEqual(await declined(), ["other"], `taken back by the ${back} one`);
  }
  await limits.setDeclined("new", true);
  await limits.setDeclined("old", true);
  await limits.carryDeclined("new", "old");
  await limits.setDeclined("new", false);
  assert.deepEqual(await declined(), ["other"], "under instances that are restarted one by one");
});
