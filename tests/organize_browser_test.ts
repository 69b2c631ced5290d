import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openSubscription } from "@/lib/operations/subscriptions.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  scriptWeight,
  TestSite,
  type Visitor,
  WIDTHS,
} from "./support/browser.ts";
import type { Answer } from "./support/app.ts";
import { inDays } from "./support/games.ts";
import { TestMailServer } from "./support/mail.ts";

const FAMILY = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn"];
/** JavaScript of an organizer's page, compressed, in bytes. */
const WEIGHT_LIMIT = 35 * 1024;

async function create(site: TestSite, body: Record<string, unknown> = {}): Promise<Answer> {
  return await site.api("POST", "/api/games", {
    name: "Winter party",
    date: inDays(30),
    isProtected: true,
    participants: FAMILY.map((name) => ({ name, email: `${name.toLowerCase()}@example.org` })),
    ...body,
  });
}

async function read(site: TestSite, { code, organizerToken }: Answer): Promise<Answer> {
  return await site.api("GET", `/api/games/${code}`, undefined, {
    "x-organizer-token": organizerToken,
  });
}

/** What a participant does, with their token. */
async function act(site: TestSite, game: Answer, name: string, action: string): Promise<void> {
  const { id, token } = game.participants.find((one: Answer) => one.name === name);
  await site.api("PATCH", `/api/games/${game.code}`, {
    action,
    participantId: id,
    participantToken: token,
  });
}

function receivers(view: Answer): Map<string, string> {
  const names = new Map(view.participants.map((one: Answer) => [one.id, one.name]));
  return new Map(
    view.assignments.map(({ giverId, receiverId }: Answer) => [
      String(names.get(giverId)),
      String(names.get(receiverId)),
    ]),
  );
}

async function signIn(site: TestSite, game: Answer, visitor: Visitor): Promise<Page> {
  const page = await site.visit(visitor);
  await page.goto(`/games/${game.code}/organize?token=${game.organizerToken}`);
  assert.equal(new URL(page.url()).search, "", "the token stays in the address");
  return page;
}

/** Opens a folded section of the organizer's page. */
async function unfold(page: Page, id: string): Promise<void> {
  const fold = page.locator(`#${id}`);
  if (await fold.getAttribute("open") === null) await fold.locator("summary").first().click();
}

async function assertNews(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole("status").filter({ hasText: text }).first().waitFor();
}

/** Presses what asks first, and confirms: in a dialog, or on a page of its own. */
async function confirm(page: Page, link: string, button: string, says: RegExp): Promise<void> {
  await page.getByRole("link", { name: link }).click();
  await page.getByRole("listitem").filter({ hasText: says, visible: true }).first().waitFor();
  await page.getByRole("button", { name: button }).filter({ visible: true }).click();
}

for (const width of WIDTHS) {
  for (const hasScript of [true, false]) {
    const how = `${width} pixels, ${hasScript ? "with" : "without"} scripts`;
    Deno.test(
      `The organizer manages a game from the first to the last act (${how})`,
      BROWSER_TEST,
      async () => {
        await using site = await TestSite.open();
        const game = await create(site);
        await act(site, game, "Ana", "confirmAssignment");
        await act(site, game, "Ben", "requestReassignment");
        await act(site, game, "Cleo", "requestReassignment");
        const page = await signIn(site, game, { width, hasScript });
        const check = async () => {
          await assertNoSidewaysScroll(page);
          if (hasScript) await assertAccessible(page);
        };
        await check();
        assert.match(await page.getByRole("listitem").first().innerText(), /0 of 6/);

        // Requests: one is declined, one granted.
        await page.getByRole("button", { name: "Say no to Cleo" }).click();
        await assertNews(page, "declined");
        const before = receivers(await read(site, game));
        await page.getByRole("button", { name: "Say yes to Ben" }).click();
        await assertNews(page, "another name now");
        assert.notEqual(receivers(await read(site, game)).get("Ben"), before.get("Ben"));

        await act(site, game, "Dan", "requestReassignment");
        await act(site, game, "Eve", "requestReassignment");
        await page.reload();
        const asked = receivers(await read(site, game));
        await page.getByRole("button", { name: "Say yes to all 2" }).click();
        await assertNews(page, "everyone who asked has another name");
        const served = await read(site, game);
        assert.deepEqual(served.reassignmentRequests, []);
        for (const name of ["Dan", "Eve"]) {
          assert.notEqual(receivers(served).get(name), asked.get(name));
        }

        // The details: a wrong one beside its field, a past date only when it is meant.
        await unfold(page, "event");
        await page.getByRole("link", { name: "Edit the details" }).click();
        await check();
        await page.getByLabel("Name of the game").fill("Midwinter");
        await page.getByLabel("Time zone").fill("Middle of nowhere");
        await page.getByLabel("Date").fill(inDays(-1));
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("This date has passed").waitFor();
        await page.getByRole("button", { name: "Save anyway" }).click();
        await page.getByRole("alert").waitFor();
        assert.equal(await page.getByLabel("Time zone").getAttribute("aria-invalid"), "true");
        assert.equal(await page.getByLabel("Name of the game").inputValue(), "Midwinter");
        await check();
        await page.getByLabel("Time zone").fill("Europe/Berlin");
        await page.getByLabel("Date").fill(inDays(20));
        await page.getByRole("button", { name: "Save" }).click();
        await assertNews(page, "Saved.");
        const edited = await read(site, game);
        assert.deepEqual([edited.name, edited.date], ["Midwinter", inDays(20)]);

        // Somebody comes: first with a name that is taken.
        await page.locator("#add summary").click();
        await page.getByLabel("Name", { exact: true }).fill("ana");
        await page.getByLabel("E-mail address").fill("gil@example.org");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.getByRole("alert").waitFor();
        assert.equal(await page.getByLabel("E-mail address").inputValue(), "gil@example.org");
        await check();
        await page.getByLabel("Name", { exact: true }).fill("Gil");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await assertNews(page, "1 person has got somebody else");

        // One person: renamed, with a wish, a new link, somebody else, and gone.
        await page.getByRole("link", { name: "Gil" }).click();
        await check();
        await page.getByLabel("Name", { exact: true }).fill("Gilbert");
        await page.getByLabel("Wishes and hints").fill("A kite");
        await page.getByRole("button", { name: "Save" }).click();
        await assertNews(page, "Saved.");
        const link = await page.getByLabel("Personal link", { exact: true }).inputValue();
        await confirm(page, "Renew this link", "Renew the link", /stop working at once/);
        await assertNews(page, "The old one has ended");
        assert.notEqual(await page.getByLabel("Personal link", { exact: true }).inputValue(), link);
        const had = receivers(await read(site, game));
        await confirm(page, "Give them somebody else", "Give somebody else", /another name/);
        await assertNews(page, "another name now");
        const has = receivers(await read(site, game));
        assert.notEqual(has.get("Gilbert"), had.get("Gilbert"));
        assert.equal(
          (await read(site, game)).participants.find((one: Answer) => one.name === "Gilbert").wish,
          "A kite",
        );
        await confirm(page, "Remove Gilbert", "Remove Gilbert", /leaves the game/);
        await assertNews(page, "Removed.");
        assert.equal((await read(site, game)).participants.length, FAMILY.length);

        // Who is kept apart: what breaks a pair asks first, what cannot be names the people.
        await unfold(page, "apart");
        await page.getByRole("link", { name: "Couples and households" }).click();
        await check();
        const drawn = receivers(await read(site, game));
        const partner = drawn.get("Ana") ?? "";
        await page.getByRole("button", { name: "Keep them apart" }).click();
        await page.getByText("Please tick at least two people").first().waitFor();
        await page.getByLabel("Ana", { exact: true }).check();
        await page.getByLabel(partner, { exact: true }).check();
        await page.getByRole("button", { name: "Keep them apart" }).click();
        await page.getByText(/get somebody else\. All others|gets somebody else\. All others/)
          .waitFor();
        assert.deepEqual(
          receivers(await read(site, game)),
          drawn,
          "changed before it was confirmed",
        );
        await check();
        await page.getByRole("button", { name: "Keep them apart" }).click();
        await assertNews(page, "Saved.");
        assert.notEqual(receivers(await read(site, game)).get("Ana"), partner);
        for (const name of ["Ana", "Ben", "Cleo", "Dan"]) {
          await page.getByLabel(name, { exact: true }).check();
        }
        await page.getByRole("button", { name: "Keep them apart" }).click();
        await page.getByText(/Ana.*Ben.*Cleo.*Dan/).first().waitFor();
        await page.getByRole("button", { name: /Remove the group/ }).click();
        await assertNews(page, "Everyone has kept their person");
        assert.deepEqual((await read(site, game)).exclusions, []);

        // Without a mail server the page says so.
        await page.getByRole("link", { name: "Back to the organizer" }).click();
        await unfold(page, "remind");
        await page.getByText("This service sends no e-mails").first().waitFor();

        // The invitation link, renewed.
        await unfold(page, "links");
        const invitation = await page.getByRole("textbox", { name: "Invitation link" })
          .inputValue();
        await confirm(
          page,
          "Renew the invitation link",
          "Renew the link",
          /wherever you have shared/,
        );
        await assertNews(page, "The invitation link is new");
        await unfold(page, "links");
        assert.notEqual(
          await page.getByRole("textbox", { name: "Invitation link" }).inputValue(),
          invitation,
        );

        // The pairs: asked for on purpose, hidden again.
        await unfold(page, "pairs");
        await page.getByRole("link", { name: "Look at the pairs" }).click();
        assert.equal(await page.getByRole("table").count(), 0);
        await check();
        await page.getByRole("button", { name: "Show me all pairs" }).click();
        await page.getByRole("table").waitFor();
        await check();
        const shown = receivers(await read(site, game));
        for (const row of (await page.getByRole("row").allInnerTexts()).slice(1)) {
          const [giver = "", receiver] = row.split(/\s+/);
          assert.equal(receiver, shown.get(giver));
        }
        await page.getByRole("button", { name: "Hide the pairs again" }).click();
        await assertNews(page, "hidden again");
        await page.goto(`/games/${game.code}/organize/pairs`);
        assert.equal(await page.getByRole("table").count(), 0);
        await page.getByRole("link", { name: "Back to the organizer" }).click();

        // Everything anew, then the end.
        if (hasScript) {
          await unfold(page, "pairs");
          await page.getByRole("link", { name: "Draw everything anew" }).click();
          await page.getByRole("dialog").waitFor();
          await check();
          await page.keyboard.press("Escape");
          await page.getByRole("dialog").waitFor({ state: "hidden" });
        }
        await unfold(page, "pairs");
        await confirm(page, "Draw everything anew", "Draw everything anew", /wrong person/);
        await assertNews(page, "drawn anew");
        assert(
          (await read(site, game)).participants.every((one: Answer) => !one.hasConfirmedAssignment),
        );
        await unfold(page, "end");
        await confirm(page, "Close the game", "Close the game", /cannot be undone/);
        await page.getByText("This game is closed").waitFor();
        assert.equal(await page.getByRole("button", { name: /Add/ }).count(), 0);
        await check();
        assert.equal((await read(site, game)).isArchived, true);
        assert.deepEqual(site.problems, []);
      },
    );
  }
}

Deno.test(
  "The organizer's pages hold no pair while they are hidden, and open to nobody else",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await create(site);
    const view = await read(site, game);
    const [someone] = view.participants;
    const paths = [
      "",
      "/details",
      "/apart",
      "/pairs",
      "/confirm?action=reassignAll",
      `/people/${someone.id}`,
    ];
    const organizer = { cookie: `organizer_${game.code}=${game.organizerToken}` };
    for (const rest of paths) {
      const path = `/games/${game.code}/organize${rest}`;
      const answer = await fetch(site.url + path, { headers: organizer });
      const html = await answer.text();
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get("cache-control"), "no-store");
      for (const { token } of view.participants) {
        assert(!html.includes(token) || rest.endsWith(someone.id), `${path} holds a token`);
      }
      assert(!html.includes(game.organizerToken), `${path} holds the organizer's token`);
      // A person's page may name that person; nobody else of the pair they are in.
      if (rest.startsWith("/people/")) {
        for (const other of view.participants.slice(1)) {
          assert(!html.includes(other.name), `${path} names ${other.name}`);
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
          const isMissing = method === "POST" && rest.startsWith("/confirm");
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
    assert.deepEqual(receivers(await read(site, game)), receivers(view));
  },
);

Deno.test(
  "A game of 200 people is searched and filtered, with scripts and without",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await create(site, {
      participants: Array.from({ length: 200 }, (_, i) => ({
        name: `Person ${i + 1}`,
        email: i % 2 ? "" : `p${i + 1}@example.org`,
      })),
    });
    await act(site, game, "Person 42", "confirmAssignment");
    for (const hasScript of [true, false]) {
      const page = await signIn(site, game, { hasScript });
      await assertNoSidewaysScroll(page);
      if (hasScript) await assertAccessible(page);
      const rows = page.locator("#people-list > li:visible");
      assert.equal(await rows.count(), 200);
      const assertShown = async (count: number) => {
        if (hasScript) {
          await page.getByRole("status").filter({ hasText: `${count} of 200` })
            .waitFor();
        }
        assert.equal(await rows.count(), count);
      };
      const apply = async () => {
        if (!hasScript) await page.getByRole("button", { name: "Show" }).click();
      };
      await page.getByLabel("Search by name or e-mail").fill("PÉRSON 42");
      await apply();
      await assertShown(1);
      await page.getByLabel("Search by name or e-mail").fill("");
      await page.getByLabel("Show", { exact: true }).selectOption("confirmed");
      await apply();
      await assertShown(1);
      assert.deepEqual(await rows.getByRole("link").allInnerTexts(), ["Person 42"]);
      await page.getByLabel("Show", { exact: true }).selectOption("noEmail");
      await apply();
      await assertShown(100);
      await page.goto(`/games/${game.code}/organize/apart`);
      await assertNoSidewaysScroll(page);
      if (hasScript) await assertAccessible(page);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "Mails that fail are shown with their reason and sent again; reminders go out",
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
    const game = await create(site, { sendEmails: true, organizerEmail: "org@example.org" });
    const page = await signIn(site, game, {});
    const problems = page.locator("#mail-problems");
    assert.match(await problems.innerText(), /Ben[\s\S]*failed/);
    await assertAccessible(page);
    await problems.getByRole("button", { name: "Send it again" }).click();
    await assertNews(page, "1 e-mail failed");
    mailServer.behaviour.refuse = () => null;
    await problems.getByRole("button", { name: "Send it again" }).click();
    await assertNews(page, "1 e-mail has been sent");
    assert.equal(await problems.count(), 0);

    await unfold(page, "remind");
    await page.getByLabel("Your message").fill("Bring a cake");
    await page.getByRole("button", { name: "Send to everyone" }).click();
    await assertNews(page, `${FAMILY.length} e-mails have been sent`);
    assert(mailServer.arrived.some((mail) => mail.text.includes("Bring a cake")));
    await page.getByRole("link", { name: "Dan" }).click();
    await page.getByLabel("Your message").fill("You too");
    await page.getByRole("button", { name: "Send Dan a reminder" }).click();
    await assertNews(page, "1 e-mail has been sent");
    await assertAccessible(page);

    // Whoever has ended reminders gets none; what was typed is still there.
    const stored = await site.services.store.readGame(game.code);
    assert(stored);
    const { tokens } = site.services;
    const unsubscribe = tokens.unsubscribe(stored, "dan@example.org");
    await openSubscription(site.services, stored.id, unsubscribe, { isUnsubscribed: true });
    await page.getByLabel("Your message").fill("And again");
    await page.getByRole("button", { name: "Send Dan a reminder" }).click();
    await page.getByRole("alert").filter({ hasText: "has ended reminders" }).waitFor();
    assert.equal(await page.getByLabel("Your message").inputValue(), "And again");

    // The organizer's link: renewed by mail alone, and the old one ends here.
    await page.getByRole("link", { name: "Back to the organizer" }).click();
    await unfold(page, "end");
    await confirm(page, "Renew my organizer", "Send me a new link", /org@example\.org/);
    await page.getByRole("heading", { name: "Your new link is on its way" }).waitFor();
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
    const game = await create(site, {
      participants: Array.from({ length: 20 }, (_, i) => ({ name: `P${i}`, email: "" })),
    });
    const { participants } = await read(site, game);
    const cookie = `organizer_${game.code}=${game.organizerToken}`;
    for (const rest of ["", "/details", "/apart", "/pairs", `/people/${participants[0].id}`]) {
      const weight = await scriptWeight(site, `/games/${game.code}/organize${rest}`, { cookie });
      console.log(`organize${rest.replace(/people.*/, "people/[id]")}: ${weight} bytes of scripts`);
      assert(weight > 0 && weight <= WEIGHT_LIMIT, `${rest}: ${weight}`);
    }
  },
);
