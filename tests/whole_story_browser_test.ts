import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Game } from "@/lib/game/types.ts";
import { doDailyWork } from "@/lib/operations/daily_work.ts";
import { BROWSER_TEST, TestSite, turnTo } from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import { startMailServer } from "./support/mail.ts";
import { nextAt } from "./support/mailed_links.ts";
import { Story } from "./support/stories.ts";

const JOINING = ["Tom", "Clara", "Ben"];
/** They act like Tom, without a browser. */
const LIKE_TOM = ["Gina", "Kurt"];
const CHILDREN = ["Finn", "Lou"];

/** The stored pairs, by name. */
function pairsIn({ participants }: Game): Map<string, string> {
  const names = new Map(participants.map(({ number, name }) => [number, name]));
  return new Map(participants.map(({ name, receiver }) => [name, names.get(receiver ?? 0) ?? ""]));
}

async function stored({ services }: TestSite, page: Page): Promise<Game> {
  const code = /\/games\/(\d+)/.exec(page.url())?.[1] ?? "";
  const game = await services.store.readGame(code);
  assert(game, code);
  return game;
}

/**
 * Creates a round with the form, with its organizer in it. Other tests run axe on screens of this story:
 * `gather_browser_test.ts` on those before the draw, `sealed_browser_test.ts` on a claim and a sealed game's organizer,
 * `opening_browser_test.ts` on an opened gift, `again_browser_test.ts` on next year's form, `created_browser_test.ts`
 * on the links, `organize_browser_test.ts` on the organizer's page, and `own_over_browser_test.ts` on one's own page
 * after the event.
 *
 * @returns the link to send around.
 */
async function collect(story: Story, page: Page): Promise<string> {
  const { t } = story;
  await page.goto("/");
  await story.lookAtWidth(page, "home");
  await story.press(page, "link", t("gather.home.later"));
  await page.getByRole("heading", { level: 1, name: t("gather.create.title") }).waitFor();
  await story.type(page.getByLabel(t("create.event.name")), "Familie");
  await story.type(page.getByLabel(t("mail.facts.date"), { exact: true }), inDays(20));
  await story.type(page.getByLabel(t("common.yourName")), "Olga");
  await story.lookAtWidth(page, "create");
  await story.press(page, "button", t("gather.create.button"));
  await page.getByRole("heading", { name: t("gather.created.ready") }).waitFor();
  await story.lookAtWidth(page, "created");
  const link = page.getByLabel(t("organize.links.invitation"), { exact: true });
  await story.press(page, "link", t("mail.button.organizer"));
  await page.getByText(t("create.people.total", { count: 1 })).waitFor();
  return await link.inputValue();
}

/** Joins with the link from the chat, on a separate phone. */
async function join(story: Story, link: string, name: string): Promise<Page> {
  const { t } = story;
  const page = await story.phone();
  await page.goto(link);
  await story.lookAtWidth(page, "join");
  await story.type(page.getByLabel(t("common.yourName"), { exact: true }), name);
  await story.press(page, "button", t("join.button"));
  await page.getByRole("heading", { level: 1 }).filter({
    hasText: t("game.in.title", { name }),
  }).waitFor();
  await story.lookAtWidth(page, "joined");
  return page;
}

/** The organizer adds a child whose gift the mother opens. */
async function addChild(story: Story, page: Page, name: string): Promise<void> {
  const { t } = story;
  await story.tap(page.locator("#add > summary"));
  await story.type(page.locator("#participantName"), name);
  await story.look(page, "add");
  await story.press(page, "button", t("wishes.add"));
  await page.getByText(t("organize.done.addParticipant", { name })).waitFor();
  await story.press(page, "link", name);
  await story.tap(page.locator("#opener summary"));
  await story.choose(page.locator("#keeper"), "Clara");
  await story.look(page, "person-gathering");
  await story.tap(page.locator("#opener").getByRole("button"));
  await page.getByText(t("common.saved")).waitFor();
  await story.press(page, "link", t("organize.back"));
  await page.getByRole("link", { name, exact: true }).waitFor();
}

/** Unwraps the gifts on a page, one's own and kept ones, and wraps them up again. */
async function open(story: Story, page: Page, pairs: Map<string, string>, ...names: string[]) {
  const { t } = story;
  for (const [index, name] of names.entries()) {
    const label = index === 0 ? t("game.reveal.open") : t("family.openFor", { name });
    await story.tap(page.getByRole("button", { name: label }).first());
    const receiver = t("game.reveal.name", { name: pairs.get(name) ?? "" });
    await page.locator("h2", { hasText: receiver }).last().waitFor();
    // With reduced motion, as after an accessibility check, there is no ceremony to end.
    if (await page.locator(".gift-ceremony").count()) await page.keyboard.press("Escape");
    await page.getByRole("link", { name: t("game.reveal.hide") }).waitFor();
    if (index === names.length - 1) await story.lookAtWidth(page, "opened");
    await page.keyboard.press("Escape");
    // A page that saw the draw by itself also contains its scene.
    await page.locator("dialog.gift-dialog").waitFor({ state: "detached" });
    await page.waitForFunction("!history.state?.isGift");
  }
}

Deno.test(
  "a family of eight, from the link in the chat to next year (360 pixels, German)",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const story = new Story(site, "de");
    const { t } = story;
    const organizer = await story.phone();

    story.begin("collect");
    const link = await collect(story, organizer);

    story.begin("five join");
    const phones = new Map<string, Page>();
    for (const name of JOINING) phones.set(name, await join(story, link, name));
    const game = { code: new URL(link).pathname.split("/")[2] ?? "" };
    const invitationToken = new URL(link).searchParams.get("invitation") ?? "";
    const others: string[] = [];
    for (const participantName of LIKE_TOM) {
      others.push(
        (await site.client.join(game, { invitationToken, participantName })).participantToken,
      );
    }
    await turnTo(organizer);
    await organizer.getByRole("link", { name: "Kurt", exact: true }).waitFor();
    await story.lookAtWidth(organizer, "organize-gathering");

    story.begin("two children, kept by Clara");
    for (const name of CHILDREN) await addChild(story, organizer, name);
    await organizer.getByText(t("create.people.total", { count: 8 })).waitFor();

    story.begin("draw");
    await story.press(organizer, "link", t("organize.confirm.drawNames.button"));
    await organizer.getByRole("heading", { name: t("organize.confirm.drawNames.button") })
      .waitFor();
    await story.lookAtWidth(organizer, "confirm-draw");
    await story.press(organizer, "button", t("organize.confirm.drawNames.button"));
    await organizer.locator("p:not(.draw-title)", { hasText: t("created.ready") }).waitFor();
    await story.lookAtWidth(organizer, "organize-drawn");
    const first = await stored(site, organizer);
    const pairs = pairsIn(first);
    assert.equal(new Set(pairs.values()).size, 8);

    story.begin("everybody opens");
    for (const [name, page] of phones) {
      // The page may already be loading the drawn names, which interrupts the first attempt.
      const address = page.url();
      await page.goto(address).catch(() => page.goto(address));
      const kept = name === "Clara" ? CHILDREN : [];
      if (name === "Clara") await story.look(page, "keeper-wrapped");
      await open(story, page, pairs, name, ...kept);
    }
    for (const participantToken of others) {
      await site.client.readAsParticipant(game, { participantToken });
    }
    story.begin("the organizer opens, too");
    await story.press(organizer, "link", t("game.reveal.title"));
    await organizer.getByRole("heading", { name: t("game.hello", { name: "Olga" }) }).waitFor();
    await open(story, organizer, pairs, "Olga");
    await organizer.goBack();
    const opened = (await stored(site, organizer)).participants.filter((one) => one.viewedAt);
    assert.equal(opened.length, 8);

    story.begin("Ben asks to be let go");
    const ben = phones.get("Ben");
    assert(ben);
    await story.tap(ben.locator("#leave summary"));
    await story.lookAtWidth(ben, "leave");
    await story.press(ben, "button", t("named.leaveNow", { organizer: "Olga" }));
    await ben.getByText(t("named.leaveAsked", { organizer: "Olga" })).waitFor();
    await story.look(ben, "leave-asked");

    story.begin("Zoe takes his place");
    await organizer.reload();
    await story.look(organizer, "organize-leaving");
    await story.tap(
      organizer.locator("#leaving").getByRole("link", { name: t("place.open", { name: "Ben" }) }),
    );
    await story.type(organizer.locator("#place").getByLabel(t("create.people.name")), "Zoe");
    await story.look(organizer, "replace");
    await story.press(organizer, "button", t("place.button"));
    await organizer.getByText(t("organize.done.addParticipant", { name: "Zoe" })).waitFor();
    await story.look(organizer, "replaced");
    const zoeLink = await organizer.getByLabel(t("created.people.link", { name: "Zoe" }), {
      exact: true,
    })
      .inputValue();
    await ben.reload();
    await story.lookAtWidth(ben, "left");

    story.begin("Zoe opens");
    const second = pairsIn(await stored(site, organizer));
    assert.equal(second.get("Zoe"), pairs.get("Ben"), "the very same place");
    const zoe = await story.phone();
    await zoe.goto(zoeLink);
    await open(story, zoe, second, "Zoe");

    story.begin("again next year");
    await doDailyWork(site.services, new Date(Date.now() + 25 * 86_400_000));
    await organizer.goto(`/games/${first.code}/organize`);
    await story.look(organizer, "organize-over");
    await zoe.goto(`/games/${first.code}`);
    await story.lookAtWidth(zoe, "over");
    await story.press(organizer, "link", t("again.button"));
    await organizer.getByRole("heading", { level: 1, name: t("again.button") }).waitFor();
    await story.type(organizer.getByLabel(t("mail.facts.date"), { exact: true }), inDays(365));
    await story.lookAtWidth(organizer, "again");
    await story.press(organizer, "button", t("create.review.create"));
    await organizer.waitForURL(/\/created\b/);
    await story.lookAtWidth(organizer, "again-created");
    const next = await stored(site, organizer);
    assert.deepEqual(
      next.participants.map(({ name }) => name).toSorted(),
      [...second.keys()].toSorted(),
    );
    for (const [giver, receiver] of pairsIn(next)) assert.notEqual(second.get(giver), receiver);

    const all = story.end("family");
    assert(story.cost("Zoe takes his place").taps <= 3);
    assert(story.cost("again next year").taps <= 3);
    assert(all.taps <= 54 && all.keys <= 72, JSON.stringify(all));
    assert.deepEqual(site.problems, []);
  },
);

const COLLEAGUES = Array.from({ length: 40 }, (_, index) => {
  const name = `Kollege ${index + 1}`;
  return { name, email: index < 20 ? `k${index + 1}@example.org` : "" };
});

/** What stands on a page that the organizer opens, without what each answer and each count of draws has of its own. */
async function textOf(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(path);
  assert.equal(answer.status(), 200, path);
  return (await answer.text()).replaceAll(/nonce="[^"]*"|"?nonce"?:"[^"]*"/g, "")
    .replaceAll(/"drawn"( value=|:)"[\w-]{43}"|"version":"[0-9a-f]{16}"/g, "DRAW");
}

/** Expects that the organizer's pages contain no personal token, and do not depend on the pairs. */
async function assertSealed({ site }: Story, page: Page): Promise<void> {
  const { client, services: { tokens } } = site;
  const before = await stored(site, page);
  const organizerToken = tokens.organizer(before);
  const [first] = before.participants;
  const paths = [
    ...["organize", "created", "slips", "created/links.csv", `organize/people/${first?.id}`],
    ...["organize/room", "organize/details", "organize/apart"],
  ].map((path) => `/games/${before.code}/${path}`);
  const read = () => Promise.all(paths.map((path) => textOf(page, path)));
  const texts = await read();
  const view = await client.readAsOrganizer({ code: before.code, organizerToken });
  assert.deepEqual(view.assignments, []);
  for (const text of [...texts, JSON.stringify(view)]) {
    for (const one of before.participants) {
      assert(!text.includes(tokens.participant(before, one)), one.name);
    }
  }
  await client.manage({ code: before.code, organizerToken }, "reassignAll", {});
  assert.notDeepEqual(pairsIn(await stored(site, page)), pairsIn(before));
  assert.deepEqual(await read(), texts, "other pairs, the same pages");
}

Deno.test(
  "a sealed office of forty, with one person who peeks (360 pixels, Japanese)",
  BROWSER_TEST,
  async () => {
    await using server = await startMailServer();
    await using site = await TestSite.open({ SMTP_URL: server.url, MAIL_FROM: "g@example.org" });
    const story = new Story(site, "ja");
    const { t } = story;
    const organizer = await story.phone();
    const claimOf = (name: string) =>
      organizer.getByLabel(t("created.people.link", { name }), { exact: true });

    story.begin("create with a pasted list");
    await organizer.goto("/");
    await story.press(organizer, "button", t("home.next"));
    await story.tap(organizer.getByLabel(t("sealed.create.label")));
    await story.tap(organizer.getByLabel(t("gather.create.takesPart"), { exact: true }));
    await story.type(organizer.getByLabel(t("create.event.name")), "Büro");
    await story.type(organizer.getByLabel(t("mail.facts.date"), { exact: true }), inDays(20));
    await story.tap(organizer.getByText(t("create.people.pasteTitle")));
    await story.paste(
      organizer.getByLabel(t("create.people.plainPeople")),
      COLLEAGUES.map(({ name, email }) => email ? `${name}, ${email}` : name).join("\n"),
    );
    await story.press(organizer, "button", t("create.people.pasteAdd"));
    await organizer.evaluate(() => scrollTo(0, 0));
    await story.lookAtWidth(organizer, "office-create");
    await story.press(organizer, "button", t("create.review.create"));
    await organizer.waitForURL(/\/created\b/);
    await story.lookAtWidth(organizer, "office-created");

    story.begin("links for the twenty without an address");
    await story.press(organizer, "button", t("sealed.links.makeMissing"));
    await claimOf("Kollege 40").waitFor({ state: "attached" });
    await organizer.getByRole("button", { name: t("sealed.links.makeMissing") }).waitFor({
      state: "detached",
    });
    assert.equal(await organizer.locator("#link-list input[readonly]").count(), 20);
    await story.lookAtWidth(organizer, "office-links");
    await assertSealed(story, organizer);

    story.begin("one takes their place and opens");
    const claim = await claimOf("Kollege 40").inputValue();
    const pairs = pairsIn(await stored(site, organizer));
    const forty = await story.phone();
    await forty.goto(claim);
    await story.lookAtWidth(forty, "claim");
    await story.press(forty, "button", t("sealed.claim.button", { name: "Kollege 40" }));
    await forty.getByRole("heading", { name: t("game.in.title", { name: "Kollege 40" }) })
      .waitFor();
    await story.lookAtWidth(forty, "place");
    await open(story, forty, pairs, "Kollege 40");

    story.begin("one opens by mail");
    const one = await story.phone();
    await one.goto((await nextAt(server, "k1@example.org")).link);
    await open(story, one, pairs, "Kollege 1");
    await story.lookAtWidth(one, "office-opened");

    story.begin("the organizer peeks");
    const peeked = await claimOf("Kollege 39").inputValue();
    const secret = await story.phone();
    await secret.goto(peeked);
    await story.press(secret, "button", t("sealed.claim.button", { name: "Kollege 39" }));
    await open(story, secret, pairs, "Kollege 39");

    story.begin("its owner asks, and gets a new link");
    const owner = await story.phone();
    await owner.goto(peeked);
    await owner.getByRole("heading", { name: t("errorPage.403.title") }).waitFor();
    await story.lookAtWidth(owner, "claim-ended");
    await story.press(organizer, "link", t("mail.button.organizer"));
    await organizer.locator("#people").waitFor();
    await story.lookAtWidth(organizer, "office-organize");
    await story.press(organizer, "link", "Kollege 39");
    await organizer.locator("#place").waitFor();
    await story.lookAtWidth(organizer, "office-person");
    await story.press(organizer, "button", t("sealed.links.make"));
    await claimOf("Kollege 39").waitFor();
    await story.lookAtWidth(organizer, "office-person-link");

    story.begin("the owner sees who was there before");
    await owner.goto(await claimOf("Kollege 39").inputValue());
    await story.press(owner, "button", t("sealed.claim.button", { name: "Kollege 39" }));
    await owner.getByText(t("sealed.withheld.title")).waitFor();
    const place = owner.locator("#place");
    await place.locator(".rounded-field").waitFor();
    await story.lookAtWidth(owner, "place-after-peek");
    await story.press(owner, "button", t("game.reveal.ask"));
    await owner.getByText(t("named.asked", { organizer: "…" }).split(/[.。]/, 1)[0] ?? "").last()
      .waitFor();
    await story.look(owner, "place-asked");
    await secret.reload();
    await secret.getByRole("heading", { name: t("sealed.handover.title") }).waitFor();
    await story.lookAtWidth(secret, "handover");
    await organizer.goto(organizer.url().replace(/\/people.*/, ""));
    await story.look(organizer, "office-request");

    const all = story.end("office");
    assert(story.cost("links for the twenty without an address").taps === 1);
    assert(all.taps <= 30 && all.keys <= 30, JSON.stringify(all));
    assert.deepEqual(site.problems, []);
  },
);
