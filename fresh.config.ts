import { Scanner } from "@tailwindcss/oxide";
import { transformSync } from "esbuild";
import { readdir } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { compile } from "tailwindcss";
import { Builder } from "fresh/dev";
import { readSourceVersion } from "./lib/doctor/source_version.ts";
import { BUILD_STAMP, type BuildStamp, readSettings } from "./lib/settings.ts";

/** The oldest browsers that scripts and styles support. */
const TARGET = ["chrome99", "firefox99", "safari15"];

/** Builds the app; tests build with it too, into memory. */
export const builder = new Builder({ root: import.meta.dirname ?? ".", target: TARGET });

builder.onTransformStaticFile(
  { pluginName: "tailwind", filter: /static\/styles\.css$/ },
  async ({ path, text }) => {
    const compiler = await compile(text, { base: dirname(path), loadStylesheet, loadModule });
    const css = compiler.build(new Scanner({ sources: compiler.sources }).scan());
    return { content: transformSync(css, { loader: "css", minify: true, target: TARGET }).code };
  },
);

/** Reads a style sheet's import: a file next to it, or a package's style sheet. */
async function loadStylesheet(id: string, base: string) {
  const path = id.startsWith(".")
    ? resolve(base, id)
    : fileURLToPath(import.meta.resolve(`${id}/index.css`));
  return { path, base: dirname(path), content: await Deno.readTextFile(path) };
}

/** Imports a plugin that a style sheet refers to. */
async function loadModule(id: string, base: string) {
  const { default: module } = await import(id);
  return { path: id, base, module };
}

if (import.meta.main) {
  if (Deno.args.includes("build")) {
    await builder.build();
    const stamp: BuildStamp = {
      version: await readSourceVersion(),
      date: new Date().toISOString().slice(0, 10),
    };
    await Deno.writeTextFile(BUILD_STAMP, JSON.stringify(stamp));
    await printWeights(new URL("_fresh/static/", import.meta.url));
  } else {
    const { host, port } = readSettings();
    await builder.listen(() => import("./main.ts"), { hostname: host, port });
  }
}

/** Prints the compressed sizes of the built scripts and styles. The browser tests limit the total size of each page. */
async function printWeights(folder: URL): Promise<void> {
  for (const path of (await readdir(folder, { recursive: true })).toSorted()) {
    if (!/\.(js|css)$/.test(path)) continue;
    const { length } = gzipSync(await Deno.readFile(new URL(path, folder)), { level: 9 });
    console.log(`${(length / 1024).toFixed(1).padStart(6)} KB  ${basename(path)}`);
  }
}
