import { fileURLToPath } from "node:url";
import { sourceFiles, sourceUrl } from "./sources.ts";

/** One file asks for another, or for a package. */
export interface Arrow {
  /** Path from the project's root. */
  from: string;
  /** Path from the project's root, or as in `npm:zod` and `node:crypto`. */
  to: string;
  /** Whether only types are asked for, of which nothing is left when the code runs. */
  isType: boolean;
}

interface Target {
  specifier?: string;
  error?: string;
}

interface Graph {
  modules: {
    specifier: string;
    error?: string;
    dependencies?: { specifier: string; code?: Target; type?: Target }[];
  }[];
}

/**
 * Every import of every source file, as Deno itself resolves it: relative paths, the import map,
 * type imports, dynamic imports of a literal, what JSX brings along.
 *
 * @throws {Error} where a file cannot be parsed or a name leads nowhere.
 */
export async function readImports(): Promise<Arrow[]> {
  const files = await sourceFiles([".ts", ".tsx"]);
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(
      entry,
      files.map((file) => `import ${JSON.stringify(sourceUrl(file))};\n`).join(""),
    );
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", "--config", fileURLToPath(sourceUrl("tests/deno.json")), entry],
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const graph: Graph = JSON.parse(new TextDecoder().decode(stdout));
    return arrowsOf(graph, new Set(files));
  } finally {
    await Deno.remove(entry);
  }
}

function arrowsOf({ modules }: Graph, files: ReadonlySet<string>): Arrow[] {
  const root = sourceUrl("");
  const read = new Set<string>();
  const arrows = modules.flatMap(({ specifier, error, dependencies = [] }) => {
    if (!specifier.startsWith(root)) return [];
    if (error) throw new Error(error);
    const from = specifier.slice(root.length);
    read.add(from);
    return dependencies.map(({ specifier, code, type }) => {
      const target = code ?? type;
      const wrong = code?.error ?? type?.error;
      if (!target?.specifier || wrong) throw new Error(`${from}: ${specifier}: ${wrong}`);
      return { from, to: named(target.specifier, root), isType: !code };
    });
  });
  for (const file of files) if (!read.has(file)) throw new Error(`${file} was not read`);
  return arrows;
}

/** `npm:/preact@^10.27.0/hooks` is the package preact: its version and its parts do not matter here. */
function named(specifier: string, root: string): string {
  if (specifier.startsWith(root)) return specifier.slice(root.length);
  return specifier.replace(/^npm:\/?((?:@[^/]+\/)?[^@/]+).*$/, "npm:$1");
}

/** Every way that leads back to where it began, each once: `["a.ts", "b.ts", "a.ts"]`. */
export function findCircles(arrows: readonly Pick<Arrow, "from" | "to">[]): string[][] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string) => {
    if (path.includes(node)) {
      circles.push([...path.slice(path.indexOf(node)), node]);
      return;
    }
    if (done.has(node)) return;
    path.push(node);
    for (const { to } of next.get(node) ?? []) visit(to);
    path.pop();
    done.add(node);
  };
  for (const node of next.keys()) visit(node);
  return circles;
}

/** All that is loaded with these files when they run, themselves included, and who asked for it. */
export function findReach(arrows: readonly Arrow[], starts: readonly string[]): Arrow[] {
  const next = Map.groupBy(arrows.filter(({ isType }) => !isType), ({ from }) => from);
  const reached = new Set(starts);
  const found: Arrow[] = [];
  for (const node of reached) {
    for (const arrow of next.get(node) ?? []) {
      found.push(arrow);
      reached.add(arrow.to);
    }
  }
  return found;
}
