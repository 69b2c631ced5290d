import assert from "node:assert/strict";
import { join } from "node:path";
import { bundleIslands } from "./bundle.ts";

/** Modules that each island has for itself, and modules that it shares. */
const SHARES = {
  One: ["small", "large", "rare"],
  Two: ["small", "rare"],
  Three: ["small", "large"],
};

function module(name: string, bytes: number, shared: readonly string[] = []): string {
  const imports = shared.map((other) => `import ${other} from "./${other}.ts";\n`).join("");
  return `${imports}export default [${[
    ...shared,
    JSON.stringify(name.padEnd(bytes, "-")),
  ]}];`;
}

Deno.test("bundleIslands() gives shared code its own file, or adds it to the runtime if it is small and three islands share it", async () => {
  const root = await Deno.makeTempDir({ prefix: "bundle-" });
  try {
    const islands = new Map<string, string>();
    for (const [name, shared] of Object.entries(SHARES)) {
      islands.set(name, join(root, `${name}.ts`));
      await Deno.writeTextFile(join(root, `${name}.ts`), module(name, 2000, shared));
    }
    await Deno.writeTextFile(join(root, "small.ts"), module("small", 100));
    await Deno.writeTextFile(join(root, "rare.ts"), module("rare", 100));
    await Deno.writeTextFile(join(root, "large.ts"), module("large", 2000));
    const options = { root, target: "es2022", serverModules: new Set<string>() };
    const { files, fileOf } = await bundleIslands(islands, options);

    /** The files that contain a word among those loaded for an entry. */
    const filesWith = (word: string, entry: string) => {
      const loaded = new Set([fileOf(entry)]);
      for (const file of loaded) {
        const imports = files.get(file)?.matchAll(/(?:from|import)"\.\/([^"]+)"/g) ?? [];
        for (const [, name = ""] of imports) loaded.add(name);
      }
      return [...loaded].filter((file) => files.get(file)?.includes(`"${word}--`));
    };
    const runtime = filesWith("small", "fresh-boot");
    assert.equal(runtime.length, 1);
    for (const entry of ["One", "Two", "Three"]) {
      assert.deepEqual(filesWith("small", entry), runtime, entry);
      assert.deepEqual(filesWith(entry, entry), [fileOf(entry)]);
    }
    assert.equal(filesWith("large", "One").length, 1);
    assert.equal(filesWith("rare", "One").length, 1);
    assert.deepEqual(filesWith("large", "Three"), filesWith("large", "One"));
    for (const entry of ["fresh-boot", "Two"]) {
      assert.deepEqual(filesWith("large", entry), [], entry);
    }
    for (const entry of ["fresh-boot", "Three"]) {
      assert.deepEqual(filesWith("rare", entry), [], entry);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
