import assert from "node:assert/strict";
import { drawnMessage, invitationMessage, personMessage } from "./pass_on.ts";
import { translator } from "./translate.ts";

const GAME = { name: "Us", language: "en", timeZone: null } as const;

Deno.test("personMessage() says what the link is for, in its reader's language", () => {
  for (const language of ["en", "de"] as const) {
    const t = translator(language);
    const values = { name: "Ben", game: "Us" };
    for (
      const [state, receiverChange, message] of [
        ["gathering", null, t("passOn.place", values)],
        ["gathering", "left", t("passOn.place", values)],
        ["drawn", null, t("passOn.gift", values)],
        ["drawn", "left", t("passOn.changed", values)],
      ] as const
    ) {
      const to = (own: typeof language | null) =>
        personMessage(
          { ...GAME, state, language: own === null ? language : "fr" },
          { name: "Ben", language: own, receiverChange },
        );
      assert.equal(to(language), message);
      assert.equal(to(null), message, "the game's language");
    }
  }
});

Deno.test("invitationMessage() and drawnMessage() speak the game's language", () => {
  const t = translator("de");
  const game = { ...GAME, language: "de", state: "gathering" } as const;
  assert.equal(invitationMessage(game), t("organize.links.shareText", { game: "Us" }));
  assert.equal(drawnMessage(game), t("passOn.drawn", { game: "Us" }));
});

Deno.test("messages use the words of the region of the event", () => {
  const words = (timeZone: string) =>
    personMessage({ ...GAME, language: "pt", timeZone, state: "drawn" }, {
      name: "Ben",
      language: null,
      receiverChange: null,
    });
  assert.match(words("Europe/Lisbon"), /só para si/);
  assert.match(words("America/Sao_Paulo"), /só para você/);
});
