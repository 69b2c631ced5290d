import assert from "node:assert/strict";
import { LANGUAGES } from "@/lib/game/types.ts";
import { LOCALES } from "@/lib/i18n/translate.ts";
import { startApp } from "./support/app.ts";
import { inDays } from "./support/games.ts";

type Tree = { readonly [key: string]: string | Tree };

/** Every text by its full key. */
function textsOf(tree: Tree, path = ""): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === "string" ? [[path + key, value]] : [...textsOf(value, `${path}${key}.`)]
    ),
  );
}

function placeholdersOf(text: string): string[] {
  return (text.match(/\{\{[^}]*\}\}/g) ?? []).toSorted();
}

const english = textsOf(LOCALES.en);
const PLURAL = /_(one|many|other)$/;

for (const language of LANGUAGES) {
  Deno.test(`locales/${language}.json has the keys and placeholders of English`, () => {
    const texts = textsOf(LOCALES[language]);
    assert.deepEqual([...texts.keys()].toSorted(), [...english.keys()].toSorted());
    for (const [key, text] of texts) {
      assert(text.trim(), `${key} is empty`);
      // "Tomorrow" may stand for "1 day": a singular need not say its number.
      const expected = placeholdersOf(english.get(key) ?? "");
      const isSingular = key.endsWith("_one");
      const ignored = (name: string) => isSingular && name === "{{count}}";
      assert.deepEqual(
        placeholdersOf(text).filter((name) => !ignored(name)),
        expected.filter((name) => !ignored(name)),
        key,
      );
    }
  });
}

Deno.test("locales have all plural forms of a key, or none", () => {
  for (const key of english.keys()) {
    if (!PLURAL.test(key)) continue;
    for (const form of ["one", "many", "other"]) {
      assert(english.has(key.replace(PLURAL, `_${form}`)), `${key} lacks _${form}`);
    }
  }
});

interface Findings {
  /** Texts that people would read. */
  hardCoded: string[];
  /** Keys given to a translate function, or their beginnings. */
  keys: { key: string; isWhole: boolean; place: string }[];
}

/** Attributes whose value people read or hear. */
const READ = new Set([
  ...["title", "alt", "placeholder", "label", "hint", "lead", "over", "optional", "done"],
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"],
]);
/** An example that is the same in all languages. */
const UNIVERSAL = "123456";
/** Pages that only developers see. */
const FOR_DEVELOPERS = "routes/(pages)/dev/";

/** Looks through the sources of pages with the linter's parser. */
async function readSources(): Promise<Findings> {
  const hardCoded: string[] = [];
  const keys: Findings["keys"] = [];
  for (const folder of ["routes", "islands", "components"]) {
    for await (const path of sourcesIn(new URL(`../${folder}/`, import.meta.url))) {
      inspect(path, await Deno.readTextFile(path), { hardCoded, keys });
    }
  }
  return { hardCoded, keys };
}

async function* sourcesIn(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = new URL(`./${encodeURIComponent(name)}${isDirectory ? "/" : ""}`, folder);
    if (isDirectory) yield* sourcesIn(path);
    else if (/\.tsx?$/.test(name) && !name.endsWith("_test.ts")) yield path;
  }
}

function inspect(path: URL, source: string, { hardCoded, keys }: Findings): void {
  const place = decodeURIComponent(
    path.pathname.replace(/.*\/(?=(routes|islands|components)\/)/, ""),
  );
  if (place.startsWith(FOR_DEVELOPERS)) return;
  const note = (text: string) => {
    if (/\p{L}/u.test(text) && text !== UNIVERSAL) hardCoded.push(`${place}: ${text.trim()}`);
  };
  const rule: Deno.lint.Rule = {
    create: () => ({
      JSXText: ({ value }) => note(value),
      JSXAttribute({ name, value }) {
        const isRead = name.type === "JSXIdentifier" && READ.has(name.name);
        if (isRead && value?.type === "Literal") note(String(value.value));
      },
      CallExpression({ callee, arguments: [first] }) {
        const name = callee.type === "MemberExpression" ? callee.property : callee;
        if (name.type !== "Identifier" || name.name !== "t" || !first) return;
        const options = first.type === "ArrayExpression" ? first.elements : [first];
        for (const option of options) {
          if (option.type === "Literal") {
            keys.push({ key: String(option.value), isWhole: true, place });
          }
          if (option.type !== "TemplateLiteral") continue;
          const [head] = option.quasis;
          if (head?.cooked) keys.push({ key: head.cooked, isWhole: false, place });
        }
      },
    }),
  };
  Deno.lint.runPlugin({ name: "texts", rules: { texts: rule } }, path.pathname, source);
}

Deno.test("components, islands and routes have no text of their own", async () => {
  assert.deepEqual((await readSources()).hardCoded, []);
});

Deno.test("components, islands and routes ask for keys that are there", async () => {
  const { keys } = await readSources();
  assert(keys.length > 100, "the sources were not understood");
  const missing = keys.filter(({ key, isWhole }) =>
    isWhole
      ? !english.has(key) && !english.has(`${key}_other`)
      : ![...english.keys()].some((known) => known.startsWith(key))
  );
  assert.deepEqual(missing, []);
});

Deno.test("pages show texts, never their keys, in all languages", async () => {
  await using app = await startApp();
  const newGame = async (isProtected: boolean) =>
    (await app.api("POST", "/api/games", {
      name: "Party",
      date: inDays(9),
      time: "18:30",
      amount: "20",
      isProtected,
      participants: [{ name: "Ana" }, { name: "Ben" }, { name: "Cy" }],
    })).body;
  const game = await newGame(true);
  const open = await newGame(false);
  const cookies = [
    `participant_${game.code}=${game.participants[0].token}`,
    `organizer_${game.code}=${game.organizerToken}`,
    `invitation_${game.code}=${game.invitationToken}`,
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
    ...["wish", "contact", "confirm", "ask", "withdraw", "signOut", "joined"].map((done) =>
      `/games/${game.code}?revealed=1&done=${done}`
    ),
    ...["join", "organize", "created", "slips"].map((page) => `/games/${game.code}/${page}`),
  ];
  const key = new RegExp(`\\b(?:${Object.keys(LOCALES.en).join("|")})(?:\\.[A-Za-z]\\w*)+`, "g");
  for (const language of LANGUAGES) {
    for (const path of paths) {
      const cookie = [`lang=${language}`, ...cookies].join("; ");
      const request = new Request(`http://localhost${path}`, { headers: { cookie } });
      const html = await (await app.fetch(request)).text();
      assert.match(html, new RegExp(`<html lang="${language}"`), path);
      const shown = html.match(key)?.filter((word) => !isFile(word)) ?? [];
      assert.deepEqual(shown, [], `${path} in ${language}`);
    }
  }
});

/** Names of files look like keys, too. */
function isFile(word: string): boolean {
  return /\.(js|css|svg|png|ics|csv|example)$/.test(word);
}
