import assert from "node:assert/strict";
import fc from "fast-check";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW } from "@/tests/support/mail_samples.ts";
import {
  type Cover,
  COVERS,
  type Game,
  type Language,
  LANGUAGES,
  MAIL_KINDS,
  type MailKind,
} from "../game/types.ts";
import { translator } from "../i18n/translate.ts";
import { composeMail } from "./compose.tsx";
import { aboutGame } from "./subject.ts";
import { sample } from "@/tests/support/sample.ts";

/** The subject of this kind of mail, for a game that otherwise stays as given. */
function subjectOf(kind: MailKind, given: Game, language: Language, message = "Soon"): string {
  const game = kind === "gameArchived" ? { ...given, archivedAt: NOW.toISOString() } : given;
  const mail = mailOf(kind, game);
  const payload = { ...mail.payload, message };
  const composed = composeMail(LINKS, game, { ...mail, payload, language }, NOBODY, NOW);
  assert.ok(composed, kind);
  return composed.subject;
}

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
/** Texts that people write into a game. */
const written = fc.record({
  name: text,
  location: text,
  amount: text,
  generalNotes: text,
  person: text,
  message: text,
});

Deno.test("the organizer's name is only in subjects about the draw, if the reader knows them", () => {
  const known = { ...eventfulGame(), organizerName: "Olga" };
  const named = (game: Game) =>
    MAIL_KINDS.filter((kind) => subjectOf(kind, game, "en").includes("Olga"));
  assert.deepEqual(named(known), ["assignment", "invitation"]);
  // The organizer's address is unverified, and no link has been opened.
  assert.deepEqual(named({ ...known, provedEmail: null }), []);
});

Deno.test("subjects contain no other words from users, in any kind and language", () => {
  const plain = { ...eventfulGame(), cover: "christmas" as const };
  for (const language of sample(LANGUAGES, 3)) {
    const subjects = new Map(MAIL_KINDS.map((kind) => [kind, subjectOf(kind, plain, language)]));
    fc.assert(
      fc.property(
        written,
        fc.constantFrom(...MAIL_KINDS),
        ({ person, message, ...words }, kind) => {
          const participants = plain.participants.map((one) => ({
            ...one,
            name: `${person} ${one.number}`,
            wish: person,
            desiredGift: person,
          }));
          const game = { ...plain, ...words, participants };
          assert.equal(subjectOf(kind, game, language, message), subjects.get(kind), kind);
        },
      ),
    );
  }
});

Deno.test("a game's name chooses at most among our own words for kinds of events", () => {
  const game = eventfulGame();
  for (const language of LANGUAGES) {
    const t = translator(language);
    const about = (given: Partial<Game>) => aboutGame({ ...game, ...given }, language, t, NOW);
    const ours = new Set(COVERS.map((cover) => about({ cover })));
    const names = [
      "Christmas BUY",
      "Firma www.example.org",
      "忘年会 SALE",
      "Cumpleaños {{day}}",
      "X",
    ];
    for (const name of names) assert.ok(ours.has(about({ name })), `${name} in ${language}`);
  }
});

Deno.test("subjects distinguish games with different covers or days, in every kind and language", () => {
  const plain = eventfulGame();
  const games = COVERS.flatMap((cover) =>
    ["2026-12-21", "2026-12-22"].map((date) => ({ ...plain, cover, date }))
  );
  for (const language of sample(LANGUAGES, 3)) {
    for (const kind of MAIL_KINDS) {
      const subjects = new Set(games.map((game) => subjectOf(kind, game, language)));
      assert.equal(subjects.size, kind === "ownLinks" ? 1 : games.length, `${kind} in ${language}`);
    }
  }
});

function about(given: Partial<Game>, language: Language, now = NOW): string {
  const game = { ...eventfulGame(), name: "The five of us", ...given };
  return aboutGame(game, language, translator(language), now);
}

Deno.test("aboutGame() is the kind of event and its day, as a reader there writes it", () => {
  const christmas = { cover: "christmas", date: "2026-12-25" } as const;
  assert.deepEqual(LANGUAGES.map((language) => about(christmas, language)), [
    "Christmas, Dec\u00A025",
    "Navidad, 25 dic",
    "Natal, 25 de dez.",
    "Noël, 25 déc.",
    "Natale, 25 dic",
    "クリスマス・12月25日",
    "圣诞节·12月25日",
    "Weihnachten, 25.\u00A0Dez.",
    "Kerst, 25 dec",
  ]);
  assert.equal(about({ ...christmas, timeZone: "Europe/London" }, "en"), "Christmas, 25\u00A0Dec");
});

Deno.test("aboutGame() includes the year if it is not the present one there", () => {
  const newYear = { cover: "newyear", date: "2027-01-01" } as const;
  assert.equal(about(newYear, "fr"), "Nouvel An, 1er janv. 2027");
  assert.equal(about(newYear, "ja"), "年末年始・2027年1月1日");
  const eve = new Date("2026-12-31T18:00:00Z");
  assert.equal(about({ ...newYear, timeZone: "Asia/Tokyo" }, "pt", eve), "Ano-Novo, 1º de jan.");
  assert.equal(about({ ...newYear, date: "2026-12-31" }, "de"), "Jahreswechsel, 31.\u00A0Dez.");
});

Deno.test("aboutGame() is the site and the day if the cover says no more than that", () => {
  const said = (cover: Cover | "", date: string, name = "The five of us") =>
    about({ cover, date, name }, "en", new Date(`${date}T12:00:00Z`));
  assert.equal(said("neutral", "2026-12-24"), "Gift Exchange, Dec\u00A024");
  assert.equal(said("", "2026-12-24"), "Christmas, Dec\u00A024");
  // Seasons differ by place, and so does what is celebrated on the sixth.
  for (
    const [date, day] of [["2027-01-06", "Gift Exchange, Jan\u00A06"], [
      "2027-02-03",
      "Gift Exchange, Feb\u00A03",
    ]] as const
  ) {
    assert.equal(said("", date), day);
  }
  assert.equal(said("winter", "2027-02-03"), "Winter gift exchange, Feb\u00A03");
  assert.equal(said("", "2027-05-20"), "Gift Exchange, May\u00A020");
  assert.equal(said("", "2027-05-20", "Ana’s birthday"), "Birthday, May\u00A020");
});
