import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { until } from "./support/until.ts";

/** Does not open the caches, because that would restore one that is being removed. */
function namesOfCaches(page: Page): Promise<string[]> {
  return page.evaluate<string[]>("caches.keys()");
}

/** The worker's stored content: the addresses in each of its caches. */
async function readCaches(page: Page): Promise<Map<string, string[]>> {
  const kept = await page.evaluate<[string, string[]][]>(`caches.keys().then((names) =>
    Promise.all(names.map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => url.replace(location.origin, ""))];
    })))`);
  return new Map(kept);
}

/** Opens a page that the worker controls, and waits for its resources. */
async function visitWithWorker(site: TestSite, path: string): Promise<Page> {
  const page = await site.visit({ hasWorker: true });
  await page.goto(path);
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  await page.reload({ waitUntil: "networkidle" });
  return page;
}

Deno.test(
  "a worker restores no cache that the next build has removed",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await visitWithWorker(site, "/");
    const [[name = "", kept = []] = []] = await readCaches(page);
    const script = kept.find((path) => path.startsWith("/_fresh/js/"));
    assert(script, kept.join());
    await page.evaluate(`caches.delete(${JSON.stringify(name)})`);
    const status = await page.evaluate(
      `fetch(${JSON.stringify(script)}).then(({ status }) => status)`,
    );
    assert.equal(status, 200);
    assert.deepEqual(await namesOfCaches(page), []);
  },
);

Deno.test(
  "each release installs its own worker, which keeps nothing of the previous build",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await visitWithWorker(site, "/");
    const [[name = "", before = []] = []] = await readCaches(page);
    assert(before.some((path) => path.startsWith("/_fresh/js/")), before.join());
    await site.release();
    // This page is opened while the old worker still exists.
    await page.goto("/help", { waitUntil: "networkidle" });
    await until(async () => {
      const names = await namesOfCaches(page);
      return names.length === 1 && names[0] !== name;
    }, "a worker with a cache of its own");
    await page.reload({ waitUntil: "networkidle" });
    const [[, after = []] = []] = await readCaches(page);
    assert(after.some((path) => path.startsWith("/_fresh/js/")), after.join());
    const build = /__frsh_c=(\w+)/.exec(name)?.[1] ?? assert.fail(name);
    const stale = after.filter((path) => path.includes(build) && !path.startsWith("/fonts/"));
    assert.deepEqual(stale, []);
    await page.context().setOffline(true);
    await page.goto("/privacy");
    await page.getByRole("heading", { level: 1, name: "You’re offline" }).waitFor();
    assert.match(
      String(await page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")),
      /Fraunces/,
    );
  },
);
