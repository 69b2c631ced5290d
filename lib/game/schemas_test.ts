import assert from "node:assert/strict";
import fc from "fast-check";
import { gameActionSchema, OPERATION_NAMES, patchGameSchema } from "./operations.ts";
import {
  createGameSchema,
  createRequestSchema,
  ownLinksSchema,
  sendEmailSchema,
} from "./schemas.ts";

const people = ["Ana", "Ben", "Cy"].map((name) => ({ name }));
const body = { name: "Party", date: "2030-12-24", participants: people };

Deno.test("createGameSchema fills in the defaults, and trims", () => {
  const { name, currency, isProtected, allowReassignment, sendEmails, exclusions, language } =
    createGameSchema.parse({ ...body, name: "  Party ", unknown: 1 });
  assert.deepEqual(
    [name, currency, isProtected, allowReassignment, sendEmails, exclusions, language],
    // Protection is decided together with sealing.
    ["Party", "USD", undefined, true, false, [], undefined],
  );
});

Deno.test("createGameSchema accepts an address that a mail can go to, and none that smuggles anything", () => {
  const accepts = (email: string) =>
    createGameSchema.safeParse({ ...body, organizerEmail: email }).success;
  for (const good of ["", "ana@example.org", "a.b+c@sub.example.org", "jürgen@example.org"]) {
    assert(accepts(good), good);
  }
  fc.assert(fc.property(
    fc.constantFrom("\r", "\n", "\0", ",", ";", "<", ">", '"', "(", ")", "\\", " ", "\u2028"),
    fc.nat({ max: 10 }),
    (character, at) => {
      const local = "ana-bella-x";
      const address = `${local.slice(0, at)}${character}${local.slice(at)}@example.org`;
      // Blanks at the ends are trimmed.
      assert(address.trim() !== address || !accepts(address), JSON.stringify(address));
    },
  ));
});

Deno.test("gameActionSchema accepts no action that an object inherits", () => {
  for (const action of ["__proto__", "constructor", "toString", "hasOwnProperty", "", 1, null]) {
    for (const schema of [gameActionSchema, patchGameSchema]) {
      const { success, error } = schema.safeParse({ action });
      assert(!success);
      assert.match(error.issues[0]?.message ?? "", /^Unknown action, expected one of /);
    }
  }
});

Deno.test("gameActionSchema leaves to PATCH alone every action that no active game decides by itself", () => {
  const further = [
    { action: "regenerateOrganizerToken", organizerToken: "x" },
    { action: "eraseGame", organizerToken: "x", confirmName: "Winter party" },
    { action: "openInRoom", organizerToken: "x", participantId: "x" },
    { action: "eraseMe", participantToken: "x" },
    { action: "sendMessage", participantToken: "x", to: "giver", text: "x" },
    { action: "sendThanks", participantToken: "x", text: "x" },
    { action: "agreeHandover", participantToken: "x" },
    { action: "setWishes", participantToken: "x", wishes: [], revision: 0 },
    { action: "markWish", participantToken: "x", wishId: crypto.randomUUID(), bought: true },
    {
      action: "addDevice",
      participantToken: "x",
      endpoint: "https://fcm.googleapis.com/x",
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    },
    {
      action: "removeDevice",
      participantToken: "x",
      endpoint: "https://fcm.googleapis.com/x",
    },
  ];
  for (const body of further) {
    assert(patchGameSchema.safeParse(body).success);
    assert(!gameActionSchema.safeParse(body).success);
  }
  assert.equal(OPERATION_NAMES.length, gameActionSchema.options.length + further.length);
  assert.equal(new Set(OPERATION_NAMES).size, OPERATION_NAMES.length);
});

Deno.test("sendEmailSchema requires the fields that a type needs", () => {
  const pathsOf = (type: string) =>
    sendEmailSchema.safeParse({ code: "482915", type }).error?.issues
      .map(({ path }) => path.join(".")) ?? [];
  assert.deepEqual(pathsOf("participant"), ["participantId"]);
  assert.deepEqual(pathsOf("recoverOrganizerLink"), ["email"]);
  assert.deepEqual(pathsOf("reminder"), []);
});

Deno.test("createGameSchema reports the first invalid name of a long list, not each of them", () => {
  const many = Array.from({ length: 500 }, () => [1, 2]);
  for (const list of ["exclusions", "households"]) {
    const { error } = createGameSchema.safeParse({ ...body, [list]: [["Ana", "Ben"], ...many] });
    assert.deepEqual(error?.issues.map(({ path }) => path.join(".")), [
      `${list}.1.0`,
      `${list}.1.1`,
    ]);
  }
});

Deno.test("createGameSchema keeps every household and pair of a valid list", () => {
  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));
  fc.assert(fc.property(
    fc.array(fc.tuple(name, name)),
    fc.array(fc.array(name)),
    (exclusions, households) => {
      const parsed = createGameSchema.parse({ ...body, exclusions, households });
      assert.deepEqual(parsed.exclusions, exclusions.map((pair) => pair.map((one) => one.trim())));
      assert.deepEqual(parsed.households, households.map((home) => home.map((one) => one.trim())));
    },
  ));
});

Deno.test("createGameSchema says what a new game lacks", () => {
  const problems = (fields: Record<string, unknown>) =>
    createGameSchema.safeParse({ ...body, ...fields }).error?.issues
      .map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ") ?? "none";
  const one = [{ name: "Ana" }];
  const rows: [Record<string, unknown>, RegExp][] = [
    [{}, /^none$/],
    [{ participants: one }, /^participants: A game needs at least 3 participants$/],
    [{ participants: one, draw: "later" }, /^none$/],
    [{ participants: [], draw: "later" }, /^none$/],
    [
      { drawAt: "2030-12-01T10:00:00Z" },
      /^drawAt: drawAt is for a game whose names are drawn later/,
    ],
    [{ drawAt: "2030-12-01T10:00:00Z", draw: "later" }, /^none$/],
    [{ drawAt: "" }, /^none$/],
    [{ draw: "soon" }, /^draw: /],
    [{ participants: one, name: "" }, /name: .*participants: |participants: .*name: /],
    [{ participants: Array(1001).fill({ name: "Ana" }) }, /^participants: .*1,?000/],
  ];
  for (const [fields, pattern] of rows) assert.match(problems(fields), pattern);
  for (const wrong of [null, [], "x"]) {
    assert.equal(createGameSchema.safeParse(wrong).success, false);
  }
  const key = createRequestSchema.safeParse({ ...body, createKey: "x".repeat(201) });
  assert.match(key.error?.issues[0]?.message ?? "", /no key of this service/);
});

Deno.test("sendEmailSchema and ownLinksSchema say what a mail needs", () => {
  const problem = (fields: Record<string, unknown>) =>
    sendEmailSchema.safeParse({ code: "482915", type: "reminder", ...fields }).error?.issues[0]
      ?.message ?? "none";
  const rows: [Record<string, unknown>, RegExp][] = [
    [{}, /none/],
    [{ type: "participant" }, /needs a participantId/],
    [{ type: "participant", participantId: "x" }, /none/],
    [{ type: "recoverParticipantLink" }, /A recovery needs an email/],
    [{ type: "recoverOrganizerLink", email: "a@b.example" }, /none/],
    [{ type: "all" }, /must be one of organizer/],
    [{ code: "x".repeat(21) }, /not a game code/],
    [{ code: 482915 }, /must be text/],
    [{ customMessage: "x".repeat(2001) }, /at most 2000/],
    [{ language: "xx" }, /must be one of en/],
  ];
  for (const [fields, pattern] of rows) assert.match(problem(fields), pattern);
  assert.equal(sendEmailSchema.parse({ code: " 482915 ", type: "organizer" }).customMessage, "");
  assert.match(ownLinksSchema.safeParse({ email: "" }).error?.issues[0]?.message ?? "", /needed/);
  assert(ownLinksSchema.safeParse({ email: "a@b.example", language: "de" }).success);
});
