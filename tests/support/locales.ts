import { createHash } from "node:crypto";

/**
 * When run as a script (`deno task locales`), rewrites `locales/placeholders.ts`. With keys as arguments, it also
 * records that their regional texts were reviewed.
 */
const FOLDER = new URL("../../locales/", import.meta.url);
export const PLACEHOLDERS_MODULE = new URL("placeholders.ts", FOLDER);

/** The texts of a language by full key: `game.reveal.title`. */
export type Texts = ReadonlyMap<string, string>;

/** Folder of the texts that regions say differently, by locale. */
export const REGIONS_FOLDER = new URL("regions/", FOLDER);

/** Records which texts the regional ones were last compared with, as lines of `comparisonsOf`. */
export const COMPARED = new URL("compared.txt", REGIONS_FOLDER);

/** Reads the locales, by language. */
export async function readLocales(folder = FOLDER): Promise<ReadonlyMap<string, Texts>> {
  const locales = new Map<string, Texts>();
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".json")) continue;
    const texts: unknown = JSON.parse(await Deno.readTextFile(new URL(name, folder)));
    locales.set(name.slice(0, -".json".length), new Map(textsIn(texts)));
  }
  return locales;
}

function* textsIn(tree: unknown, key = ""): Generator<[string, string]> {
  if (typeof tree === "string") yield [key, tree];
  else if (typeof tree !== "object" || tree === null) throw new Error(`${key} is no text`);
  else {
    for (const [name, branch] of Object.entries(tree)) {
      yield* textsIn(branch, key ? `${key}.${name}` : name);
    }
  }
}

/** The distinct placeholders of a text, `{{name}}`, in alphabetical order. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^}]*\}\}/g))].toSorted();
}

/** The module that tells the compiler which placeholders each text has: from a JSON file it knows only the keys. */
export function placeholdersModule(english: Texts): string {
  const lines = [...english].flatMap(([key, text]) => {
    const placeholders = placeholdersOf(text);
    return placeholders.length > 0 ? [`  "${key}": "${placeholders.join(" ")}";\n`] : [];
  });
  return "/** The texts that have placeholders, and which; written by `deno task locales`. */\n" +
    `export interface Placeholders {\n${lines.join("")}}\n`;
}

/** One line per regional text, with a hash of the text that it replaces: "es-ES home.title 1a2b3c4d". */
export function comparisonsOf(
  locales: ReadonlyMap<string, Texts>,
  regions: ReadonlyMap<string, Texts>,
): string[] {
  return [...regions].flatMap(([region, own]) => {
    const texts = locales.get(new Intl.Locale(region).language);
    const hashOf = (key: string) =>
      createHash("sha256").update(texts?.get(key) ?? "").digest("hex");
    return [...own.keys()].map((key) => `${region} ${key} ${hashOf(key).slice(0, 8)}`);
  }).toSorted();
}

if (import.meta.main) {
  const locales = await readLocales();
  const english = locales.get("en");
  if (!english) throw new Error("English is not in the folder");
  await Deno.writeTextFile(PLACEHOLDERS_MODULE, placeholdersModule(english));
  // Requires keys, because the author of a change must review the regional texts.
  const keys = new Set(Deno.args);
  if (keys.size > 0) {
    const known = new Set((await Deno.readTextFile(COMPARED)).split("\n"));
    const lines = comparisonsOf(locales, await readLocales(REGIONS_FOLDER))
      .filter((line) => known.has(line) || keys.has(line.split(" ")[1] ?? ""));
    await Deno.writeTextFile(COMPARED, lines.join("\n") + "\n");
  }
}
