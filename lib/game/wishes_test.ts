import assert from "node:assert/strict";
import fc from "fast-check";
import { replaceWishes } from "./actions/wishes.ts";
import { makeGame, wishItem } from "@/tests/support/games.ts";
import { type Game, LIMITS } from "./types.ts";
import {
  givenWishes,
  isSame,
  ownWishes,
  takenWishes,
  viewOwnWishes,
  viewReceiverWishes,
  viewWish,
  whoHasWishes,
  type Wish,
  wishBytes,
  wishHeadOf,
  type WishMark,
} from "./wishes.ts";

const price = fc.record({
  amount: fc.constantFrom("1", "25.50"),
  currency: fc.constantFrom("EUR", "JPY"),
});
const typed = fc.record({
  title: fc.string({ unit: "grapheme", maxLength: 130 }),
  url: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string(), fc.constant("")),
  price: fc.option(price),
  note: fc.string({ unit: "binary", maxLength: 310 }),
});

/** Replaces a list as a request does; null: refused. */
function replace(present: readonly Wish[], items: object[]): readonly Wish[] | null {
  const given = givenWishes.safeParse(items).data;
  return given ? replaceWishes(present, given, () => crypto.randomUUID(), () => false) : null;
}

Deno.test("a list keeps or refuses any text within its limits, and accepts again what it keeps", () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 6 }), (items) => {
      const wishes = replace([], items);
      if (wishes === null) return;
      kept++;
      assert(wishBytes(wishes) <= LIMITS.wishBytes);
      for (const { title, url, note } of wishes) {
        assert(title.length >= 1 && title.length <= LIMITS.wishTitle);
        assert(url === "" || /^https?:\/\/[\x21-\x7e]+$/.test(url), url);
        assert(url.length <= LIMITS.wishUrl && note.length <= LIMITS.wishNote);
      }
      assert.equal(replace(wishes, [...wishes]), wishes, "the same list is no change");
    }),
    { numRuns: 500 },
  );
  assert(kept > 50, `only ${kept} were kept`);
});

Deno.test("items keep their ids in any order, with any changes, and foreign ids are refused", () => {
  const list = fc.array(fc.constantFrom("Tea", "A book", "A lamp"), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(list, fc.infiniteStream(fc.nat()), (titles, numbers) => {
      const present = replace([], titles.map((title) => ({ title })));
      assert(present);
      const next = () => numbers.next().value ?? 0;
      const moved = present.filter(() => next() % 4 > 0)
        .map((wish) => next() % 2 ? wish : { ...wish, note: "changed" })
        .sort(() => next() % 3 - 1);
      const after = replace(present, [...moved, { title: "New" }].slice(0, LIMITS.wishes));
      assert(after);
      const news = after.slice(moved.length);
      assert.deepEqual(after.slice(0, moved.length).map(({ id }) => id), moved.map(({ id }) => id));
      assert(moved.every((wish, index) => isSame(wish, after[index] ?? wish)));
      assert(news.every(({ id }) => !present.some((one) => one.id === id)));
      const strange = [...moved.slice(0, 5), { id: crypto.randomUUID(), title: "Strange" }];
      assert.throws(() => replace(present, strange), { code: "UNKNOWN_WISH" });
    }),
    { numRuns: 200 },
  );
});

const AT = "2026-12-01T10:00:00.000Z";

Deno.test("viewWish() leaves out the fields that an item does not have", () => {
  const full = {
    url: "https://shop.example/",
    price: { amount: "20", currency: "EUR" },
    note: "Green",
    photo: crypto.randomUUID(),
  };
  const [bare, whole] = [wishItem("Tea"), wishItem("Tea", full)];
  assert.deepEqual(viewWish(bare), { id: bare.id, title: "Tea" });
  assert.deepEqual(viewWish(whole), whole);
});

Deno.test("givenWishes says what is wrong with an item", () => {
  const problem = (fields: object) =>
    givenWishes.safeParse([{ title: "Tea", ...fields }]).error?.issues[0]?.message ?? "none";
  const rows: [object, RegExp][] = [
    [{}, /none/],
    [{ title: "" }, /An item needs a title/],
    [{ title: "x".repeat(121) }, /at most 120/],
    [{ note: "x".repeat(301) }, /at most 300/],
    [{ url: "shop.example" }, /url must be that of a web page/],
    [{ url: "ftp://shop.example/" }, /web page/],
    [{ price: { amount: "", currency: "EUR" } }, /A price needs an amount/],
    [{ price: { amount: "1", currency: "euro" } }, /three capital letters/],
    [{ id: "1" }, /id must be that of an item/],
    [{ photo: "1" }, /photo must be the id of a photo/],
  ];
  for (const [fields, message] of rows) assert.match(problem(fields), message);
  const twice = crypto.randomUUID();
  const list = (count: number, id?: string) =>
    givenWishes.safeParse(Array.from({ length: count }, () => ({ title: "Tea", ...id && { id } })))
      .error?.issues[0]?.message;
  assert.equal(list(20), undefined);
  assert.match(list(21) ?? "", /at most 20 items/);
  assert.match(list(2, twice) ?? "", /same id/);
  const [cleaned] = givenWishes.parse([{ title: " Tea ", url: "https://a.example/?utm_source=x" }]);
  assert.deepEqual([cleaned?.title, cleaned?.url, cleaned?.note], [
    "Tea",
    "https://a.example/",
    "",
  ]);
});

Deno.test("viewOwnWishes() hides in a sealed game a list that a former link has written", () => {
  const game = makeGame(3);
  const owner = game.participants[0] ?? assert.fail();
  const list = { participant: 1, version: 1, revision: 4, wishes: [wishItem("Tea")] };
  const view = (of: Game, version: number, lists = [list]) =>
    viewOwnWishes(of, { ...owner, tokenVersion: version }, { lists, marks: [] });
  const shown = view(game, 2);
  assert.deepEqual([shown.wishes?.length, shown.wishesRevision], [1, 4]);
  const sealed = { ...game, isSealed: true };
  assert.deepEqual(view(sealed, 2), { wishesRevision: 4 });
  assert.equal(view(sealed, 1).wishes?.length, 1);
  assert.deepEqual(view(game, 1, []), { wishes: [], wishesRevision: 0 });
  assert.deepEqual(ownWishes(sealed, { ...owner, tokenVersion: 2 }, list), []);
  assert.deepEqual(ownWishes(sealed, owner, list), list.wishes);
  assert.deepEqual(ownWishes(game, owner, undefined), []);
});

Deno.test("viewReceiverWishes() tells the giver what became of the items that they have marked", () => {
  const game = makeGame(3);
  const [giver, receiver] = game.participants;
  assert(giver && receiver);
  const [tea, book, lamp, hat] = ["Tea", "A book", "A lamp", "A hat"].map((one) => wishItem(one));
  assert(tea && book && lamp && hat);
  const mark = (wish: Wish, fields: Partial<WishMark> = {}): WishMark => ({
    giver: 1,
    receiver: 2,
    wishId: wish.id,
    item: JSON.stringify(wish),
    markedAt: AT,
    ...fields,
  });
  const back = { ...lamp, id: crypto.randomUUID() };
  const list = {
    participant: 2,
    version: 1,
    revision: 1,
    wishes: [tea, { ...book, note: "Changed" }, back, hat],
  };
  const gone = wishItem("A cup");
  const marks = [
    ...[mark(tea), mark(book), mark(lamp), mark(gone)],
    ...[mark(hat, { giver: 3 }), mark(hat, { receiver: 3 })],
  ];
  const view = viewReceiverWishes(giver, receiver, { lists: [list], marks });
  assert.deepEqual(view.wishes.map(({ title, isBought }) => [title, isBought]), [
    ...[["Tea", true], ["A book", true], ["A lamp", true], ["A hat", false]],
  ]);
  assert.deepEqual(view.markedWishes, [
    { id: tea.id, title: "Tea", isBought: true, hasChanged: false, isGone: false },
    { id: book.id, title: "A book", isBought: true, hasChanged: true, isGone: false },
    { id: back.id, title: "A lamp", isBought: true, hasChanged: false, isGone: false },
    { id: gone.id, title: "A cup", isBought: true, hasChanged: false, isGone: true },
  ]);
  const nothing = viewReceiverWishes(giver, receiver, { lists: [], marks: [] });
  assert.deepEqual(nothing, { wishes: [], markedWishes: [] });
});

Deno.test("takenWishes() finds an item that came back once for each mark of it", () => {
  const [one, two] = [wishItem("Tea"), wishItem("Tea")];
  const mark = (wish: Wish) => ({
    ...{ giver: 1, receiver: 2, wishId: wish.id, item: JSON.stringify(wish), markedAt: AT },
  });
  const [former, other] = [wishItem("Tea"), wishItem("Tea")];
  const taken = takenWishes([one, two], [mark(former), mark(other), mark(one)]);
  assert.deepEqual(taken.map(({ id }) => id), [two.id, other.id, one.id]);
});

Deno.test("whoHasWishes() and wishHeadOf() recognize lists, and whether they are empty", () => {
  const head = (participant: number, count: number) => ({
    ...{ participant, count, version: 1, revision: 2 },
  });
  const game = { wishLists: [head(1, 2), head(2, 0)] };
  assert.deepEqual([...whoHasWishes(game)], [1]);
  assert.deepEqual([wishHeadOf(game, 2)?.revision, wishHeadOf(game, 3)], [2, undefined]);
});
