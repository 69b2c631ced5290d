import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  assertNoSidewaysScrollAnywhere,
  BROWSER_TEST,
  TestSite,
  WALKS,
} from "./support/browser.ts";
import type { Managed } from "./support/client.ts";
import { startMailServer } from "./support/mail.ts";
import { createWinterGame, giverTo, signIn } from "./support/participants.ts";
import { setWishes } from "./support/wish_lists.ts";
import { type Named, named, ownRecord, receiverOf } from "./support/views.ts";
import { sample } from "./support/sample.ts";

/** A participant's record in the organizer's view. */
async function readOwn(site: TestSite, game: Managed, { name }: Named) {
  return named(await site.client.readAsOrganizer(game), name);
}

async function assertStatus(page: Page, text: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: text }).waitFor();
}

/** Submits a value that the browser's own checks would refuse, like an older or script-less one. */
async function sendUnchecked(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`[name=${name}]`).evaluate((field, text) => {
    const { form } = Object(field);
    form.noValidate = true;
    Object(field).removeAttribute("maxlength");
    Object(field).value = text;
    form.submit();
  }, value);
  await page.waitForLoadState();
}

for (const { width, hasScript } of sample(WALKS.toReversed())) {
  const how = `at ${width} pixels ${hasScript ? "with" : "without"} JavaScript`;

  Deno.test(
    `a participant opens their gift, wishes and confirms ${how}`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const game = await createWinterGame(site);
      const giver = giverTo(game, "Ben");
      const page = await site.visit({ width, hasScript });

      // From the start page to the sign-in of the game; `site_browser_test.ts` tests a wrong code with scripts.
      await page.goto("/");
      if (!hasScript) {
        await page.getByLabel("Game code").fill("12 34");
        await page.getByRole("button", { name: "Open the game" }).click();
        await page.getByText("This doesn’t look right").first().waitFor();
        assert.equal(await page.getByLabel("Game code").inputValue(), "12 34");
      }
      await page.getByLabel("Game code").fill(`${game.code.slice(0, 3)} ${game.code.slice(3)}`);
      await page.getByRole("button", { name: "Open the game" }).click();
      await page.getByRole("heading", { level: 1, name: "Please use your personal link" })
        .waitFor();
      assert(!(await page.content()).includes("Winter party"), "a closed door says too much");
      await assertNoSidewaysScrollAnywhere(page);
      if (hasScript) {
        await page.getByLabel("Paste your personal link").fill("wrong");
        await page.getByRole("button", { name: "Open the game" }).click();
        await page.getByText("This link doesn’t belong to this game").waitFor();
      }
      const link = `${site.url}/games/${game.code}?participant=${giver.token}`;
      await page.getByLabel("Paste your personal link").fill(link);
      await page.getByRole("button", { name: "Open the game" }).click();
      await page.getByRole("heading", { level: 1, name: `Hello, ${giver.name}!` }).waitFor();
      assert.equal(page.url(), `${site.url}/games/${game.code}`);

      // The gift: its content is loaded only when it is opened.
      assert(!(await page.content()).includes("Socks"), "the wrapped gift shows what is in it");
      assert.equal((await readOwn(site, game, giver)).viewedAt, null);
      await page.getByRole("button", { name: "Open it" }).click();
      await page.getByRole("heading", { level: 2, name: "Ben" }).waitFor();
      assert.equal(new URL(page.url()).search, "");
      assert.doesNotMatch(await page.title(), /Ben/);
      assert((await readOwn(site, game, giver)).viewedAt, "opening the gift went unnoticed");
      const wished = page.getByRole("link", {
        name: "https://example.org/book?a=1",
        exact: true,
      });
      assert.equal(await wished.getAttribute("href"), "https://example.org/book?a=1");
      assert.equal(await wished.getAttribute("rel"), "noopener noreferrer nofollow ugc");
      await assertNoSidewaysScrollAnywhere(page);
      await page.getByRole("link", { name: "Wrap it up again" }).click();
      if (hasScript) {
        await page.getByRole("heading", { name: "And what would you like?" }).waitFor();
        assert(!(await page.content()).includes("Socks"), "what comes next shows the gift");
        await page.getByRole("button", { name: "Not now" }).click();
      }
      await page.getByRole("button", { name: "Open again" }).waitFor();
      assert(
        !(await page.content()).includes("Socks"),
        "the gift wrapped again shows its content",
      );
      await page.getByRole("button", { name: "Open again" }).click();
      await page.getByRole("button", { name: "I’m happy with this name" }).click();
      await assertStatus(page, "Now keep it secret");
      assert.equal((await readOwn(site, game, giver)).hasConfirmedAssignment, true);
      if (hasScript) {
        await page.getByRole("link", { name: "Wrap it up again" }).click();
        await page.locator("dialog").waitFor({ state: "detached" });
      }
      assert(!(await page.content()).includes("Socks"), "who has confirmed sees it on");

      // Asks for a different receiver, then takes it back.
      await page.getByRole("button", { name: "Open again" }).click();
      await page.locator("summary", { hasText: "I’d like a different name" }).click();
      await page.getByRole("button", { name: "I’d like a different name" }).click();
      await assertStatus(page, "We’ve told the organizer");
      assert(!(await page.content()).includes("Socks"), "who has asked sees it on");
      assert.equal((await readOwn(site, game, giver)).hasPendingReassignmentRequest, true);
      await page.getByRole("button", { name: "Keep this name after all" }).click();
      await assertStatus(page, "You’re keeping this name");
      assert.equal((await readOwn(site, game, giver)).hasPendingReassignmentRequest, false);

      // The participant's own wish and address.
      await setWishes(site, game, giver.name, [{ title: "A drum" }]);
      await page.goto(`/games/${game.code}`);
      await page.getByText("A note with your list").click();
      await page.getByLabel("Wishes and hints").fill("Red\nor https://example.org/kite");
      await page.locator("#wishes").getByRole("button", { name: "Save" }).click();
      await assertStatus(page, "Saved. Your giver will see it");
      assert.equal(
        await page.getByLabel("Wishes and hints").inputValue(),
        "Red\nor https://example.org/kite",
      );
      assert.match((await readOwn(site, game, giver)).wish, /^Red\nor/);
      // `said_browser_test.ts` sends this form without scripts.
      if (hasScript) {
        await page.locator("#contact summary").click();
        await page.getByRole("textbox", { name: "Email address" }).fill("me@example.org");
        await page.getByLabel("Language for pages and emails").selectOption({ label: "Italiano" });
        await page.locator("#contact").getByRole("button", { name: "Save" }).click();
        await page.locator("#contact").getByRole("status").waitFor();
        const stored = await readOwn(site, game, giver);
        assert.deepEqual([stored.email, stored.language], ["me@example.org", "it"]);

        // The page uses their own language until they choose another; then they sign out.
        await page.goto(`/games/${game.code}`);
        await page.getByRole("heading", { level: 1, name: `Ciao, ${giver.name}!` }).waitFor();
        await page.locator("header summary").click();
        await page.getByRole("link", { name: "English", exact: true }).click();
        await page.getByRole("heading", { level: 1, name: `Hello, ${giver.name}!` }).waitFor();
      }
      await page.locator("#data > summary").click();
      await page.getByRole("button", { name: "Sign out on this device" }).click();
      await assertStatus(page, "You’re signed out");
      await page.getByRole("heading", { level: 1, name: "Please use your personal link" })
        .waitFor();
      assert.deepEqual(site.problems, []);
    },
  );
}

Deno.test(
  "a refused form keeps what was typed and explains the error at the field",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const page = await site.visit();
    await signIn(page, game, named(game, "Ben"));
    await page.goto(`/games/${game.code}`);
    await sendUnchecked(page, "wish", "x".repeat(1001));
    const wish = page.getByLabel("Wishes and hints");
    assert.equal((await wish.inputValue()).length, 1001);
    assert.equal(await wish.getAttribute("aria-invalid"), "true");
    await page.getByRole("alert").getByRole("link", { name: "The limit is 1000 characters" })
      .waitFor();
    await assertAccessible(page);
    await sendUnchecked(page, "email", "not an address");
    assert.equal(
      await page.getByRole("textbox", { name: "Email address" }).inputValue(),
      "not an address",
    );
    await page.locator("#email-error", { hasText: "isn’t an email address" }).waitFor();
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("with the code of an open game people pick their name", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site, { isProtected: false });
  for (const hasScript of [true, false]) {
    const page = await site.visit({ hasScript });
    await page.goto(`/games/${game.code}`);
    assert.equal(await page.locator("main li").count(), 4);
    if (hasScript) await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await page.getByRole("button", { name: giverTo(game, "Ben").name }).click();
    await page.getByRole("button", { name: /^Open (it|again)$/ }).click();
    await page.getByRole("heading", { level: 2, name: "Ben" }).waitFor();
  }
  assert.deepEqual(site.problems, []);
});

Deno.test("an invited person joins and keeps a link of their own", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site);
  for (const hasScript of [true, false]) {
    const page = await site.visit({ hasScript });
    const name = `Zoë ${hasScript ? 1 : 2}`;
    await page.goto(`/games/${game.code}/join?invitation=${game.invitationToken}`);
    assert.equal(page.url(), `${site.url}/games/${game.code}/join`);
    await assertNoSidewaysScroll(page);
    await page.getByLabel("Your name").fill("ana");
    await page.getByText("Email, wishes, and more").click();
    await page.getByLabel("Wishes and hints").fill("Tea");
    await page.getByRole("button", { name: "Join the game" }).click();
    await page.getByText("This name is already on the list").first().waitFor();
    assert.equal(await page.getByLabel("Wishes and hints").inputValue(), "Tea");
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", { name: "Join the game" }).click();
    await page.getByRole("heading", { level: 1, name: `You’re in, ${name}!` }).waitFor();
    const link = new URL(await page.getByLabel("Personal link", { exact: true }).inputValue());
    assert.equal(link.pathname, `/games/${game.code}`);
    const participantToken = link.searchParams.get("participant") ?? "";
    const view = await site.client.readAsParticipant(game, { participantToken });
    assert.equal(ownRecord(view).name, name);
  }
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "a lost link arrives by mail, and no one learns which addresses are known",
  BROWSER_TEST,
  async () => {
    await using mails = await startMailServer();
    await using site = await TestSite.open({ SMTP_URL: mails.url });
    const game = await createWinterGame(site, {
      participants: [{ name: "Ana", email: "ana@example.org" }, { name: "Ben" }, { name: "Cleo" }],
    });
    const page = await site.visit();
    const other = await fetch(`${site.url}/recover`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ email: "nobody@example.org" }),
      redirect: "manual",
    });
    await other.body?.cancel();
    assert.equal(other.headers.get("location"), "/recover?sent=1");
    // Three clicks from the start page.
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: "Lost your link?" }).click();
    await page.getByLabel("Your email address").click();
    await page.keyboard.type("ana@example.org");
    await page.getByRole("button", { name: "Send me my link" }).click();
    await page.getByRole("heading", { level: 1, name: "Check your inbox" }).waitFor();
    const [mail] = await mails.waitFor(1);
    assert.equal(mail?.to, "ana@example.org");
    assert.match(
      mail.text,
      new RegExp(`/games/${game.code}\\?participant=${named(game, "Ana").token}`),
    );
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("a participant's page keeps the secrets of the others", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site, {
    participants: ["Ana", "Ben", "Cleo", "Dan"].map((name) => ({
      name,
      email: `${name}@secret.example`,
      wish: `wish of ${name}`,
    })),
  });
  const me = named(game, "Ana");
  const others = game.participants.filter((one) => one !== me);
  assert.equal(others.length, 3);
  const cookie = `participant_${game.code}=${me.token}`;
  const html = async (path: string, headers: HeadersInit = {}) =>
    await (await fetch(site.url + path, { headers })).text();
  // The gift is open, as far as the page shows it.
  await site.client.readAsParticipant(game, { participantToken: me.token });
  const own = await html(`/games/${game.code}/gift`, {
    cookie: `${cookie}; gift_${game.code}=own`,
  });
  const receiver = game.participants.find(({ id }) => id === receiverOf(game, me.id));
  assert(own.includes(`wish of ${receiver?.name}`), "the gift is open");
  const closed = await html(`/games/${game.code}`, { cookie });
  const anonymous = await html(`/games/${game.code}`);
  const receiverId = receiverOf(game, me.id);
  for (const { id, name, token, email } of others) {
    for (const secret of [token, email, id, ...(id === receiverId ? [] : [`wish of ${name}`])]) {
      assert(!own.includes(secret), `${secret} is on somebody else's page`);
    }
    assert(!closed.includes(`wish of ${name}`));
    assert(!anonymous.includes(name));
  }
  assert(!anonymous.includes(me.token));
  assert.match(anonymous, /<meta name="robots" content="noindex"/);
});

Deno.test("the calendar file contains the event and no secret", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site);
  const path = `${site.url}/games/${game.code}/calendar.ics`;
  const me = named(game, "Ana");
  const answer = await fetch(path, { headers: { cookie: `participant_${game.code}=${me.token}` } });
  assert.equal(answer.headers.get("content-type"), "text/calendar; charset=utf-8");
  const text = await answer.text();
  assert.match(text, /^BEGIN:VCALENDAR\r\n[^]*SUMMARY:Winter party\r\n[^]*END:VCALENDAR/);
  assert(!text.includes(me.token));
  const refused = await fetch(path);
  assert.equal(refused.status, 401);
  await refused.body?.cancel();
});

Deno.test("every refused sign-in offers a way on, with the code kept", BROWSER_TEST, async () => {
  await using mails = await startMailServer();
  await using site = await TestSite.open({ SMTP_URL: mails.url });
  const game = await createWinterGame(site, {
    organizerName: "Olga",
    participants: [{ name: "Ana", email: "ana@example.org" }, { name: "Ben" }, { name: "Cleo" }],
  });
  const at = `/games/${game.code}`;
  const doors = [
    [at, 200, "Please use your personal link"],
    [`${at}?participant=wrong`, 403, "Please use your personal link"],
    [`${at}/join?invitation=wrong`, 403, "This link doesn’t work"],
  ] as const;
  for (const hasScript of [true, false]) {
    const page = await site.visit({ hasScript });
    for (const [path, status, says] of hasScript ? doors : []) {
      const answer = await page.goto(path);
      assert.equal(answer?.status(), status, path);
      await page.getByRole("heading", { level: 1, name: says }).waitFor();
      assert(!/Winter party|Olga/.test(await page.content()), `${path} says too much`);
      await page.getByText("The person who invited you").waitFor();
      if (path !== at) await assertAccessible(page);
      await assertNoSidewaysScroll(page);
    }
    const answers = [];
    for (const email of ["nobody@example.org", "ana@example.org"].slice(hasScript ? 0 : 1)) {
      await page.goto(at);
      await page.getByLabel("Your email address").fill(email);
      await page.getByRole("button", { name: "Send me my link" }).click();
      await page.getByRole("heading", { level: 1, name: "Check your inbox" }).waitFor();
      await page.getByText("If this address is in any game").waitFor();
      assert.equal(new URL(page.url()).pathname, at, "the code is kept");
      answers.push((await page.locator("main").textContent())?.trim());
    }
    assert.equal(answers[0], answers.at(-1), "the same, known or not");
    if (hasScript) await assertAccessible(page);
    await page.getByRole("link", { name: "Try again" }).click();
    await sendUnchecked(page, "email", "no address");
    await page.locator("#email-error", { hasText: "isn’t an email address" }).waitFor();
    assert.equal(await page.getByLabel("Your email address").inputValue(), "no address");
  }
  const [mail] = await mails.waitFor(1);
  assert.equal(mail?.to, "ana@example.org");
  // Another person's broken link signs no one out.
  const ben = await site.visit();
  await signIn(ben, game, named(game, "Ben"));
  await ben.goto(`${at}?participant=wrong`);
  await ben.getByText("This link doesn’t belong to this game").waitFor();
  await ben.getByRole("link", { name: "Stay as Ben" }).click();
  await ben.getByRole("heading", { level: 1, name: "Hello, Ben!" }).waitFor();
  assert.deepEqual(site.problems, []);
});
