import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { Form } from "../../http/form.ts";
import { bodyOfRepeated, missingFromRules, readTypedAgain, typedAgain } from "./again_form.ts";

const NOW = new Date("2027-01-05T12:00:00Z");

function lastYears() {
  const game = makeGame(5, {
    name: "Us",
    participants: [
      { name: "Ana", email: "ana@example.org" },
      { name: "Ben, Jr." },
      { name: "Cy" },
      { name: "Dee" },
      { name: "Eve" },
    ],
    households: [["Ana", "Ben, Jr."]],
    exclusions: [["Cy", "Dee"]],
    oneWayExclusions: [["Ana", "Cy"], ["Dee", "Ana"]],
    timeZone: "Europe/Berlin",
  });
  return { ...game, date: "2026-12-24" };
}

Deno.test("typedAgain() proposes the same people and rules, and nothing that has passed", () => {
  const game = lastYears();
  const typed = typedAgain({ ...game, reveal: "afterEvent", sendBy: "2026-12-12" }, NOW);
  assert.deepEqual(
    [typed.date, typed.timeZone, typed.drawAt, typed.sendBy, typed.takesPart, typed.keepers],
    ["2027-12-24", "", "", "", false, ""],
  );
  assert.equal(typed.people, 'Ana, ana@example.org\n"Ben, Jr.",""\nCy\nDee\nEve');
  assert.equal(typed.households, '"Ana","Ben, Jr."');
  assert.equal(typed.exclusions, "Cy, Dee");
  assert.deepEqual(typed.oneWay, [
    { giver: "Ana", receiver: "Cy", isKept: true },
    { giver: "Dee", receiver: "Ana", isKept: true },
  ]);
  assert.deepEqual([typed.name, typed.reveal], ["Us", true]);
  assert.equal(typedAgain({ ...game, reveal: "never" }, NOW).reveal, false);
  assert.notEqual(typed.key, typedAgain(game, NOW).key);
});

Deno.test("typedAgain() leaves out an address that was set with an id alone", () => {
  const game = lastYears();
  const linesOf = () => typedAgain(game, NOW).people.split("\n");
  const [first, ...others] = linesOf();
  const [one] = game.participants;
  assert(one && first?.includes("@"));
  one.isEmailSetById = true;
  assert.deepEqual(linesOf(), [one.name, ...others]);
});

Deno.test("typedAgain() proposes the next such day that is still to come", () => {
  const next = (date: string, now: string) =>
    typedAgain({ ...lastYears(), date, timeZone: "UTC" }, new Date(now)).date;
  assert.equal(next("2026-12-24", "2026-12-26T12:00:00Z"), "2027-12-24");
  assert.equal(next("2024-12-24", "2026-12-26T12:00:00Z"), "2027-12-24");
  assert.equal(next("2024-12-24", "2026-11-26T12:00:00Z"), "2026-12-24");
  assert.equal(next("2024-12-24", "2026-12-24T12:00:00Z"), "2026-12-24");
  assert.equal(next("2024-02-29", "2025-01-01T12:00:00Z"), "2025-02-28");
});

Deno.test("bodyOfRepeated() keeps languages and the ticked rules of people who are in", () => {
  const game = lastYears();
  game.participants.forEach((one) => one.language = one.name === "Ana" ? "de" : null);
  const read = (...fields: [string, string][]) =>
    readTypedAgain(new Form(new URLSearchParams(fields)), game);
  const people: [string, string] = ["people", "ana, new@example.org\nCy\nZoe"];
  const [first, second] = ['["Ana","Cy"]', '["Dee","Ana"]'];
  const shown: [string, string][] = [["shown-oneWay", first], ["shown-oneWay", second]];
  const typed = read(people, ...shown, ["oneWay", first], ["sendEmails", "on"], ["name", "Us"]);
  assert.deepEqual(typed.oneWay.map(({ isKept }) => isKept), [true, false]);
  const body = bodyOfRepeated(typed, game, true);
  assert.deepEqual(body.participants, [
    { name: "ana", email: "new@example.org", language: "de" },
    { name: "Cy", email: "" },
    { name: "Zoe", email: "" },
  ]);
  assert.deepEqual(body.oneWayExclusions, [["Ana", "Cy"]]);
  const both = read(people, ...shown, ["oneWay", first], ["oneWay", second]);
  assert.deepEqual(bodyOfRepeated(both, game, true).oneWayExclusions, [["Ana", "Cy"]]);
  assert("sendEmails" in body);
  assert(!("sendEmails" in bodyOfRepeated(typed, game, false)));
});

Deno.test("bodyOfRepeated() drops rules about people who are left out, and leaves mistakes to be refused", () => {
  const rulesOf = (households: string, exclusions: string) => {
    const fields = { people: "Ana\nCy\nEve\nZoe", households, exclusions };
    const form = new Form(new URLSearchParams(fields));
    const body = bodyOfRepeated(readTypedAgain(form, lastYears()), lastYears(), false);
    return [body.households, body.exclusions];
  };
  const last = typedAgain(lastYears(), NOW);
  assert.deepEqual(rulesOf(last.households, last.exclusions), [[["Ana"]], []]);
  assert.deepEqual(rulesOf("ana, DEE, Zoe\nAna, Bne", "Ana, Cy, dee\nEve, Zeo\nDee\nEve"), [
    [["ana", "Zoe"], ["Ana", "Bne"]],
    [["Ana", "Cy"], ["Eve", "Zeo"], ["Eve", "Eve"]],
  ]);
});

Deno.test("missingFromRules() names people with rules who may be in the list under another name", () => {
  const game = lastYears();
  const last = typedAgain(game, NOW);
  const missing = (people: string, changes: Partial<typeof last> = {}) =>
    missingFromRules({ ...last, people, ...changes }, game);
  assert.deepEqual(missing(last.people), []);
  assert.deepEqual(missing("Ana\nCy\nEve"), [], "nobody is new");
  assert.deepEqual(missing("ANA\nBen\nCy\nDee\nEve"), ["Ben, Jr."]);
  assert.deepEqual(missing("Ana\nBen\nCy\nDee\nEve", { households: "Ana, Ben" }), []);
  assert.deepEqual(missing('Anna\n"Ben, Jr.",""\nCy\nDee\nEva', { households: "" }), ["Ana"]);
  const dropped = last.oneWay.map((rule) => ({ ...rule, isKept: false }));
  assert.deepEqual(missing("Anna\nCy\nDee", { households: "", oneWay: dropped }), []);
  const [, , , dee, eve] = game.participants;
  assert(dee && eve);
  dee.keeps = [eve.number];
  assert.deepEqual(missing('Ana\n"Ben, Jr.",""\nCy\nDee\nEva'), ["Eve"]);
});

Deno.test("readTypedAgain() keeps ticked rules whatever became of others, and rules that were set meanwhile", () => {
  const form = new Form(
    new URLSearchParams([
      ["shown-oneWay", '["Ana","Cy"]'],
      ["shown-oneWay", '["Dee","Ana"]'],
      ["oneWay", '["Dee","Ana"]'],
    ]),
  );
  const kept = (oneWayExclusions: string[][]) => {
    const { participants } = makeGame(5, {
      participants: ["Ana", "Ben", "Cy", "Dee", "Eve"].map((name) => ({ name })),
      oneWayExclusions,
    });
    return readTypedAgain(form, { ...lastYears(), participants }).oneWay
      .flatMap(({ giver, receiver, isKept }) => isKept ? [`${giver} ${receiver}`] : []);
  };
  assert.deepEqual(kept([["Ana", "Cy"], ["Dee", "Ana"]]), ["Dee Ana"]);
  assert.deepEqual(kept([["Dee", "Ana"]]), ["Dee Ana"]);
  assert.deepEqual(kept([["Ana", "Eve"], ["Ana", "Cy"], ["Dee", "Ana"]]), ["Ana Eve", "Dee Ana"]);
});
