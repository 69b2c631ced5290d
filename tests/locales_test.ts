import assert from "node:assert/strict";
import { languageTag } from "@/lib/browser/format.ts";
import { LANGUAGES, LIMITS } from "@/lib/game/types.ts";
import { startApp } from "./support/app.ts";
import {
  COMPARED,
  comparisonsOf,
  PLACEHOLDERS_MODULE,
  placeholdersModule,
  placeholdersOf,
  readLocales,
  REGIONS_FOLDER,
  type Texts,
} from "./support/locales.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const locales = await readLocales();
const textsOf = (language: string): Texts => locales.get(language) ?? new Map();
const english = textsOf("en");

/** A key without its plural form, and the form. */
function splitPlural(key: string): { base: string; form: string | null } {
  const [, base, form] = /^(.+)_(zero|one|two|few|many|other)$/.exec(key) ?? [];
  return base && form ? { base, form } : { base: key, form: null };
}

/** Keys that English has in plural forms. */
const PLURALS = new Set(
  [...english.keys()].map(splitPlural).flatMap(({ base, form }) => form ? [base] : []),
);

/** Possible counts: people up to the limit, and the pairs between them, which are far fewer than a million. */
const COUNTS = Array.from({ length: LIMITS.maxParticipants + 1 }, (_, n) => [n, n * 499]).flat();

/**
 * The plural forms that a language needs here. This is fewer than `Intl` lists: `many` of French, Italian, Portuguese
 * and Spanish begins at a million, and `other` of Polish is for fractions.
 */
function formsOf(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(COUNTS.map((count) => rules.select(count)));
}

/** The numbers that a form covers. Zero is left out: it is rarely shown, and has its own form otherwise. */
function numbersOf(language: string, form: string): Set<number> {
  const rules = new Intl.PluralRules(language);
  return new Set(COUNTS.filter((count) => count > 0 && rules.select(count) === form));
}

/** The keys of a language: those of English, in its own plural forms. Some have a text for zero, too. */
function expectedKeys(language: string): string[] {
  const forms = formsOf(language);
  const keys = [...english.keys()].filter((key) => !PLURALS.has(splitPlural(key).base));
  for (const base of PLURALS) {
    const own = english.has(`${base}_zero`) ? forms.union(new Set(["zero"])) : forms;
    keys.push(...[...own].map((form) => `${base}_${form}`));
  }
  return keys.toSorted();
}

/** Texts that name buttons and links in quotes. */
const QUOTES_LABELS = /^help\..*\.answer$/;
const QUOTED = /[“„«「]\s?(.+?)\s?[”“»」]|‘(.+?)’(?!\p{L})/gu;

Deno.test("the help names only buttons and links that exist", () => {
  for (const language of LANGUAGES) {
    const texts = Map.groupBy(textsOf(language), ([key]) => QUOTES_LABELS.test(key));
    const read = (quotes: boolean) =>
      (texts.get(quotes) ?? []).map(([, text]) => text.toLowerCase().replace(/\s/g, " "));
    const labels = read(false);
    const quoted = read(true).flatMap((text) => [...text.matchAll(QUOTED)]);
    assert(quoted.length > 4, `${language}: ${quoted.length} labels`);
    const unknown = quoted.flatMap(([, one, other]) => {
      const label = one ?? other ?? "";
      const parts = label.split(/\{\{\w+\}\}|…/).map((part) => RegExp.escape(part));
      const pattern = new RegExp(parts.join(".*"));
      return labels.some((text) => pattern.test(text)) ? [] : label;
    });
    assert.deepEqual(unknown, [], language);
  }
});

Deno.test("locales/ has a file for each language and no other", () => {
  assert.deepEqual([...locales.keys()].toSorted(), LANGUAGES.toSorted());
});

Deno.test("locales/placeholders.ts is what `deno task locales` writes", async () => {
  assert.equal(await Deno.readTextFile(PLACEHOLDERS_MODULE), placeholdersModule(english));
});

for (const language of LANGUAGES) {
  Deno.test(`locales/${language}.json has the keys of English in its own plural forms`, () => {
    assert.deepEqual([...textsOf(language).keys()].toSorted(), expectedKeys(language));
  });

  Deno.test(`locales/${language}.json has the placeholders of English`, () => {
    for (const [key, text] of textsOf(language)) {
      assert(text.trim(), `${key} is empty`);
      const { base, form } = splitPlural(key);
      const expected = placeholdersOf(english.get(form ? `${base}_other` : key) ?? "");
      // "This e-mail" may replace "1 e-mail" if the form covers no other number.
      const isOptional = (name: string) =>
        name === "{{count}}" && form !== null && numbersOf(language, form).size <= 1;
      assert.deepEqual(
        placeholdersOf(text),
        expected.filter((name) => !isOptional(name) || text.includes(name)),
        key,
      );
    }
  });
}

for (const [locale, own] of await readLocales(REGIONS_FOLDER)) {
  Deno.test(`locales/regions/${locale}.json replaces texts of its language with different ones`, () => {
    const texts = textsOf(new Intl.Locale(locale).language);
    assert(own.size > 0);
    for (const [key, text] of own) {
      const replaced = texts.get(key);
      assert(replaced !== undefined && replaced !== text, key);
      assert.deepEqual(placeholdersOf(text), placeholdersOf(replaced), key);
    }
  });
}

Deno.test("a regional text is reviewed again once the text that it replaces has changed", async () => {
  const regions = await readLocales(REGIONS_FOLDER);
  const compared = new Set((await Deno.readTextFile(COMPARED)).split("\n"));
  const staleIn = (texts: typeof locales) =>
    comparisonsOf(texts, regions).filter((line) => !compared.has(line))
      .map((line) => line.slice(0, line.lastIndexOf(" ")));
  const toDo = "look at these in locales/regions, then run `deno task locales` with their keys";
  assert.deepEqual(staleIn(locales), [], toDo);
  const [key = ""] = regions.get("es-ES")?.keys() ?? [];
  const changed = new Map(locales).set("es", new Map(textsOf("es")).set(key, "Otro"));
  assert.deepEqual(staleIn(changed), [`es-ES ${key}`]);
});

/** Codes have eight digits once half of those with six are in use. */
const SIX_DIGITS =
  /six digits|sechs Ziffern|sechsstellig|seis dígitos|six chiffres|sei cifre|6桁|六位|zes cijfers/i;

Deno.test("no text says how many digits a code has", async () => {
  for (const [language, texts] of [...locales, ...await readLocales(REGIONS_FOLDER)]) {
    const saying = [...texts].filter(([, text]) => SIX_DIGITS.test(text)).map(([key]) => key);
    assert.deepEqual(saying, [], language);
  }
});

Deno.test("pages use the texts of their reader's region", async () => {
  await using app = await startApp();
  const read = async (accepted: string, path = "/", cookie = "") => {
    const headers = { "accept-language": accepted, cookie };
    return (await app.fetch(new Request(`http://localhost${path}`, { headers }))).text();
  };
  assert.match(await read("pt-PT,pt;q=0.9"), /partilhe/);
  assert.match(await read("pt-BR,pt;q=0.9"), /compartilhe/);
  // Readers in Britain whose second language is the Portuguese of Portugal.
  assert.match(await read("en-GB,en;q=0.9,pt-PT;q=0.8", "/", "lang=pt"), /[^m]partilhe/);
  assert.match(await read("es-ES,es;q=0.9", "/create"), /Añadir/);
  assert.match(await read("es-MX,es;q=0.9", "/create"), /Agregar/);
  assert.match(await read("de-DE,de;q=0.9", "/help"), /ß/);
  assert.doesNotMatch(await read("de-CH,de;q=0.9", "/help"), /ß/);
});

/** Texts of mails and files use plain hyphens, because not every program has the other one. */
const IN_MAILS =
  /^(mail\.(?!unsubscribePage|confirmPage|reportPage|failures)|mine\.footer$|family\.mailFor$|organize\.csv\.email$)/;

for (const language of ["de", "fr", "it", "nl", "pt"]) {
  Deno.test(`pages keep E‑Mail or QR‑Code on one line (${language}); mails use hyphens that all programs show`, () => {
    for (const [key, text] of textsOf(language)) {
      const odd = IN_MAILS.test(key) ? /\u2011/ : /\b(E|QR|Spam)-/i;
      assert.doesNotMatch(text, odd, key);
    }
  });
}

Deno.test("French has no plain space next to a sign, where a line could break", () => {
  for (const [key, text] of textsOf("fr")) assert.doesNotMatch(text, / [:;!?»]|« /, key);
});

Deno.test("locales count only with {{count}}, in plural forms", () => {
  for (const [key, text] of english) {
    if (text.includes("{{count}}")) assert(PLURALS.has(splitPlural(key).base), `${key}: ${text}`);
    // "Sent: {{number}}" and "{{number}} of {{total}}" need no form for one.
    assert.doesNotMatch(text, /\{\{(?:number|shown|confirmed)\}\} (?!of\b)\p{L}/u, key);
  }
});

Deno.test("no language needs a plural form for a million", () => {
  assert.deepEqual(formsOf("pt"), new Set(["other", "one"]));
  assert.deepEqual(formsOf("pl"), new Set(["many", "one", "few"]));
});

/** A key, or a prefix of keys, that the sources pass to a translate function. */
interface AskedKey {
  /** Matches the key; parts inserted at run time are captured. */
  pattern: RegExp;
  /** Its text in the source. */
  source: string;
  place: string;
}

interface Findings {
  /** Hard-coded texts that people would read. */
  hardCoded: string[];
  /** Places where texts are joined with English punctuation. */
  glued: string[];
  asked: AskedKey[];
  /** Every string in the sources. */
  strings: Set<string>;
  /** Every word in the sources. */
  words: Set<string>;
}

/** Attributes whose values people read or hear. */
const READ = new Set([
  ...["title", "alt", "placeholder", "label", "hint", "lead", "over", "optional", "done"],
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"],
]);
/** An example that is the same in all languages. */
const UNIVERSAL = "123456";
/** Punctuation that languages set differently: French with a space before, Japanese in full width. */
const SIGNS = /[:;,()!?+–—]/;
/** Pages that only developers read; the one about the API is in English for all of them. */
const FOR_DEVELOPERS = /^routes\/(?:\(pages\)\/dev|api)\//;
/** A folder of `lib` that contains no texts and has examples of its own. */
const FRAMEWORK = "lib/fresh/";

/** Scans the sources with the linter's parser. */
async function readSources(): Promise<Findings> {
  const findings: Findings = {
    hardCoded: [],
    glued: [],
    asked: [],
    strings: new Set(),
    words: new Set(),
  };
  for (const folder of ["routes/", "islands/", "components/", "lib/"]) {
    for await (const place of sourcesIn(folder)) {
      if (FOR_DEVELOPERS.test(place) || place.startsWith(FRAMEWORK)) continue;
      inspect(place, await Deno.readTextFile(new URL(place, ROOT)), findings);
    }
  }
  assert(findings.asked.length > 100, "the sources were not understood");
  return findings;
}

const ROOT = new URL("../", import.meta.url);

async function* sourcesIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))) {
    if (isDirectory) yield* sourcesIn(`${folder}${name}/`);
    else if (/\.tsx?$/.test(name) && !name.endsWith("_test.ts")) yield folder + name;
  }
}

function inspect(place: string, source: string, findings: Findings): void {
  const { hardCoded, glued, asked, strings, words } = findings;
  const note = (text: string) => {
    if (/\p{L}/u.test(text) && text !== UNIVERSAL) hardCoded.push(`${place}: ${text.trim()}`);
  };
  const isView = /^(?:components|islands|routes\/\(pages\))\/.*\.tsx$/.test(place);
  const noteGlue = (signs: string) => {
    if (isView && SIGNS.test(signs)) glued.push(`${place}: ${signs.trim()}`);
  };
  const ask = (...parts: string[]) => {
    const pattern = new RegExp(`^${parts.map((part) => RegExp.escape(part)).join("(.+)")}$`);
    asked.push({ pattern, source: parts.join("*"), place });
  };
  const askFor = (key: Deno.lint.Node) => {
    if (key.type === "Literal") ask(String(key.value));
    if (key.type === "TemplateLiteral") ask(...key.quasis.map(({ cooked }) => cooked));
    if (key.type === "ConditionalExpression") [key.consequent, key.alternate].forEach(askFor);
  };
  const rule: Deno.lint.Rule = {
    create: () => ({
      JSXText({ value }) {
        note(value);
        noteGlue(value);
      },
      JSXExpressionContainer({ expression }) {
        if (expression.type === "Literal") noteGlue(String(expression.value));
      },
      TemplateLiteral({ expressions, quasis }) {
        if (expressions.some(isTranslated)) noteGlue(quasis.map(({ cooked }) => cooked).join(""));
      },
      JSXAttribute({ name, value }) {
        const isRead = name.type === "JSXIdentifier" && READ.has(name.name);
        if (isRead && value?.type === "Literal") note(String(value.value));
      },
      Literal({ value }) {
        if (typeof value === "string") strings.add(value);
      },
      CallExpression(call) {
        const [key] = call.arguments;
        if (key && isTranslated(call)) askFor(key);
        if (key?.type === "Literal" && nameOf(call.callee) === "join") {
          noteGlue(String(key.value).replace("\n", ""));
        }
      },
    }),
  };
  Deno.lint.runPlugin({ name: "texts", rules: { texts: rule } }, place, source);
  for (const [word] of source.matchAll(/\w+/g)) words.add(word);
}

/** True if an expression calls a translate function. */
function isTranslated(node: Deno.lint.Node): node is Deno.lint.CallExpression {
  return node.type === "CallExpression" && nameOf(node.callee) === "t";
}

function nameOf(callee: Deno.lint.Expression): string {
  const name = callee.type === "MemberExpression" ? callee.property : callee;
  return name.type === "Identifier" || name.type === "PrivateIdentifier" ? name.name : "";
}

const sources = await readSources();

/** Every key without its plural form, and every group of keys. */
const ASKABLE = new Set(
  [...english.keys()].map((key) => splitPlural(key).base).flatMap((key) => {
    const parts = key.split(".");
    return parts.map((_, index) => parts.slice(0, index + 1).join("."));
  }),
);

Deno.test("sources contain no text of their own", () => {
  assert.deepEqual(sources.hardCoded, []);
});

Deno.test("sources leave punctuation between texts to the texts", () => {
  assert.deepEqual(sources.glued, []);
});

Deno.test("sources use only keys that exist", () => {
  const known = [...ASKABLE];
  const missing = sources.asked.filter(({ pattern }) => !known.some((key) => pattern.test(key)));
  assert.deepEqual(missing.map(({ source, place }) => `${place}: ${source}`), []);
});

Deno.test("every key is used in the sources", () => {
  const { asked, strings, words } = sources;
  const areWords = (names: readonly string[]) => names.every((name) => words.has(name));
  // A part inserted into a key at run time is a word somewhere in the program.
  const isAsked = (key: string) =>
    asked.some(({ pattern }) => {
      const holes = pattern.exec(key)?.slice(1);
      return holes && areWords(holes.flatMap((hole) => hole.split(".")));
    });
  // An island that gets a group as a whole names each of its texts.
  const isInGroup = (key: string) => {
    const parts = key.split(".");
    return areWords(parts.slice(-1)) &&
      parts.some((_, index) => index > 0 && isAsked(parts.slice(0, index).join(".")));
  };
  const bases = new Set([...english.keys()].map((key) => splitPlural(key).base));
  const unused = [...bases].filter((key) => !strings.has(key) && !isAsked(key) && !isInGroup(key));
  assert.deepEqual(unused, []);
});

Deno.test("pages show texts, never their keys, in all languages", async () => {
  await using app = await startApp();
  const newGame = (isProtected: boolean) =>
    app.client.createGame({ time: "18:30", amount: "20", isProtected });
  const game = await newGame(true);
  const open = await newGame(false);
  const { token } = named(game, "P1");
  // Opened, so that the pages below show the gift's content.
  await app.client.readAsParticipant(game, { participantToken: token });
  const cookies = [
    `participant_${game.code}=${token}`,
    `organizer_${game.code}=${game.organizerToken}`,
    `invitation_${game.code}=${game.invitationToken}`,
    `gift_${game.code}=own`,
  ];
  const paths = [
    ...[
      "/",
      "/create",
      "/help",
      "/privacy",
      "/recover",
      "/recover?sent=1",
      "/offline",
      "/api/docs",
    ],
    ...["/nothing", "/games/111111", `/games/${open.code}`, `/games/${open.code}?participant=no`],
    ...["wish", "contact", "confirm", "ask", "withdraw", "signOut", "left"].map((done) =>
      `/games/${game.code}?done=${done}`
    ),
    ...["gift", "join", "organize", "created", "slips"].map((page) =>
      `/games/${game.code}/${page}`
    ),
  ];
  const groups = new Set([...english.keys()].map((key) => key.split(".")[0]));
  const key = new RegExp(`\\b(?:${[...groups].join("|")})(?:\\.[A-Za-z]\\w*)+`, "g");
  for (const language of sample(LANGUAGES, 3)) {
    for (const path of paths) {
      const cookie = [`lang=${language}`, ...cookies].join("; ");
      const request = new Request(`http://localhost${path}`, { headers: { cookie } });
      const html = await (await app.fetch(request)).text();
      assert.match(html, new RegExp(`<html lang="${languageTag(language)}"`), path);
      const shown = html.match(key)?.filter((word) => !isFile(word)) ?? [];
      assert.deepEqual(shown, [], `${path} in ${language}`);
    }
  }
});

/** File names look like keys, too. */
function isFile(word: string): boolean {
  return /\.(js|css|svg|png|ics|csv|example)$/.test(word);
}
