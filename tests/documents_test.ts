import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path";

const ROOT = new URL("../", import.meta.url);

/** Every document, by its path from the root. */
async function documents(folder = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder || ".", ROOT))) {
    if (name.startsWith(".") || name.startsWith("_") || name === "node_modules") continue;
    const path = `${folder}${name}`;
    if (isDirectory) found.push(...await documents(`${path}/`));
    else if (name.endsWith(".md")) found.push(path);
  }
  return found;
}

/** The anchors that a document's headings get. */
function anchorsOf(text: string): Set<string> {
  const headings = text.matchAll(/^#+ (.+)$/gm);
  return new Set(
    headings.map(([, heading = ""]) =>
      heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-")
    ),
  );
}

Deno.test("no document has a dead link", async () => {
  const texts = new Map(
    await Promise.all(
      (await documents()).map(async (path) =>
        [path, await Deno.readTextFile(new URL(path, ROOT))] as const
      ),
    ),
  );
  const dead: string[] = [];
  let checked = 0;
  for (const [path, text] of texts) {
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      checked++;
      const [file = "", anchor] = target.split("#");
      const place = file === "" ? path : normalize(join(dirname(path), file));
      const exists = await Deno.stat(new URL(place, ROOT)).then(() => true, () => false);
      const isThere = anchor === undefined || anchorsOf(texts.get(place) ?? "").has(anchor);
      if (!exists || !isThere) dead.push(`${path}: ${target}`);
    }
  }
  assert.deepEqual(dead, []);
  assert.ok(checked > 30, `${checked} links found`);
});

Deno.test("every document can be reached from the README", async () => {
  const reached = new Set(["README.md"]);
  for (const path of reached) {
    const text = await Deno.readTextFile(new URL(path, ROOT));
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s#]+\.md)/g)) {
      if (!/^[a-z]+:/.test(target)) reached.add(normalize(join(dirname(path), target)));
    }
  }
  assert.deepEqual((await documents()).filter((path) => !reached.has(path)), []);
});

Deno.test("every source file that a document names exists", async () => {
  const missing: string[] = [];
  for (const path of await documents()) {
    const text = await Deno.readTextFile(new URL(path, ROOT));
    for (const [, file = ""] of text.matchAll(/`((?:lib|tests)\/[^`\s…]*)`/g)) {
      const exists = await Deno.stat(new URL(file, ROOT)).then(() => true, () => false);
      if (!exists) missing.push(`${path}: ${file}`);
    }
  }
  assert.deepEqual(missing, []);
});

Deno.test("every test that SECURITY.md names is in its file", async () => {
  const text = await Deno.readTextFile(new URL("SECURITY.md", ROOT));
  const missing: string[] = [];
  let checked = 0;
  for (const [, file = "", names = ""] of text.matchAll(/`([^`]+_test\.tsx?)`: ([^|`]+)/g)) {
    const test = await Deno.readTextFile(new URL(file, ROOT));
    // An ellipsis stands for the rest of a name; the part in brackets at the end is a remark.
    for (const part of names.replace(/ \([^)]*\)\s*$/, "").split(/…|[,;] /)) {
      if (!part.trim()) continue;
      checked++;
      if (!test.includes(part.trim())) missing.push(`${file}: ${part.trim()}`);
    }
  }
  assert.deepEqual(missing, []);
  assert.ok(checked > 30, `${checked} names found`);
});
