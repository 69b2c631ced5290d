import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
  turnTo,
} from "./support/browser.ts";
import { TestMailServer } from "./support/mail.ts";
import {
  act,
  assertNews,
  createFamilyGame,
  enterAsOrganizer,
  readGame,
} from "./support/organizer.ts";
import { named, receivers } from "./support/views.ts";

/** The organizer's page on a small phone, with a tap counter. */
class Thumb {
  taps = 0;
  constructor(readonly page: Page) {}

  /** Taps a target that is already on the screen and large enough for a thumb. */
  async tap(place: Locator): Promise<void> {
    this.taps++;
    await place.waitFor();
    const box = await place.boundingBox();
    const height = this.page.viewportSize()?.height ?? 0;
    assert(box && box.y >= 0 && box.y + box.height <= height, `${place} is out of sight`);
    assert(box.height >= 43.5, `${place} is ${box.height} pixels high`);
    await place.click();
  }
}

/** Actions for a person, reached from the page's first step. */
function menuOf(page: Page, name: string): Locator {
  return page.getByRole("link", { name: `Options for ${name}` }).first();
}

async function openSite(): Promise<[TestSite, TestMailServer]> {
  const mailServer = new TestMailServer();
  await mailServer.start();
  mailServer.behaviour.refuse = (address) =>
    address.startsWith("finn") ? { code: 552, message: "5.2.2 Mailbox full" } : null;
  const env = { SMTP_URL: mailServer.url, MAIL_FROM: "gifts@example.org" };
  return [await TestSite.open(env), mailServer];
}

Deno.test(
  "Resending one person's link takes two taps and no scrolling, replacing a drop-out three",
  BROWSER_TEST,
  async () => {
    const [opened, server] = await openSite();
    await using site = opened;
    await using mailServer = server;
    const game = await createFamilyGame(site, { sendEmails: true });
    const page = await enterAsOrganizer(site, game, {});
    await page.getByRole("heading", { name: "Email not delivered: Finn" }).waitFor();

    mailServer.behaviour.refuse = () => null;
    const resend = new Thumb(page);
    await resend.tap(menuOf(page, "Finn"));
    const sheet = page.getByRole("dialog", { name: "Finn" });
    await sheet.getByRole("link", { name: "WhatsApp" }).waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await resend.tap(sheet.getByRole("button", { name: "Email the personal link" }));
    await assertNews(page, "Emails sent: 1.");
    assert.equal(resend.taps, 2);

    assert(!page.url().includes("Finn"), "the URL does not say whom it was about");

    await act(site, game, "Ana", "confirmAssignment");
    const before = receivers(await readGame(site, game));
    const place = new Thumb(page);
    await page.locator("#people-list").scrollIntoViewIfNeeded();
    await place.tap(page.locator("#people-list").getByRole("link", { name: "Options for Ben" }));
    await place.tap(
      page.getByRole("dialog").getByRole("link", { name: "Replace Ben with someone else" }),
    );
    await page.getByRole("heading", { name: "Replace Ben with someone else" }).waitFor();
    await assertAccessible(page);
    // The field is already focused for the name.
    await page.locator("#participantName:focus").waitFor();
    await page.keyboard.type("Zoe");
    await place.tap(page.getByRole("button", { name: "Let them take over" }));
    await assertNews(page, "Zoe is in.");
    assert.equal(place.taps, 3);
    const after = receivers(await readGame(site, game));
    assert.equal(after.get("Zoe"), before.get("Ben"));
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "A reminder goes only to those who have not opened their gift, or have no wish",
  BROWSER_TEST,
  async () => {
    const [opened, server] = await openSite();
    await using site = opened;
    await using mailServer = server;
    mailServer.behaviour.refuse = () => null;
    const game = await createFamilyGame(site, { sendEmails: true });
    for (const name of ["Ana", "Ben", "Cleo"]) {
      await site.client.readAsParticipant(game, { participantToken: named(game, name).token });
    }
    const { id: participantId, token: participantToken } = named(game, "Ana");
    const wish = { participantId, participantToken, wish: "Tea" };
    await site.client.act(game, "updateWish", wish);
    const page = await enterAsOrganizer(site, game, { hasScript: false });
    const arrived = mailServer.arrived.length;
    const reached = () => mailServer.arrived.slice(arrived).map(({ to }) => to).toSorted();
    await page.getByRole("heading", {
      name: "Ben and Cleo have opened their gifts but haven’t added a wish yet",
    }).waitFor();
    await page.getByRole("button", { name: "Send a reminder" }).click();
    await assertNews(page, "Emails sent: 2.");
    assert.deepEqual(reached(), ["ben@example.org", "cleo@example.org"]);
    // A reminded participant gets no further reminder for a while.
    await page.getByRole("heading", { name: "You’re all set for now" }).waitFor();

    await page.getByRole("link", { name: "Send a reminder" }).click();
    await page.getByLabel("Who gets it?").selectOption("unopened");
    await page.getByLabel("Your message").fill("Have a look");
    await page.getByRole("button", { name: "Send a reminder" }).click();
    await assertNews(page, "Emails sent: 3.");
    assert.deepEqual(reached().filter((to) => /dan|eve|finn/.test(to)).length, 3);
    assert.equal(reached().length, 5);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "A person who needs their link gets it in the family's chat from the organizer's page itself",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site, {
      participants: ["Ana", "Ben", "Grandma Eva"].map((name) => ({ name })),
    });
    for (const name of ["Ana", "Ben"]) {
      await site.client.readAsParticipant(game, { participantToken: named(game, name).token });
    }
    const page = await enterAsOrganizer(site, game, {});
    const step = page.locator("#needsLink");
    await step.getByRole("heading", { name: "Grandma Eva still needs their link" }).waitFor();
    const way = await step.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
    assert(way?.includes(encodeURIComponent(named(game, "Grandma Eva").token)), way ?? "");
    await step.getByLabel(/Link shared/).check();
    await page.reload();
    assert(await step.getByLabel(/Link shared/).isChecked());

    // The menu closes with its button, the key and a click outside, and returns the focus.
    const dots = page.locator("#people-list").getByRole("link", { name: "Options for Ana" });
    const sheet = page.getByRole("dialog", { name: "Ana" });
    for (const close of ["button", "key"]) {
      await dots.focus();
      await page.keyboard.press("Enter");
      await sheet.getByRole("link", { name: "Remove Ana" }).waitFor();
      if (close === "key") await page.keyboard.press("Escape");
      else await sheet.getByRole("button", { name: "Close" }).click();
      await sheet.waitFor({ state: "hidden" });
      assert(await dots.evaluate((element) => element.matches(":focus")), close);
    }
    await site.client.manage(game, "updateParticipantDetails", {
      participantId: named(game, "Ana").id,
      name: "Anabel <b>",
    });
    await turnTo(page);
    await page.getByRole("link", { name: "Options for Anabel <b>" }).click();
    await page.getByRole("dialog", { name: "Anabel <b>" }).getByText("Remove Anabel <b>").waitFor();
    assert.deepEqual(site.problems, []);
  },
);
