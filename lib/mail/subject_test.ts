import assert from "node:assert/strict";
import { LANGUAGES, MAIL_KINDS } from "../game/types.ts";
import { translator } from "../i18n/translate.ts";
import { writeSubject } from "./subject.ts";

const t = translator("en");

Deno.test("writeSubject() takes the best sentence that leaves the game's name room", () => {
  const sentences = ["Ana, your gift is waiting", "Your gift is waiting"];
  assert.equal(writeSubject(sentences, "Party", t), "Ana, your gift is waiting – Party");
  const long = "A".repeat(64 - "Your gift is waiting – ".length);
  assert.equal(writeSubject(sentences, long, t), `Your gift is waiting – ${long}`);
  assert.equal(writeSubject(sentences, `${long}A`, t), `Your gift is waiting – ${long.slice(1)}…`);
});

Deno.test("writeSubject() cuts no letter in two", () => {
  const family = "👨‍👩‍👧";
  const subject = writeSubject(["Your gift is waiting"], family.repeat(50), t);
  assert.equal(subject, `Your gift is waiting – ${family.repeat(40)}…`);
});

Deno.test("a subject leaves a game's name room in every language", () => {
  for (const language of LANGUAGES) {
    const t = translator(language);
    for (const kind of MAIL_KINDS) {
      const sentence = t(`mail.kinds.${kind}.subject`, { when: "WWWWWWWWWWWW" });
      const subject = writeSubject([sentence], "x".repeat(99), t);
      assert.ok(
        subject.length <= 64 && subject.includes("x".repeat(12)),
        `${language}: ${subject}`,
      );
    }
    const gathering = t("mail.kinds.organizerWelcome.subjectGathering");
    assert.ok(writeSubject([gathering], "x".repeat(99), t).includes("x".repeat(12)));
  }
});
