import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { translator } from "@/lib/i18n/translate.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  scriptWeight,
  TestSite,
  turnTo,
} from "./support/browser.ts";
import { startApp } from "./support/app.ts";
import { SetClock } from "./support/clock.ts";
import { inDays } from "./support/games.ts";
import { conversation, readMessages, say, textsOf } from "./support/messages.ts";
import { enterAsParticipant, signIn } from "./support/participants.ts";
import { until } from "./support/until.ts";
import { withoutKeys } from "./support/views.ts";
import { setWishes } from "./support/wish_lists.ts";
import { sample } from "./support/sample.ts";

const PICTURES = Deno.env.get("PICTURES");

async function look(page: Page, name: string): Promise<void> {
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

Deno.test({
  ...BROWSER_TEST,
  name: "two people talk at 360 px, in German and in Japanese, and see it live",
  async fn() {
    await using site = await TestSite.open();
    const game = await site.client.createGame({
      name: "Winterfest",
      isProtected: true,
      participants: ["Anna", "Yuki", "Cleo", "Dan"].map((name) => ({ name })),
    });
    const { giver, receiver } = conversation(game, "Yuki");
    const [de, ja] = [translator("de"), translator("ja")];
    for (const [{ id: participantId }, language] of [[giver, "de"], [receiver, "ja"]] as const) {
      await site.client.manage(game, "updateParticipantDetails", { participantId, language });
    }
    await site.client.readAsParticipant(game, { participantToken: giver.token });

    const asking = await site.visit({ language: "de" });
    await enterAsParticipant(asking, game, giver);
    await asking.getByRole("link", { name: de("whisper.card.open") }).click();
    await assertNoSidewaysScroll(asking);
    await asking.getByRole("button", { name: de("whisper.questions.colour") }).click();
    await asking.locator("#thread").getByText(de("whisper.questions.colour")).waitFor();

    const answering = await site.visit({ language: "ja" });
    await enterAsParticipant(answering, game, receiver);
    await answering.locator("#whisper").getByText(ja("game.next.unread", { count: 1 })).waitFor();
    await answering.getByRole("link", { name: ja("whisper.card.open") }).click();
    await answering.getByText(ja("whisper.questions.colour")).waitFor();
    const field = answering.getByRole("textbox", { name: ja("common.yourMessage") });
    await field.fill("青が好きです。\n冬の海のような青。");
    await answering.getByRole("button", { name: ja("whisper.send") }).click();
    await answering.locator("#thread").getByText("冬の海のような青。").waitFor();
    // The message appears a moment before its field is emptied.
    await until(async () => await field.inputValue() === "", "an empty field");
    // Without a reload.
    await asking.locator("#thread").getByText("冬の海のような青。").waitFor();
    await asking.getByLabel(de("common.yourMessage")).fill("Danke! Und magst du Überraschungen?");
    await asking.getByRole("button", { name: de("whisper.send") }).click();
    await asking.locator("#thread").getByText("Überraschungen?").waitFor();
    await asking.getByRole("button", { name: de("whisper.questions.surpriseOrWish") }).click();
    await answering.getByText(ja("whisper.questions.surpriseOrWish")).waitFor();
    await look(asking, "whisper-de");
    // The structure is the same in every language.
    await assertNoSidewaysScroll(answering);
    await answering.reload();
    await answering.getByRole("button", { name: ja("whisper.answers.surprise") }).click();
    await asking.locator("#thread").getByText(ja("whisper.answers.surprise")).waitFor();
    const { toReceiver } = await readMessages(site.client, game, giver);
    assert.deepEqual(textsOf(toReceiver), [
      "> colour",
      "< 青が好きです。\n冬の海のような青。",
      "> Danke! Und magst du Überraschungen?",
      "> surpriseOrWish",
      `< ${ja("whisper.answers.surprise")}`,
    ]);
    for (const [page, other] of [[asking, "Yuki"], [answering, "Anna"]] as const) {
      assert(!(await page.content()).includes(other), "neither is named");
      assert(!page.url().includes(other));
    }
    const cookie = `participant_${game.code}=${giver.token}`;
    const weight = await scriptWeight(site, `/games/${game.code}/whisper?with=giver`, { cookie });
    assert(weight > 0 && weight <= 15 * 1024, `${weight} bytes of JavaScript`);
    assert.deepEqual(site.problems, []);
  },
});

Deno.test({
  ...BROWSER_TEST,
  name: "what is typed while a message is sent stays, and so do focus, place and what was read",
  async fn() {
    await using site = await TestSite.open();
    const game = await site.client.createGame({ isProtected: true });
    const { giver, receiver } = conversation(game, "P1");
    const t = translator("en");
    await site.client.readAsParticipant(game, { participantToken: giver.token });
    const long = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join("\n");
    await say(site.client, game, giver, { to: "receiver", text: long });
    const page = await site.visit();
    // As on a page that is not secure.
    await page.addInitScript("delete Crypto.prototype.randomUUID");
    await signIn(page, game, receiver);
    await page.goto(`/games/${game.code}/whisper?with=giver`, { waitUntil: "networkidle" });
    const thread = page.locator("#thread");
    const first = await thread.locator("li").first().elementHandle();

    // One tap answers and removes its button.
    await page.getByRole("button", { name: t("whisper.answers.surprise") }).press("Enter");
    await thread.locator("li").getByText(t("whisper.answers.surprise")).waitFor();
    assert(await thread.evaluate((element) => element.matches(":focus")));

    let answer = () => {};
    const answered = new Promise<void>((resolve) => answer = resolve);
    await page.route("**/whisper?*", async (route) => {
      await answered;
      await route.continue();
    }, { times: 1 });
    const field = page.getByLabel(t("common.yourMessage"));
    await field.fill("Green tea.");
    await page.getByRole("button", { name: t("whisper.send") }).click();
    await field.press("End");
    await field.pressSequentially(" No sugar");
    answer();
    await thread.getByText("Green tea.").waitFor();
    await until(async () => await field.inputValue() === "No sugar", "what was typed since");
    await page.getByRole("button", { name: t("whisper.send") }).click();
    await thread.getByText("No sugar").waitFor();
    // The message appears a moment before its field is emptied.
    await until(async () => await field.inputValue() === "", "an empty field");

    assert.equal(await page.getByText(t("common.failed")).count(), 0);

    // A reader who has scrolled up can continue reading.
    await thread.evaluate((element) => element.scrollTop = 0);
    await say(site.client, game, giver, { to: "receiver", text: "Noted" });
    await turnTo(page);
    await thread.getByText("Noted").waitFor();
    assert.equal(await thread.evaluate(({ scrollTop }) => scrollTop), 0);
    assert(await first?.evaluate(({ isConnected }) => isConnected), "nothing is read out again");
    const { toGiver } = await readMessages(site.client, game, receiver);
    assert.deepEqual(textsOf(toGiver).slice(1), [
      `> ${t("whisper.answers.surprise")}`,
      "> Green tea.",
      "> No sugar",
      "< Noted",
    ]);
    assert.deepEqual(site.problems, []);
  },
});

Deno.test("a giver is asked to leave out their name as long as it is a secret", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ isProtected: true });
  const { giver, receiver } = conversation(game, "P1");
  const t = translator("en");
  await app.client.readAsParticipant(game, { participantToken: giver.token });
  const isAsked = async ({ token }: typeof giver, partner: string) => {
    const cookie = `participant_${game.code}=${token}; lang=en`;
    const { text } = await app.client.get(`/games/${game.code}/whisper?with=${partner}`, {
      cookie,
    });
    return text.includes(t("whisper.hint"));
  };
  assert(await isAsked(giver, "receiver"));
  await say(app.client, game, giver, { to: "receiver", text: "Tea or coffee?" });
  assert(await isAsked(giver, "receiver"), "also after the first message");
  assert(!await isAsked(receiver, "giver"));
});

Deno.test("a person who only lists items can answer with their list, and is not asked for one", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ isProtected: true });
  const { giver, receiver } = conversation(game, "P1");
  const t = translator("en");
  await app.client.readAsParticipant(game, { participantToken: giver.token });
  await say(app.client, game, giver, { to: "receiver", question: "pleaseWish" });
  const read = async () => {
    const answer = await app.fetch(
      new Request(`http://localhost/games/${game.code}/whisper?with=giver`, {
        headers: { cookie: `participant_${game.code}=${receiver.token}` },
      }),
    );
    const text = await answer.text();
    return [t("whisper.answers.wish"), t("game.wish.add")].map((one) => text.includes(one));
  };
  assert.deepEqual(await read(), [false, true]);
  await setWishes(app, game, "P1", [{ title: "Tea" }]);
  assert.deepEqual(await read(), [true, false]);
});

Deno.test({
  ...BROWSER_TEST,
  name: "without scripts the conversations go by forms, and a doubled form sends once",
  async fn() {
    await using site = await TestSite.open();
    const game = await site.client.createGame({ isProtected: true });
    const { giver, receiver } = conversation(game, "P1");
    const t = translator("en");
    const page = await site.visit({ hasScript: false });
    await signIn(page, game, giver);
    await page.goto(`/games/${game.code}/whisper?with=receiver`);
    await page.getByText(t("whisper.closed")).waitFor();
    assert(!withoutKeys(await page.content()).includes("P1"));
    await site.client.readAsParticipant(game, { participantToken: giver.token });
    await page.reload();
    await page.getByLabel(t("common.yourMessage")).fill("Tea?");
    // The same form once more, like a double click.
    const form = page.locator("form").filter({ has: page.locator("textarea") });
    const key = await form.locator("input[name=key]").getAttribute("value") ?? "";
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    await page.getByRole("button", { name: t("whisper.send") }).click();
    await page.locator("#thread").getByText("Tea?").waitFor();
    const again = await fetch(`${site.url}/games/${game.code}/whisper?with=receiver`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ action: "sendMessage", text: "Tea?", key }),
      redirect: "manual",
    });
    assert.equal(again.status, 303);
    await again.body?.cancel();
    await page.getByText(t("whisper.questionsTitle")).click();
    await page.getByRole("button", { name: t("whisper.questions.pleaseWish") }).click();
    const { toGiver } = await readMessages(site.client, game, receiver);
    assert.deepEqual(textsOf(toGiver), ["< Tea?", "< pleaseWish"]);
    await page.getByRole("button", { name: t("whisper.mute") }).click();
    await page.getByText(t("whisper.unmute")).waitFor();
    assert.deepEqual((await readMessages(site.client, game, giver)).muted, {
      receiver: true,
      giver: false,
    });
    const path = `/games/${game.code}/whisper`;
    const other = await site.client.get(`${path}?with=giver`, {
      cookie: `participant_${game.code}=${receiver.token}`,
      "accept-language": "en",
    });
    const links = [...other.text.matchAll(/<a\b[^>]* href="([^"]*)"[^>]*>(?:<[^>]*>)*([^<]*)/g)];
    assert.deepEqual(
      links.filter(([, , name]) => name === t("game.wish.add")).map(([, href]) => href),
      [`/games/${game.code}#wishes`],
    );
    const nobody = await fetch(site.url + path, { redirect: "manual" });
    await nobody.body?.cancel();
    assert.equal(nobody.headers.get("location"), `/games/${game.code}`);
    assert.deepEqual(site.problems, []);
  },
});

/** Waits until animations have ended. */
const still = (page: Page) => page.waitForTimeout(PICTURES ? 1300 : 0);

for (const count of sample([12, 60])) {
  Deno.test({
    ...BROWSER_TEST,
    name: `the finale shows ${count} gifts on a big screen, by keys alone`,
    async fn() {
      await using site = await TestSite.open();
      using clock = new SetClock();
      const game = await site.client.createGame({
        reveal: "afterEvent",
        isSealed: true,
        date: inDays(1),
        participants: Array.from({ length: count }, (_, index) => ({
          name: index === 0 ? "Maximiliane von Hohenstein" : `Person ${index + 1}`,
        })),
      });
      const t = translator("en");
      const page = await site.visit({ width: 1920, hasMotion: true });
      await page.setViewportSize({ width: 1920, height: 1080 });
      await signIn(page, game, { token: game.organizerToken }, "organizer");
      // The shorter show is waited for and checked; the longer one only has more gifts.
      if (count === 12) {
        await page.goto(`/games/${game.code}/organize/finale`);
        assert.equal(await page.getByRole("button", { name: t("finale.start") }).count(), 0);
        await assertNoSidewaysScroll(page);
      }
      clock.move(49);
      await page.goto(`/games/${game.code}/organize/finale`);
      if (count === 12) await look(page, "finale-begin");
      else await assertNoSidewaysScroll(page);
      await page.getByRole("button", { name: t("finale.start") }).press("Enter");
      const seen: string[] = [];
      for (let gift = 1; gift <= count; gift++) {
        const progress = t("common.progress", { number: gift, total: count });
        await page.getByText(progress, { exact: true }).waitFor();
        const names = page.locator("dialog[open] .font-display");
        assert.equal(await names.count(), 1, "who gets it is not in the page yet");
        const picture = gift === 1 || gift === count;
        if (picture && PICTURES) {
          await still(page);
          await page.screenshot({ path: `${PICTURES}/finale-${count}-${gift}-closed.png` });
        }
        await page.keyboard.press(gift % 2 ? "Space" : "ArrowRight");
        await names.nth(1).waitFor();
        if (picture) {
          await still(page);
          if (PICTURES) {
            await page.screenshot({ path: `${PICTURES}/finale-${count}-${gift}-open.png` });
          }
          const sizes = await names.evaluateAll((all) =>
            all.map((one) => parseFloat(getComputedStyle(one).fontSize))
          );
          // Letters of 5 cm are readable at 10 meters: a tenth of the height of a 1.5 m screen.
          assert(Math.min(...sizes) >= 100, `${sizes} pixels`);
          await assertNoSidewaysScroll(page);
        }
        seen.push((await names.allTextContents()).join(" > "));
        await page.keyboard.press("Enter");
      }
      await page.getByText(t("finale.end")).waitFor();
      await still(page);
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/finale-${count}-end.png` });
      const view = await site.client.readAsOrganizer(game);
      const names = new Map(view.participants.map(({ id, name }) => [id, name]));
      const pairs = view.revealed?.map(({ giverId, receiverId }) =>
        `${names.get(giverId)} > ${names.get(receiverId)}`
      );
      assert.deepEqual(seen.toSorted(), pairs?.toSorted());
      await page.keyboard.press("ArrowLeft");
      await page.getByText(t("common.progress", { number: count, total: count })).waitFor();
      assert.deepEqual(site.problems, []);
    },
  });
}

Deno.test({
  ...BROWSER_TEST,
  name: "the finale also works on a phone, is a list without scripts, and is turned on in time",
  async fn() {
    await using site = await TestSite.open();
    using clock = new SetClock();
    const game = await site.client.createGame({ date: inDays(1), isProtected: true });
    const t = translator("en");
    const page = await site.visit({ hasTouch: true });
    await signIn(page, game, { token: game.organizerToken }, "organizer");
    const path = `/games/${game.code}/organize/finale`;
    await page.goto(path);
    await page.getByText(t("finale.offNow")).waitFor();
    await page.getByRole("button", { name: t("finale.turnOn") }).click();
    await page.getByRole("button", { name: t("finale.turnOff") }).waitFor();
    await look(page, "finale-phone-to-come");
    const { giver, receiver } = conversation(game, "P1");
    await site.client.readAsParticipant(game, { participantToken: receiver.token });
    await page.getByRole("button", { name: t("finale.turnOff") }).click();
    await page.getByText(t("errors.code.CANNOT_REVEAL")).waitFor();
    await page.goto(path);
    assert.equal(await page.getByRole("button", { name: t("finale.turnOn") }).count(), 0);

    const other = await site.client.createGame({
      date: inDays(1),
      isProtected: true,
      reveal: "afterEvent",
    });
    clock.move(49);
    await signIn(page, other, { token: other.organizerToken }, "organizer");
    await page.goto(`/games/${other.code}/organize/finale`);
    await page.getByText(t("finale.lead")).waitFor();
    await page.getByRole("button", { name: t("finale.start") }).tap();
    await page.locator("dialog[open] .font-display").tap();
    await page.locator("dialog[open] .font-display").nth(1).waitFor();
    await still(page);
    await assertNoSidewaysScroll(page);
    await look(page, "finale-phone-open");
    // The window fills the screen, so the test cannot change its size.
    const devtools = await page.context().newCDPSession(page);
    for (const [width, height] of [[800, 360], [1280, 800], [360, 800]] as const) {
      const size = { width, height, deviceScaleFactor: 1, mobile: false };
      await devtools.send("Emulation.setDeviceMetricsOverride", size);
      const [whole, scene, button] = await Promise.all(
        ["dialog[open]", ".finale-scene", "dialog[open] button"].map((one) =>
          page.locator(one).first().boundingBox()
        ),
      );
      assert.deepEqual(whole, { x: 0, y: 0, width, height }, "the show fills the screen");
      assert(scene && button && scene.y + scene.height <= button.y, "no button lies on the scene");
    }

    const plain = await site.visit({ hasScript: false });
    await signIn(plain, other, { token: other.organizerToken }, "organizer");
    await plain.goto(`/games/${other.code}/organize/finale`);
    await plain.locator("summary").filter({ hasText: t("finale.all") }).click();
    assert.equal(await plain.locator("ol li").filter({ visible: true }).count(), 4);
    assert(!await plain.getByText(t("finale.lead")).isVisible(), "there is no show");

    const thankful = await site.visit();
    await signIn(thankful, game, receiver);
    await thankful.goto(`/games/${game.code}/whisper?with=giver`);
    await thankful.locator("#thanks-text").fill(
      "The socks are lovely",
    );
    await thankful.getByRole("button", { name: t("thanks.send") }).click();
    await thankful.getByText(t("thanks.sent")).waitFor();
    await look(thankful, "thanks-sent");
    await site.client.readAsParticipant(game, { participantToken: giver.token });
    await say(site.client, game, giver, { to: "receiver", text: "You are welcome" });
    const thanked = await site.visit();
    await signIn(thanked, game, giver);
    await thanked.goto(`/games/${game.code}/whisper?with=receiver`);
    await thanked.getByText("The socks are lovely").waitFor();
    await assertNoSidewaysScroll(thanked);
    const revealed = await site.visit();
    await enterAsParticipant(revealed, other, conversation(other, "P1").giver);
    await revealed.getByRole("heading", { name: t("finale.all") }).waitFor();
    await assertNoSidewaysScroll(revealed);
    // Once everyone knows the pairs there is no secret, so no one is asked to leave out their name.
    await revealed.goto(`/games/${other.code}/whisper?with=receiver`);
    await revealed.getByText(t("whisper.leadRevealed")).waitFor();
    assert.equal(await revealed.getByText(t("whisper.hint")).count(), 0);
    assert.deepEqual(site.problems, []);
  },
});
