import assert from "node:assert/strict";
import { decisionContext, makeGame, wishItem } from "@/tests/support/games.ts";
import { type ErrorCode, GameError } from "../errors.ts";
import { todayIn } from "../calendar.ts";
import { LIMITS } from "../types.ts";
import { type Wish, wishBytes } from "../wishes.ts";
import { replaceWishes, updateWish, wishesChanged } from "./wishes.ts";

Deno.test("updateWish() changes the fields it is given, and reports only something new", () => {
  const game = makeGame(3);
  const participantId = game.participants[1]?.id ?? "";
  const { game: after, events } = updateWish(game, { participantId, wish: "Tea" }, decisionContext);
  assert.deepEqual([after.participants[1]?.wish, after.participants[1]?.desiredGift], ["Tea", ""]);
  assert.deepEqual(events, [{
    type: "wishChanged",
    participant: 2,
    day: todayIn(null, decisionContext.now),
  }]);
  assert.deepEqual(updateWish(after, { participantId, wish: "Tea" }, decisionContext), {
    game: after,
    events: [],
  });
  const gift = updateWish(after, { participantId, desiredGift: "A hat" }, decisionContext);
  assert.deepEqual(
    [gift.game.participants[1]?.wish, gift.game.participants[1]?.desiredGift],
    ["Tea", "A hat"],
  );
  assert.throws(() => updateWish(game, { participantId: "nobody" }, decisionContext), {
    code: "PARTICIPANT_NOT_FOUND",
  });
});

const refusedAs = (code: ErrorCode, path: string) => (error: unknown) =>
  error instanceof GameError && error.code === code && error.details?.[0]?.path === path;

const replace = (present: readonly Wish[], given: Partial<Wish>[], photos: string[] = []) =>
  replaceWishes(
    present,
    given.map(({ id, ...fields }) => ({ ...wishItem("", fields), id, ...fields })),
    () => "new",
    (photo) => photos.includes(photo),
  );

Deno.test("replaceWishes() keeps existing ids, gives new ones to new items, and accepts no foreign one", () => {
  const [tea, book] = [wishItem("Tea"), wishItem("A book")];
  const present = [tea, book];
  assert.deepEqual(replace(present, [book, { title: "A lamp" }]), [
    book,
    wishItem("A lamp", { id: "new" }),
  ]);
  assert.throws(
    () => replace(present, [tea, wishItem("A hat")]),
    refusedAs("UNKNOWN_WISH", "wishes.1.id"),
  );
  assert.throws(
    () => replace(present, [{ ...tea, photo: "theirs" }], ["mine"]),
    refusedAs("UNKNOWN_PHOTO", "wishes.0.photo"),
  );
  assert.equal(replace(present, [{ ...tea, photo: "mine" }], ["mine"])[0]?.photo, "mine");
});

Deno.test("replaceWishes() reports no change only for the same items in the same order", () => {
  const present = [wishItem("Tea"), wishItem("A book")];
  const [tea, book] = present;
  assert(tea && book);
  assert.equal(replace(present, [...present]), present);
  const other = [[tea], [book, tea], [tea, { ...book, note: "x" }], [tea, book, { title: "New" }]];
  for (const given of other) assert.notEqual(replace(present, given), present);
  assert.notEqual(replace([], [{ title: "New" }]), present);
});

Deno.test("replaceWishes() accepts a list up to its size in bytes, and not one byte more", () => {
  const notes = Array.from({ length: 18 }, () => ({ title: "T", note: "é".repeat(190) }));
  const size = wishBytes(replace([], notes));
  const rest = LIMITS.wishBytes - size - wishBytes([wishItem("", { id: "new" })]) + 1;
  const filled = (length: number) => replace([], [...notes, { title: "x".repeat(length) }]);
  assert.equal(wishBytes(filled(rest)), LIMITS.wishBytes);
  assert.throws(() => filled(rest + 1), refusedAs("WISHES_TOO_LARGE", "wishes"));
});

Deno.test("wishesChanged() reports the day, and leaves the game unchanged", () => {
  const game = makeGame(3);
  assert.deepEqual(wishesChanged(game, 2, new Date("2026-12-01T23:30:00Z")), {
    game,
    events: [{ type: "wishChanged", participant: 2, day: "2026-12-01" }],
  });
});
