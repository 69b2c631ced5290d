import i18next, { type PostProcessorModule, type TFunction } from "i18next";
import en from "@/locales/en.json" with { type: "json" };
import type { Placeholders } from "@/locales/placeholders.ts";
import { fillIn } from "../browser/fill_in.ts";
import { directionOf, isolate } from "../browser/bidi.ts";
import { dedupeHonorifics } from "../browser/honorifics.ts";
import type { Language } from "../game/types.ts";

/** The English texts; every language has the same keys, except for its own plural forms. */
export const ENGLISH = en;
export type Texts = typeof en;

/** The texts as typed for i18next, including their placeholders. */
type WithPlaceholders<Tree, Path extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Path}${Key}` extends keyof Placeholders ? Placeholders[`${Path}${Key}`] : string
    : WithPlaceholders<Tree[Key], `${Path}${Key}.`>;
};

// Makes an unknown key or a missing value a compile error.
declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: WithPlaceholders<Texts> };
    returnNull: false;
    strictKeyChecks: true;
  }
}

const i18n = i18next.createInstance();
const honorifics: PostProcessorModule = {
  type: "postProcessor",
  name: "honorifics",
  process: (text, _key, values) => dedupeHonorifics(text, Object.values(values)),
};
i18n.use(honorifics);
await i18n.init({
  resources: { en: { translation: en } },
  fallbackLng: false,
  returnNull: false,
  postProcess: honorifics.name,
  // Preact escapes what it renders; escaping here too would show entities to people.
  interpolation: { escapeValue: false },
});

/** Translates a key of the locales, with its placeholders and plural filled in. */
export type Translate = TFunction;

/** Options that return a group of texts for an island; their placeholders are left for `fillIn`. */
export const AS_GROUP = { returnObjects: true, skipInterpolation: true } as const;

/** Locales that use regional words, and the variant of our texts with these words. */
const VARIANTS = new Map([
  ["de-CH", "de-CH"],
  ["de-LI", "de-CH"],
  ["es-ES", "es-ES"],
  ["pt-AO", "pt-PT"],
  ["pt-CV", "pt-PT"],
  ["pt-MZ", "pt-PT"],
  ["pt-PT", "pt-PT"],
]);

/**
 * Returns the translation function of a language; its texts are loaded on first use.
 *
 * @param siteName the operator's name for the site; null to use `common.siteName`.
 * @param locale of the reader, because some regions use different words.
 */
export function translator(
  language: Language,
  siteName: string | null = null,
  locale: string = language,
): Translate {
  const variant = VARIANTS.get(locale) ?? language;
  const id = JSON.stringify([variant, siteName]);
  const known = translators.get(id);
  if (known) return known;
  if (!i18n.hasResourceBundle(variant, "translation")) load(language, variant);
  const own = siteName === null ? [] : [["common.siteName", siteName] as const];
  const isRightToLeft = directionOf(language) === "rtl";
  const made = remembering(i18n.getFixedT(variant), new Map(own), isRightToLeft);
  translators.set(id, made);
  return made;
}

function load(language: Language, variant: string): void {
  const texts = read(`${language}.json`);
  // Swiss German has no ß; all other words are the same.
  const own = variant === "de-CH" ? texts.replaceAll("ß", "ss") : texts;
  i18n.addResourceBundle(variant, "translation", JSON.parse(own));
  if (variant === language || variant === "de-CH") return;
  const overlay = JSON.parse(read(`regions/${variant}.json`));
  i18n.addResourceBundle(variant, "translation", overlay, true, true);
}

function read(name: string): string {
  return Deno.readTextFileSync(new URL(`../../locales/${name}`, import.meta.url));
}

/** Translation functions by variant of a language and name of the site. */
const translators = new Map<string, Translate>();

/** Placeholders with a format, such as `{{names, list}}`, are left to i18next. */
const FORMATTED = /\{\{\w+,/;

/** Maximum number of cached templates; each count of a text has its own. */
const MOST_TEMPLATES = 5_000;

/** True if `fillIn` can put all of these values into a text. */
function areValues(options: unknown): options is Record<string, string | number> {
  return typeof options === "object" && options !== null &&
    Object.values(options).every((one) => typeof one === "string" || typeof one === "number");
}

/**
 * Caches texts, with unfilled placeholders, and groups of texts: looking up a text takes i18next ten times as long as
 * filling it in, and pages repeat texts.
 *
 * @param texts that differ from the locales
 * @param isRightToLeft true if the language is written from right to left
 */
function remembering(
  translate: Translate,
  texts: Map<unknown, unknown>,
  isRightToLeft: boolean,
): Translate {
  const groups = new Map<unknown, unknown>();
  const templates = new Map<string, unknown>();
  const templateOf = (key: unknown, { count }: Record<string, string | number>) => {
    const id = `${key} ${count}`;
    const known = templates.get(id);
    if (known !== undefined) return known;
    const options = { skipInterpolation: true, ...(count !== undefined && { count }) };
    const template: unknown = Reflect.apply(translate, undefined, [key, options]);
    if (templates.size >= MOST_TEMPLATES) templates.clear();
    templates.set(id, template);
    return template;
  };
  return new Proxy(translate, {
    apply(target, self, args: unknown[]) {
      const [key, options] = args;
      const isGroup = options === AS_GROUP;
      if (!isGroup && areValues(options)) {
        const template = templateOf(key, options);
        if (typeof template === "string" && !FORMATTED.test(template)) {
          return fillIn(template, options);
        }
      }
      if (args.length !== 1 && !isGroup) {
        return Reflect.apply(target, self, [key, isolated(options, isRightToLeft)]);
      }
      const cache = isGroup ? groups : texts;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const text: unknown = Reflect.apply(target, self, args);
      if (isGroup || typeof text === "string") cache.set(key, text);
      return text;
    },
  });
}

/** Isolates values in the other writing direction, such as names, which would scramble the text they are put into. */
function isolated(values: unknown, isRightToLeft: boolean): unknown {
  if (typeof values === "string") return isolate(values, isRightToLeft);
  if (Array.isArray(values)) return values.map((value) => isolated(value, isRightToLeft));
  if (typeof values !== "object" || values === null) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isolated(value, isRightToLeft)]),
  );
}

/** Returns the first name that is a key of a group of `ENGLISH`; for names that come from data. */
export function knownName<Group extends object>(
  group: Group,
  names: readonly string[],
): Extract<keyof Group, string> | undefined {
  return names.find((name): name is Extract<keyof Group, string> => Object.hasOwn(group, name));
}
