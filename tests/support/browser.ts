import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { openServices, type Services } from "@/lib/services.ts";
import { parseSettings } from "@/lib/settings.ts";
import { createApp } from "@/main.ts";
import { applyBuild, applyNextBuild } from "./built.ts";
import { findChromium } from "./chromium.ts";
import { Client } from "./client.ts";
import { LONGEST_WAIT } from "./until.ts";

/** Widths of a small phone and a desktop, in CSS pixels. */
export const WIDTHS = [360, 1280] as const;

/** Two runs of a long story, which cover each width and each way of responding. */
export const WALKS = [{ width: 360, hasScript: true }, { width: 1280, hasScript: false }] as const;

/** Playwright keeps timers and pipes. */
export const BROWSER_TEST = { sanitizeOps: false, sanitizeResources: false };

/** A visitor's device and settings. */
export interface Visitor {
  width?: number;
  /** True if scripts run. */
  hasScript?: boolean;
  /** The browser's language, as in Accept-Language. */
  language?: string;
  /** True if the site's service worker may run; its requests are invisible to the test. */
  hasWorker?: boolean;
  /** True for a touch screen. */
  hasTouch?: boolean;
  /** True for animations. Without them, pages behave the same and take half the time. */
  hasMotion?: boolean;
  /** True if the test changes the browser permanently, such as its clock; no other visitor uses it afterwards. */
  changesBrowser?: boolean;
}

/** The browser shared by all tests of a file. */
let launched: Promise<Browser> | undefined;

/** The port of all sites of a file, because contexts are bound to it. */
const port = reservedPort();

/**
 * Finds a free port below the system's ephemeral ports (from 32,768 on), so that nothing else takes it between two
 * sites.
 */
function reservedPort(): number {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    // Kept, so that another file's tests do not choose the same port.
    Deno.listen({ hostname: "127.0.0.2", port }).unref();
    return port;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return reservedPort();
    throw error;
  }
}

/** Unused contexts, by their options. Loading a page in a new context takes twice as long. */
const parked = new Map<string, BrowserContext[]>();

/** Starts a browser. @param executablePath null if none was found */
export async function launch(executablePath: string | null): Promise<Browser> {
  if (!executablePath) throw new Error("There is no Chromium here: name its path in CHROMIUM");
  return await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Otherwise each page starts a second process for the next one.
      "--disable-features=SpareRendererForSitePerProcess",
    ],
  });
}

Deno.test.afterAll(async () => await (await launched)?.close());

/** The complete service with its built pages on its own port, and a browser to visit it. */
export class TestSite implements AsyncDisposable {
  /** Problems on any page: script errors, console errors, CSP violations, failed loads. */
  readonly problems: string[] = [];
  /** Client of the JSON API. */
  readonly client: Client;
  /** Stops the server and ends all open requests. */
  readonly #end: () => Promise<void>;
  readonly #browser: Browser;
  /** Functions that clear a context and make it available again, or close it. */
  readonly #visits = new Map<BrowserContext, () => Promise<void>>();

  private constructor(
    readonly url: string,
    readonly services: Services,
    /** Serves another build from now on, as after a release. */
    readonly release: () => Promise<void>,
    end: () => Promise<void>,
    browser: Browser,
  ) {
    this.client = new Client(fetch, url);
    this.#end = end;
    this.#browser = browser;
  }

  /** Opens a site. @param env settings, besides a throwaway database and no limits */
  static async open(env: Record<string, string> = {}): Promise<TestSite> {
    const settings = parseSettings({
      DATA_DIR: "memory:",
      RATE_LIMIT: "off",
      PORT: String(port),
      ...env,
    });
    const services = await openServices(settings);
    const app = createApp(() => Promise.resolve(services));
    await applyBuild(app);
    const ending = new AbortController();
    const { signal } = ending;
    let handle = app.handler();
    const server = Deno.serve(
      { port, hostname: "127.0.0.1", onListen() {}, signal },
      (request, info) => handle(request, info),
    );
    let putBack = () => {};
    const release = async () => {
      putBack = await applyNextBuild(app);
      handle = app.handler();
    };
    const end = () => {
      putBack();
      // Otherwise a response without a reader would keep it running.
      ending.abort();
      return server.finished;
    };
    const browser = await (launched ??= findChromium().then(launch));
    return new TestSite(`http://localhost:${port}`, services, release, end, browser);
  }

  /** Opens a page for a new visitor, without cookies. */
  async visit(
    {
      width = 360,
      hasScript = true,
      language = "en",
      hasWorker = false,
      hasTouch = false,
      hasMotion = false,
      changesBrowser = false,
    }: Visitor = {},
  ): Promise<Page> {
    const options: BrowserContextOptions = {
      baseURL: this.url,
      viewport: { width, height: 800 },
      javaScriptEnabled: hasScript,
      locale: language,
      hasTouch,
      reducedMotion: hasMotion ? "no-preference" : "reduce",
      serviceWorkers: hasWorker ? "allow" : "block",
      permissions: ["clipboard-read", "clipboard-write"],
    };
    const key = JSON.stringify(options);
    const idle = parked.get(key) ?? [];
    parked.set(key, idle);
    const used = idle.pop();
    const context = used ?? await this.#browser.newContext(options);
    const isParked = !hasWorker && !changesBrowser;
    this.#visits.set(context, async () => {
      if (!isParked) return await context.close();
      await empty(context);
      idle.push(context);
    });
    const page = await context.newPage();
    if (used) await clearStorage(page, this.url);
    page.setDefaultTimeout(LONGEST_WAIT);
    page.on("console", (message) => {
      // A page with status 400 is not a failure; missing files are caught below.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        this.problems.push(`${page.url()}: ${message.text()}`);
      }
    });
    page.on("pageerror", (error) => this.problems.push(`${page.url()}: ${error.message}`));
    page.on("response", (response) => {
      if (response.status() >= 400 && response.request().resourceType() !== "document") {
        this.problems.push(`${response.url()}: ${response.status()}`);
      }
    });
    return page;
  }

  /** Ends a visit, so that the next visitor can use its context. */
  async leave(page: Page): Promise<void> {
    const context = page.context();
    await this.#visits.get(context)?.();
    this.#visits.delete(context);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#visits.values()) await end();
    await this.#end();
    await this.services.close();
  }
}

/** Clears what a visitor has left behind in a context, except for the storage of an origin. */
async function empty(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    // Chromium ignores a close during the commit of a navigation, and Playwright then waits forever: a page that
    // navigates by itself is stopped first.
    await page.goto("about:blank").catch(() => {});
    await page.close();
  }
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearCookies();
}

/** Clears what pages have stored. A page that is closing may still store something. */
async function clearStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
}

/** Makes a page visible again, so that its live parts check for changes at once. */
export async function turnTo(page: Page): Promise<void> {
  // A page that has just looked by itself may be on its way to another one.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'));0")
    .catch((error) => assert.match(String(error), /context was destroyed/));
}

/**
 * Clicks a button while there is no network, and waits until the page has failed to reach the server. Without that
 * wait, the page could click the button itself once the network is back.
 */
export async function pressOffline(button: Locator): Promise<void> {
  const askedInVain = button.page().waitForEvent(
    "requestfailed",
    (request) => /\.js$|\/health\/live$/.test(request.url()),
  );
  await button.click();
  await askedInVain;
}

/** Asserts that nothing on the page is wider than the screen. */
export async function assertNoSidewaysScroll(page: Page): Promise<void> {
  // Before the styles are loaded, pictures have their natural width.
  await page.waitForLoadState();
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  assert(Number(overflow) <= 0, `${page.url()} scrolls sideways by ${overflow} pixels`);
}

/** Asserts the same at each of our widths. */
export async function assertNoSidewaysScrollAnywhere(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await assertNoSidewaysScroll(page);
  }
  if (size) await page.setViewportSize(size);
}

/**
 * Replaces the body of this page by that of another, as the server sends it. Faster than loading it, and enough to
 * check its layout. Scripts of the loaded page stay; those of the other do not run.
 */
export async function showAsSent(page: Page, path: string): Promise<void> {
  const answer = await page.request.get(path);
  assert.equal(answer.status(), 200, path);
  await page.evaluate(`(() => {
    // What the policy of the page that was loaded permits.
    const { nonce } = document.querySelector("script[nonce]");
    const html = ${JSON.stringify(await answer.text())}
      .replaceAll(/ nonce="[^"]*"/g, () => ' nonce="' + nonce + '"');
    const { body, documentElement } = new DOMParser().parseFromString(html, "text/html");
    document.documentElement.lang = documentElement.lang;
    document.body.replaceWith(body);
  })()`);
}

/** Ends all transitions, during which colours would be measured. Each starts with the next frame. */
const SETTLED = `(async () => {
  const frame = () => new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, 100);
  });
  for (let frames = 0; frames < 3; frames++) {
    await frame();
    for (const one of document.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
    }
  }
})()`;

/** The minified file; the `source` that axe exports is twice as large. */
const AXE = await Deno.readTextFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
);

/** Rules that axe checks: all of WCAG 2.2 AA; in the dark theme only what differs there, colours and one button. */
const AXE_RULES = {
  light: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  dark: ["color-contrast", "link-in-text-block", "button-name", "target-size"],
};

/**
 * Asserts that axe finds no violation of WCAG 2.2 AA in either theme. Skips axe's preloading, which only audio rules
 * need.
 */
export async function assertAccessible(page: Page): Promise<void> {
  if (!await page.evaluate("'axe' in globalThis")) await page.evaluate(`${AXE};0`);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(SETTLED);
    const found = await page.evaluate(`axe.run({
      runOnly: ${JSON.stringify(AXE_RULES[colorScheme])},
      resultTypes: ["violations"],
      preload: false,
    }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => id + ": " + node.html.slice(0, 200) + " " + node.failureSummary)))`);
    assert.deepEqual(found, [], `${page.url()} (${colorScheme})`);
  }
}

/** Compressed size of all scripts that a browser loads for a page, in bytes. */
export async function scriptWeight(
  site: TestSite,
  path: string,
  { cookie = "" }: { cookie?: string } = {},
): Promise<number> {
  const page = await site.visit();
  const [name = "", value = ""] = cookie.split("=");
  if (name) await page.context().addCookies([{ name, value, url: site.url }]);
  const weights = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    weights.set(response.url(), response.body().then((body) => gzipSync(body).length));
  });
  const answer = await page.goto(path, { waitUntil: "networkidle" });
  assert.equal(answer?.status(), 200, path);
  const weight = (await Promise.all(weights.values())).reduce((sum, one) => sum + one, 0);
  await site.leave(page);
  return weight;
}
