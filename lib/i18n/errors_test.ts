import assert from "node:assert/strict";
import { z } from "zod";
import { ERROR_CODES, GameError, isOnPages } from "../game/errors.ts";
import { LANGUAGES } from "../game/types.ts";
import { explainError, explainIssues, SAID_AS } from "./errors.ts";
import { formatList } from "../browser/format.ts";
import { AS_GROUP, translator } from "./translate.ts";

function impossible(givers: string[], receivers: string[]): GameError {
  return new GameError("DRAW_IMPOSSIBLE", { givers, receivers });
}

Deno.test("explainError() names the group that cannot be served, in every language", () => {
  const names = ["Ana", "Ben", "Cy"];
  for (const language of LANGUAGES) {
    const t = translator(language);
    const some = explainError(impossible(names, ["Dee", "Eve"]), t);
    const called = (some: string[]) =>
      formatList(some.map((name) => t("game.reveal.name", { name })), language);
    assert(some.includes(called(names)), `${language}: ${some}`);
    assert(some.includes(called(["Dee", "Eve"])), `${language}: ${some}`);
    assert(explainError(impossible(["Ana"], []), t).includes("Ana"), language);
  }
});

Deno.test("explainError() lists twenty names of a large group and says how many more there are", () => {
  const names = Array.from({ length: 23 }, (_, index) => `P${index}`);
  const sentence = explainError(impossible(names, []), translator("en"));
  assert.match(sentence, /nobody left for P0, .* P18, P19,? and 3 more to give to/);
});

Deno.test("explainError() uses the singular for one more person", () => {
  const names = Array.from({ length: 21 }, (_, index) => `P${index}`);
  const sentence = explainError(impossible(names, []), translator("it"));
  assert(sentence.includes("P19 e un’altra persona non resta"), sentence);
});

Deno.test("explainError() has words for every refusal that pages show, in every language", () => {
  const onPages = ERROR_CODES.filter(isOnPages);
  assert(onPages.length > 10);
  for (const language of LANGUAGES) {
    const own = Object.keys(translator(language)("errors.code", AS_GROUP));
    for (const same of SAID_AS.values()) assert(own.includes(same), `${same} in ${language}`);
    const known = [...own, ...SAID_AS.keys()];
    assert.deepEqual(known.toSorted(), [...onPages, "OTHER"].toSorted(), language);
  }
});

Deno.test("explainError() has words for an unknown code", () => {
  const sentence = explainError({ code: "NEVER_HEARD_OF" }, translator("en"));
  assert.match(sentence, /^[A-Z].+\.$/);
});

Deno.test("explainIssues() keeps the first issue of each field", () => {
  const schema = z.object({
    name: z.string().min(3).regex(/^[a-z]+$/),
    people: z.array(z.object({ email: z.email() })),
  });
  const { error } = schema.safeParse({ name: "1", people: [{ email: "ana" }] });
  const t = translator("en");
  assert.deepEqual(explainIssues(error?.issues ?? [], t), {
    name: t("errors.required.name"),
    "people.0.email": t("errors.format.email"),
  });
});

Deno.test("explainIssues() describes each kind of issue", () => {
  const t = translator("en");
  const schema = z.object({
    participants: z.array(z.string()).min(3).max(4),
    location: z.string().min(1).max(5),
    organizerEmail: z.email(),
  });
  const valid = { participants: ["a", "b", "c"], location: "Here", organizerEmail: "a@b.example" };
  const said = (fields: object) =>
    explainIssues(schema.safeParse({ ...valid, ...fields }).error?.issues ?? [], t);
  assert.deepEqual(said({}), {});
  assert.deepEqual(
    [
      said({ participants: ["a"] }),
      said({ participants: [..."abcde"] }),
      said({ location: "" }),
      said({ location: "Too far" }),
      said({ location: 1 }),
      said({ organizerEmail: "a" }),
    ],
    [
      { participants: t("errors.fewPeople", { min: 3 }) },
      { participants: t("errors.code.TOO_MANY_PARTICIPANTS") },
      { location: t("errors.required.other") },
      { location: t("errors.tooLong", { max: 5 }) },
      { location: t("errors.format.other") },
      { organizerEmail: t("errors.format.email") },
    ],
  );
});
