import assert from "node:assert/strict";
import type { Count } from "../../store/store.ts";
import { DayBudget } from "./day_budget.ts";

const DAY = 86_400_000;
const NOON = 20_000 * DAY + DAY / 2;

/** A store that several budgets share, and the counts it received. */
function sharedStore() {
  const counters = new Map<string, number>();
  const told: Count[][] = [];
  return {
    told,
    addCounts(counts: readonly Count[]) {
      told.push([...counts]);
      return Promise.resolve(counts.map(({ hour, key, add }) => {
        const place = `${hour} ${key}`;
        const count = (counters.get(place) ?? 0) + add;
        counters.set(place, count);
        return count;
      }));
    },
  };
}

const budgetOn = (store: ReturnType<typeof sharedStore>) =>
  new DayBudget(store, (client, day) => `${client}@${day}`);

async function failOften(budget: DayBudget, client: string, count: number, now = NOON) {
  for (let index = 0; index < count; index++) budget.fail(client, now);
  await budget.settled();
}

Deno.test("DayBudget gives each client 1,000 failed look-ups a day", async () => {
  const budget = budgetOn(sharedStore());
  await failOften(budget, "a", 999);
  assert.equal(budget.wait("a", NOON), 0);
  await failOften(budget, "a", 1);
  assert.equal(budget.wait("a", NOON), 43_200);
  assert.equal(budget.wait("b", NOON), 0);
  assert.equal(budget.wait("a", NOON + DAY / 2 - 1), 1);
  assert.equal(budget.wait("a", NOON + DAY / 2), 0, "the next day");
});

Deno.test("DayBudget counts over all instances, and after a restart", async () => {
  const store = sharedStore();
  const [one, other] = [budgetOn(store), budgetOn(store)];
  await failOften(one, "a", 600, NOON);
  await failOften(one, "a", 1, NOON + 1000);
  await failOften(other, "a", 399, NOON + 1000);
  await failOften(other, "a", 1, NOON + 2000);
  assert.equal(one.wait("a", NOON + 2000), 0, "it has not heard of the others yet");
  assert.ok(other.wait("a", NOON + 2000) > 0);
  await failOften(one, "a", 1, NOON + 2000);
  assert.ok(one.wait("a", NOON + 2000) > 0);
  const restarted = budgetOn(store);
  await failOften(restarted, "a", 1, NOON + 3000);
  assert.ok(restarted.wait("a", NOON + 3000) > 0);
});

Deno.test("DayBudget updates the store once a second, for all clients together, and by hashes", async () => {
  const store = sharedStore();
  const budget = budgetOn(store);
  for (let ms = 0; ms <= 2000; ms++) {
    budget.fail(`client ${ms % 50}`, NOON + ms);
    await budget.settled();
  }
  assert.equal(store.told.length, 3);
  assert.equal(store.told[2]?.length, 51);
  assert.ok(store.told.flat().every(({ key }) => key === "" || key.endsWith("@20000")));
  assert.ok(store.told.flat().every(({ hour }) => hour === 480_000));
});

Deno.test("DayBudget leaves each client less if all together try many codes", async () => {
  const store = sharedStore();
  const budget = budgetOn(store);
  await failOften(budget, "mistyped", 19);
  await failOften(budget, "walker", 100);
  assert.equal(budget.wait("walker", NOON), 0);
  await store.addCounts([{ kind: "lookups", key: "", hour: 480_000, add: 19_900 }]);
  await failOften(budget, "mistyped", 1, NOON + 1000);
  assert.ok(budget.wait("walker", NOON + 1000) > 0);
  assert.equal(budget.wait("mistyped", NOON + 1000), 0);
  await store.addCounts([{ kind: "lookups", key: "", hour: 480_000, add: 80_000 }]);
  await failOften(budget, "else", 1, NOON + 2000);
  assert.ok(budget.wait("mistyped", NOON + 2000) > 0);
  assert.equal(budget.wait("else", NOON + 2000), 0);
});

Deno.test("DayBudget goes on by itself if the store fails", async () => {
  const budget = new DayBudget(
    { addCounts: () => Promise.reject(new Error("away")) },
    (client) => client,
  );
  await failOften(budget, "a", 1000);
  assert.ok(budget.wait("a", NOON) > 0);
});

Deno.test("DayBudget gives all clients of one /48 five times the budget of one client, of one /56 twice", async () => {
  const budget = budgetOn(sharedStore());
  /** How many failed look-ups are allowed, client after client, each as often as it may. */
  const walk = (clients: string[]) => {
    let count = 0;
    for (const client of clients) {
      for (; budget.wait(client, NOON) === 0; count++) budget.fail(client, NOON);
    }
    return count;
  };
  const networks = (start: string, length: number) =>
    Array.from({ length }, (_, index) => `${start}:${index.toString(16)}`);
  assert.equal(walk(networks("2001:db8:1", 256)), 2_000);
  assert.equal(walk(networks("2001:db8:1", 65_536)), 3_000);
  assert.equal(budget.wait("192.0.2.1", NOON), 0);
  assert.equal(walk(networks("2001:db8:2", 65_536)), 5_000);
  await budget.settled();
});

Deno.test("DayBudget counts a network over all instances", async () => {
  const store = sharedStore();
  const [one, other] = [budgetOn(store), budgetOn(store)];
  for (let home = 0; home < 8; home++) {
    await failOften(home % 2 ? one : other, `2001:db8:1:${home}00`, 625);
  }
  for (const budget of [one, other]) await failOften(budget, "192.0.2.1", 1, NOON + 1000);
  for (const budget of [one, other]) {
    await failOften(budget, "2001:db8:1:ff00", 1, NOON + 2000);
    assert(budget.wait("2001:db8:1:ff00", NOON + 2000) > 0);
    assert.equal(budget.wait("2001:db8:2:ff00", NOON + 2000), 0);
  }
});

Deno.test("DayBudget keeps counts that the store refused until the store works again", async () => {
  const shared = sharedStore();
  let isAway = true;
  const budget = new DayBudget(
    {
      addCounts: (counts) => isAway ? Promise.reject(new Error("away")) : shared.addCounts(counts),
    },
    (client) => client,
  );
  await failOften(budget, "a", 500);
  await failOften(budget, "a", 400, NOON + 1_000);
  isAway = false;
  await failOften(budget, "a", 99, NOON + 2_000);
  assert.equal(budget.wait("a", NOON + 2_000), 0);
  await failOften(budget, "a", 1, NOON + 2_000);
  assert(budget.wait("a", NOON + 2_000) > 0);
});
