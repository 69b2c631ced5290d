import assert from "node:assert/strict";
import fc from "fast-check";
import { tokens } from "@/tests/support/games.ts";
import { findReturnPath, returnPathOf } from "./return_path.ts";

const ADDRESS = "bounces@mail.example.org";
const GAME = "0198d5f0-0000-7000-8000-000000000000";

Deno.test("findReturnPath() finds what returnPathOf() has made, however headers hold it", () => {
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 999_999_999_999_999 }),
    fc.constantFrom(
      "To: X",
      "to: Bounces <X>",
      "To: a@b.c, X",
      "Subject: x\r\nDelivered-To: X\r\n",
    ),
    fc.boolean(),
    (number, form, isUpper) => {
      const id = String(number);
      const path = returnPathOf(ADDRESS, tokens, { gameId: GAME, id });
      assert.ok(path.indexOf("@") <= 64, path);
      const found = findReturnPath(ADDRESS, form.replace("X", isUpper ? path.toUpperCase() : path));
      assert.equal(found?.id, id);
      assert.ok(found && tokens.isBounceMark(GAME, id, found.mark));
    },
  ));
});

Deno.test("findReturnPath() takes no other address for one", () => {
  const path = returnPathOf(ADDRESS, tokens, { gameId: GAME, id: "42" });
  for (
    const other of [
      "",
      ADDRESS,
      path.replace("@", "0@"),
      path.replace("bounces", "xbounces"),
      path.replace("mail.", "mailx"),
      `${path}.evil.net`,
      path.replace("+42", "+4x2"),
      path.replace("+42", "+-42"),
    ]
  ) assert.equal(findReturnPath(ADDRESS, `To: ${other}`), null, other);
});

Deno.test("Tokens.bounceMark() is another for each mail and each game", () => {
  const mark = tokens.bounceMark(GAME, "42");
  assert.match(mark, /^[0-9a-f]{16}$/);
  assert.ok(!tokens.isBounceMark(GAME, "43", mark));
  assert.ok(!tokens.isBounceMark("another", "42", mark));
  assert.ok(!tokens.isBounceMark(GAME, "42", ""));
});
