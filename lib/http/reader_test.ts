import { equal } from "node:assert/strict";
import type { State } from "../state.ts";
import { askedLanguage, followAddress, readerOf, suggestLanguage } from "./reader.ts";

/** The part of a request's context that its reader is derived from. */
function contextOf(headers: HeadersInit) {
  const state: Pick<State, "reader"> = {};
  return { req: new Request("http://localhost/", { headers }), state };
}

Deno.test("readerOf() uses the reader's choice, or else their browser's languages", () => {
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

Deno.test("suggestLanguage() and followAddress() apply to the whole request", () => {
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

Deno.test("readerOf() is computed once per request, and includes the service's name if there is one", () => {
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

Deno.test("askedLanguage() is the language of the reader's choice or browser, not of their game alone", () => {
  const asked = (headers: HeadersInit, suggested?: "fr") => {
    const ctx = contextOf(headers);
    if (suggested) suggestLanguage(ctx, suggested);
    return askedLanguage(ctx);
  };
  equal(asked({ cookie: "lang=ja" }), "ja");
  equal(asked({ "accept-language": "de" }), "de");
  equal(asked({}), undefined);
  equal(asked({ "accept-language": "de" }, "fr"), undefined);
  equal(asked({ "accept-language": "fr" }, "fr"), "fr");
  equal(asked({ "accept-language": "de", cookie: "lang=it" }, "fr"), "it");
});

Deno.test("a page in another language keeps the reader's region, and the service's name", () => {
  const services = Object.assign(Object.create(null), { settings: { siteName: "Our gifts" } });
  for (const speak of [suggestLanguage, followAddress]) {
    const ctx = { ...contextOf({ "accept-language": "de-CH" }), state: { services } };
    const { locale, t } = speak(ctx, "fr");
    equal(locale, "fr-CH");
    equal(t("common.siteName"), "Our gifts");
  }
});
