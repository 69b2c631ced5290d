import { deepEqual, equal, match } from "node:assert/strict";
import { GameError } from "../../game/errors.ts";
import { createGameSchema } from "../../game/schemas.ts";
import {
  begunGame,
  blankGame,
  bodyOf,
  collectErrors,
  namePeople,
  proposeDate,
  proposeSendBy,
  readTypedGame,
  shiftParticipantErrors,
  toFieldErrors,
  type TypedGame,
} from "./create_form.ts";
import { parsePeople } from "../../browser/people_list.ts";
import { Form } from "../../http/form.ts";
import type { Reader } from "../../i18n/reader.ts";
import { readerOf } from "../../http/reader.ts";

const reader = readerOf({ req: new Request("http://localhost/"), state: {} });

function typedGame(change: Partial<TypedGame> = {}): TypedGame {
  return {
    ...blankGame(reader, new Headers(), true),
    name: "Party",
    date: "2030-12-24",
    people: "Ana, ana@example.org\nBen\nCy\nDee",
    takesPart: false,
    ...change,
  };
}

Deno.test("blankGame() starts protected, with emails if they can be sent", () => {
  const game = blankGame(reader, new Headers(), false);
  deepEqual([game.isProtected, game.allowReassignment, game.sendEmails], [true, true, false]);
  equal(blankGame(reader, new Headers(), true).sendEmails, true);
});

Deno.test("blankGame() proposes the currency that the reader most likely pays with", () => {
  const currency = (languages: string, language: Reader["language"] = "en") =>
    blankGame({ language }, new Headers({ "accept-language": languages }), true).currency;
  equal(currency("en-GB,en;q=0.9"), "GBP");
  equal(currency("en"), "USD");
  equal(currency("de-DE", "de"), "EUR");
  equal(currency("de-CH", "de"), "CHF");
  equal(currency("zh-Hant-TW", "zh"), "TWD");
  equal(currency("ja", "ja"), "JPY");
  equal(currency("en-IE"), "EUR");
  equal(currency("pl-PL"), "PLN");
  equal(currency("*"), "USD");
  equal(currency("", "ja"), "JPY");
  equal(currency("pt", "pt"), "BRL");
  equal(currency("pt-PT,pt;q=0.9", "pt"), "EUR");
  equal(currency("es-419,es;q=0.9", "es"), "USD");
});

Deno.test("bodyOf() turns the lines into people, households and pairs", () => {
  const typed = typedGame({
    people: "Ana,,Lima\nBen,,Lima\nCy,cy@example.org,\nDee,,",
    households: "Cy, Dee",
    exclusions: "Ana, Cy, Dee",
  });
  const body = createGameSchema.parse(bodyOf(typed, false));
  deepEqual(body.participants.map(({ name, email }) => [name, email]), [
    ["Ana", ""],
    ["Ben", ""],
    ["Cy", "cy@example.org"],
    ["Dee", ""],
  ]);
  deepEqual(body.households, [["Cy", "Dee"], ["Ana", "Ben"]]);
  deepEqual(body.exclusions, [["Ana", "Cy"], ["Ana", "Dee"], ["Cy", "Dee"]]);
  equal(body.sendEmails, false);
  equal(body.timeZone, undefined);
});

Deno.test("bodyOf() leaves out an unknown zone if there is no field to correct it", () => {
  const zoneOf = (zone: string, isLater: boolean) =>
    bodyOf(typedGame({ timeZone: zone }), false, isLater).timeZone;
  deepEqual(
    ["Europe/Berlin", "Etc/Unknown", ""].map((zone) => [zoneOf(zone, false), zoneOf(zone, true)]),
    [["Europe/Berlin", "Europe/Berlin"], [undefined, "Etc/Unknown"], [undefined, undefined]],
  );
});

Deno.test("toFieldErrors() puts each error at the field to correct", () => {
  const explain = (error: GameError, change: Partial<TypedGame> = {}) =>
    toFieldErrors(error, createGameSchema.parse(bodyOf(typedGame(change), true)), reader);
  const nameTaken = new GameError("NAME_TAKEN", { name: "Cy", path: "participants.2" });
  deepEqual(explain(nameTaken), {
    "participants.2.name":
      "“Cy” is on the list twice. Remove one, or add a last name or a nickname.",
  });
  deepEqual(Object.keys(explain(new GameError("DATE_IN_PAST", { path: "date" }))), ["date"]);
  const unknown = new GameError("UNKNOWN_PERSON", { reference: "Bob", path: "households.0.1" });
  match(explain(unknown, { households: "Ana, Bob" }).households ?? "", /“Bob”/);
  const refusal = new GameError("DRAW_IMPOSSIBLE", {
    givers: ["Ana", "Ben"],
    receivers: ["Dee"],
  });
  const parsed = createGameSchema.parse(bodyOf(typedGame(), true));
  match(
    toFieldErrors(refusal, parsed, reader).groups ?? "",
    /^No draw is possible: Ana and Ben can only give to Dee\./,
  );
});

Deno.test("bodyOf() makes no more pairs of a long line than needed to refuse it", () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `P${index}`).join();
  const body = bodyOf(typedGame({ exclusions: names }), false);
  equal(body.exclusions.length, 20_001);
  const { error } = createGameSchema.safeParse(body);
  deepEqual(error?.issues.map(({ path, code }) => [path.join(), code]), [[
    "exclusions",
    "too_big",
  ]]);
});

Deno.test("bodyOf() puts an organizer who takes part first, and includes a chosen cover", () => {
  const typed = typedGame({ takesPart: true, organizerName: "Olga", cover: "office" });
  const body = createGameSchema.parse(bodyOf(typed, true));
  deepEqual(body.participants.map(({ name }) => name), ["Olga", "Ana", "Ben", "Cy", "Dee"]);
  deepEqual([body.organizerName, body.cover], ["Olga", "office"]);
});

Deno.test("readTypedGame() reads a budget from its chip, or as it was typed", () => {
  const read = (fields: Record<string, string>) => {
    const { amount, currency, cover } = readTypedGame(new Form(new URLSearchParams(fields)));
    return [amount, currency, cover];
  };
  const typed = { amount: "12,50", currency: "CHF" };
  deepEqual(read({ ...typed, budget: "20 EUR" }), ["20", "EUR", ""]);
  deepEqual(read({ ...typed, budget: "" }), ["", "CHF", ""]);
  deepEqual(read({ ...typed, budget: "other" }), ["12,50", "CHF", ""]);
  deepEqual(read({ ...typed, budget: "20 <b>" }), ["", "CHF", ""]);
  deepEqual(read({ ...typed, cover: "winter" }), ["12,50", "CHF", "winter"]);
  deepEqual(read({ ...typed, cover: "../x" }), ["12,50", "CHF", ""]);
});

Deno.test("collectErrors() reports all errors at once, and no valid field", () => {
  const now = new Date("2029-06-01T12:00:00Z");
  const errorsOf = (change: Partial<TypedGame>, isLater = false) =>
    furtherOf(typedGame(change), isLater, now);
  deepEqual(errorsOf({}), []);
  deepEqual(errorsOf({ date: "2029-05-31", people: "Ana\nBen\nana\nBEN" }), [
    "date",
    "participants.2.name",
    "participants.3.name",
  ]);
  const three = { households: "Ana, Ben, Cy", timeZone: "Mars/Base" };
  deepEqual(errorsOf(three), ["groups"]);
  deepEqual(errorsOf(three, true), [], "those who join later may make it possible");
  const own = typedGame({ takesPart: true, organizerName: "Ben" });
  const ownErrors = collectErrors(own, bodyOf(own, false), false, reader, now);
  match(ownErrors["participants.1.name"] ?? "", /^“Ben \(you\)” is on the list twice\. Remove one/);
  deepEqual(namePeople(ownErrors, own, reader), ownErrors);
  deepEqual(errorsOf({ amount: "x" }), ["amount"]);
  deepEqual(errorsOf({ amount: "about 20" }), []);
});

Deno.test("collectErrors() does not search an oversized game, which would take minutes and all memory", () => {
  const now = new Date("2029-06-01T12:00:00Z");
  const names = (count: number) => Array.from({ length: count }, (_, index) => `P${index}`);
  const people = names(12_000).join("\n");
  const typed = { date: "2029-05-31", people };
  deepEqual(furtherOf(typedGame(typed), false, now), []);
  // Half of them apart, in one line or many.
  const exclusions = names(6001).join(", ");
  deepEqual(furtherOf(typedGame({ ...typed, exclusions }), false, now), []);
  const households = names(6001).map((name) => `${name}, P6001`).join("\n");
  deepEqual(furtherOf(typedGame({ ...typed, households }), false, now), []);
  deepEqual(furtherOf(typedGame({ ...typed, amount: "x" }), false, now), ["amount"]);
});

function furtherOf(typed: TypedGame, isLater: boolean, now: Date): string[] {
  const body = bodyOf(typed, false, isLater);
  return Object.keys(collectErrors(typed, body, isLater, reader, now)).toSorted();
}

Deno.test("namePeople() names the person unless the sentence does, however short the name", () => {
  const people = "a\nBen\na";
  const address = "This is not an email address.";
  const again = reader.t("create.people.repeated", { name: "a" });
  deepEqual(
    namePeople(
      {
        "participants.0.email": address,
        "participants.2.name": again,
        "participants.3.name": address,
        date: address,
      },
      { people },
      reader,
    ),
    {
      "participants.0.email": `a: ${address}`,
      "participants.2.name": again,
      "participants.3.name": `Line 4: ${address}`,
      date: address,
    },
  );
});

Deno.test("begunGame() takes the first names, and draws from three on", () => {
  const blank = blankGame(reader, new Headers(), true);
  const begin = (organizerName: string, ...people: string[]) => {
    const form = new Form(
      new URLSearchParams([
        ["organizerName", organizerName],
        ...people.map((name) => ["people", name]),
      ]),
    );
    const { typed, begun } = begunGame(form, blank, reader, new Date("2026-11-26T12:00:00Z"));
    deepEqual(
      [typed.name, typed.date],
      begun ? ["Gift Exchange 2026", "2026-12-24"] : ["", ""],
    );
    return [typed.organizerName, parsePeople(typed.people).map(({ name }) => name), begun];
  };
  deepEqual(begin("Olga ", "Ana", " Ben "), ["Olga ", ["Ana", "Ben"], ["Olga", "Ana", "Ben"]]);
  deepEqual(begin("Olga", "Ana", "Ben", "Cy"), ["Olga", ["Ana", "Ben"], ["Olga", "Ana", "Ben"]]);
  deepEqual(begin("", "Ana", "Ben"), ["", ["Ana", "Ben"], undefined]);
  deepEqual(begin("Olga", "Ana", " "), ["Olga", ["Ana"], undefined]);
});

Deno.test("proposeDate() is the day of the season, or a Saturday two weeks ahead, and never past", () => {
  const propose = (date: string, language: Reader["language"] = "en") =>
    proposeDate(language, new Date(`${date}T12:00:00Z`));
  deepEqual(
    ["2026-08-30", "2026-09-01", "2026-11-26", "2026-12-23", "2026-12-24"].map((date) =>
      propose(date)
    ),
    ["2026-09-19", "2026-12-24", "2026-12-24", "2026-12-24", "2027-01-09"],
  );
  deepEqual(
    ["2026-11-26", "2026-12-04", "2026-12-05", "2026-12-24", "2026-06-06"].map((date) =>
      propose(date, "nl")
    ),
    ["2026-12-05", "2026-12-05", "2026-12-24", "2027-01-09", "2026-06-27"],
  );
});

Deno.test("proposeSendBy() proposes ten days before the event, if they are to come", () => {
  const now = new Date("2026-12-01T12:00:00Z");
  deepEqual(
    ["2026-12-24", "2026-12-13", "2026-12-12", "soon", ""].map((date) => proposeSendBy(date, now)),
    ["2026-12-14", "2026-12-03", "", "", ""],
  );
});

Deno.test("shiftParticipantErrors() moves an organizer's errors to their own fields", () => {
  deepEqual(
    shiftParticipantErrors({
      date: "a",
      "participants.0.name": "b",
      "participants.0.email": "c",
      participants: "d",
    }),
    { date: "a", organizerName: "b", participants: "d" },
  );
  deepEqual(shiftParticipantErrors({ "participants.1.name": "a", "participants.12.email": "b" }), {
    "participants.0.name": "a",
    "participants.11.email": "b",
  });
});

Deno.test("toFieldErrors() names the person, whichever list they are in", () => {
  const body = {
    households: [["Ana"], ["Ben", "Bob"]],
    exclusions: [["Ana", "Ben"], ["Cy", "Eva"]] as [string, string][],
    keepers: [["Ana", "Zoe"]] as [string, string][],
    participants: [{ name: "Ana" }, { name: "Ben" }],
  };
  const unknown = (path: string) =>
    toFieldErrors(new GameError("UNKNOWN_PERSON", { reference: "x", path }), body, reader);
  const say = (name: string) => reader.t("create.errors.unknownPerson", { name });
  deepEqual(unknown("households.1.1"), { households: say("Bob") });
  deepEqual(unknown("exclusions.1.1"), { exclusions: say("Eva") });
  deepEqual(unknown("keepers.0.1"), { keepers: say("Zoe") });
  const tooMany = new GameError("TOO_MANY_MAILS", { retryAfter: 1 });
  deepEqual(toFieldErrors(tooMany, body, reader), { "": reader.t("create.errors.tooManyMails") });
  const details = [{ path: "keepers.0", message: "one" }];
  const alone = toFieldErrors(new GameError("VALIDATION_FAILED", { details }), body, reader);
  deepEqual(alone, { keepers: reader.t("create.errors.oneName") });
});

Deno.test("namePeople() says whose row an error is in", () => {
  const people = "Ana\nBen";
  const named = (path: string, message = "wrong") =>
    namePeople({ [path]: message }, { people }, reader)[path];
  const { t } = reader;
  equal(named("date"), "wrong");
  equal(
    named("participants.1.email"),
    t("common.line", { label: "Ben", value: "wrong" }),
  );
  equal(
    named("participants.7.email"),
    t("common.line", { label: t("create.errors.row", { number: 8 }), value: "wrong" }),
  );
  const repeated = t("create.people.repeated", { name: "Ben" });
  equal(named("participants.1.name", repeated), repeated);
});
