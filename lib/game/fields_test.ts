import assert from "node:assert/strict";
import { z } from "zod";
import { fieldsWith } from "./derive.ts";
import {
  addressHint,
  addressLines,
  CHANGEABLE,
  country,
  GAME_FIELDS,
  groups,
  keepers,
  line,
  livesWith,
  messageText,
  oneWayPairs,
  pairs,
  participantId,
  PERSON_FIELDS,
  renewLink,
  token,
  toldOf,
} from "./fields.ts";
import { changeShape, storedValues } from "./field_rows.ts";
import { makeGame } from "@/tests/support/games.ts";

const MANY = 100_000;

/** A schema, its results for valid values, and its messages for others. */
type Rows = [schema: z.ZodType, good: [given: unknown, kept: unknown][], bad: [unknown, RegExp][]];

const text = (length: number) => "x".repeat(length);
/** Messages about a line of text. */
const inLine = (max: number): [[unknown, unknown][], [unknown, RegExp][]] => [
  [[`  ${text(max)} `, text(max)], ["", ""], ["Zoë", "Zoë"]],
  [[text(max + 1), new RegExp(`at most ${max} `)], [1, /must be text/], ["a\nb", /control/]],
];
/** Messages about several lines. */
const inLines = (max: number): [[unknown, unknown][], [unknown, RegExp][]] => [
  [[text(max), text(max)], [" a\r\nb\rc\td ", "a\nb\nc\td"]],
  [[text(max + 1), new RegExp(`at most ${max} `)], [1, /must be text/], ["a\0b", /control/], [
    "\ud800",
    /control/,
  ]],
];
const yesOrNo: Rows[1] = [[true, true], [false, false]];
const isNoFlag: Rows[2] = [["true", /Expected true or false/], [null, /Expected true or false/]];
const twoOf = (count: number) => Array.from({ length: count }, () => ["Ana", "Ben"]);

const {
  name,
  date,
  organizerName,
  cover,
  amount,
  currency,
  time,
  location,
  generalNotes,
  timeZone,
  organizerEmail,
  reveal,
  language,
  sendBy,
  drawAt,
  sendEmails,
} = GAME_FIELDS;
const SCHEMAS: Record<string, Rows> = {
  name: [name.schema, [[" Party ", "Party"], [text(100), text(100)]], [
    ["", /The game needs a name/],
    [" ", /The game needs a name/],
    [text(101), /at most 100 /],
    ["\u200b", /invisible/],
  ]],
  date: [date.schema, [["2027-12-24", "2027-12-24"], ["0001-01-01", "0001-01-01"]], [
    ["2027-02-30", /real calendar date/],
    ["24.12.2027", /real calendar date/],
    ["0000-12-24", /real calendar date/],
  ]],
  organizerName: [organizerName.schema, [[undefined, ""], ["", ""], [text(80), text(80)]], [
    [text(81), /at most 80 /],
    ["\u202eAna", /invisible/],
  ]],
  cover: [cover.schema, [[undefined, ""], ["winter", "winter"], ["", ""]], [
    ["summer", /must be one of christmas/],
  ]],
  amount: [amount.schema, [[undefined, ""], ...inLine(20)[0]], inLine(20)[1]],
  currency: [currency.schema, [[undefined, "USD"], [" EUR ", "EUR"]], [
    ["eur", /three capital letters/],
    ["EURO", /three capital letters/],
    ["", /three capital letters/],
  ]],
  time: [time.schema, [[undefined, ""], ["", ""], ["00:00", "00:00"], ["23:59", "23:59"]], [
    ["24:00", /HH:MM/],
    ["9:00", /HH:MM/],
    ["18:60", /HH:MM/],
  ]],
  location: [location.schema, [[undefined, ""], ...inLine(200)[0]], inLine(200)[1]],
  generalNotes: [generalNotes.schema, [[undefined, ""], ...inLines(2000)[0]], inLines(2000)[1]],
  timeZone: [timeZone.schema, [
    [undefined, undefined],
    ["", ""],
    ["Europe/Berlin", "Europe/Berlin"],
    ["Etc/GMT-2", "Etc/GMT-2"],
  ], [
    ["Mars/Base", /IANA name/],
    ...["PST", "JST", "IST", "Factory", "2026-01-01T00:00[Europe/Berlin]"].map(
      (zone): [string, RegExp] => [zone, /IANA name/],
    ),
    ...["+02:00", "-0330", "+02"].map((zone): [string, RegExp] => [zone, /IANA name/]),
    [1, /must be text/],
  ]],
  organizerEmail: [
    organizerEmail.schema,
    [
      [undefined, ""],
      [" o@example.org ", "o@example.org"],
      [
        "e\u0301@example.org",
        "é@example.org",
      ],
      ["\u202aana@example.org\u202c", "ana@example.org"],
      [
        "ana@exam\u00adple\u3002org",
        "ana@example.org",
      ],
    ],
    [
      ["o@example", /not an e-mail address/],
      ["o@@example.org", /not an e-mail address/],
      ["o@-a.example.org", /not an e-mail address/],
      [".o@example.org", /not an e-mail address/],
      ["o..p@example.org", /not an e-mail address/],
      ["o.@example.org", /not an e-mail address/],
      ["o@.example.org", /not an e-mail address/],
      [`${text(243)}@example.org`, /at most 254 /],
    ],
  ],
  reveal: [reveal.schema, [[undefined, "never"], ["afterEvent", "afterEvent"]], [
    ["always", /must be one of never, afterEvent/],
  ]],
  language: [language.schema, [[undefined, undefined], ["de", "de"]], [
    ["xx", /must be one of en/],
  ]],
  sendBy: [sendBy.schema, [[undefined, ""], ["", ""], ["2027-12-01", "2027-12-01"]], [
    ["soon", /real calendar date/],
  ]],
  drawAt: [
    drawAt.schema,
    [
      ["2027-12-01T18:00:00+02:00", "2027-12-01T16:00:00.000Z"],
      ["9999-12-31T23:59:59-12:00", "9999-12-31T23:59:59.999Z"],
      ["", ""],
      [null, null],
      [undefined, undefined],
    ],
    [["2027-12-01T18:00:00", /with its offset/], ["2027-12-01", /with its offset/]],
  ],
  sendEmails: [sendEmails.schema, [[undefined, false], ...yesOrNo], isNoFlag],
  allowReassignment: [
    GAME_FIELDS.allowReassignment.schema,
    [[undefined, true], ...yesOrNo],
    isNoFlag,
  ],
  isProtected: [GAME_FIELDS.isProtected.schema, [[undefined, undefined], ...yesOrNo], isNoFlag],
  isSealed: [GAME_FIELDS.isSealed.schema, [[undefined, false], ...yesOrNo], isNoFlag],
  replyToOrganizer: [
    GAME_FIELDS.replyToOrganizer.schema,
    [[undefined, false], ...yesOrNo],
    isNoFlag,
  ],
  byPost: [GAME_FIELDS.byPost.schema, [[undefined, false], ...yesOrNo], isNoFlag],
  keepersMayDraw: [GAME_FIELDS.keepersMayDraw.schema, [[undefined, false], ...yesOrNo], isNoFlag],
  participantName: [PERSON_FIELDS.name.schema, [["Ana", "Ana"], [text(80), text(80)]], [
    ["", /A participant needs a name/],
    [text(81), /at most 80 /],
  ]],
  email: [PERSON_FIELDS.email.schema, [[undefined, ""]], [["x", /not an e-mail address/]]],
  wish: [PERSON_FIELDS.wish.schema, [[undefined, ""], ...inLines(1000)[0]], inLines(1000)[1]],
  gift: [
    PERSON_FIELDS.desiredGift.schema,
    [[undefined, ""], ...inLines(1000)[0]],
    inLines(1000)[1],
  ],
  personLanguage: [PERSON_FIELDS.language.schema, [[undefined, undefined]], [["xx", /one of/]]],
  message: [messageText, inLines(1000)[0], [...inLines(1000)[1], ["  ", /needs some words/]]],
  token: [token, [[text(200), text(200)], ["", ""]], [[text(201), /not a token/]]],
  renewLink: [renewLink, [[undefined, true], [false, false]], isNoFlag],
  participantId: [participantId, [[text(100), text(100)]], [
    ["", /is missing/],
    [text(101), /not a participant id/],
    [1, /must be text/],
  ]],
  livesWith: [livesWith, [[[" Ana "], ["Ana"]], [Array(20).fill("A"), Array(20).fill("A")]], [
    [Array(21).fill("A"), /at most 20 people/],
    ["Ana", /array of names/],
  ]],
  addressLines: [addressLines, [[["", "Road 1", " "], ["Road 1"]]], [
    [Array(7).fill("A"), /at most 6 lines/],
    [[text(81)], /at most 80 /],
    ["Road 1", /array of texts/],
  ]],
  country: [country, [["DE", "DE"], ["", ""]], [["de", /two capital letters/], [
    "DEU",
    /two capital/,
  ]]],
  hint: [addressHint, inLine(120)[0], inLine(120)[1]],
  pairs: [pairs, [[[[" Ana", "Ben "]], [["Ana", "Ben"]]]], [
    [{}, /exclusions must be an array of pairs/],
    [[["Ana"]], /pair of two/],
    [[["Ana", "Ben", "Cy"]], /pair of two|at most 2/i],
    [twoOf(20_001), /at most 20,000 exclusions/],
  ]],
  oneWayPairs: [oneWayPairs, [[twoOf(2), twoOf(2)]], [
    [{}, /oneWayExclusions must be an array of pairs/],
  ]],
  keepers: [keepers, [[twoOf(1000), twoOf(1000)]], [
    [twoOf(1001), /at most 1,000 keepers/],
    [[["Ana"]], /keeper and whose gift/],
    ["x", /keepers must be an array/],
  ]],
  groups: [groups, [[[[], ["Ana"], ["Ben", "Cy", "Dee"]], [[], ["Ana"], ["Ben", "Cy", "Dee"]]]], [
    [[Array(1001).fill("A")], /./],
    [twoOf(1001), /at most 1,000 households/],
    [["Ana"], /household is an array of names/],
    [[[text(101)]], /at most 100 /],
  ]],
};

Deno.test("line() counts code points, not UTF-16 code units", () => {
  const schema = line(80, "A name");
  assert.equal(schema.safeParse("🎅".repeat(80)).success, true);
  assert.equal(schema.safeParse("🎅".repeat(81)).success, false);
});

Deno.test("each field accepts valid values, normalizes them, and describes invalid ones", () => {
  for (const [field, [schema, good, bad]] of Object.entries(SCHEMAS)) {
    for (const [given, kept] of good) {
      const { data, error } = schema.safeParse(given);
      assert.equal(error?.issues[0]?.message, undefined, `${field} ${String(given).slice(0, 30)}`);
      assert.deepEqual(data, kept, field);
    }
    for (const [given, problem] of bad) {
      const message = schema.safeParse(given).error?.issues[0]?.message ?? "taken";
      assert.match(message, problem, `${field} ${String(given).slice(0, 30)}`);
    }
  }
});

Deno.test("lists of names are read up to the first invalid one, whatever their length", () => {
  const long = Array.from({ length: MANY }, () => [1, 2]);
  for (const list of [pairs, keepers, groups]) {
    const issues = list.safeParse(long).error?.issues ?? [];
    assert.deepEqual(new Set(issues.map(({ path: [index] }) => index)), new Set([0]));
  }
});

/** Who sees each field and is notified of it: a new field has to be added here, too. */
const FACTS = {
  forOrganizer: ["organizerEmail", "sendEmails", "replyToOrganizer", "keepersMayDraw"],
  notForInvited: ["generalNotes", "isProtected", "allowReassignment"],
  notCarried: ["date", "sendBy", "drawAt"],
  told: ["name", "date", "amount", "time", "location", "generalNotes", "sendBy"],
  byRule: [
    ...["date", "time", "timeZone", "organizerEmail", "isProtected", "isSealed", "reveal"],
    ...["byPost", "sendBy", "drawAt"],
  ],
};

Deno.test("GAME_FIELDS says who sees each field, who is notified of it, and how it changes", () => {
  const all = Object.keys(GAME_FIELDS);
  const { forOrganizer, notForInvited, notCarried, told, byRule } = FACTS;
  assert.deepEqual(fieldsWith(GAME_FIELDS, "seenBy", "organizer"), forOrganizer);
  const open = all.filter((one) => !forOrganizer.includes(one));
  assert.deepEqual(fieldsWith(GAME_FIELDS, "seenBy", "everyone"), open);
  assert.deepEqual(
    fieldsWith(GAME_FIELDS, "isForInvited", true),
    open.filter((one) => !notForInvited.includes(one)),
  );
  assert.deepEqual(fieldsWith(GAME_FIELDS, "isCarried", false), notCarried);
  assert.deepEqual(fieldsWith(GAME_FIELDS, "isTold", true), told);
  assert.deepEqual(fieldsWith(GAME_FIELDS, "change", "rule").toSorted(), byRule.toSorted());
  assert.deepEqual(CHANGEABLE, all.filter((one) => one !== "keepersMayDraw"));
  assert.deepEqual(fieldsWith(GAME_FIELDS, "isNullable", true), [
    ...["timeZone", "organizerEmail", "drawAt"],
  ]);
});

Deno.test("PERSON_FIELDS shows wishes to the giver alone, and copies a person's identity to the next game", () => {
  assert.deepEqual(fieldsWith(PERSON_FIELDS, "seenBy", "giver"), ["desiredGift", "wish"]);
  assert.deepEqual(fieldsWith(PERSON_FIELDS, "seenBy", "everyone"), ["name"]);
  assert.deepEqual(fieldsWith(PERSON_FIELDS, "seenBy", "self"), ["language"]);
  assert.deepEqual(fieldsWith(PERSON_FIELDS, "seenBy", "rule"), ["email"]);
  assert.deepEqual(fieldsWith(PERSON_FIELDS, "isCarried", true), ["name", "email", "language"]);
  assert.deepEqual(fieldsWith(PERSON_FIELDS, "isNullable", true), ["email", "language"]);
});

Deno.test("toldOf() writes the amount with its currency, and nothing for an empty value", () => {
  const game = makeGame(3, { amount: "20", currency: "EUR", location: "Here" });
  assert.deepEqual([toldOf(game, "amount"), toldOf(game, "location")], ["20 EUR", "Here"]);
  assert.equal(toldOf({ ...game, amount: "" }, "amount"), "");
  const day = { ...game, sendBy: "2030-12-20" };
  const said = [true, false].map((byPost) => toldOf({ ...day, byPost }, "sendBy"));
  assert.deepEqual(said, ["2030-12-20", ""]);
});

Deno.test("a change has no defaults, and stores an empty value as null", () => {
  const shape = z.object(changeShape({ currency: currency.schema, sendEmails: sendEmails.schema }));
  assert.deepEqual(shape.parse({}), {});
  const body = { timeZone: "", organizerEmail: "", location: "", drawAt: null };
  const names = ["timeZone", "organizerEmail", "location", "drawAt"] as const;
  assert.deepEqual(storedValues(GAME_FIELDS, names, body), {
    timeZone: null,
    organizerEmail: null,
    location: "",
    drawAt: null,
  });
});
