import assert from "node:assert/strict";
import fc from "fast-check";
import { linksIn } from "@/tests/support/links_in.ts";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW } from "@/tests/support/mail_samples.ts";
import { fieldsWith } from "../game/derive.ts";
import { GAME_FIELDS } from "../game/fields.ts";
import { LANGUAGES, MAIL_KINDS, type MailKind } from "../game/types.ts";
import type { MailPayload } from "../store/store.ts";
import { composeMail } from "./compose.tsx";
import { asFirstDated, asFirstFacts, asFirstTold, inertName } from "./first_mail.ts";

const NAMES = [
  "Your Bank https://spam.example",
  "Node.js",
  "win@spam.example",
  "Dr.Who",
  "24.12.",
  "www.spam.example/now",
  "spam.com",
  "mailto:win@spam.com",
  "tel:+4930123456",
  "Call 0800 123 456 now",
  "//spam.example",
  "\\\\spam.example\\x",
  "spam。com",
  "1.2.3.4",
];

Deno.test("inertName() leaves nothing in a name that a mail program turns into a link", () => {
  for (const name of NAMES) assert.deepEqual(linksIn(inertName(name)), [], name);
  // Names without anything like that stay unchanged.
  for (
    const name of ["Ana", "O’Brien-Smith Jr.", "Ben & Co", "Team 3:2", "Max/Moritz", "山田 太郎"]
  ) {
    assert.equal(inertName(name), name);
  }
  assert.equal(inertName("Node.js").replaceAll("\u200b", ""), "Node.js");
});

Deno.test("the tests' link finder finds links in the names themselves", () => {
  for (const name of NAMES.filter((name) => /https|@|www|spam\.com|^\/\//.test(name))) {
    assert.notDeepEqual(linksIn(name), [], name);
  }
});

Deno.test("inertName() works for names with any characters", () => {
  const part = fc.constantFrom(
    ...["https:", "http:", "//", "/", "www", ".", "spam", "com", "example", "@", ":", "mailto:"],
    ...["24", "12", " ", "-", "ftp:", "。", "é", "7", "\\\\", "de", "?x=1", "#"],
  );
  fc.assert(fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
    assert.deepEqual(linksIn(inertName(parts.join(""))), []);
  }));
});

Deno.test("a first mail contains no detail that may be free text, neither its new nor its old value", () => {
  const fields = fieldsWith(GAME_FIELDS, "isFreeText", true);
  assert.deepEqual(fields, ["amount", "location", "generalNotes"]);
  for (const field of fields) {
    const game = { ...eventfulGame(), [field]: "SECRET" };
    for (const told of [asFirstTold(game), asFirstDated(game)]) assert.equal(told[field], "");
    const { before } = asFirstFacts({ before: { [field]: "SECRET", time: "17:00" } }, []);
    assert.equal(before?.time, "17:00");
    assert(!before?.[field]);
  }
});

Deno.test("a mail to a person who has never opened one contains only names, dates and links of ours", () => {
  const free = ["At SECRETPLACE", "SECRETNOTE", "SECRETMESSAGE", "SECRETWISH", "SECRETAMOUNT"];
  for (const language of LANGUAGES) {
    for (const kind of MAIL_KINDS) {
      const game = {
        ...eventfulGame(),
        name: "Your Bank https://spam.example",
        organizerName: "Your.Bank win@spam.com",
        location: "At SECRETPLACE",
        generalNotes: "SECRETNOTE https://spam.example/now",
        amount: "SECRETAMOUNT",
        provedEmail: null,
      };
      for (const [index, one] of game.participants.entries()) {
        one.name = `${NAMES[index] ?? ""} ${one.name}`;
        one.wish = "SECRETWISH";
      }
      if (kind === "gameArchived") game.archivedAt = NOW.toISOString();
      const mail = mailOf(kind, game);
      const payload = {
        ...mail.payload,
        message: "SECRETMESSAGE",
        before: { location: "SECRETPLACE before", name: "was https://spam.example", time: "17:00" },
      };
      const composed = composeMail(LINKS, game, { ...mail, payload, language }, NOBODY, NOW);
      assert(composed, kind);
      const { html, text, subject, from, calendar } = composed;
      assert(!from.includes("Bank"), from);
      const visible = html.replace(/<(style|title)>.*?<\/\1>/gs, "").replace(
        /<a [^>]*>.*?<\/a>|<p class="muted host"[^>]*>gifts\.example\.org<\/p>/gs,
        "",
      )
        .replace(/<[^>]*>/g, " ").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
      for (const [part, written] of Object.entries({ subject, visible, text, calendar })) {
        for (const word of free) assert(!written?.includes(word), `${word} in ${part} of ${kind}`);
        const links = linksIn(written ?? "").filter((url) => !url.startsWith(`${LINKS.baseUrl}/`));
        assert.deepEqual(links, [], `${part} of ${kind} in ${language}`);
      }
      for (const [, url] of html.matchAll(/href="([^"]*)"/g)) {
        assert(url?.startsWith(`${LINKS.baseUrl}/`), url);
      }
    }
  }
});

Deno.test("a first mail names the further facts of its reader's page, and has no empty rows", () => {
  const game = { ...eventfulGame(), provedEmail: null, amount: "about 20" };
  const write = (kind: MailKind, before?: MailPayload["before"]) =>
    composeMail(
      LINKS,
      game,
      { ...mailOf(kind, game), payload: { ...before && { before } } },
      NOBODY,
      NOW,
    )?.text;
  const assignment = write("assignment") ?? "";
  assert.match(
    assignment,
    /PM\nPlace, budget, and a note for everyone: see your page\n\n/,
  );
  assert.doesNotMatch(assignment, /^(Place|Note|Budget):/m);
  assert.match(write("detailsChanged", { time: "17:00" }) ?? "", /→ 6:30.PM\n\n/);
  for (const location of ["Elsewhere", ""]) {
    const changed = write("detailsChanged", { location, time: game.time }) ?? "";
    assert.match(changed, /:\n\nPlace: see your page\n\n/);
  }
  assert.match(
    write("detailsChanged", { amount: "20 EUR" }) ?? "",
    /Budget: see your page\n/,
  );
  assert.equal(write("detailsChanged", { location: game.location }), undefined);
  assert.match(
    composeMail(
      LINKS,
      { ...game, amount: "30" },
      { ...mailOf("detailsChanged", game), payload: { before: { amount: "20 EUR" } } },
      NOBODY,
      NOW,
    )?.text ?? "",
    /^Budget: \S*20\S* → \S*30/m,
  );
});

Deno.test("a first mail contains an amount only if it is one or two numbers", () => {
  const told = (amount: string) => asFirstTold({ ...eventfulGame(), amount }).amount;
  for (const amount of ["20", "7.5", "19,99", "10-20", "10 – 20", "999999999"]) {
    assert.equal(told(amount), amount);
  }
  for (const amount of ["about 20", "20 EUR", "1.999", "10-20-30", "1234567890", "10 - "]) {
    assert.equal(told(amount), "", amount);
  }
});
