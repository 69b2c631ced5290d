import { equal } from "node:assert/strict";
import type { State } from "../state.ts";
import { followAddress, readerOf, suggestLanguage } from "./reader.ts";

/** As much of a request's context as its reader is read from. */
function contextOf(headers: HeadersInit) {
  const state: Pick<State, "reader"> = {};
  return { req: new Request("http://localhost/", { headers }), state };
}

Deno.test("readerOf() takes what the reader chose, else what their browser asks for", () => {
  equal(readerOf(contextOf({ "accept-language": "de-AT" })).language, "de");
  const chosen = readerOf(contextOf({ "accept-language": "de-AT", cookie: "lang=ja; theme=dark" }));
  equal(chosen.language, "ja");
  equal(chosen.theme, "dark");
  equal(chosen.hasChosenLanguage, true);
  const odd = readerOf(contextOf({ cookie: "lang=toString; theme=constructor" }));
  equal(odd.language, "en");
  equal(odd.theme, null);
});

Deno.test("suggestLanguage() speaks the game's language, unless the reader chose another", () => {
  const ctx = contextOf({ "accept-language": "de" });
  equal(suggestLanguage(ctx, "fr").t("common.cancel"), "Annuler");
  equal(readerOf(ctx).language, "fr");
  equal(suggestLanguage(contextOf({ cookie: "lang=it" }), "fr").language, "it");
});

Deno.test("suggestLanguage() and followAddress() hold for the whole request", () => {
  const ctx = contextOf({ "accept-language": "de" });
  const suggested = suggestLanguage(ctx, "fr");
  equal(readerOf(ctx), suggested);
  equal(suggested.ownLanguage, "de");
  equal(suggestLanguage(contextOf({ "accept-language": "fr" }), "fr").ownLanguage, null);
  const other = contextOf({ "accept-language": "de-CH" });
  const followed = followAddress(other, "it");
  equal(readerOf(other), followed);
  equal(followed.addressLanguage, "it");
  equal(followed.language, "it");
  equal(readerOf(contextOf({})).addressLanguage, null);
});

Deno.test("readerOf() is read once for a request, and knows the service's name where there is one", () => {
  const ctx = contextOf({ "accept-language": "de" });
  equal(readerOf(ctx), readerOf(ctx));
  equal(readerOf(ctx).siteName, null);
  equal(readerOf(ctx).ownLanguage, null);
  equal(readerOf(ctx).hasChosenLanguage, false);
  const services = Object.assign(Object.create(null), { settings: { siteName: "Our gifts" } });
  const named = { ...contextOf({}), state: { services } };
  equal(readerOf(named).siteName, "Our gifts");
  equal(suggestLanguage(contextOf({}), "fr").ownLanguage, null);
});
