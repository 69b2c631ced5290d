/** Pages that scripts send from after someone else has signed in on the same phone. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Route } from "playwright-core";
import { translator } from "@/lib/i18n/translate.ts";
import { BROWSER_TEST, TestSite, turnTo } from "./support/browser.ts";
import { readMessages, say } from "./support/messages.ts";
import { signIn } from "./support/participants.ts";
import { PHOTOS } from "./support/photos.ts";
import { named, ownRecord } from "./support/views.ts";
import { createWishGame, enter, setWishes, unwrap } from "./support/wish_lists.ts";

const SAID = "Someone else has signed in on this device";

Deno.test(
  "a list that waits to be sent is not stored as someone else’s",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const listOf = async (name: string) => {
      const { token: participantToken } = named(game, name);
      const { wishes } = ownRecord(await site.client.readAsParticipant(game, { participantToken }));
      return wishes?.map(({ title }) => title);
    };
    const page = await enter(site, game, "Ben", true, "/wishes");
    await page.waitForLoadState("networkidle");
    await page.route("**/wishes", (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByLabel("What would you like?").fill("A secret");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Not sent yet").waitFor();
    await signIn(page, game, named(game, "Dan"));
    await page.evaluate("dispatchEvent(new Event('online'));0");
    await page.getByText("Saved.").or(page.getByText(SAID)).first().waitFor();
    assert.deepEqual(await listOf("Dan"), []);
    await page.getByRole("heading", { level: 1, name: "Hello, Dan!" }).waitFor();
    assert(!(await page.content()).includes("A secret"));

    // Back in, its owner finds it, and it is sent.
    await signIn(page, game, named(game, "Ben"));
    await page.goto(`/games/${game.code}/wishes`);
    await page.getByText("Saved.").waitFor();
    assert.deepEqual(await listOf("Ben"), ["A secret"]);
    assert.deepEqual(await listOf("Dan"), []);
  },
);

Deno.test("a photo is not stored as someone else’s", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  await setWishes(site, game, "Ben", [{ title: "Kite" }]);
  const page = await enter(site, game, "Ben", true, "/wishes");
  await page.waitForLoadState("networkidle");
  await page.locator("[data-wish] summary").click();
  await signIn(page, game, named(game, "Dan"));
  const [bytes = new Uint8Array()] = PHOTOS.values();
  const file = { name: "kite.jpg", mimeType: "image/jpeg", buffer: Buffer.from(bytes) };
  await page.locator("[data-wish] input[type=file]").setInputFiles(file);
  const photo = page.locator("[data-wish] summary img");
  await photo.or(page.getByText(SAID)).first().waitFor();
  assert.equal(await photo.count(), 0);
  await page.getByText(SAID).waitFor();
});

Deno.test("an answer with one click is not sent as someone else’s", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  const [giver, receiver, dan] = [named(game, "Annegret"), named(game, "Ben"), named(game, "Dan")];
  const t = translator("en");
  await site.client.readAsParticipant(game, { participantToken: giver.token });
  const ask = (text: string) => say(site.client, game, giver, { to: "receiver", text });
  await ask("Tea?");
  const page = await enter(site, game, "Ben", true, "/whisper?with=giver");
  await page.waitForLoadState("networkidle");
  // The page has replaced the forms of the thread by now.
  await ask("Or coffee?");
  await turnTo(page);
  await page.getByText("Or coffee?").waitFor();
  await signIn(page, game, dan);
  await page.getByRole("button", { name: t("whisper.answers.surprise") }).click();
  await page.locator("#thread li").getByText(t("whisper.answers.surprise"))
    .or(page.getByText(t("common.failed"))).or(page.getByText(SAID)).first().waitFor();
  assert.equal(await page.getByText(SAID).count(), 1);
  for (const one of [dan, receiver]) {
    const { toGiver } = await readMessages(site.client, game, one);
    assert.deepEqual(toGiver.filter(({ mine }) => mine), [], one.name);
  }
});

Deno.test("a gift is not opened as someone else", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  const page = await enter(site, game, "Ben");
  await page.waitForLoadState("networkidle");
  await signIn(page, game, named(game, "Dan"));
  await page.getByRole("button", { name: "Open it" }).click();
  await page.getByRole("alert").or(page.getByText(SAID)).or(page.locator(".gift-wish")).first()
    .waitFor();
  assert.equal(await page.getByText(SAID).count(), 1);
  const stored = await site.services.store.readGame(game.code);
  assert.deepEqual(stored?.participants.map(({ viewedAt }) => viewedAt), [null, null, null, null]);
});

Deno.test(
  "a gift is not opened as someone else when the page itself asks, without its script or after an error",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const ways: Record<string, (route: Route) => Promise<void>> = {
      "the script is gone": async (route) =>
        await (route.request().resourceType() === "script" ? route.abort() : route.fallback()),
      "the service is busy": async (route) =>
        await (route.request().resourceType() === "fetch" && route.request().method() === "POST"
          ? route.fulfill({ status: 503 })
          : route.fallback()),
    };
    for (const [way, answer] of Object.entries(ways)) {
      const game = await createWishGame(site);
      const page = await enter(site, game, "Ben");
      await page.waitForLoadState("networkidle");
      await page.route("**/*", answer);
      await signIn(page, game, named(game, "Dan"));
      const next = page.waitForEvent("load");
      await page.getByRole("button", { name: "Open it" }).click();
      await next;
      const stored = await site.services.store.readGame(game.code);
      const viewed = stored?.participants.filter(({ viewedAt }) => viewedAt !== null);
      assert.deepEqual(viewed?.map(({ name }) => name), [], way);
      assert.equal(await page.getByText(SAID).count(), 1, way);
    }
  },
);

Deno.test("an answer to a gift is not given as someone else", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  await setWishes(site, game, "Ben", [{ title: "Kite" }]);
  const names = ["I’ll take this one", "I’m happy with this name"];
  for (const [name, isRefused] of names.flatMap((one) => [[one, false], [one, true]] as const)) {
    const page = await enter(site, game, "Annegret");
    await page.waitForLoadState("networkidle");
    await unwrap(page);
    await signIn(page, game, named(game, "Dan"));
    // The page then sends the form itself, to show the error.
    const refuse = (route: Route) => route.fulfill({ status: 500 });
    if (isRefused) await page.route(`**/games/${game.code}`, refuse, { times: 1 });
    const next = page.waitForEvent("load");
    await page.getByRole("button", { name }).click();
    await next;
    assert.equal(await page.getByText(SAID).count(), 1, `${name}, refused: ${isRefused}`);
    const stored = await site.services.store.readGame(game.code);
    const confirmed = stored?.participants.filter((one) => one.hasConfirmedAssignment);
    assert.deepEqual(confirmed, []);
  }
});
