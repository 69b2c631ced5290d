import assert from "node:assert/strict";
import { eventfulGame, NOW } from "@/tests/support/mail_samples.ts";
import type { Game, Language } from "../game/types.ts";
import { translator } from "../i18n/translate.ts";
import { changedFacts, eventFacts, nameLeftFacts, summarizeEvent } from "./facts.ts";
import { gameFacts, type MailContext } from "./parts.ts";
import { findRecipient } from "./recipient.ts";

/** The context of a mail to P1. */
function contextOf(
  { rest = {}, language = "en", ...others }: Partial<MailContext> & { rest?: Partial<Game> },
): MailContext {
  const game = {
    ...eventfulGame(),
    ...{ amount: "20", currency: "EUR", byPost: true, sendBy: "2026-12-18" },
    ...rest,
  };
  const mail = { recipient: 1, address: null, payload: {} };
  return {
    game,
    recipient: findRecipient(game, mail) ?? assert.fail(),
    payload: {},
    language,
    t: translator(language),
    now: NOW,
    isFirst: false,
    left: [],
    contact: "",
    ...others,
  };
}

const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, "").replaceAll(/\s/g, " ");

Deno.test("eventFacts() lists the known facts of the event, in its reader's language, without the name", () => {
  const values = (rest: Partial<Game>, language: Language = "en") =>
    eventFacts(contextOf({ rest, language })).map(({ label, value }) =>
      `${label}: ${plain(value)}`
    );
  assert.deepEqual(values({}), [
    "Date: Tuesday, December 22, 2026",
    "Time: 6:30 PM",
    "Place: At Ana's",
    "Send by: Friday, December 18, 2026",
    "Budget: €20",
    "A note for everyone: One Two",
  ]);
  assert.deepEqual(values({ time: "", location: "", sendBy: "", amount: "", generalNotes: "" }), [
    "Date: Tuesday, December 22, 2026",
  ]);
  assert(!values({ byPost: false }).some((one) => one.startsWith("Send by")));
  assert(values({}, "de").some((one) => one.includes("Dienstag, 22. Dezember 2026")));
  const long = eventFacts(contextOf({})).filter(({ isLong }) => isLong);
  assert.deepEqual(long.map(({ value }) => value), ["One\nTwo"]);
});

Deno.test("changedFacts() gives the old and new value of each difference", () => {
  const before = { name: "Party", time: "17:00", location: "", amount: "15 EUR" };
  const changed = (fields: Record<string, string>, rest: Partial<Game> = {}) =>
    changedFacts(contextOf({ rest, payload: { before: fields } })).map((
      { label, value, before },
    ) => [label, plain(value), before && plain(before)]);
  assert.deepEqual(changed(before, { name: "Christmas" }), [
    ["Name of the event", "Christmas", "Party"],
    ["Time", "6:30 PM", "5:00 PM"],
    ["Place", "At Ana's", undefined],
    ["Budget", "€20", "€15"],
  ]);
  assert.deepEqual(changed({ location: "At Ana's", time: "18:30" }), []);
  assert.deepEqual(changed({ location: "Here" }, { location: "" }), [["Place", "not set", "Here"]]);
  assert.deepEqual(changed({}), []);
});

Deno.test("nameLeftFacts() names the facts that are only on the page", () => {
  const left = ["location", "generalNotes"] as const;
  assert.equal(nameLeftFacts(contextOf({})), null);
  const german = contextOf({ left: [...left], language: "de" });
  assert.match(nameLeftFacts(german) ?? "", /Ort und /);
  assert.equal(
    nameLeftFacts(contextOf({ left: [...left] })),
    "place and a note for everyone: see your page",
  );
});

Deno.test("summarizeEvent() leaves out long texts", () => {
  assert.equal(
    plain(summarizeEvent(contextOf({ rest: { sendBy: "", amount: "" } }))),
    "Tuesday, December 22, 2026 · 6:30 PM · At Ana's",
  );
});

Deno.test("gameFacts() shows the organizer the code, and how many people are in", () => {
  const made = eventfulGame();
  const game = { ...made, participants: made.participants.slice(1) };
  assert.deepEqual(gameFacts(contextOf({ game })), [
    { label: "Game code", value: made.code },
    { label: "People", value: "3" },
  ]);
});

Deno.test("summarizeEvent() keeps each detail in its own direction", () => {
  const summary = summarizeEvent(contextOf({ rest: { location: "אצל אנה" } }));
  assert(summary.includes(" · \u2068אצל אנה\u2069"), summary);
});
