import assert from "node:assert/strict";
import { fakeStorage, withGlobals } from "./browser_testing.ts";
import {
  type Draft,
  draftToRestore,
  fieldsOf,
  forgetDraft,
  forgetMade,
  retireDraft,
  writeDraft,
} from "./create_draft.ts";

class Navigation {
  constructor(readonly type: string) {}
}

/** A browser that reached the page through this type of navigation. */
function browser(type: string) {
  const [localStorage, sessionStorage] = [fakeStorage(), fakeStorage()];
  const performance = { getEntriesByType: () => [new Navigation(type)] };
  const globals = withGlobals({
    localStorage,
    sessionStorage,
    performance,
    PerformanceNavigationTiming: Navigation,
  });
  return { localStorage, sessionStorage, [Symbol.dispose]: () => globals[Symbol.dispose]() };
}

const DRAFT: Draft = { fields: { name: "Party" }, isSent: true };

Deno.test("a draft is kept until its game is created, and then for going back in the same tab", () => {
  for (
    const [type, again] of [["back_forward", { ...DRAFT, madeAt: "/games/1" }], [
      "reload",
      null,
    ]] as const
  ) {
    using kept = browser(type);
    assert.equal(draftToRestore(), null);
    writeDraft({ ...DRAFT, isSent: false });
    retireDraft("/games/1");
    assert.deepEqual(draftToRestore(), { ...DRAFT, isSent: false }, "it was changed since");
    writeDraft(DRAFT);
    assert.deepEqual(draftToRestore(), DRAFT);
    retireDraft("/games/1");
    assert.equal(kept.localStorage.kept.size, 0);
    assert.deepEqual(draftToRestore(), again);
    forgetMade();
    assert.equal(draftToRestore(), null, "its organizer has signed out");
    writeDraft({ ...DRAFT, fields: {} });
    assert.deepEqual(draftToRestore()?.fields, {}, "a new one goes first");
    forgetDraft();
    assert.equal(kept.localStorage.kept.size, 0);
  }
});

Deno.test("draftToRestore() ignores anything that is not a draft", () => {
  using kept = browser("navigate");
  for (
    const [stored, isDraft] of [
      [DRAFT, true],
      [{ ...DRAFT, madeAt: "/games/1" }, true],
      [{ ...DRAFT, madeAt: 7 }, false],
      [{ ...DRAFT, key: "a key" }, true],
      [{ ...DRAFT, key: 7 }, false],
      [{ fields: {} }, false],
      [{ ...DRAFT, isSent: "yes" }, false],
      [{ ...DRAFT, fields: null }, false],
      [{ ...DRAFT, fields: { name: 7 } }, false],
      ["text", false],
      [null, false],
    ] as const
  ) {
    kept.localStorage.setItem("new-game", JSON.stringify(stored));
    assert.equal(draftToRestore() !== null, isDraft, JSON.stringify(stored));
  }
  kept.localStorage.setItem("new-game", "{");
  assert.equal(draftToRestore(), null);
  Object.assign(kept.localStorage, {
    setItem: () => {
      throw new Error("full");
    },
  });
  writeDraft(DRAFT);
});

Deno.test("fieldsOf() keeps what was typed, but not the key that would make the next game the same one", () => {
  const entries = [["name", "Party"], ["key", "a key"], ["photo", new Blob()], ["place", ""]];
  using _ = withGlobals({
    FormData: function () {
      return entries;
    },
  });
  assert.deepEqual(fieldsOf(Object.create(null)), { name: "Party", place: "" });
});
