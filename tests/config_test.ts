import assert from "node:assert/strict";
import { z } from "zod";
import { sourceFiles, sourceUrl } from "./support/sources.ts";

const Config = z.object({
  imports: z.record(z.string(), z.string()),
  compilerOptions: z.unknown(),
  unstable: z.unknown(),
  nodeModulesDir: z.unknown(),
  fmt: z.object({ lineWidth: z.number() }),
});
const Lock = z.object({ specifiers: z.record(z.string(), z.string()) });

async function read(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(sourceUrl(path)));
}

const root = Config.parse(JSON.parse(await read("deno.json")));
const tests = Config.parse(JSON.parse(await read("tests/deno.json")));

Deno.test("tests run with the packages, the compiler and the features that the service runs with", () => {
  for (const [name, place] of Object.entries(root.imports)) {
    assert.equal(tests.imports[name], place.replace(/^\.\//, "../"), name);
  }
  const { imports: _own, ...others } = tests;
  const { imports: _all, ...expected } = root;
  assert.deepEqual(others, expected);
});

Deno.test("both locks name the same versions", async () => {
  const { specifiers } = Lock.parse(JSON.parse(await read("deno.lock")));
  const inTests = Lock.parse(JSON.parse(await read("tests/deno.lock"))).specifiers;
  // What follows an underscore tells which peers it was resolved with.
  const versionIn = (lock: Record<string, string>, name: string) => lock[name]?.split("_")[0];
  for (const name of Object.keys(specifiers)) {
    assert.equal(versionIn(inTests, name), versionIn(specifiers, name), name);
  }
});

Deno.test("the service installs no package that only tests use", async () => {
  const files = (await sourceFiles([".ts", ".tsx", ".css"])).filter((file) =>
    !file.startsWith("tests/") && !/_test(?:ing)?\.tsx?$/.test(file)
  );
  const texts = (await Promise.all(files.map(read))).join();
  const unused = Object.entries(root.imports).filter(([name, place]) =>
    place.startsWith("npm:") && !texts.includes(`"${name}"`) && !texts.includes(`"${name}/`)
  );
  assert.deepEqual(unused, []);
});
