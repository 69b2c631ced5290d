import assert from "node:assert/strict";
import { nextStepOf } from "./next_step.ts";

Deno.test("nextStepOf() leads from the gift to the wish, then to the day", () => {
  const drawn = { state: "drawn", isWithheld: false } as const;
  const own: Parameters<typeof nextStepOf>[0]["own"] = {
    viewedAt: null,
    wish: "",
    desiredGift: "",
  };
  const opened = { ...own, viewedAt: "2026-12-01T10:00:00.000Z" };
  const step = (view: Parameters<typeof nextStepOf>[0]["view"], one = own, daysLeft = 3) =>
    nextStepOf({ view, own: one, daysLeft });
  assert.equal(step(drawn), "open");
  assert.equal(step(drawn, opened), "wish");
  assert.equal(step(drawn, { ...opened, desiredGift: "Socks" }), "done");
  assert.equal(step(drawn, own, 0), "open", "on the day itself");
  assert.equal(step(drawn, own, -1), "over");
  assert.equal(step({ ...drawn, state: "gathering" }), "wish", "there is no gift yet");
  assert.equal(step({ ...drawn, isWithheld: true }), "wish", "theirs stays closed");
});
