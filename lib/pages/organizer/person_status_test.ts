import assert from "node:assert/strict";
import type { PersonProgress } from "../../game/progress.ts";
import { missesMails, statusWords } from "./person_status.ts";

const PERSON = Object.assign(Object.create(null), {
  link: "sent",
  gift: "unopened",
  hasWish: false,
  asksToLeave: false,
  asksForOther: false,
  newName: null,
  hasNews: true,
}) as PersonProgress;

/** The labels as "tone text icon", without the folders of their texts. */
const words = (
  fields: Partial<PersonProgress>,
  state: "gathering" | "drawn" = "drawn",
  isPast = false,
) =>
  statusWords({ ...PERSON, ...fields }, state, isPast)
    .map(({ tone, text, icon }) => `${tone} ${text.split(".").at(-1)} ${icon}`);

const NO_WISH = "plain noWish heart";

Deno.test("statusWords() lists the needs of a person's link and gift, the most urgent first", () => {
  assert.deepEqual(words({}), ["plain unopened gift", NO_WISH]);
  for (
    const [link, ...expected] of [
      ["failed", "urgent mailFailed mail-warning", "plain unopened gift"],
      ["queued", "plain mailQueued clock", "plain unopened gift"],
      ["needed", "wanting needsLink link"],
      ["made", "plain made link", "plain unopened gift"],
      ["taken", "plain taken user-round", "plain unopened gift"],
      ["used", "plain unopened gift"],
      ["sent", "plain unopened gift"],
      ["gone"],
    ] as const
  ) assert.deepEqual(words({ link }), [...expected, NO_WISH], link);
  const unheard = { reach: "none", link: "used" } as const;
  const noNews = "plain noNews message-circle";
  assert.deepEqual(words(unheard), ["plain unopened gift", noNews, NO_WISH]);
  assert.deepEqual(words({ ...unheard, gift: "opened" }), ["plain opened eye", NO_WISH]);
  assert.deepEqual(words(unheard, "gathering"), [noNews, NO_WISH]);
  assert.deepEqual(words(unheard, "drawn", true), ["plain unopened gift", NO_WISH]);
  assert.deepEqual(words({ gift: "opened" }), ["plain opened eye", NO_WISH]);
  assert.deepEqual(words({ gift: "opened", link: "made" }), ["plain opened eye", NO_WISH]);
  assert.deepEqual(words({ gift: "opened", link: "needed" }), [
    "wanting needsLink link",
    "plain opened eye",
    NO_WISH,
  ]);
  assert.deepEqual(words({ gift: "opened", link: "failed" }), [
    "urgent mailFailed mail-warning",
    "plain opened eye",
    NO_WISH,
  ]);
  assert.deepEqual(words({ gift: "confirmed", hasWish: true }), [
    "done confirmed circle-check",
    "done hasWish heart",
  ]);
  assert.deepEqual(words({ gift: "opened", newName: "untold" }), ["wanting changed gift", NO_WISH]);
  assert.deepEqual(words({ asksToLeave: true, asksForOther: true, gift: "opened" }), [
    "wanting leaving log-out",
    "wanting asking shuffle",
    "plain opened eye",
    NO_WISH,
  ]);
});

Deno.test("statusWords() expects nothing more after the event, and only a wish before the draw", () => {
  assert.deepEqual(words({}, "drawn", true), ["plain unopened gift", NO_WISH]);
  assert.deepEqual(words({ gift: "opened", newName: "untold" }, "drawn", true), [
    "plain opened eye",
    NO_WISH,
  ]);
  assert.deepEqual(words({}, "gathering"), [NO_WISH]);
  assert.deepEqual(words({ link: "needed", asksToLeave: true }, "gathering"), [NO_WISH]);
  assert.deepEqual(words({ link: "failed", hasWish: true }, "gathering"), [
    "urgent mailFailed mail-warning",
    "done hasWish heart",
  ]);
  assert.deepEqual(words({ link: "queued" }, "gathering"), ["plain mailQueued clock", NO_WISH]);
});

Deno.test("missesMails() is for people with an address who need their link, or get no updates", () => {
  const misses = (fields: Partial<PersonProgress>, state: "gathering" | "drawn" = "gathering") =>
    missesMails({ ...PERSON, reach: "none", link: "used", hasAddress: true, ...fields }, state);
  assert(misses({}));
  assert(misses({}, "drawn"));
  assert(!misses({ hasAddress: false }));
  assert(!misses({ reach: "device" }));
  assert(misses({ link: "needed" }, "drawn"));
  assert(misses({ link: "needed", gift: "opened" }, "drawn"));
  assert(!misses({ link: "needed", hasAddress: false }, "drawn"));
  assert(!misses({ link: "sent" }, "drawn"));
  assert(!misses({ gift: "opened" }, "drawn"));
});
