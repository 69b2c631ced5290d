import assert from "node:assert/strict";
import { makeRing, operationTest } from "@/tests/support/operations.ts";
import { readWishes, type StoredWish } from "../../browser/wish_list.ts";
import { LIMITS } from "../../game/types.ts";
import { pageOf } from "../pages_testing.ts";
import { openOwnWishes, saveWishes } from "./own_wishes.ts";

const TEAPOT = { id: "", title: "Teapot" };

operationTest("saveWishes() stores a list that was made from the present one", async (services) => {
  const { game, own } = await makeRing(services, { currency: "CHF" });
  const ctx = pageOf(services, game, { cookies: { participant: own("P1").participantToken } });
  const open = () => openOwnWishes(ctx);
  const save = async (wishes: readonly StoredWish[], revision?: number) => {
    const present = await open();
    const list = readWishes(wishes, "CHF");
    return await saveWishes(ctx, present, list, revision ?? present.revision);
  };
  assert.equal((await open()).isOfOther, false);
  const sent = await save([TEAPOT]);
  const { wishes: [teapot = assert.fail()], list, revision } = await open();
  assert.deepEqual(sent, { outcome: "saved", wishes: [teapot], revision });
  assert.deepEqual([teapot.title, revision], ["Teapot", 1]);
  assert.deepEqual(list.items.map(({ amount, currency }) => [amount, currency]), [["", "CHF"]]);

  const book = {
    id: crypto.randomUUID(),
    title: "Book",
    url: "https://shop.example/book?utm_source=mail",
    price: { amount: "20", currency: "EUR" },
    note: "used",
  };
  const changed = await save([book, { ...teapot, price: { amount: " ", currency: "EUR" } }]);
  assert.equal(changed.outcome, "saved");
  const { wishes: [made = assert.fail(), kept = assert.fail()] } = await open();
  assert.deepEqual(kept, teapot, "an item that stays keeps its id; no amount is no price");
  assert.notEqual(made.id, book.id, "of an unknown item, a new one is made");
  assert.deepEqual({ ...made, id: "" }, { ...book, id: "", url: "https://shop.example/book" });
});

operationTest("saveWishes() overwrites no list that was changed meanwhile", async (services) => {
  const { game, own } = await makeRing(services);
  const ctx = pageOf(services, game, { cookies: { participant: own("P1").participantToken } });
  const save = async (titles: readonly string[], revision: number) =>
    await saveWishes(
      ctx,
      await openOwnWishes(ctx),
      readWishes(titles.map((title) => ({ id: "", title })), game.currency),
      revision,
    );
  const outcomeOf = async (titles: readonly string[], revision: number) =>
    (await save(titles, revision)).outcome;
  assert.equal(await outcomeOf([], 0), "saved", "still empty");
  assert.equal(await outcomeOf(["Tea", "Book"], 0), "saved");
  assert.equal(await outcomeOf(["Tea"], 0), "stale");
  assert.equal(await outcomeOf(["Tea", "Book"], 0), "saved", "sent twice");
  assert.deepEqual((await openOwnWishes(ctx)).wishes.map(({ title }) => title), ["Tea", "Book"]);

  const refused = async (titles: string[]) => {
    const outcome = await save(titles, 1);
    return outcome.outcome === "refused" ? Object.keys(outcome.errors) : outcome;
  };
  assert.deepEqual(await refused(Array(LIMITS.wishes + 1).fill("Tea")), [""]);
  assert.deepEqual(await refused(["Tea", ""]), ["wishes.1.title"]);
});

operationTest(
  "saveWishes() answers with the list that it was decided on, whatever other devices store",
  async (services) => {
    const { game, own } = await makeRing(services);
    const ctx = pageOf(services, game, { cookies: { participant: own("P1").participantToken } });
    const listOf = (...titles: string[]) =>
      readWishes(titles.map((title) => ({ id: "", title })), game.currency);
    await saveWishes(ctx, await openOwnWishes(ctx), listOf("Tea"), 0);
    // Another device stores a list after this one's request has read it.
    const before = await openOwnWishes(ctx);
    await saveWishes(ctx, await openOwnWishes(ctx), listOf("Tea", "Book"), 1);
    const { wishes } = await openOwnWishes(ctx);
    for (const revision of [0, 1]) {
      const stale = await saveWishes(ctx, before, listOf("Tea"), revision);
      assert.deepEqual(stale, { outcome: "stale", wishes, revision: 2 });
    }
    const same = await saveWishes(ctx, before, listOf("Tea", "Book"), 1);
    assert.deepEqual(same, { outcome: "saved", wishes, revision: 2 });
  },
);
