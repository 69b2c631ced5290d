import assert from "node:assert/strict";
import { z } from "zod";
import { playAgainSchema } from "../game/again.ts";
import { canonicalText } from "../game/canonical.ts";
import { createGameSchema } from "../game/schemas.ts";
import { Tokens } from "../game/tokens.ts";
import { refused } from "@/tests/support/operations.ts";
import { toKnownRequest } from "./idempotency.ts";

const secret = (text: string) => new TextEncoder().encode(`${text}, which only tests know`);
const tokens = new Tokens(secret("new"), secret("old"));
const before = new Tokens(secret("old"));
const SCHEMA = z.object({ name: z.string() });
const keptAs = (body: string) => ({ body, gameId: "", participant: null, runningFor: 0 });

Deno.test("toKnownRequest() recognizes a request by scope and key, and a form by its content, too", async () => {
  const ask = (scope: string, key: string, body: object, isForm?: boolean, by = tokens) =>
    toKnownRequest(by, scope, { key, ...isForm !== undefined && { isForm } }, SCHEMA, body);
  const first = ask("create", "a", { name: "One" });
  const asKept = ({ record }: typeof first) => keptAs(record.body);
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

const CREATION = {
  name: "Party",
  date: "2027-12-24",
  participants: [{ name: "Ana", email: "ana@example.org" }, { name: "Ben" }, { name: "Cleo" }],
  exclusions: [["Ana", "Ben"]],
};
const KEY = "a-key-that-is-hard-to-guess";
const known = (schema: z.ZodType<object>, body: object, isForm = false) =>
  toKnownRequest(tokens, "create", { key: KEY, isForm }, schema, schema.parse(body));

Deno.test("a later release recognizes the requests of this one", () => {
  // A different hash means that requests around an upgrade are refused or, as forms, carried out twice.
  const FROZEN = "5JPGvGshhq9vHxpzbrdrP-zoHDN2j---dcNXyVf_1gw";
  const FROZEN_FORM = "T7BLmAq8DyzVG64L8aj9w18I-B6ezEa4A8G-mvSs5hE";
  const isFrozen = (schema: z.ZodType<object>, body: object) => {
    const isKnown = known(schema, body).isSame(keptAs(FROZEN));
    assert.equal(known(schema, body, true).keys.includes(FROZEN_FORM), isKnown);
    return isKnown;
  };
  assert(isFrozen(createGameSchema, CREATION));

  const { participants, ...shape } = createGameSchema.shape;
  const later = z.object({
    surprise: z.boolean().default(false),
    participants: z.array(
      z.object({ size: z.string().default("M"), ...participants.element.shape }),
    ),
    ...shape,
    rooms: z.array(z.object({ beds: z.number().default(2) })).default([{ beds: 2 }]),
  });
  assert(isFrozen(later, CREATION));
  assert(!isFrozen(later, { ...CREATION, surprise: true }));

  const said = { reveal: "never", rooms: [{ beds: 2 }], ...CREATION, households: [] };
  assert(isFrozen(later, said), "a default may be said");
  const [ana, ben, cleo] = CREATION.participants;
  for (const others of [[ben, ana, cleo], [ana, ben, { ...cleo, wish: "Tea" }]]) {
    const other = { ...CREATION, participants: others };
    assert(!isFrozen(createGameSchema, other));
  }
});

/** The text of this creation that version 0.3.0 hashes: it must not contain fields that are new since. */
const THEN = JSON.stringify({
  name: "Party",
  date: "2027-12-24",
  draw: "now",
  participants: CREATION.participants.map(({ name, email = "" }) => ({
    ...{ name, email, desiredGift: "", wish: "" },
  })),
  ...{ organizerName: "", cover: "", amount: "", currency: "USD", time: "", location: "" },
  ...{ generalNotes: "", organizerEmail: "", isSealed: false, allowReassignment: true },
  ...{ sendEmails: false, reveal: "never", exclusions: [["Ana", "Ben"]], oneWayExclusions: [] },
  ...{ households: [], keepers: [], keepersMayDraw: false },
});

Deno.test("version 0.3.0 recognizes the requests of this release that it could have had", () => {
  const hash = (of: "key" | "body", text: string) =>
    tokens.hashes(`idempotency ${of}`, "create", KEY, text)[0];
  for (const body of [CREATION, { ...CREATION, byPost: false, sendBy: "" }]) {
    assert.equal(known(createGameSchema, body).record.body, hash("body", THEN));
    assert.equal(known(createGameSchema, body, true).record.key, hash("key", THEN));
  }
  const posted = { ...CREATION, byPost: true };
  const text = canonicalText(createGameSchema, createGameSchema.parse(posted));
  assert.equal(known(createGameSchema, posted).record.body, hash("body", text));
  assert.equal(known(createGameSchema, posted, true).record.key, hash("key", text));
});

Deno.test("a request with a field that is off differs from one without it, except in forms", () => {
  const again = (body: object, isForm: boolean) =>
    known(playAgainSchema, { date: "2027-12-24", ...body }, isForm);
  for (const isForm of [false, true]) {
    const both = [again({}, isForm), again({ byPost: false }, isForm)] as const;
    for (const [one, other] of [both, both.toReversed()]) {
      assert(one && other);
      assert.equal(one.isSame(keptAs(other.record.body)), isForm);
      assert(one.isSame(keptAs(one.record.body)));
    }
  }
});

Deno.test("this release recognizes the requests of earlier ones", () => {
  const parsed = createGameSchema.parse(CREATION);
  const { byPost: _, sendBy: __, replyToOrganizer: ___, ...first } = parsed;
  for (const text of [parsed, first].map((body) => JSON.stringify(body))) {
    const [body] = tokens.hashes("idempotency body", "create", KEY, text);
    assert(known(createGameSchema, CREATION).isSame(keptAs(body)));
    const [key] = tokens.hashes("idempotency key", "create", KEY, text);
    assert(known(createGameSchema, CREATION, true).keys.includes(key));
  }
  const [body] = tokens.hashes("idempotency body", "create", KEY, JSON.stringify(first));
  assert(!known(createGameSchema, { ...CREATION, sendBy: "2027-12-20" }).isSame(keptAs(body)));
});
