import assert, { deepEqual, equal } from "node:assert/strict";
import {
  actOn,
  addWishes,
  changeWish,
  isSameList,
  mergeWishes,
  moveWish,
  readEntries,
  readWishes,
  removeWish,
  restoreWish,
  type WishEdit,
  wishEntries,
  withIds,
} from "./wish_list.ts";

const STORED = [
  { id: "a", title: "Tea", price: { amount: "12", currency: "GBP" } },
  { id: "b", title: "Book", url: "https://shop.example/book", note: "Paperback" },
  { id: "c", title: "Socks", photo: "p" },
];
const list = readWishes(STORED, "EUR");
const titles = ({ items }: WishEdit) => items.map(({ title }) => title).join();

Deno.test("a list grows at its end, with the currency of the game", () => {
  const more = addWishes(list, "Mug\nKite https://shop.example/kite", "EUR");
  equal(titles(more), "Tea,Book,Socks,Mug,Kite");
  equal(more.items[4]?.url, "https://shop.example/kite");
  equal(new Set(more.items.map(({ key }) => key)).size, 5);
  deepEqual(more.items.map(({ currency }) => currency), ["GBP", ...Array(4).fill("EUR")]);
});

Deno.test("an item can be changed, moved within the list, removed and put back", () => {
  equal(titles(changeWish(list, 1, { title: "Novel" })), "Tea,Novel,Socks");
  equal(titles(moveWish(list, 2, 0)), "Socks,Tea,Book");
  equal(titles(moveWish(list, 0, 1)), "Book,Tea,Socks");
  for (const to of [-1, 3]) equal(moveWish(list, 0, to), list);
  const without = removeWish(list, 1);
  assert(without);
  equal(titles(without.list), "Tea,Socks");
  const changed = addWishes(without.list, "Mug", "EUR");
  equal(titles(restoreWish(changed, without.removed)), "Tea,Book,Socks,Mug");
  equal(removeWish(list, 9), null);
});

Deno.test("buttons act on an item by its place", () => {
  const press = (act: string) => titles(actOn(list, act, null).list);
  equal(press("up:1"), "Book,Tea,Socks");
  equal(press("down:1"), "Tea,Socks,Book");
  equal(press("remove:0"), "Book,Socks");
  for (const act of ["save", "up:0", "down:2", "remove:7", "restore", "up:x"]) {
    equal(press(act), "Tea,Book,Socks", act);
  }
  const { list: rest, removed } = actOn(list, "remove:1", null);
  equal(titles(actOn(rest, "restore", removed).list), "Tea,Book,Socks");
});

Deno.test("a merge loses nothing: both versions of a changed item stay, with different ids", () => {
  const mine = addWishes(changeWish(list, 1, { title: "Novel" }), "Mug", "EUR");
  const theirs = readWishes(
    [...STORED.slice(0, 2), { id: "d", title: "Mug" }, { id: "e", title: "Kite" }],
    "EUR",
  );
  const both = mergeWishes(mine, theirs);
  equal(titles(both), "Tea,Novel,Socks,Mug,Book,Kite");
  const ids = both.items.flatMap(({ id }) => id || []);
  deepEqual(ids, ["a", "b", "c", "e"]);
  equal(new Set(both.items.map(({ key }) => key)).size, both.items.length);
  assert(isSameList(mergeWishes(list, list), list));
});

Deno.test("lists are equal by their content, whatever their ids or the currency of a missing price", () => {
  const other = readWishes(STORED.map((one) => ({ ...one, id: "" })), "JPY");
  assert(isSameList(list, other));
  assert(!isSameList(list, moveWish(list, 0, 1)));
  assert(!isSameList(list, changeWish(list, 0, { currency: "USD" })));
  const url = "https://shop.example/book?utm_source=mail";
  const pasted = changeWish(list, 1, { url });
  assert(isSameList(list, pasted), "stored without what tracks");
  equal(mergeWishes(pasted, list).items.length, list.items.length);
  const [stored, sent] = ["\n", "\r\n"].map((end) => changeWish(list, 0, { note: `One${end}Two` }));
  assert(stored && sent && isSameList(stored, sent), "forms send their own line ends");
  equal(mergeWishes(sent, stored).items.length, list.items.length);
  assert(!isSameList(list, changeWish(list, 1, { url: `${url}&size=xl` })));
  assert(!isSameList(list, changeWish(list, 1, { url: "shop.example" })));
});

Deno.test("a form holds a list and gives it back", () => {
  const entries = wishEntries(list);
  const read = (given: readonly [string, string][]) =>
    readEntries((name) => given.flatMap(([one, value]) => one === name ? value : []));
  deepEqual(read(entries), list);
  // A truncated form.
  equal(read(entries.slice(0, -2)).items.length, 3);
  deepEqual(read([]), { items: [], nextKey: 0 });
});

Deno.test("stored items get their ids, whatever was moved or added meanwhile", () => {
  const sent = addWishes(list, "Mug", "EUR");
  const keys = sent.items.map(({ key }) => key);
  const since = addWishes(moveWish(sent, 3, 0), "Kite", "EUR");
  const stored = ["a", "b", "c", "d"].map((id) => ({ id }));
  deepEqual(withIds(since, keys, stored).items.map(({ id }) => id), ["d", "a", "b", "c", ""]);
});
