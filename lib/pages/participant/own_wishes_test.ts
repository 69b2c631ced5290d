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
  assert.equal(await save([TEAPOT]), "saved");
  const { wishes: [teapot = assert.fail()], list, revision } = await open();
  assert.deepEqual([teapot.title, revision], ["Teapot", 1]);
  assert.deepEqual(list.items.map(({ amount, currency }) => [amount, currency]), [["", "CHF"]]);

  const book = {
    id: crypto.randomUUID(),
    title: "Book",
    url: "https://shop.example/book?utm_source=mail",
    price: { amount: "20", currency: "EUR" },
    note: "used",
  };
  assert.equal(await save([book, { ...teapot, price: { amount: " ", currency: "EUR" } }]), "saved");
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
  assert.equal(await save(["Tea", "Book"], 0), "saved");
  assert.equal(await save(["Tea"], 0), "stale");
  assert.equal(await save(["Tea", "Book"], 0), "saved", "sent twice");
  assert.deepEqual((await openOwnWishes(ctx)).wishes.map(({ title }) => title), ["Tea", "Book"]);

  const refused = async (titles: string[]) => {
    const outcome = await save(titles, 1);
    return typeof outcome === "object" ? Object.keys(outcome.errors) : outcome;
  };
  assert.deepEqual(await refused(Array(LIMITS.wishes + 1).fill("Tea")), [""]);
  assert.deepEqual(await refused(["Tea", ""]), ["wishes.1.title"]);
});
