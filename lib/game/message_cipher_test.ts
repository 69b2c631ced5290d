import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { MessageCipher, type MessagePlace } from "./message_cipher.ts";
import { NONCE_BYTES } from "./sealed_text.ts";

const key = (name: string) => new TextEncoder().encode(`a key of the tests: ${name}`);
const PLACE: MessagePlace = { gameId: "game", giver: 1, receiver: 2, isFromGiver: true, id: "id" };
const seal = (cipher: MessageCipher, text: string) =>
  cipher.seal(text, PLACE, randomBytes(NONCE_BYTES));

Deno.test("MessageCipher opens what it has sealed, in any script and of any length", () => {
  const cipher = new MessageCipher([key("a")]);
  for (const text of ["", "x", "日本語\n🎁", "ä".repeat(1000), "x".repeat(256)]) {
    assert.equal(cipher.open(seal(cipher, text), PLACE), text);
  }
});

Deno.test("MessageCipher never seals a text the same way twice, and reveals its length only by the block", () => {
  const cipher = new MessageCipher([key("a")]);
  const sealed = Array.from({ length: 100 }, () => seal(cipher, "Yes"));
  assert.equal(new Set(sealed).size, 100);
  assert.equal(seal(cipher, "x".repeat(200)).length, sealed[0]?.length);
});

Deno.test("MessageCipher opens nothing in any other place than where it was sealed", () => {
  const cipher = new MessageCipher([key("a")]);
  const sealed = seal(cipher, "Yes");
  for (
    const other of [
      { gameId: "another" },
      { giver: 3 },
      { receiver: 3 },
      { giver: 2, receiver: 1 },
      { isFromGiver: false },
      { id: "another" },
    ]
  ) assert.equal(cipher.open(sealed, { ...PLACE, ...other }), null);
  assert.equal(new MessageCipher([key("b")]).open(sealed, PLACE), null);
  for (const broken of ["", "AAAA", sealed.slice(0, -4), `A${sealed.slice(1)}`]) {
    if (broken !== sealed) assert.equal(cipher.open(broken, PLACE), null);
  }
});

Deno.test("MessageCipher seals with the first key and opens with each of the others", () => {
  const old = new MessageCipher([key("old")]);
  const both = new MessageCipher([key("new"), key("old")]);
  assert.equal(both.open(seal(old, "Yes"), PLACE), "Yes");
  assert.equal(old.open(seal(both, "Yes"), PLACE), null);
  assert.equal(new MessageCipher([key("new")]).open(seal(both, "Yes"), PLACE), "Yes");
});
