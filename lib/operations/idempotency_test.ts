import assert from "node:assert/strict";
import { Tokens } from "../game/tokens.ts";
import { refused } from "@/tests/support/operations.ts";
import { toKnownRequest } from "./idempotency.ts";

const secret = (text: string) => new TextEncoder().encode(`${text}, which only tests know`);
const tokens = new Tokens(secret("new"), secret("old"));
const before = new Tokens(secret("old"));

Deno.test("toKnownRequest() knows a request by scope and key, and a form by its content, too", async () => {
  const ask = (scope: string, key: string, body: unknown, isForm?: boolean, by = tokens) =>
    toKnownRequest(by, scope, { key, ...isForm !== undefined && { isForm } }, body);
  const first = ask("create", "a", { name: "One" });
  const asKept = ({ record: { body } }: typeof first) => ({
    body,
    gameId: "",
    participant: null,
    runningFor: 0,
  });
  assert.equal(first.keys.length, 2);
  assert.equal(first.record.key, first.keys[0]);
  for (
    const [other, isKnown, isSame] of [
      [ask("create", "a", { name: "One" }), true, true],
      [ask("create", "a", { name: "One" }, false), true, true],
      [ask("create", "a", { name: "Two" }), true, false],
      [ask("create", "b", { name: "One" }), false, false],
      [ask("join", "a", { name: "One" }), false, false],
      [ask("create", "a", { name: "One" }, true), false, true],
    ] as const
  ) {
    assert.deepEqual([other.keys[0] === first.keys[0], other.isSame(asKept(first))], [
      isKnown,
      isSame,
    ]);
    if (isSame) other.requireSame(asKept(first));
    else await refused(() => other.requireSame(asKept(first)), "KEY_REUSED");
  }
  const form = (name: string) => ask("create", "a", { name }, true).keys[0];
  assert.equal(form("One"), form("One"));
  assert.notEqual(form("One"), form("Two"));
  const old = ask("create", "a", { name: "One" }, false, before);
  assert.equal(old.record.key, first.keys[1], "a request that came before the secret changed");
  assert(first.isSame(asKept(old)));
});
