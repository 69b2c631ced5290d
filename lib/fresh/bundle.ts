import * as esbuild from "esbuild";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The entries of the client runtime, and what it needs for signals. */
export const RUNTIME_ENTRIES = { boot: "fresh-boot", signals: "fresh-signals" } as const;

/** JavaScript for browsers. */
export interface Bundle {
  /** Content by file name. */
  readonly files: ReadonlyMap<string, string>;
  /** The names of an entry's own file, first, and of all that this imports. */
  readonly filesOf: (entry: string) => string[];
}

/**
 * Finds the project's own modules by its import map (the bundler finds packages by itself), and
 * refuses modules of the server: a bundle with one of them would send its code to everybody.
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
      build.onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
        if (importer === "" || importer.includes("/node_modules/")) return undefined;
        const url = import.meta.resolve(path);
        const isPackage = !url.startsWith("file:") || url.includes("/node_modules/");
        return isPackage ? undefined : { path: fileURLToPath(url) };
      });
      build.onLoad(
        { filter: /\.[jt]sx?$/ },
        ({ path }) => serverModules.has(path) ? refuse(path) : undefined,
      );
    },
  };
}

let running = 0;

/** Bundles islands (paths by entry name) and the client runtime, sharing what they have in common. */
export async function bundleIslands(
  islands: ReadonlyMap<string, string>,
  { root, target, serverModules }: {
    root: string;
    target: string | string[];
    serverModules: ReadonlySet<string>;
  },
): Promise<Bundle> {
  if (islands.size === 0) return { files: new Map(), filesOf: () => [] };
  const here = import.meta.dirname ?? ".";
  running++;
  try {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: {
        ...Object.fromEntries(islands),
        [RUNTIME_ENTRIES.boot]: join(here, "client.ts"),
        [RUNTIME_ENTRIES.signals]: join(here, "client_signals.ts"),
      },
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
      plugins: [resolver(serverModules)],
    });
    return {
      files: new Map(outputFiles.map(({ path, text }) => [relative(root, path), text])),
      filesOf(entry) {
        const found = new Set([`${entry}.js`]);
        for (const name of found) {
          for (const { path, kind } of metafile.outputs[name]?.imports ?? []) {
            if (kind === "import-statement") found.add(path);
          }
        }
        return [...found];
      },
    };
  } finally {
    // The bundler's process is shared: the last one out turns off the light.
    if (--running === 0) await esbuild.stop();
  }
}
