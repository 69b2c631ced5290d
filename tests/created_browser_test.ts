import assert from "node:assert/strict";
import Papa from "papaparse";
import { assertAccessible, BROWSER_TEST, scriptWeight, TestSite } from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import { named } from "./support/views.ts";

const KIB = 1024;

/** A family with two couples, as lines. */
const FAMILY = "Ana, ana@example.org\nBen, ben@example.org\nCy\nDee\nEve";

/** Submits the form like a browser. */
function post(site: TestSite, fields: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/create`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({
      name: "Christmas",
      date: inDays(30),
      currency: "EUR",
      language: "en",
      people: FAMILY,
      ...fields,
    }),
  });
}

/** The cookie header that the answer to the creation sets, and its redirect target. */
function signedIn(answer: Response): { cookie: string; location: string } {
  return {
    cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "",
    // Without the query that says that the names were drawn.
    location: answer.headers.get("location")?.split("?")[0] ?? "",
  };
}

Deno.test({
  name: "POST /create creates one game from a form sent twice, and another from another form",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const answers = await Promise.all([
    post(site, { key: "k" }),
    post(site, { key: "k" }),
    post(site, { key: "k", location: "Elsewhere" }),
    post(site, { key: "l" }),
  ]);
  for (const answer of answers) {
    assert.equal(answer.status, 303);
    const cookie = answer.headers.get("set-cookie") ?? "";
    assert(cookie.includes("; SameSite=Lax") && cookie.includes("; HttpOnly"), cookie);
    await answer.body?.cancel();
  }
  const [first, twice, ...others] = answers.map((answer) => signedIn(answer).location);
  assert.equal(first, twice);
  assert.equal(new Set([first, ...others]).size, 3);
});

Deno.test({
  name: "The page of links, its codes, slips and table open only to the organizer",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const { cookie, location } = signedIn(
    await post(site, { people: `${FAMILY}\n=1+1, x@example.org` }),
  );
  const code = location.split("/")[2] ?? "";
  const token = cookie.split("=")[1] ?? "";
  const ana = named(await site.client.readAsOrganizer({ code, organizerToken: token }), "Ana");
  const paths = [
    location,
    `${location}/links.csv`,
    `${location}/qr?participant=${ana.id}`,
    `/games/${code}/slips`,
  ];
  for (const path of paths) {
    const strangers = [
      { headers: {}, status: 401 },
      { headers: { cookie: `participant_${code}=${ana.token}` }, status: 401 },
      { headers: { cookie: `organizer_${code}=${ana.token}` }, status: 403 },
    ];
    for (const { headers, status } of strangers) {
      const answer = await fetch(site.url + path, { headers });
      assert.equal(answer.status, status, path);
      assert(!(await answer.text()).includes(token));
    }
    const answer = await fetch(site.url + path, { headers: { cookie } });
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const text = await answer.text();
    if (path.endsWith(".csv")) {
      const rows = Papa.parse<string[]>(text.trim()).data;
      assert.equal(rows.length, 7);
      assert(rows.flat().every((cell) => !/^[=+\-@]/.test(cell)), text);
      assert.equal(rows[1]?.[2], `${site.url}/games/${code}?participant=${ana.token}`);
    }
  }
});

Deno.test(
  { name: "The pages of creation stay within 35 KB of script", ...BROWSER_TEST },
  async () => {
    await using site = await TestSite.open();
    const { cookie, location } = signedIn(await post(site, {}));
    for (const path of ["/create", location, location.replace("created", "slips")]) {
      const weight = await scriptWeight(site, path, { cookie });
      console.log(`${path.replace(/\d{6}/, "CODE")}: ${(weight / KIB).toFixed(1)} KB of script`);
      assert(weight > 0 && weight <= 35 * KIB, `${path}: ${weight} bytes`);
    }
  },
);

Deno.test({
  name: "Slips print six to a page, dark on white even in the dark theme",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const { cookie, location } = signedIn(
    await post(site, { people: "Ana\nBen\nCy\nDee\nEve\nFlo\nGus" }),
  );
  const page = await site.visit({ width: 1280 });
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: site.url }]);
  await page.goto(location.replace("created", "slips"));
  await assertAccessible(page);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
  assert.equal(await page.locator("header").first().isVisible(), false);
  const colors = await page.locator("li", { has: page.getByRole("heading", { name: "Ana" }) })
    .last().evaluate((slip) => {
      const { color, backgroundColor } = getComputedStyle(slip);
      return [color, backgroundColor];
    });
  assert.deepEqual(colors, ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  const pdf = new TextDecoder("latin1").decode(
    await page.pdf({
      format: "A4",
      margin: { top: "10mm", bottom: "10mm", left: "10mm", right: "10mm" },
    }),
  );
  assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 2);
  assert.deepEqual(site.problems, []);
});

Deno.test({
  name: "The page of links loads as many islands for forty people as for nine",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const islands = async (count: number) => {
    const people = Array.from({ length: count }, (_, index) => `Guest ${index}`).join("\n");
    const { cookie, location } = signedIn(await post(site, { people }));
    const text = await (await fetch(site.url + location, { headers: { cookie } })).text();
    assert.equal(text.match(/data-pass-act="copy"/g)?.length, count);
    return text.match(/<!--frsh:island:/g)?.length;
  };
  assert.equal(await islands(40), await islands(9));
});

Deno.test({
  name: "The page of links shares a link if the browser can, and confirms that one is copied",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const { cookie, location } = signedIn(await post(site, {}));
  const [name = "", value = ""] = cookie.split("=");
  for (const canShare of [false, true]) {
    const page = await site.visit({ width: 390 });
    await page.context().addCookies([{ name, value, url: site.url }]);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(
      canShare
        ? "Object.defineProperty(Navigator.prototype, 'share', { configurable: true, value: async (it) => { if (globalThis.isClosed) throw new DOMException('', 'AbortError'); globalThis.shared = it; } })"
        : "delete Navigator.prototype.share",
    );
    await page.goto(location, { waitUntil: "networkidle" });
    const row = page.locator("#link-list li", { has: page.getByRole("heading", { name: "Ben" }) });
    const share = row.getByRole("button", { name: "Share" });
    assert.equal(await share.isVisible(), canShare);
    if (canShare) {
      const tick = row.getByLabel("Link shared");
      await page.evaluate("globalThis.isClosed = true");
      await share.click();
      await page.evaluate("globalThis.isClosed = false");
      assert.equal(await tick.isChecked(), false, "the choice of apps was closed");
      await share.click();
      await page.locator("[data-handed-over]:checked").waitFor();
      const shared = await page.evaluate("globalThis.shared");
      const link = await page.getByLabel("Ben’s link", { exact: true }).inputValue();
      assert.deepEqual(Object.keys(Object(shared)).sort(), ["text", "title", "url"]);
      assert.equal(Object(shared).url, link);
      assert.match(Object(shared).text, /Ben/);
    }
    if (canShare) await row.locator("summary").click();
    await row.getByRole("button", { name: "Copy message" }).click();
    await row.getByRole("button", { name: "Copied" }).waitFor();
    const message = await page.evaluate("navigator.clipboard.readText()");
    assert.match(String(message), /^Hi Ben, .+\nhttp\S+$/);
    assert.equal(await page.getByRole("status").filter({ hasText: "Copied" }).count(), 1);
    assert.equal(await page.getByRole("button", { name: "Copied" }).count(), 1);
    if (canShare) await assertAccessible(page);
    await row.getByRole("button", { name: "Copy message" }).waitFor();
  }
  assert.deepEqual(site.problems, []);
});
