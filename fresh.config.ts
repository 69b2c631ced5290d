import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { Builder } from "fresh/dev";
import { coverFile } from "./components/art/cover_file.tsx";
import { iconSprite } from "./components/icon_sprite.ts";
import { readSourceVersion } from "./lib/doctor/source_version.ts";
import { BUILD_STAMP, type BuildStamp, readSettings } from "./lib/settings.ts";

/** Builds the app; tests build with it too, into memory. */
export const builder = new Builder({ root: import.meta.dirname ?? "." });

builder.onTransformStaticFile(
  { pluginName: "tailwind", filter: /static\/styles\.css$/ },
  async ({ path, text }) => {
    const compiler = await compile(text, { base: dirname(path), onDependency: () => {} });
    const css = compiler.build(new Scanner({ sources: compiler.sources }).scan());
    return { content: optimize(css, { minify: true }).code };
  },
);

builder.onTransformStaticFile(
  { pluginName: "icons", filter: /static\/icons\.svg$/ },
  () => ({ content: iconSprite() }),
);

builder.onTransformStaticFile(
  { pluginName: "covers", filter: /static\/covers\/\w+\.svg$/ },
  ({ path }) => ({ content: coverFile(basename(path, ".svg")) }),
);

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

/** Prints what the build has written for browsers, compressed. The browser tests hold what a page may weigh altogether. */
async function printWeights(folder: URL): Promise<void> {
  for (const path of (await readdir(folder, { recursive: true })).toSorted()) {
    if (!/\.(js|css)$/.test(path)) continue;
    const { length } = gzipSync(await Deno.readFile(new URL(path, folder)), { level: 9 });
    console.log(`${(length / 1024).toFixed(1).padStart(6)} KB  ${basename(path)}`);
  }
}
