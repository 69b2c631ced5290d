/** Run by itself (`deno task locales`) it writes `locales/placeholders.ts` again. */
const FOLDER = new URL("../../locales/", import.meta.url);
export const PLACEHOLDERS_MODULE = new URL("placeholders.ts", FOLDER);

/** The texts of a language by their full keys: `game.reveal.title`. */
export type Texts = ReadonlyMap<string, string>;

/** What regions say in words of their own, by locale. */
export const REGIONS_FOLDER = new URL("regions/", FOLDER);

/** What is in `locales/`, by language. */
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

/** The placeholders of a text, `{{name}}`, each once, in alphabetical order. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^}]*\}\}/g))].toSorted();
}

/**
 * The module that tells the compiler what each text is to be filled with: of a JSON file it knows the keys
 * alone.
 */
export function placeholdersModule(english: Texts): string {
  const lines = [...english].flatMap(([key, text]) => {
    const placeholders = placeholdersOf(text);
    return placeholders.length > 0 ? [`  "${key}": "${placeholders.join(" ")}";\n`] : [];
  });
  return "/** The texts that have placeholders, and which; written by `deno task locales`. */\n" +
    `export interface Placeholders {\n${lines.join("")}}\n`;
}

if (import.meta.main) {
  const english = (await readLocales()).get("en");
  if (!english) throw new Error("English is not in the folder");
  await Deno.writeTextFile(PLACEHOLDERS_MODULE, placeholdersModule(english));
}
