import * as esbuild from "esbuild";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What is written into the bundles for the build's identifier until it is known. */
const BUILD_ID_MARK = "__FRESH_BUILD_ID__";
const BOOT = "fresh-boot";
const SIGNALS = "fresh-signals";

/** JavaScript for browsers. */
export interface Bundle {
  /** Content by file name. The build's identifier stands in it as a mark. */
  readonly files: ReadonlyMap<string, string>;
  /** The names of an entry's own file, first, and of all that this imports. */
  readonly filesOf: (entry: string) => string[];
}

/** The entry of the client runtime, and of what it needs for signals. */
export const RUNTIME_ENTRIES = { boot: BOOT, signals: SIGNALS } as const;

/** Writes the build's identifier into a bundled file. */
export function markBuildId(content: string, id: string): string {
  return content.replaceAll(BUILD_ID_MARK, id);
}

/** The nearest deno.json at or above a folder: where it lies, and its import map. */
function findImportMap(folder: string): { folder: string; imports: Record<string, string> } {
  for (let at = resolve(folder);; at = dirname(at)) {
    try {
      const config = JSON.parse(Deno.readTextFileSync(join(at, "deno.json")));
      return { folder: at, imports: config.imports ?? {} };
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    if (at === dirname(at)) return { folder, imports: {} };
  }
}

/** What an import map says of a specifier; null if nothing. */
export function mapSpecifier(
  specifier: string,
  imports: Record<string, string>,
): string | null {
  let best: string | null = null;
  for (const key of Object.keys(imports)) {
    const fits = key === specifier || (key.endsWith("/") && specifier.startsWith(key));
    if (fits && (best === null || key.length > best.length)) best = key;
  }
  return best === null ? null : imports[best] + specifier.slice(best.length);
}

/** The package and path of an `npm:` address, without the version. */
function npmToBare(address: string): string {
  return address.replace(/^npm:\/?(@[^/]+\/[^@/]+|[^@/]+)(@[^/]*)?/, "$1");
}

/**
 * Resolves imports as Deno does, by the project's import map, and refuses modules of the server:
 * a bundle in which one of them were would send its code to everybody.
 */
function resolvePlugin(root: string, isServerModule: (path: string) => boolean): esbuild.Plugin {
  const map = findImportMap(root);
  const resolving = Symbol("already mapped");
  return {
    name: "fresh",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.pluginData === resolving || isAbsolute(args.path)) return undefined;
        if (args.path.startsWith("node:")) return refuse(args.path, args.importer);
        if (args.importer.includes("/node_modules/")) return undefined;
        const mapped = mapSpecifier(args.path, map.imports) ?? args.path;
        const path = mapped.startsWith("npm:")
          ? npmToBare(mapped)
          : mapped.startsWith(".")
          ? join(map.folder, mapped)
          : mapped;
        const found = await build.resolve(path, {
          kind: args.kind,
          importer: args.importer,
          resolveDir: map.folder,
          pluginData: resolving,
        });
        return found;
      });
      build.onLoad(
        { filter: /\.[jt]sx?$/ },
        (args) => isServerModule(args.path) ? refuse(args.path, "") : undefined,
      );
    },
  };

  function refuse(path: string, importer: string) {
    const text = `Cannot send a module of the server to browsers: ${path}`;
    return { errors: [{ text, ...(importer && { location: { file: importer } }) }] };
  }
}

let running = 0;

/** Bundles islands (entry name to path) and the client runtime, sharing what they have in common. */
export async function bundleIslands(
  islands: Record<string, string>,
  options: {
    root: string;
    target: string | string[];
    isServerModule: (path: string) => boolean;
  },
): Promise<Bundle> {
  if (Object.keys(islands).length === 0) return { files: new Map(), filesOf: () => [] };
  const here = dirname(fileURLToPath(import.meta.url));
  running++;
  try {
    const result = await esbuild.build({
      absWorkingDir: options.root,
      entryPoints: {
        ...islands,
        [BOOT]: join(here, "client.ts"),
        [SIGNALS]: join(here, "client_signals.ts"),
      },
      outdir: join(options.root, "out"),
      entryNames: "[name]",
      chunkNames: "chunk-[hash]",
      bundle: true,
      splitting: true,
      minify: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "browser",
      target: options.target,
      jsx: "automatic",
      jsxImportSource: "preact",
      legalComments: "none",
      logLevel: "silent",
      tsconfigRaw: "{}",
      define: {
        FRESH_BUILD_ID: JSON.stringify(BUILD_ID_MARK),
        "process.env.NODE_ENV": '"production"',
      },
      plugins: [resolvePlugin(options.root, options.isServerModule)],
    });
    const nameOf = (path: string) => relative("out", path);
    const files = new Map(
      result.outputFiles.map((file) => [relative(join(options.root, "out"), file.path), file.text]),
    );
    const imports = new Map(
      Object.entries(result.metafile.outputs).map(([path, output]) => [
        nameOf(path),
        output.imports.filter(({ kind, external }) => kind === "import-statement" && !external)
          .map(({ path }) => nameOf(path)),
      ]),
    );
    return {
      files,
      filesOf(entry) {
        const found = new Set([`${entry}.js`]);
        for (const name of found) imports.get(name)?.forEach((path) => found.add(path));
        return [...found];
      },
    };
  } finally {
    // The bundler's process is shared: the last one out turns off the light.
    if (--running === 0) await esbuild.stop();
  }
}
