import assert from "node:assert/strict";
import {
  forgetSentText,
  forgetWishDraft,
  readWishDraft,
  type WishDraft,
  writeWishDraft,
} from "./wish_draft.ts";

/** Runs a test with this storage in place of the browser's. */
function withStorage(storage: object, work: () => void): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  try {
    work();
  } finally {
    delete Object(globalThis).localStorage;
    if (before) Object.defineProperty(globalThis, "localStorage", before);
  }
}

/** A storage backed by this map. */
function storageOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
}

const DRAFT: WishDraft = {
  text: "A half-typed li",
  sent: { entries: [["wish-title", "Tea"]], revision: 3 },
};

Deno.test("a draft is read back for its own key, until it is forgotten", () => {
  const kept = new Map<string, string>();
  withStorage(storageOf(kept), () => {
    assert.equal(readWishDraft("a"), null);
    writeWishDraft("a", DRAFT);
    writeWishDraft("b", { text: "Kite", sent: null });
    assert.deepEqual(readWishDraft("a"), DRAFT);
    assert.deepEqual(readWishDraft("b"), { text: "Kite", sent: null });
    forgetWishDraft("a");
    assert.equal(readWishDraft("a"), null);
    assert.deepEqual([...kept.keys()], ["b"]);
  });
});

Deno.test("an entry that is not a draft is ignored", () => {
  const entries = [["wish-title", "Tea"]];
  const strange = [
    ...["", "{", "null", "3", '"text"', "[]", "{}", '{"text":1,"sent":null}', '{"text":"a"}'],
    ...[true, [], { entries }, { revision: 1 }, { entries: "a", revision: 1 }, {
      entries,
      revision: "1",
    }].map((sent) => JSON.stringify({ text: "a", sent })),
    // An entry is a name and a text.
    ...[[null], ["a"], [["wish-title"]], [["wish-title", 1]], [[1, "Tea"]]].map((entries) =>
      JSON.stringify({ text: "a", sent: { entries, revision: 1 } })
    ),
  ];
  for (const text of strange) {
    withStorage(
      storageOf(new Map([["a", text]])),
      () => assert.equal(readWishDraft("a"), null, text),
    );
  }
});

Deno.test("a browser that stores nothing has no drafts, and no errors", () => {
  const refuse = () => {
    throw new DOMException("Not allowed", "SecurityError");
  };
  withStorage({ getItem: refuse, setItem: refuse, removeItem: refuse }, () => {
    writeWishDraft("a", DRAFT);
    forgetWishDraft("a");
    assert.equal(readWishDraft("a"), null);
  });
});

Deno.test("forgetSentText() forgets text that has arrived, but not text typed since, nor a list that waits", () => {
  withStorage(storageOf(new Map()), () => {
    writeWishDraft("a", { ...DRAFT, isOnItsWay: true });
    forgetSentText("a");
    assert.deepEqual(readWishDraft("a"), { ...DRAFT, text: "", isOnItsWay: false });
    writeWishDraft("a", DRAFT);
    forgetSentText("a");
    assert.deepEqual(readWishDraft("a"), DRAFT);
    forgetSentText("b");
    assert.equal(readWishDraft("b"), null);
  });
});

Deno.test("an empty draft leaves no entry behind", () => {
  const kept = new Map<string, string>();
  withStorage(storageOf(kept), () => {
    writeWishDraft("a", { text: "Kite", sent: null, isOnItsWay: true });
    forgetSentText("a");
    writeWishDraft("b", { text: "", sent: null });
    assert.deepEqual([...kept.keys()], []);
  });
});
