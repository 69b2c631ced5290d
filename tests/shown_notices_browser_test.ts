import assert from "node:assert/strict";
import type { CDPSession, Page, Worker } from "playwright-core";
import { BROWSER_TEST, launch, TestSite } from "./support/browser.ts";
import { makeDevice } from "./support/browser_device.ts";
import { provideWholeChromium } from "./support/chromium.ts";
import { readGame, unfold } from "./support/organizer.ts";
import { createWinterGame, enterAsParticipant } from "./support/participants.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";

interface Notice {
  code: string;
  title: string;
  tag: string;
}

/**
 * Delivers a notice to the site's worker like the browser's push service, and waits until it is shown. The list of
 * shown notices must not be read earlier: Chromium removes stored notices that are not yet displayed from it.
 */
async function makePush(site: TestSite, session: CDPSession, worker: Worker) {
  await worker.evaluate(`(() => {
    self.timesShown = 0;
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = async function (...given) {
      await showNotification.apply(this, given);
      self.timesShown++;
    };
  })()`);
  let registrationId = "";
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registrationId = registrations[0]?.registrationId ?? registrationId;
  });
  await session.send("ServiceWorker.enable");
  await until(() => registrationId, "the worker's registration");
  let pushed = 0;
  return async (payload: Notice) => {
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: site.url,
      registrationId,
      data: JSON.stringify(payload),
    });
    pushed++;
    const isShown = async () => await worker.evaluate<number>("self.timesShown") >= pushed;
    await until(isShown, payload.title);
    assert.equal(await worker.evaluate("self.timesShown"), pushed, "each is shown once");
  };
}

const shown = (worker: Worker) =>
  worker.evaluate<string[][]>(`self.registration.getNotifications().then((all) =>
    all.map(({ title, tag }) => [title, tag]))`);

/** Clicks the first shown notification. */
const press = (worker: Worker) =>
  worker.evaluate(`self.registration.getNotifications().then(([notification]) =>
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification })))`);

/** Sets `isTold` when the worker sends a message; a reload clears `isOld`. */
const watch = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.addEventListener("message", () => self.isTold = true);
    self.isOld = true`);

Deno.test(
  "a full browser with permission shows a notification while every page of the site is closed",
  BROWSER_TEST,
  async () => {
    const path = await provideWholeChromium();
    // The headless shell of the other tests shows none: `notices_browser_test.ts` simulates it there.
    if (!path) return console.error("No whole Chromium is here: no notification was shown in one");
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const browser = await launch(path);
    try {
      const context = await browser.newContext({
        baseURL: site.url,
        hasTouch: true,
        locale: "en",
        permissions: ["notifications"],
      });
      const { endpoint, keys } = makeDevice();
      // Only the push service is simulated here.
      await context.addInitScript(`PushManager.prototype.subscribe = () =>
        Promise.resolve({ toJSON: () => (${JSON.stringify({ endpoint, keys })}) });`);
      const page = await context.newPage();
      await enterAsParticipant(page, game, named(game, "Ana"));
      assert.equal(await page.evaluate("Notification.permission"), "granted");
      await unfold(page, "notices");
      await page.getByRole("button", { name: "Tell me when there’s an update" }).tap();
      await page.getByText("All set.").waitFor();
      assert.equal(named(await readGame(site, game), "Ana").hasDevice, true);
      const [worker] = context.serviceWorkers();
      assert(worker);
      const blank = await context.newPage();
      const push = await makePush(site, await context.newCDPSession(blank), worker);
      await page.close();

      const { code } = game;
      await push({ code, title: "There’s an update", tag: "pair" });
      await until(async () => (await shown(worker)).length > 0, "a notification");
      await push({ code, title: "There’s more news", tag: "pair" });
      await until(async () => (await shown(worker))[0]?.[0] === "There’s more news", "the newer");
      await push({ code, title: "Names are drawn", tag: "assignment" });
      await until(async () => (await shown(worker)).length > 1, "another");
      assert.deepEqual((await shown(worker)).toSorted(), [
        ["Names are drawn", `${code} assignment`],
        ["There’s more news", `${code} pair`],
      ]);

      // A browser opens and focuses pages only on a real click.
      await worker.evaluate(`self.opened = [];
        self.clients.openWindow = (path) => Promise.resolve(self.opened.push(path));
        WindowClient.prototype.focus = function () {
          self.opened.push(new URL(this.url).pathname);
          return Promise.resolve(this);
        };0`);
      const opened = () => worker.evaluate<string[]>("self.opened.splice(0)");
      await press(worker);
      const [link = ""] = await until(async () => {
        const paths = await opened();
        return paths.length > 0 && paths;
      }, "the page");
      await until(async () => (await shown(worker)).length === 1, "what was pressed goes");
      const tab = await context.newPage();
      await tab.goto(link);
      assert.equal(new URL(tab.url()).pathname, `/games/${code}`);
      await tab.getByRole("heading", { level: 1, name: "Ana" }).waitFor();

      // A tab with the game is focused, and reloaded unless something is typed there.
      await tab.goto(`/games/${code}`, { waitUntil: "networkidle" });
      const field = tab.locator("#wishes textarea").first();
      const kept = await field.inputValue();
      await field.fill("A kite");
      await watch(tab);
      await press(worker);
      await until(() => tab.evaluate("self.isTold"), "the worker's word");
      await tab.evaluate("new Promise((done) => setTimeout(done, 100))");
      assert.deepEqual(await opened(), [`/games/${code}`]);
      assert.equal(await field.inputValue(), "A kite");
      assert.equal(await tab.evaluate("self.isOld"), true);
      await field.fill(kept);
      await push({ code, title: "There’s an update", tag: "pair" });
      await until(async () => (await shown(worker)).length > 0, "a notification");
      await Promise.all([tab.waitForEvent("load"), press(worker)]);
      assert.deepEqual(await opened(), [`/games/${code}`]);
    } finally {
      await browser.close();
    }
  },
);
