import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { refuses } from "../support/client.ts";
import { assertRefused, readTables } from "../support/refusals.ts";
import { inDays, people } from "../support/games.ts";

const good = { name: "Party", date: inDays(5), participants: people(3) };
const [first, second, third] = good.participants;

/** A creation body with one part made invalid. */
function spoilt(change: Record<string, unknown>): Record<string, unknown> {
  return { ...good, ...change };
}

function withFirst(change: Record<string, unknown>): Record<string, unknown> {
  return spoilt({ participants: [{ ...first, ...change }, second, third] });
}

/** Bodies of POST /api/games, each with what its error must mention. */
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
  ["a name twice in another alphabet", withFirst({ name: "Р2" }), /twice/],
  ["a name of two alphabets", withFirst({ name: "Аna" }), /alphabets/],
  ["a name that turns round", withFirst({ name: "\u202eana" }), /invisible/],
  ["a name with something hidden", withFirst({ name: "P2\u200b" }), /invisible/],
  ["a name that shows nothing", withFirst({ name: "\u2800\u3164" }), /invisible/],
  ["a name under a pile of marks", withFirst({ name: `A${"\u0316".repeat(40)}` }), /marks/],
  ["a game whose name turns round", spoilt({ name: "Party \u202e" }), /invisible/],
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
  ["an abbreviated time zone", spoilt({ timeZone: "PST" }), /time zone/],
  ["an offset as time zone", spoilt({ timeZone: "+02:00" }), /time zone/],
  ["exclusions as an object", spoilt({ exclusions: {} }), /exclusions/],
  ["an exclusion of one", spoilt({ exclusions: [["P1"]] }), /pair/],
  ["an exclusion of three", spoilt({ exclusions: [["P1", "P2", "P3"]] }), /pair/],
  ["an exclusion as text", spoilt({ exclusions: ["P1,P2"] }), /pair/],
  ["an exclusion of nobody", spoilt({ exclusions: [["P1", "Zoe"]] }), /Zoe/],
  ["an exclusion of numbers", spoilt({ exclusions: [[1, 2]] }), /name/i],
  ["an exclusion of oneself", spoilt({ exclusions: [["P1", "p1"]] }), /two different/],
  ["households as names", spoilt({ households: ["P1", "P2"] }), /household/],
  ["a household of nobody", spoilt({ households: [["P1", "Zoe"]] }), /Zoe/],
  ["a household of all", spoilt({ households: [["P1", "P2", "P3"]] }), /cannot give to anyone/],
  ["an impossible triangle", spoilt({ exclusions: [["P1", "P2"], ["P1", "P3"]] }), /P1/],
];

/** The tables before any game is created. */
const NOTHING = [[], [], [], [], []];

Deno.test("bad bodies of POST /api/games are refused with an explanation, and nothing is stored", async () => {
  await using app = await startApp();
  for (const [what, body, says] of CREATIONS) {
    const { error } = assertRefused(what, await app.client.post("/api/games", body), 400);
    assert.match(error, says, what);
  }
  assert.deepEqual(await readTables(app), NOTHING);
});

Deno.test("invalid codes, and bodies that are too large or not text, are refused", async () => {
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
    assertRefused(code, await app.client.get(`/api/games/${encodeURIComponent(code)}`), 404);
  }
  const large = spoilt({ generalNotes: "x".repeat(300_000) });
  refuses(await app.client.post("/api/games", large), 413, "BODY_TOO_LARGE");
  const withoutEvents = await app.fetch(
    new Request("http://localhost/api/games", {
      method: "POST",
      body: new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(64 * 1024).fill(32));
        },
      }),
    }),
  );
  assert.equal(withoutEvents.status, 413, "a body without a length is counted as it comes");
  await withoutEvents.body?.cancel();
  const noText = await app.fetch(
    new Request("http://localhost/api/games", {
      method: "POST",
      body: new Uint8Array([0xff, 0xfe]),
    }),
  );
  assert.equal(noText.status, 400);
  await noText.body?.cancel();
  assert.deepEqual(await readTables(app), NOTHING);
});
