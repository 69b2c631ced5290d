import assert, { equal } from "node:assert/strict";
import EN from "@/locales/en.json" with { type: "json" };
import { naming, type NamingText } from "./naming.ts";
import { translator } from "./translate.ts";

Deno.test("naming() says who organizes by their name, and without one by what they do", () => {
  equal(
    naming(translator("en"), "Olivia")("byHand"),
    "Olivia will draw the names once everyone’s in.",
  );
  equal(naming(translator("de"), "Olga")("notes"), "Von Olga");
  equal(naming(translator("de"), "")("notes"), "Vom Oberwichtel");
});

Deno.test("naming() has a text of its own for each that can name the organizer, and one without", () => {
  const t = translator("en");
  const texts = Object.keys(EN.named) as NamingText[];
  const named = texts.map(naming(t, "Olivia"));
  for (const [index, text] of named.entries()) assert(text.includes("Olivia"), texts[index]);
  const nameless = texts.map(naming(t, ""));
  assert.equal(new Set(nameless).size, texts.length);
  assert(nameless.every((text) => !text.includes("{{") && !/Olivia|undefined/.test(text)));
  const of = (text: NamingText) => naming(t, "")(text);
  assert.deepEqual(
    [of("byHand"), of("leaveLead"), of("leaveNow"), of("leaveAsked")],
    [t("gather.own.byHand"), t("place.leaveLead"), t("place.leaveNow"), t("place.asked")],
  );
});
