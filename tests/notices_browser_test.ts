import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { type BrowserDevice, makeDevice } from "./support/browser_device.ts";
import { enterAsOrganizer, readGame, unfold } from "./support/organizer.ts";
import { createWinterGame, enterAsParticipant } from "./support/participants.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";

/**
 * A visitor whose browser may show notifications. Push services are unreachable, and a headless Chromium permits no
 * notifications, so their answers are simulated.
 */
async function visitNotified(site: TestSite, device: BrowserDevice = makeDevice()): Promise<Page> {
  const page = await site.visit({ hasWorker: true, hasTouch: true });
  const { endpoint, keys } = device;
  await page.addInitScript(`Object.defineProperty(Notification, "permission", { value: "granted" });
  Notification.requestPermission = () => Promise.resolve("granted");
  PushManager.prototype.getSubscription = () => Promise.resolve(localStorage.subscription ?? null);
  PushManager.prototype.subscribe = (options) => {
    globalThis.subscribedWith = options;
    localStorage.subscription = "here";
    return Promise.resolve({ toJSON: () => (${JSON.stringify({ endpoint, keys })}) });
  };`);
  return page;
}

/** Opens a round that people join with a link. */
async function openRound(site: TestSite): Promise<[string, OrganizerView]> {
  const game = await site.client.createGame({ draw: "later", participants: [], name: "Round" });
  const view = await readGame(site, game);
  return [`/games/${game.code}/join?invitation=${view.invitationToken}`, view];
}

async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Join" }).tap();
  await page.locator("#wishes").waitFor();
}

const ask = (page: Page) => page.getByRole("button", { name: "Tell me when there’s an update" });

Deno.test(
  "a newcomer is asked once, is notified on the device, and turns it off there",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const [link, game] = await openRound(site);
    const page = await visitNotified(site);
    await join(page, link, "Ana");
    await page.getByText("never a name").first().waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await ask(page).first().tap();
    await page.getByText("All set. We’ll tell you on this device.").waitFor();
    const options = await page.evaluate("({ ...subscribedWith })");
    const { key } = await (await fetch(`${site.url}/api/push-key`)).json();
    assert.deepEqual(options, { userVisibleOnly: true, applicationServerKey: key });
    const [ana] = (await readGame(site, game)).participants;
    assert.equal(ana?.hasDevice, true);

    await page.goto(`/games/${game.code}?done=updateWish`);
    await unfold(page, "notices");
    await page.getByText("This device", { exact: true }).waitFor();
    assert.equal(await ask(page).count(), 0, "it is asked again");
    await assertAccessible(page);
    await page.getByRole("button", { name: "Turn off" }).tap();
    await page.getByText("Saved.").waitFor();
    assert.equal((await readGame(site, game)).participants[0]?.hasDevice, false);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("a browser that ended its notifications is asked again", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site);
  const page = await visitNotified(site);
  const asked = page.getByRole("button", { name: "Tell me when there’s an update" });
  const here = page.getByText("This device", { exact: true });
  const openFold = async () => {
    await page.goto(`/games/${game.code}`);
    await unfold(page, "notices");
    await page.waitForLoadState("networkidle");
  };
  await enterAsParticipant(page, game, named(game, "Ana"));
  await unfold(page, "notices");
  await asked.tap();
  await page.getByText("All set.").waitFor();
  await openFold();
  assert.deepEqual([await here.count(), await asked.count()], [1, 0]);

  await page.evaluate("localStorage.removeItem('subscription')");
  const { endpoint, keys } = makeDevice();
  await page.addInitScript(`PushManager.prototype.subscribe = () => {
    localStorage.subscription = "again";
    return Promise.resolve({ toJSON: () => (${JSON.stringify({ endpoint, keys })}) });
  };`);
  await openFold();
  await asked.waitFor();
  assert.equal(await here.count(), 0);
  await asked.tap();
  await page.getByText("All set.").waitFor();
  await openFold();
  assert.deepEqual([await here.count(), await asked.count()], [1, 0]);
  const devices = page.getByRole("button", { name: "Turn off" });
  assert.equal(await devices.count(), 1, "the former one is gone");
  assert.deepEqual(site.problems, []);
});

Deno.test("declining is remembered only for the person who declined", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const [link, game] = await openRound(site);
  const page = await visitNotified(site);
  await join(page, link, "Ana");
  await page.getByRole("button", { name: "Not now" }).tap();
  await page.getByText("You can turn them on any time").waitFor();
  await page.reload();
  await page.locator("#wishes").waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(await page.getByRole("button", { name: "Not now" }).count(), 0);
  await unfold(page, "notices");
  await ask(page).waitFor();
  // Another family member on the same phone is asked separately.
  await join(page, link, "Ben");
  await page.getByRole("button", { name: "Not now" }).waitFor();
  await ask(page).first().tap();
  await page.getByText("All set.").waitFor();
  const devices = (await readGame(site, game)).participants.map(({ hasDevice }) => hasDevice);
  assert.deepEqual(devices, [false, true]);
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "two people share a phone: each has their own notifications, and signing out ends them",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const page = await visitNotified(site);
    const asked = page.getByRole("button", { name: "Tell me when there’s an update" });
    const hasDevice = async () =>
      (await readGame(site, game)).participants.map((one) => one.hasDevice);
    for (const name of ["Ana", "Ben"]) {
      await enterAsParticipant(page, game, named(game, name)).catch(() => {});
      const next = page.getByRole("button", { name: `Continue as ${name}` });
      if (name === "Ben") await next.tap();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.locator("#notices").waitFor({ state: "attached" });
      await unfold(page, "notices");
      await asked.tap();
      await page.getByText("All set.").waitFor();
    }
    assert.deepEqual(await hasDevice(), [true, true, false, false]);
    await unfold(page, "data");
    await page.getByRole("button", { name: "Sign out" }).first().tap();
    await page.getByText("signed out").first().waitFor();
    assert.deepEqual((await hasDevice())[1], false);
  },
);

Deno.test("a participant who has opened their gift is asked below it", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site);
  const page = await visitNotified(site);
  await enterAsParticipant(page, game, named(game, "Ana"));
  const no = page.getByRole("button", { name: "Not now" });
  await page.waitForLoadState("networkidle");
  assert.equal(await no.count(), 0, "before anything was done");
  await page.getByRole("button", { name: "Open it" }).tap();
  await page.getByRole("link", { name: "Wrap it up again" }).waitFor();
  await page.keyboard.press("Escape");
  await no.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Tell me when there’s an update" }).first().tap();
  await page.getByText("All set.").first().waitFor();
  assert.equal(named(await readGame(site, game), "Ana").hasDevice, true);
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "a browser without notifications is not asked; an iPhone shows how to get them",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const [link] = await openRound(site);
    for (const isPhone of [false, true]) {
      const page = await site.visit({ hasTouch: true });
      await page.addInitScript(`delete globalThis.PushManager;
        if (${isPhone}) Object.defineProperty(navigator, "standalone", { value: false });`);
      await join(page, link, isPhone ? "Ana" : "Ben");
      if (isPhone) {
        await page.getByText("Choose “Add to Home Screen.”").waitFor();
        await assertAccessible(page);
        await assertNoSidewaysScroll(page);
      } else {
        await page.waitForLoadState("networkidle");
        await unfold(page, "notices");
        await page.getByText("This browser can’t show notifications").waitFor();
      }
      assert.equal(await ask(page).count(), 0);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "the organizer is asked on the page of links, and turns it off in the settings",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const page = await visitNotified(site);
    await page.request.get(`/games/${game.code}/organize?token=${game.organizerToken}`);
    await page.goto(`/games/${game.code}/created`);
    await page.getByRole("heading", { name: "Your organizer link" }).first()
      .scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Tell me when there’s an update" }).tap();
    await page.getByText("All set.").waitFor();
    assert.equal((await readGame(site, game)).devices.length, 1);
    await page.goto(`/games/${game.code}/organize`);
    await unfold(page, "notices");
    await page.getByText("This device", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Turn off" }).tap();
    await page.getByText("Saved.").waitFor();
    assert.equal((await readGame(site, game)).devices.length, 0);

    const { code, organizerToken } = game;
    for (let count = 0; count < 5; count++) {
      const { endpoint, keys } = makeDevice();
      await site.client.post(`/api/games/${code}/push`, { endpoint, keys, organizerToken });
    }
    await unfold(page, "notices");
    await page.getByRole("button", { name: "Tell me when there’s an update" }).tap();
    await page.getByText("Turn one of the others off first").waitFor();
    await page.goto(`/games/${code}/organize`);
    await unfold(page, "notices");
    await page.getByRole("button", { name: "Turn off" }).first().tap();
    await page.getByText("Saved.").waitFor();
    await unfold(page, "notices");
    await page.getByRole("button", { name: "Tell me when there’s an update" }).tap();
    await page.getByText("All set.").waitFor();
  },
);

Deno.test(
  "the organizer messages people who get no news separately from people who need a link",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const [link, round] = await openRound(site);
    const phone = await site.visit({ hasTouch: true });
    for (const name of ["Ana", "Ben"]) {
      await phone.context().clearCookies();
      await join(phone, link, name);
    }
    for (const participantName of ["Cleo", "Dan"]) {
      await site.client.manage(round, "addParticipant", { participantName });
    }
    await site.client.manage(round, "drawNames", {});
    const page = await enterAsOrganizer(site, round, { hasTouch: true });
    await page.getByRole("heading", { name: "People who still need their link: 2" }).waitFor();
    const step = page.locator("#unreached");
    await step.getByText(/^Tell .+ and .+ that the names are drawn/).tap();
    await step.getByRole("link", { name: "Options for Ana" }).waitFor();
    assert.equal(await step.getByRole("link", { name: "Options for Cleo" }).count(), 0);
    const whatsApp = await step.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
    const text = new URL(whatsApp ?? "").searchParams.get("text") ?? "";
    assert.match(text, /The names for “Round” have been drawn! .*\n.*\/games\/\d+$/);
    assert.equal(await page.getByText("By email:").count(), 0);
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a notification arrives while no page of the game is open, and leads to its page",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const page = await visitNotified(site);
    await enterAsParticipant(page, game, named(game, "Ana"));
    const registrationId = await watchWorker(page);
    await page.goto("/help");
    const [worker] = page.context().serviceWorkers();
    assert(worker);
    // A headless Chromium shows none, and opens a page only on a real click.
    await worker.evaluate(`self.shown = [];
      ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
        self.shown.push({ title, tag: options.tag, data: options.data });
        return Promise.resolve();
      };
      self.opened = [];
      self.clients.openWindow = (path) => Promise.resolve(self.opened.push(path));0`);
    const session = await page.context().newCDPSession(page);
    await session.send("ServiceWorker.enable");
    const data = JSON.stringify({ code: game.code, title: "There’s an update", tag: "pair" });
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: site.url,
      registrationId,
      data,
    });
    const shown = await until(
      async () =>
        (await worker.evaluate<unknown[]>("self.shown")).length > 0 &&
        await worker.evaluate("self.shown"),
      "a notification",
    );
    assert.deepEqual(shown, [{
      title: "There’s an update",
      tag: `${game.code} pair`,
      data: game.code,
    }]);
    await worker.evaluate(`(() => {
      const event = new ExtendableEvent("notificationclick");
      event.notification = { close() {}, data: ${JSON.stringify(game.code)} };
      self.dispatchEvent(event);
    })()`);
    const [path = ""] = await until(
      async () => {
        const opened = await worker.evaluate<string[]>("self.opened");
        return opened.length > 0 && opened;
      },
      "the page",
    );
    await page.goto(path);
    assert.equal(new URL(page.url()).pathname, `/games/${game.code}`);
    await page.getByRole("heading", { level: 1, name: "Ana" }).waitFor();
  },
);

/** The id of the worker's registration, once it exists. */
async function watchWorker(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  let id = "";
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    id = registrations[0]?.registrationId ?? id;
  });
  await session.send("ServiceWorker.enable");
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  return await until(() => id, "the worker's registration");
}
