import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp } from "./support/app.ts";
import { sql } from "./support/sql.ts";
import { inDays, people } from "./support/games.ts";

const good = { name: "Party", date: inDays(5), participants: people(3) };
const [first, second, third] = good.participants;

/** A body for creation with something in it spoilt. */
function spoilt(change: Record<string, unknown>): Record<string, unknown> {
  return { ...good, ...change };
}

function withFirst(change: Record<string, unknown>): Record<string, unknown> {
  return spoilt({ participants: [{ ...first, ...change }, second, third] });
}

/** Bodies of POST /api/games, each with what its error must speak of. */
const CREATIONS: [what: string, body: unknown, says: RegExp][] = [
  ["no body", "", /empty/],
  ["no JSON", "{name:", /JSON/],
  ["half of an object", '{"name":"x"', /JSON/],
  ["null", "null", /object/],
  ["a number", "5", /object/],
  ["a text", '"game"', /object/],
  ["an array", "[]", /object/],
  ["an array of games", [good], /object/],
  ["an empty object", {}, /name/i],
  ["no name", spoilt({ name: undefined }), /name/i],
  ["a name that is null", spoilt({ name: null }), /name/i],
  ["a name that is a number", spoilt({ name: 7 }), /name/i],
  ["a name that is an object", spoilt({ name: {} }), /name/i],
  ["an empty name", spoilt({ name: "" }), /name/i],
  ["a blank name", spoilt({ name: " \t " }), /name/i],
  ["a name too long", spoilt({ name: "x".repeat(101) }), /100/],
  ["a name with a line feed", spoilt({ name: "a\nb" }), /control/],
  ["a name with a NUL", spoilt({ name: "a\u0000b" }), /control/],
  ["a name with half a character", spoilt({ name: "a\ud800b" }), /control|character/],
  ["no date", spoilt({ date: undefined }), /date/],
  ["an empty date", spoilt({ date: "" }), /date/],
  ["a date in words", spoilt({ date: "tomorrow" }), /date/],
  ["a date that is a number", spoilt({ date: 20270101 }), /date/],
  ["a German date", spoilt({ date: "24.12.2030" }), /date/],
  ["an American date", spoilt({ date: "12/24/2030" }), /date/],
  ["a date with a time", spoilt({ date: "2030-12-24T18:00:00Z" }), /date/],
  ["a 30th of February", spoilt({ date: "2030-02-30" }), /date/],
  ["a 29th of February in 2031", spoilt({ date: "2031-02-29" }), /date/],
  ["a 13th month", spoilt({ date: "2030-13-01" }), /date/],
  ["a year of five digits", spoilt({ date: "12030-01-01" }), /date/],
  ["the year 0", spoilt({ date: "0000-01-01" }), /date/],
  ["yesterday", spoilt({ date: inDays(-1) }), /today or later/],
  ["long ago", spoilt({ date: "1999-12-31" }), /today or later/],
  ["no participants", spoilt({ participants: undefined }), /participants/],
  ["participants null", spoilt({ participants: null }), /participants/],
  ["participants as text", spoilt({ participants: "Ana, Ben, Cy" }), /participants/],
  ["participants as an object", spoilt({ participants: { 0: first } }), /participants/],
  ["no one", spoilt({ participants: [] }), /at least 3/],
  ["two", spoilt({ participants: people(2) }), /at least 3/],
  ["more than a thousand", spoilt({ participants: people(1001) }), /1000/],
  ["participants as names", spoilt({ participants: ["Ana", "Ben", "Cy"] }), /participant/],
  ["a participant null", spoilt({ participants: [null, second, third] }), /participant/],
  ["a participant without a name", withFirst({ name: undefined }), /name/i],
  ["a participant with an empty name", withFirst({ name: "" }), /name/i],
  ["a participant with a blank name", withFirst({ name: "   " }), /name/i],
  ["a participant with a number", withFirst({ name: 1 }), /name/i],
  ["a participant with a long name", withFirst({ name: "x".repeat(81) }), /80/],
  ["a participant with a tab", withFirst({ name: "a\tb" }), /control/],
  ["a name twice", withFirst({ name: "P2" }), /twice/],
  ["a name twice but for case", withFirst({ name: "p2" }), /twice/],
  ["a name twice but for blanks", withFirst({ name: " P2 " }), /twice/],
  ["a name twice but for its width", withFirst({ name: "Ｐ2" }), /twice/],
  ["an address without @", withFirst({ email: "ana.example.org" }), /e-mail/],
  ["an address without a domain", withFirst({ email: "ana@" }), /e-mail/],
  ["an address without a person", withFirst({ email: "@example.org" }), /e-mail/],
  ["an address with two @", withFirst({ email: "a@b@example.org" }), /e-mail/],
  ["an address with a blank", withFirst({ email: "a na@example.org" }), /e-mail/],
  [
    "an address with a line feed",
    withFirst({ email: "a@example.org\nbcc: b@example.org" }),
    /e-mail/,
  ],
  ["an address with a carriage return", withFirst({ email: "a@example.org\rx" }), /e-mail/],
  ["two addresses", withFirst({ email: "a@example.org,b@example.org" }), /e-mail/],
  ["two addresses with ;", withFirst({ email: "a@example.org;b@example.org" }), /e-mail/],
  ["an address with a name", withFirst({ email: "Ana <a@example.org>" }), /e-mail/],
  ["an address with HTML", withFirst({ email: "<b>@example.org" }), /e-mail/],
  ["an address with quotes", withFirst({ email: '"a"@example.org' }), /e-mail/],
  ["an address that is a number", withFirst({ email: 4 }), /e-mail/],
  ["an address that is an array", withFirst({ email: ["a@example.org"] }), /e-mail/],
  ["an address too long", withFirst({ email: `${"x".repeat(250)}@example.org` }), /254/],
  ["an address with dots in a row", withFirst({ email: "a..b@example.org" }), /e-mail/],
  ["a wish that is a number", withFirst({ wish: 1 }), /wish/],
  ["a wish too long", withFirst({ wish: "x".repeat(1001) }), /1000/],
  ["a gift too long", withFirst({ desiredGift: "x".repeat(1001) }), /1000/],
  ["a participant in Klingon", withFirst({ language: "tlh" }), /language/],
  ["an amount that is a number", spoilt({ amount: 20 }), /amount/],
  ["an amount too long", spoilt({ amount: "1".repeat(21) }), /20/],
  ["a currency in small letters", spoilt({ currency: "eur" }), /currency/],
  ["a currency of a sign", spoilt({ currency: "€" }), /currency/],
  ["a currency of four letters", spoilt({ currency: "EURO" }), /currency/],
  ["an empty currency", spoilt({ currency: "" }), /currency/],
  ["a time of 24:00", spoilt({ time: "24:00" }), /time/],
  ["a time of 12:60", spoilt({ time: "12:60" }), /time/],
  ["a time with seconds", spoilt({ time: "18:30:00" }), /time/],
  ["a time of one digit", spoilt({ time: "8:30" }), /time/],
  ["a time in halves", spoilt({ time: "6:30 pm" }), /time/],
  ["a time that is a number", spoilt({ time: 1830 }), /time/],
  ["a location too long", spoilt({ location: "x".repeat(201) }), /200/],
  ["a location with a line feed", spoilt({ location: "a\nb" }), /control/],
  ["notes too long", spoilt({ generalNotes: "x".repeat(2001) }), /2000/],
  ["notes with a bell", spoilt({ generalNotes: "a\u0007b" }), /control/],
  ["notes that are a list", spoilt({ generalNotes: [] }), /notes/],
  ["an organizer's address that is none", spoilt({ organizerEmail: "me" }), /e-mail/],
  ["an organizer's address with a header", spoilt({ organizerEmail: "a@b.co\r\nX: y" }), /e-mail/],
  ["protection in words", spoilt({ isProtected: "yes" }), /true or false/],
  ["protection as a number", spoilt({ isProtected: 1 }), /true or false/],
  ["reassignment null", spoilt({ allowReassignment: null }), /true or false/],
  ["e-mails as text", spoilt({ sendEmails: "true" }), /true or false/],
  ["an unknown language", spoilt({ language: "xx" }), /language/],
  ["a language with a region", spoilt({ language: "en-GB" }), /language/],
  ["a language in capitals", spoilt({ language: "EN" }), /language/],
  ["a time zone of fancy", spoilt({ timeZone: "Mars/Olympus" }), /time zone/],
  ["an empty time zone", spoilt({ timeZone: "" }), /time zone/],
  ["exclusions as an object", spoilt({ exclusions: {} }), /exclusions/],
  ["an exclusion of one", spoilt({ exclusions: [["P1"]] }), /pair/],
  ["an exclusion of three", spoilt({ exclusions: [["P1", "P2", "P3"]] }), /pair/],
  ["an exclusion as text", spoilt({ exclusions: ["P1,P2"] }), /pair/],
  ["an exclusion of nobody", spoilt({ exclusions: [["P1", "Zoe"]] }), /Zoe/],
  ["an exclusion of numbers", spoilt({ exclusions: [[1, 2]] }), /name/i],
  ["an exclusion of oneself", spoilt({ exclusions: [["P1", "p1"]] }), /two different/],
  ["households as names", spoilt({ households: ["P1", "P2"] }), /household/],
  ["a household of nobody", spoilt({ households: [["P1", "Zoe"]] }), /Zoe/],
  ["a household of all", spoilt({ households: [["P1", "P2", "P3"]] }), /not give to anybody/],
  ["an impossible triangle", spoilt({ exclusions: [["P1", "P2"], ["P1", "P3"]] }), /P1/],
];

/** Bodies of PATCH by an organizer or for the first participant, who are filled in. */
const ACTIONS: [what: string, body: (game: Answer) => unknown, status: number][] = [
  ["no JSON", () => "action", 400],
  ["an array", () => [], 400],
  ["no action", () => ({}), 400],
  ["an unknown action", () => ({ action: "explode" }), 400],
  ["an action that is a number", () => ({ action: 1 }), 400],
  ...["__proto__", "constructor", "toString", "hasOwnProperty"].map(
    (action): [string, () => unknown, number] => [`the action ${action}`, () => ({ action }), 400],
  ),
  ["a wish without a participant", () => ({ action: "updateWish", wish: "x" }), 400],
  ["a wish without a wish", (game) => ({ action: "updateWish", participantId: idOf(game) }), 400],
  ["a wish for nobody", () => ({ action: "updateWish", participantId: "x", wish: "x" }), 404],
  [
    "a wish for an id that is a number",
    () => ({ action: "updateWish", participantId: 1, wish: "" }),
    400,
  ],
  [
    "a wish too long",
    (game) => ({ action: "updateWish", participantId: idOf(game), wish: "x".repeat(1001) }),
    400,
  ],
  [
    "an address with a header",
    (game) => ({
      action: "updateParticipantEmail",
      participantId: idOf(game),
      email: "a@b.co\nBcc: x@y.co",
    }),
    400,
  ],
  ["no address", (game) => ({ action: "updateParticipantEmail", participantId: idOf(game) }), 400],
  ["a token that is a number", () => ({ action: "reassignAll", organizerToken: 5 }), 400],
  ["no token", () => ({ action: "reassignAll" }), 401],
  ["an empty token", () => ({ action: "reassignAll", organizerToken: "" }), 401],
  ["a wrong token", () => ({ action: "reassignAll", organizerToken: "x" }), 403],
  [
    "a participant's token",
    (game) => ({ action: "reassignAll", organizerToken: game.participants[0].token }),
    403,
  ],
  ["a very long token", () => ({ action: "reassignAll", organizerToken: "x".repeat(10_000) }), 400],
  [
    "an impossible date",
    (game) => organizer(game, "updateGameDetails", { date: "2030-02-31" }),
    400,
  ],
  ["an empty game name", (game) => organizer(game, "updateGameDetails", { name: " " }), 400],
  ["a currency of two", (game) => organizer(game, "updateGameDetails", { currency: "EU" }), 400],
  ["a flag in words", (game) => organizer(game, "updateGameDetails", { isProtected: "no" }), 400],
  [
    "a taken name",
    (game) =>
      organizer(game, "updateParticipantDetails", { participantId: idOf(game), name: "P3" }),
    400,
  ],
  [
    "an empty participant name",
    (game) => organizer(game, "updateParticipantDetails", { participantId: idOf(game), name: "" }),
    400,
  ],
  [
    "details of nobody",
    (game) => organizer(game, "updateParticipantDetails", { participantId: "nobody" }),
    404,
  ],
  ["a newcomer without a name", (game) => organizer(game, "addParticipant", {}), 400],
  [
    "a newcomer with a taken name",
    (game) => organizer(game, "addParticipant", { participantName: "p1" }),
    400,
  ],
  [
    "removing nobody",
    (game) => organizer(game, "removeParticipant", { participantId: "nobody" }),
    404,
  ],
  [
    "removing one of three",
    (game) => organizer(game, "removeParticipant", { participantId: idOf(game) }),
    400,
  ],
  [
    "approving what nobody asked",
    (game) => organizer(game, "approveReassignment", { participantId: idOf(game) }),
    400,
  ],
  [
    "exclusions that leave no draw",
    (game) => organizer(game, "setExclusions", { households: [["P1", "P2", "P3"]] }),
    400,
  ],
  [
    "exclusions of a stranger",
    (game) => organizer(game, "setExclusions", { exclusions: [["P1", "Zoe"]] }),
    400,
  ],
  [
    "renewing a link of nobody",
    (game) => organizer(game, "regenerateToken", { participantId: "nobody" }),
    404,
  ],
  [
    "joining without an invitation",
    () => ({ action: "joinInvitation", participantName: "N" }),
    401,
  ],
  [
    "joining with a wrong invitation",
    () => ({ action: "joinInvitation", participantName: "N", invitationToken: "x" }),
    403,
  ],
  [
    "joining with a taken name",
    (game) => ({
      action: "joinInvitation",
      participantName: "P1",
      invitationToken: game.invitationToken,
    }),
    400,
  ],
  [
    "joining without a name",
    (game) => ({ action: "joinInvitation", invitationToken: game.invitationToken }),
    400,
  ],
];

/** Bodies of POST /api/email/send. */
const MAILS: [what: string, body: (game: Answer) => unknown, status: number][] = [
  ["nothing", () => "", 400],
  ["no code", () => ({ type: "reminder" }), 400],
  ["an unknown type", (game) => ({ code: game.code, type: "spam" }), 400],
  ["a code that is a number", (game) => ({ code: Number(game.code), type: "reminder" }), 400],
  ["an unknown code", () => ({ code: "000000", type: "reminder" }), 404],
  ["no token", (game) => ({ code: game.code, type: "reminder" }), 401],
  ["a wrong token", (game) => ({ code: game.code, type: "reminder", organizerToken: "x" }), 403],
  [
    "a participant who is nobody",
    (game) => ({
      code: game.code,
      type: "participant",
      participantId: "x",
      organizerToken: game.organizerToken,
    }),
    404,
  ],
  [
    "a participant missing",
    (game) => ({ code: game.code, type: "participant", organizerToken: game.organizerToken }),
    400,
  ],
  [
    "a message too long",
    (game) => ({
      code: game.code,
      type: "reminder",
      customMessage: "x".repeat(2001),
      organizerToken: game.organizerToken,
    }),
    400,
  ],
  [
    "a recovery without an address",
    (game) => ({ code: game.code, type: "recoverOrganizerLink" }),
    400,
  ],
  [
    "a recovery with a bad address",
    (game) => ({ code: game.code, type: "recoverParticipantLink", email: "x" }),
    400,
  ],
];

function idOf(game: Answer): string {
  return game.participants[0].id;
}

function organizer(game: Answer, action: string, body: Record<string, unknown>): unknown {
  return { action, organizerToken: game.organizerToken, ...body };
}

/** A 4xx of the promised shape, in a sentence that helps and with nothing internal in it. */
function assertRefused(what: string, answer: { status: number; body: Answer; text: string }): void {
  assert(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.text}`);
  assert.equal(typeof answer.body.error, "string", what);
  assert(answer.body.error.length > 10, `${what}: ${answer.body.error}`);
  assert.match(answer.body.code, /^[A-Z][A-Z_]+$/, what);
  assert.doesNotMatch(answer.text, /stack|select |insert |\.ts:|postgres|zod|undefined/i, what);
}

async function contents(app: TestApp): Promise<string> {
  const tables = ["games", "participants", "assignments", "exclusions", "household_members"];
  const rows = await Promise.all(
    tables.map((table) => sql(app.services, `select t::text as row from ${table} t order by 1`)),
  );
  return JSON.stringify(rows);
}

Deno.test("bad bodies of POST /api/games are refused in words, and nothing is stored", async () => {
  await using app = await startApp();
  for (const [what, body, says] of CREATIONS) {
    const answer = await app.api("POST", "/api/games", body);
    assertRefused(what, answer);
    assert.equal(answer.status, 400, what);
    assert.match(answer.body.error, says, what);
  }
  assert.equal(await contents(app), "[[],[],[],[],[]]");
});

Deno.test("bad bodies of PATCH and of mails are refused in words, and change nothing", async () => {
  await using app = await startApp();
  const { body: game } = await app.api("POST", "/api/games", good);
  const before = await contents(app);
  for (const [what, body, status] of ACTIONS) {
    const answer = await app.api("PATCH", `/api/games/${game.code}`, body(game));
    assertRefused(what, answer);
    assert.equal(answer.status, status, `${what}: ${answer.text}`);
  }
  for (const [what, body, status] of MAILS) {
    const answer = await app.api("POST", "/api/email/send", body(game));
    assertRefused(what, answer);
    assert.equal(answer.status, status, `${what}: ${answer.text}`);
  }
  assert.equal(await contents(app), before);
});

Deno.test("codes that are none, and bodies too large or no text, are refused", async () => {
  await using app = await startApp();
  for (
    const code of [
      "abc",
      "12345",
      "1234567",
      "012345",
      "%00",
      "123456%20",
      "１２３４５６",
      "-12345",
      "' or 1=1",
    ]
  ) {
    const answer = await app.api("GET", `/api/games/${encodeURIComponent(code)}`);
    assertRefused(code, answer);
    assert.equal(answer.status, 404, code);
  }
  const large = await app.api("POST", "/api/games", { ...good, generalNotes: "x".repeat(300_000) });
  assert.deepEqual([large.status, large.body.code], [413, "BODY_TOO_LARGE"]);
  const unannounced = await app.fetch(
    new Request("http://localhost/api/games", {
      method: "POST",
      body: new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(64 * 1024).fill(32));
        },
      }),
    }),
  );
  assert.equal(unannounced.status, 413, "a body without a length is counted as it comes");
  await unannounced.body?.cancel();
  const noText = await app.fetch(
    new Request("http://localhost/api/games", {
      method: "POST",
      body: new Uint8Array([0xff, 0xfe]),
    }),
  );
  assert.equal(noText.status, 400);
  await noText.body?.cancel();
  assert.equal(await contents(app), "[[],[],[],[],[]]");
});

Deno.test("there are at least 100 bad bodies in the tables", () => {
  assert(CREATIONS.length + ACTIONS.length + MAILS.length >= 150);
});
