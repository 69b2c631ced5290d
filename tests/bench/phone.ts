import { type Browser, chromium } from "playwright-core";
import { inDays } from "../support/games.ts";
import { Client } from "../support/client.ts";
import { findChromium } from "../support/chromium.ts";
import { startReverseProxy } from "../support/reverse_proxy.ts";
import { named } from "../support/views.ts";
import type { Part } from "./results.ts";
import { build, newEnvironment, startService } from "./servers.ts";

/** Slow 3G: a round trip of 400 ms, 400 kbit/s; in bytes per second. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** CPU slowdown of a phone some years old. */
const CPU_RATE = 4;
const VISITS = 5;

/** Times after the click, in ms; sizes on the wire, in KB. */
interface Visit {
  painted: number;
  /** All scripts have run. Until then, forms and links work as without scripts. */
  awake: number;
  page: number;
  scripts: number;
  files: number;
}

/** Reads the browser's timing of a loaded page. */
const READ = `(() => {
  const [page] = performance.getEntriesByType("navigation");
  const scripts = performance.getEntriesByType("resource")
    .filter(({ name }) => /\\/_fresh\\/js\\//.test(name));
  return {
    painted: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    awake: page.domContentLoadedEventEnd,
    page: page.encodedBodySize / 1000,
    scripts: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    files: scripts.length,
  };
})()`;

/** Measures the first visit on a slow phone, directly and through Caddy. */
export async function benchPhone(): Promise<Part> {
  await build();
  const service = await startService({ ...await newEnvironment("SQLite"), TRUST_PROXY: "on" });
  const port = Number(new URL(service.url).port);
  await using proxy = await startReverseProxy("caddy", [port, port]);
  const executablePath = await findChromium();
  if (!executablePath) throw new Error("There is no Chromium here: name its path in CHROMIUM");
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const rows = [["page", "over", "page, KB", "scripts, KB", "files", "painted, ms", "awake, ms"]];
    for (const [name, path, cookie] of await pagesOf(new Client(fetch, service.url))) {
      for (
        const [protocol, origin] of [["HTTP/1.1", service.url], ["HTTP/2", proxy.origin]] as const
      ) {
        const visits: Visit[] = [];
        for (let i = 0; i < VISITS; i++) visits.push(await visit(browser, origin, path, cookie));
        const median = (key: keyof Visit) =>
          visits.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(VISITS / 2)] ?? NaN;
        rows.push([
          name,
          protocol,
          median("page").toFixed(1),
          median("scripts").toFixed(1),
          String(median("files")),
          median("painted").toFixed(0),
          median("awake").toFixed(0),
        ]);
      }
    }
    return {
      title: "A slow phone",
      text:
        `A first visit with an empty cache at 400 kbit/s, 400 ms for each request (not for the connection), and a ` +
        `processor slowed down ${CPU_RATE} times; medians of ${VISITS}. Pages work from the first painting on; ` +
        `awake are they once all scripts have run. HTTP/2 through Caddy with deploy/Caddyfile.`,
      rows,
    };
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Pages by name: path, and the cookie of someone who may see them. */
async function pagesOf(client: Client): Promise<[name: string, path: string, cookie: string][]> {
  const names = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"];
  const game = await client.createGame({
    name: "Winter party",
    date: inDays(30),
    organizerName: "Olga",
    isProtected: true,
    participants: names.map((name) => ({ name })),
  });
  const gathering = await client.createGame({ draw: "later", participants: [] });
  const page = `/games/${game.code}`;
  return [
    ["start", "/", ""],
    ["new game", "/create", ""],
    ["joining", `/games/${gathering.code}/join?invitation=${gathering.invitationToken}`, ""],
    ["participant's", page, `participant_${game.code}=${named(game, "Ana").token}`],
    ["organizer's", `${page}/organize`, `organizer_${game.code}=${game.organizerToken}`],
  ];
}

async function visit(
  browser: Browser,
  origin: string,
  path: string,
  cookie: string,
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    locale: "en",
    ignoreHTTPSErrors: true,
  });
  const [name = "", value = ""] = cookie.split("=");
  if (name) await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", LINE);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
  const answer = await page.goto(path, { waitUntil: "load" });
  if (answer?.status() !== 200) throw new Error(`${path} answers ${answer?.status()}`);
  const read: Visit = await page.evaluate(READ);
  await context.close();
  return read;
}
