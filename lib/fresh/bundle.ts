import * as esbuild from "esbuild";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Name of the client runtime's entry. */
export const RUNTIME = "fresh-boot";

/**
 * Minimum size of a separate script, in bytes. Smaller islands, and small code that more than two entries share, come
 * with the runtime: on a slow connection a request costs more, because it takes a round trip and only six run at a time.
 */
const WORTH_A_REQUEST = 1024;

/** JavaScript for browsers. */
interface Bundle {
  /** Content by file name. */
  readonly files: ReadonlyMap<string, string>;
  /** Returns the name of the file with the runtime or an island. */
  readonly fileOf: (entry: string) => string;
}

/**
 * Resolves the project's own modules and packages with its import map. Refuses server modules, because a bundle with
 * one would publish its code.
 */
function resolver(serverModules: ReadonlySet<string>): esbuild.Plugin {
  const refuse = (path: string) => ({
    errors: [{ text: `Cannot send a module of the server to browsers: ${path}` }],
  });
  return {
    name: "fresh",
    setup(build) {
      build.onResolve(
        { filter: /^node:/ },
        ({ path, importer }) => refuse(`${path}, imported by ${importer}`),
      );
      build.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
        if (importer === "" || importer.includes("/node_modules/")) return undefined;
        const found = fileURLToPath(import.meta.resolve(path));
        // For a package only its location: the bundler knows which of its files is for browsers.
        return found.includes("/node_modules/")
          ? build.resolve(path, { resolveDir: dirname(found), kind })
          : { path: found };
      });
      build.onLoad(
        { filter: /\.[jt]sx?$/ },
        ({ path }) => serverModules.has(path) ? refuse(path) : undefined,
      );
    },
  };
}

/** Namespace of generated modules: the content of an entry, by its name. */
const ENTRIES = "fresh-entries";

function entryModules(entries: ReadonlyMap<string, string>, root: string): esbuild.Plugin {
  return {
    name: ENTRIES,
    setup(build) {
      build.onResolve(
        { filter: /^fresh-entry:/ },
        ({ path }) => ({ path: path.slice("fresh-entry:".length), namespace: ENTRIES }),
      );
      build.onLoad(
        { filter: /./, namespace: ENTRIES },
        ({ path }) => ({ contents: entries.get(path) ?? "", resolveDir: root }),
      );
    },
  };
}

/** Returns how many entries load a file. */
function usersOf(path: string, outputs: esbuild.Metafile["outputs"]): number {
  const loads = (entry: string): boolean =>
    entry === path ||
    (outputs[entry]?.imports.some((one) => one.kind === "import-statement" && loads(one.path)) ??
      false);
  return Object.keys(outputs).filter((one) => outputs[one]?.entryPoint && loads(one)).length;
}

let running = 0;

/**
 * Bundles islands (paths by entry name) and the client runtime, with shared code in common files. The islands next to
 * one route come in one file. Small islands and small shared code come with the runtime. Each island is exported by its
 * name.
 */
export async function bundleIslands(
  islands: ReadonlyMap<string, string>,
  { root, target, serverModules }: {
    root: string;
    target: string | string[];
    serverModules: ReadonlySet<string>;
  },
): Promise<Bundle> {
  if (islands.size === 0) return { files: new Map(), fileOf: (entry) => `${entry}.js` };
  const options = {
    absWorkingDir: root,
    outdir: root,
    entryNames: "[name]",
    chunkNames: "chunk-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target,
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "silent",
    tsconfigRaw: "{}",
    define: { "process.env.NODE_ENV": '"production"' },
  } satisfies esbuild.BuildOptions;
  running++;
  try {
    // A first build to learn each island's exports and its size.
    const { metafile: { outputs: alone } } = await esbuild.build({
      ...options,
      entryPoints: Object.fromEntries(islands),
      plugins: [resolver(serverModules)],
    });
    const here = import.meta.dirname ?? ".";
    const runtime = `export{boot}from${JSON.stringify(join(here, "client.ts"))};`;
    const entries = new Map<string, string>([[RUNTIME, runtime]]);
    const entryOf = new Map<string, string>();
    const groupOf = (name: string, path: string) => {
      const folder = relative(root, dirname(path));
      return folder.endsWith("(_islands)") ? folder.replace(/\W+/g, "_") : name;
    };
    for (const [name, path] of islands) {
      const { bytes = 0, exports = [] } = alone[`${name}.js`] ?? {};
      if (String(exports) !== "default") throw new Error(`Not one component, by default: ${path}`);
      const entry = bytes < WORTH_A_REQUEST ? RUNTIME : groupOf(name, path);
      entryOf.set(name, entry);
      const own = `export{default as ${name}}from${JSON.stringify(path)};`;
      entries.set(entry, (entries.get(entry) ?? "") + own);
    }
    const split = () =>
      esbuild.build({
        ...options,
        entryPoints: Object.fromEntries(
          [...entries.keys()].map((name) => [name, `fresh-entry:${name}`]),
        ),
        // Shared modules go to one file for each set of entries that share them. Every entry imports the runtime, so
        // that its modules form one file instead of one for each such set.
        inject: [`fresh-entry:${RUNTIME}`],
        plugins: [entryModules(entries, root), resolver(serverModules)],
      });
    // Shared code has its own file, unless it is small and more than two entries share it: then it joins the runtime.
    const { metafile: { outputs } } = await split();
    const small = Object.entries(outputs).filter(([path, { entryPoint, bytes }]) =>
      entryPoint === undefined && bytes < WORTH_A_REQUEST && usersOf(path, outputs) > 2
    ).flatMap(([, { inputs }]) => Object.keys(inputs));
    const shared = small.map((path) => `import${JSON.stringify(join(root, path))};`);
    entries.set(RUNTIME, [entries.get(RUNTIME), ...shared].join(""));
    const { outputFiles } = await split();
    return {
      files: new Map(outputFiles.map(({ path, text }) => [relative(root, path), text])),
      fileOf: (entry) => `${entryOf.get(entry) ?? entry}.js`,
    };
  } finally {
    // All builds share one esbuild process; the last one stops it.
    if (--running === 0) await esbuild.stop();
  }
}
