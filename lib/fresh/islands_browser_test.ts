import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { app } from "@/tests/fresh/app/main.ts";
import { Builder } from "./dev.ts";

const ROOT = join(import.meta.dirname ?? ".", "../../tests/fresh/app");
/** Builds for browsers as this project does, because the size limits of pages depend on it. */
const TARGET = ["chrome99", "firefox99", "safari15"];
const CHROMIUM = Deno.env.get("CHROMIUM") ?? "/usr/bin/chromium";

let server: Deno.HttpServer<Deno.NetAddr>;
let browser: Browser;
let context: BrowserContext;

Deno.test.beforeAll(async () => {
  (await new Builder({ root: ROOT, target: TARGET }).build({ snapshot: "memory" }))(app);
  server = Deno.serve({ port: 0, onListen() {} }, app.handler());
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  context = await browser.newContext();
});

Deno.test.afterAll(async () => {
  await browser.close();
  await server.shutdown();
});

/** Runs a test with the fixture's page in a browser; nothing may be written to its console. */
async function withPage(
  path: string,
  run: (page: Page) => Promise<void>,
  initScript = "",
): Promise<void> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  // Keeps the first button as the server sent it, before any script of the page runs.
  await page.addInitScript(`new MutationObserver(() => {
    globalThis.served ??= document.querySelector("button");
  }).observe(document, { childList: true, subtree: true })`);
  await page.addInitScript(initScript);
  await page.goto(`http://localhost:${server.addr.port}${path}`);
  await page.waitForLoadState("networkidle");
  await run(page);
  assert.deepEqual(problems, []);
  await page.close();
}

// The browser's driver keeps timers and pipes of its own.
const options = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "boot() wakes islands under a policy with a nonce, with the props that the server sent",
  options,
  async () => {
    await withPage("/", async (page) => {
      const before = "one </script><!-- it's & \\ over";
      assert.equal(await page.locator(".counter").first().getAttribute("data-label"), before);

      await page.getByRole("button", { name: "Add to two" }).click();
      assert.deepEqual(await page.locator("output").allTextContents(), ["3", "4"]);

      // Server markup with an island in it, removed and shown again.
      const open = page.locator(".panel").first();
      assert.equal(await open.locator(".inner").innerHTML(), "Text of <b>the server</b>");
      assert.equal(await open.locator("input").isChecked(), true);
      await open.locator(".badge").click();
      assert.equal(await open.locator(".badge").textContent(), "INSIDE");
      await open.getByRole("button", { name: "Close" }).click();
      assert.equal(await open.locator(".inner").count(), 0);
      await open.getByRole("button", { name: "Open" }).click();
      assert.equal(await open.locator(".inner").innerHTML(), "Text of <b>the server</b>");
      assert.equal(await open.locator("input").isChecked(), true);
      assert.equal(await open.locator(".badge").textContent(), "inside");

      // Server markup that was not shown at first.
      const closed = page.locator(".panel").nth(1);
      assert.equal(await closed.locator(".hidden").count(), 0);
      await closed.getByRole("button", { name: "Open" }).click();
      assert.equal(await closed.locator(".hidden").textContent(), "Hidden at first");
    });
  },
);

Deno.test("boot() leaves a page alone in a browser without dialogs", options, async () => {
  await withPage("/", async (page) => {
    const outputs = page.locator("output");
    const before = await outputs.allTextContents();
    await page.getByRole("button", { name: "Add to one" }).click();
    assert.deepEqual(await outputs.allTextContents(), before);
  }, "delete globalThis.HTMLDialogElement");
});

Deno.test("boot() keeps the nodes of the server in place", options, async () => {
  await withPage("/about", async (page) => {
    const button = page.getByRole("button");
    await button.click();
    assert.equal(await button.textContent(), "Hello about 1");
    assert.equal(await page.evaluate("served === document.querySelector('button')"), true);
  });
});

Deno.test("Links of an island are marked in the browser as on the server", options, async () => {
  await withPage("/about", async (page) => {
    const marks = () =>
      page.locator("a").evaluateAll((links) => links.map((link) => link.outerHTML));
    const home = '<a href="/" data-ancestor="true" aria-current="true">Home</a>';
    const here = '<a href="/about" data-current="true" aria-current="page">Here</a>';
    const expected = [home, here, '<a href="/plain">Elsewhere</a>'];
    const served = await (await page.request.get(page.url())).text();
    for (const link of expected) assert.ok(served.includes(link), served);
    await page.getByRole("button").click();
    assert.equal(await page.getByRole("button").textContent(), "Hello about 1");
    assert.deepEqual(await marks(), expected);
  });
});

Deno.test("asset() gives the same address in the browser as on the server", options, async () => {
  await withPage("/about", async (page) => {
    const response = await page.request.get(page.url());
    const served = /<img src="([^"]+__frsh_c=\w+)"/.exec(await response.text())?.[1];
    assert.ok(served);
    const button = page.getByRole("button");
    await button.click();
    assert.equal(await button.textContent(), "Hello about 1");
    assert.equal(await button.locator("img").getAttribute("src"), served);
  });
});

Deno.test(
  "Bundles stay small: a page with an island of one hook loads less than 7 KB",
  options,
  async () => {
    await withPage("/about", async (page) => {
      const sizes = await scriptsOf(page);
      const total = sizes.values().reduce((sum, size) => sum + size, 0);
      assert.ok(total < 7168, `The page loads ${total} bytes`);
    });
  },
);

Deno.test("A page without islands loads no script", options, async () => {
  await withPage("/plain", async (page) => {
    assert.deepEqual(await scriptsOf(page), new Map());
    assert.equal(await page.locator("script").count(), 0);
  });
});

/** The scripts that the browser fetches as it loads the page again, by name, with their compressed sizes. */
async function scriptsOf(page: Page): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const reading: Promise<void>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    reading.push(
      response.body().then((body) => {
        sizes.set(basename(new URL(response.url()).pathname), gzipSync(body, { level: 9 }).length);
      }),
    );
  });
  await page.reload({ waitUntil: "networkidle" });
  await Promise.all(reading);
  return sizes;
}
