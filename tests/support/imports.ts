import { fileURLToPath } from "node:url";
import { sourceFiles, sourceUrl } from "./sources.ts";

/** An import of a file or package by a file. */
export interface Arrow {
  /** Path from the project's root. */
  from: string;
  /** Path from the project's root, or as in `npm:zod` and `node:crypto`. */
  to: string;
  /** True if only types are imported, so that nothing remains at run time. */
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
 * Reads every import of every source file as Deno resolves it: relative paths, the import map, type imports, dynamic
 * imports of a literal, imports added for JSX.
 *
 * @throws {Error} if a file cannot be parsed or a specifier cannot be resolved.
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

/** Reduces `npm:/preact@^10.27.0/hooks` to the package preact: version and subpath do not matter here. */
function named(specifier: string, root: string): string {
  if (specifier.startsWith(root)) return specifier.slice(root.length);
  return specifier.replace(/^npm:\/?((?:@[^/]+\/)?[^@/]+).*$/, "npm:$1");
}

/** All import cycles, each once: `["a.ts", "b.ts", "a.ts"]`. */
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

/** All files loaded at run time with these files, themselves included, each with its importer. */
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
