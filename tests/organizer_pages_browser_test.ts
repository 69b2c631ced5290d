import assert from "node:assert/strict";
import { confirmSenderPath, managePath } from "@/lib/browser/links.ts";
import { openSubscription } from "@/lib/operations/subscriptions.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  scriptWeight,
  TestSite,
} from "./support/browser.ts";
import { TestMailServer } from "./support/mail.ts";
import {
  act,
  assertNews,
  confirm,
  createFamilyGame,
  enterAsOrganizer,
  FAMILY,
  readGame,
  unfold,
} from "./support/organizer.ts";
import { named, receivers } from "./support/views.ts";

/** JavaScript of an organizer's page, compressed, in bytes. */
const WEIGHT_LIMIT = 35 * 1024;

Deno.test(
  "The organizer's pages contain no pair while pairs are hidden, and open to no one else",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    // Too many for their links to be on the page itself.
    const participants = [...FAMILY, "Gil"].map((name) => ({ name }));
    const game = await createFamilyGame(site, { participants });
    const view = await readGame(site, game);
    const someone = named(view, "Ana");
    const paths = [
      "",
      "/details",
      "/apart",
      "/pairs",
      "/confirm?action=reassignAll",
      "/people.csv",
      `/people/${someone.id}`,
      `/people/${someone.id}/menu`,
    ];
    const organizer = { cookie: `organizer_${game.code}=${game.organizerToken}` };
    for (const rest of paths) {
      const path = `/games/${game.code}/organize${rest}`;
      const answer = await fetch(site.url + path, { headers: organizer });
      const html = await answer.text();
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get("cache-control"), "no-store");
      for (const { token } of view.participants) {
        assert(!html.includes(token) || rest.includes(someone.id), `${path} holds a token`);
      }
      assert(!html.includes(game.organizerToken), `${path} holds the organizer's token`);
      // A person's page may name that person, but no one else of their pairs.
      if (rest.startsWith("/people/")) {
        // The list of possible keepers names everyone, and the random letters of a link may spell a
        // short name.
        const told = html.replaceAll(/<option.*?<\/option>|\bparticipant=[\w-]+/g, "");
        for (const other of view.participants.slice(1)) {
          assert(!told.includes(other.name), `${path} names ${other.name}`);
        }
      }
      const others = [
        {},
        { cookie: `participant_${game.code}=${someone.token}` },
        { cookie: `organizer_${game.code}=${someone.token}` },
        { cookie: `organizer_${game.code}=${view.invitationToken}` },
      ];
      for (const headers of others) {
        for (const method of ["GET", "POST"]) {
          const refused = await fetch(site.url + path, {
            method,
            headers: { ...headers, ...(method === "POST" && { origin: site.url }) },
            redirect: "manual",
            ...(method === "POST" && { body: new URLSearchParams({ action: "reassignAll" }) }),
          });
          const text = await refused.text();
          const isMissing = method === "POST" && /^\/confirm|csv$|menu$/.test(rest);
          assert(
            isMissing || [401, 403].includes(refused.status),
            `${method} ${path}: ${refused.status}`,
          );
          for (const { name } of view.participants) {
            assert(
              !text.includes(name),
              `${path} names ${name}`,
            );
          }
        }
      }
    }
    for (const token of [someone.token, view.invitationToken, ""]) {
      const refused = await fetch(`${site.url}/games/${game.code}/organize?token=${token}`);
      await refused.body?.cancel();
      assert.equal(refused.status, 403);
      assert.equal(refused.headers.get("set-cookie"), null);
    }
    assert.deepEqual(receivers(await readGame(site, game)), receivers(view));
  },
);

Deno.test(
  "A game of 200 people can be searched and filtered, with scripts and without",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site, {
      participants: Array.from({ length: 200 }, (_, i) => ({
        name: `Person ${i + 1}`,
        email: i % 2 ? "" : `p${i + 1}@example.org`,
      })),
    });
    await act(site, game, "Person 42", "confirmAssignment");
    for (const hasScript of [true, false]) {
      const page = await enterAsOrganizer(site, game, { hasScript });
      await assertNoSidewaysScroll(page);
      const rows = page.locator("#people-list > li:visible");
      assert.equal(await rows.count(), 200);
      const assertShown = async (count: number) => {
        if (hasScript) {
          await page.getByRole("status").filter({ hasText: `${count} of 200` })
            .waitFor();
        }
        // The next page may still be loading, or the rows may be about to change.
        for (let tries = 0; tries < 100 && await rows.count() !== count; tries++) {
          await page.waitForTimeout(50);
        }
        assert.equal(await rows.count(), count);
      };
      const apply = async () => {
        if (!hasScript) await page.getByRole("button", { name: "Show" }).click();
      };
      await page.getByLabel("Search for a person").fill("PÉRSON 42");
      await apply();
      await assertShown(1);
      await page.getByLabel("Search for a person").fill("");
      const choose = (filter: string) =>
        page.getByRole("search").locator("label", { hasText: filter }).click();
      await choose("No email address 100");
      await apply();
      await assertShown(100);
      // All links of people who get none by mail are one click away.
      assert.equal(
        await page.getByRole("search").getByRole("link").getAttribute("href"),
        `/games/${game.code}/created`,
      );
      // Without scripts the server applies the same filters.
      if (!hasScript) continue;
      await choose("Happy with the name 1");
      await assertShown(1);
      assert.equal(await rows.getByRole("link").first().innerText(), "Person 42");
      await choose("Haven’t said yes yet 199");
      await assertShown(199);
      // No mail can be sent here, and all of them need their link.
      assert.deepEqual(
        await page.getByRole("search").getByRole("link").allInnerTexts(),
        ["Personal links"],
      );
      await page.goto(`/games/${game.code}/organize/apart`);
      await assertNoSidewaysScroll(page);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "A list of a dozen leads to a reminder for those it shows, also before the draw",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
    for (const draw of ["now", "later"] as const) {
      const game = await site.client.createGame({
        draw,
        participants: Array.from({ length: 12 }, (_, i) => ({
          name: `Person ${i + 1}`,
          email: `p${i + 1}@example.org`,
        })),
      });
      const { token: participantToken = "", id: participantId } = named(game, "Person 3");
      await site.client.act(game, "updateWish", { participantId, participantToken, wish: "Tea" });
      for (const hasScript of draw === "now" ? [true] : [true, false]) {
        const page = await enterAsOrganizer(site, game, { hasScript });
        const search = page.getByRole("search");
        await assertNoSidewaysScroll(page);
        if (draw === "now") await assertAccessible(page);
        await search.locator("label", { hasText: "No wishes yet 11" }).click();
        if (!hasScript) await search.getByRole("button", { name: "Show" }).click();
        await page.waitForLoadState();
        await page.locator("#people-list > li", { hasText: "Person 3" })
          .waitFor({ state: "hidden" });
        assert.equal(await page.locator("#people-list > li:visible").count(), 11);
        await search.getByRole("link", { name: "Send a reminder" }).click();
        await page.getByLabel("Who gets it?").waitFor();
        assert.equal(await page.getByLabel("Who gets it?").inputValue(), "noWish");
        await site.leave(page);
      }
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "Failed mails are shown with their reason and can be sent again; reminders are sent",
  BROWSER_TEST,
  async () => {
    await using mailServer = new TestMailServer();
    await mailServer.start();
    mailServer.behaviour.refuse = (address) =>
      address.startsWith("ben") ? { code: 550, message: "5.1.1 No such user" } : null;
    await using site = await TestSite.open({
      SMTP_URL: mailServer.url,
      MAIL_FROM: "gifts@example.org",
    });
    const game = await createFamilyGame(site, {
      sendEmails: true,
      organizerEmail: "org@example.org",
    });
    const page = await enterAsOrganizer(site, game, {});
    const problems = page.locator("#mailFailed");
    assert.match(
      await problems.innerText(),
      /Email not delivered: Ben[\s\S]*latest email couldn’t be delivered/,
    );
    await assertAccessible(page);
    // Nothing is sent to an address that does not exist: it must be corrected, or retried unchanged.
    const resend = problems.getByRole("button", { name: "Send again" });
    assert.equal(await resend.count(), 0);
    await problems.getByRole("link", { name: "Correct the address" }).click();
    await page.waitForLoadState();
    const card = page.locator("#mail");
    assert.equal(await card.getByRole("button").count(), 1);
    assert.equal(await page.locator("[name=email]").count(), 1, "the address has one place");
    mailServer.behaviour.refuse = () => ({ code: 552, message: "5.2.2 Mailbox full" });
    await card.getByRole("button", { name: "Save and send the link" }).click();
    await assertNews(page, "Saved.");
    await card.getByText("Their inbox is full").waitFor();
    assert.equal(await card.getByRole("button").count(), 2);
    await page.getByRole("link", { name: "Back to the organizer" }).click();
    await resend.click();
    await assertNews(page, "Emails that couldn’t be delivered: 1.");
    mailServer.behaviour.refuse = () => null;
    await resend.click();
    await assertNews(page, "Emails sent: 1.");
    assert.equal(await problems.count(), 0);

    await unfold(page, "remind");
    await page.getByLabel("Your message").fill("Bring a cake");
    await page.getByRole("button", { name: "Send a reminder" }).click();
    await assertNews(page, "won’t get your message");
    assert(!mailServer.arrived.some((mail) => mail.text.includes("Bring a cake")));

    // Once the organizer's own address is confirmed, everyone gets their messages.
    const { store, tokens } = site.services;
    const unproved = await store.readGame(game.code);
    assert(unproved);
    const proof = tokens.confirmation(unproved, "org@example.org");
    await page.goto(confirmSenderPath(unproved.id, proof));
    await page.getByRole("button", { name: "Confirm my address" }).click();
    await page.getByRole("heading", { name: "Thank you, that’s confirmed" }).waitFor();
    await page.goto(managePath(game.code));
    await unfold(page, "remind");
    await page.getByLabel("Your message").fill("Bring a cake");
    await page.getByRole("button", { name: "Send a reminder" }).click();
    await assertNews(page, `Emails sent: ${FAMILY.length}.`);
    assert(mailServer.arrived.some((mail) => mail.text.includes("Bring a cake")));
    await page.getByRole("link", { name: "Dan", exact: true }).click();
    await page.locator("summary", { hasText: "Send a reminder" }).click();
    await page.getByLabel("Your message").fill("You too");
    await page.getByRole("button", { name: "Send a reminder" }).click();
    await assertNews(page, "Emails sent: 1.");
    await assertAccessible(page);

    // Participants who have ended reminders get none, and the typed text is still there.
    const stored = await store.readGame(game.code);
    assert(stored);
    const unsubscribe = tokens.unsubscribe(stored, "dan@example.org");
    await openSubscription(site.services, stored.id, unsubscribe, { isUnsubscribed: true });
    await page.locator("summary", { hasText: "Send a reminder" }).click();
    await page.getByLabel("Your message").fill("And again");
    await page.getByRole("button", { name: "Send a reminder" }).click();
    await page.getByRole("alert").filter({ hasText: "has turned off reminders" }).waitFor();
    assert.equal(await page.getByLabel("Your message").inputValue(), "And again");

    // A newcomer without an address is handed the link at once; otherwise it is mailed.
    await page.getByRole("link", { name: "Back to the organizer" }).click();
    await page.locator("#add > summary").click();
    await page.getByLabel("Name", { exact: true }).fill("Gus");
    await page.getByLabel("Wishes and hints").fill("A kite");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const added = page.getByRole("status").filter({ hasText: "Gus is in." });
    await added.getByRole("link", { name: "WhatsApp" }).waitFor();
    await assertAccessible(page);
    await page.getByRole("link", { name: "Gus", exact: true }).click();
    await page.locator("#mail").getByRole("textbox", { name: "Email address" }).fill(
      "gus@example.org",
    );
    await page.getByRole("button", { name: "Save and send the link" }).click();
    await assertNews(page, "Saved.");
    assert(mailServer.arrived.some(({ to, link }) => to === "gus@example.org" && link));
    const gus = named(await readGame(site, game), "Gus");
    assert.deepEqual([gus.email, gus.wish], ["gus@example.org", "A kite"]);

    // The organizer's link: renewed only by mail, and the old one ends here.
    await page.getByRole("link", { name: "Back to the organizer" }).click();
    await unfold(page, "end");
    await confirm(
      page,
      "Replace my organizer link",
      "Replace my organizer link",
      /org@example\.org/,
    );
    await page.getByRole("heading", { name: "Your new organizer link" }).waitFor();
    await assertAccessible(page);
    const arrived = mailServer.arrived.findLast((mail) => mail.to === "org@example.org");
    await page.goto(arrived?.link ?? "");
    await page.getByRole("heading", { name: "Winter party" }).waitFor();
    const old = await fetch(`${site.url}/games/${game.code}/organize?token=${game.organizerToken}`);
    await old.body?.cancel();
    assert.equal(old.status, 403);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "The organizer's pages load at most 35 KB of compressed scripts",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site, {
      participants: Array.from({ length: 20 }, (_, i) => ({ name: `P${i}`, email: "" })),
    });
    const { id } = named(game, "P0");
    const cookie = `organizer_${game.code}=${game.organizerToken}`;
    for (const rest of ["", "/details", "/apart", "/pairs", "/tools", `/people/${id}`]) {
      const weight = await scriptWeight(site, `/games/${game.code}/organize${rest}`, { cookie });
      console.log(`organize${rest.replace(/people.*/, "people/[id]")}: ${weight} bytes of scripts`);
      assert(weight > 0 && weight <= WEIGHT_LIMIT, `${rest}: ${weight}`);
    }
  },
);
