import assert from "node:assert/strict";
import fc from "fast-check";
import { tokens } from "@/tests/support/games.ts";
import { findReturnPath, returnPathOf } from "./return_path.ts";

const ADDRESS = "bounces@mail.example.org";
Deno.test("findReturnPath() finds the address of returnPathOf(), in any form of header", () => {
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
      const path = returnPathOf(ADDRESS, tokens, id);
      assert.ok(path.indexOf("@") <= 64, path);
      const headers = form.replace("X", isUpper ? path.toUpperCase() : path);
      assert.equal(findReturnPath(ADDRESS, tokens, headers), id);
    },
  ));
});

Deno.test("findReturnPath() ignores other addresses", () => {
  const path = returnPathOf(ADDRESS, tokens, "42");
  const [, name = ""] = /\+([0-9a-f]{32})@/.exec(path) ?? [];
  for (
    const other of [
      "",
      ADDRESS,
      path.replace("@", "0@"),
      path.replace("bounces", "xbounces"),
      path.replace("mail.", "mailx"),
      `${path}.evil.net`,
      path.replace(name, name.slice(1)),
      path.replace(name, `${name.slice(0, -1)}${name.endsWith("0") ? "1" : "0"}`),
      path.replace(name, "0".repeat(32)),
    ]
  ) assert.equal(findReturnPath(ADDRESS, tokens, `To: ${other}`), null, other);
});
