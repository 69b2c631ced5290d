import assert from "node:assert/strict";
import { nextStepOf, waitingOf } from "./next_step.ts";

Deno.test("nextStepOf() leads from the gift to the wish, then to the day", () => {
  const drawn = { state: "drawn", isWithheld: false, sendBy: "" } as const;
  const own: Parameters<typeof nextStepOf>[0]["own"] = {
    viewedAt: null,
    receiverChange: null,
    wish: "",
    desiredGift: "",
    hasAskedToLeave: false,
    hasPendingReassignmentRequest: false,
  };
  const today = "2026-12-17";
  const opened = { ...own, viewedAt: "2026-12-01T10:00:00.000Z" };
  const step = (
    view: Parameters<typeof nextStepOf>[0]["view"],
    one = own,
    daysLeft = 3,
    waiting = 0,
  ) => nextStepOf({ view, own: one, daysLeft, waiting, today });
  assert.equal(step(drawn), "open");
  assert.equal(step(drawn, opened), "wish");
  assert.equal(step(drawn, { ...opened, desiredGift: "Socks" }), "done");
  assert.equal(step(drawn, { ...opened, receiverChange: "left" }), "open", "there is a new name");
  assert.equal(step(drawn, own, 0), "open", "on the day itself");
  assert.equal(step(drawn, own, -1), "over");
  assert.equal(step({ ...drawn, state: "gathering" }), "wish", "there is no gift yet");
  assert.equal(step({ ...drawn, isWithheld: true }), "wish", "theirs stays closed");
  assert.equal(step(drawn, opened, 3, 2), "read");
  assert.equal(step(drawn, own, 3, 2), "open", "the gift comes before letters");
  const happy = { ...opened, desiredGift: "Socks" };
  assert.equal(step(drawn, { ...happy, hasPendingReassignmentRequest: true }), "asked");
  assert.equal(step(drawn, { ...own, hasAskedToLeave: true }), "leaving");
  const parcels = (toMe: "none" | "onItsWay" | "arrived", isSent: boolean) => ({
    ...drawn,
    sendBy: "2026-12-18",
    parcels: { toReceiver: { isSent, hasArrived: false }, toMe },
  });
  assert.equal(step(parcels("none", false), happy), "send");
  assert.equal(step({ ...parcels("none", false), sendBy: "" }, happy), "done", "no day is set");
  assert.equal(step(parcels("none", false), opened), "wish");
  assert.equal(step(parcels("arrived", true), happy), "done");
  const late = { ...parcels("none", false), sendBy: "2026-12-16" };
  assert.equal(step(late, happy), "done", "the day has passed");
  assert.equal(step({ ...late, sendBy: today }, happy), "send", "the day itself");
  assert.equal(step(parcels("onItsWay", true), opened), "arriving", "a wish would be too late");
  assert.equal(step(parcels("onItsWay", false), opened), "send", "theirs is not mailed yet");
  const asking = { ...opened, hasPendingReassignmentRequest: true };
  assert.equal(step(parcels("onItsWay", true), asking), "asked");
  assert.equal(step(parcels("onItsWay", false), own), "open");
  assert.equal(step(parcels("onItsWay", false), opened, 3, 2), "read");
});

const opened = { viewedAt: "2026-12-01T10:00:00.000Z", receiverChange: null };

Deno.test("waitingOf() leads to the receiver first, else to the giver", () => {
  assert.deepEqual(waitingOf({ giver: 0, receiver: 0 }, opened), { count: 0, first: undefined });
  assert.deepEqual(waitingOf({ giver: 2, receiver: 0 }, opened), { count: 2, first: "giver" });
  assert.deepEqual(waitingOf({ giver: 2, receiver: 3 }, opened), { count: 5, first: "receiver" });
});

Deno.test("waitingOf() reveals nothing of messages about an unopened gift", () => {
  const unopened = { viewedAt: null, receiverChange: null };
  assert.equal(
    waitingOf({ giver: 0, receiver: 3 }, { ...opened, receiverChange: "left" }).count,
    0,
  );
  assert.deepEqual(
    waitingOf({ giver: 2, receiver: 3 }, unopened),
    waitingOf({ giver: 2, receiver: 0 }, unopened),
  );
  assert.deepEqual(waitingOf({ giver: 0, receiver: 3 }, unopened), { count: 0, first: undefined });
});
