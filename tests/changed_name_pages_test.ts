import assert from "node:assert/strict";
import type { ReceiverChange } from "@/lib/game/types.ts";
import { RECEIVER_CHANGES } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { startApp, type TestApp } from "./support/app.ts";
import type { CreatedGame, NewGame } from "./support/client.ts";
import { inDays, people } from "./support/games.ts";
import { readWithTokens } from "./support/sealed_games.ts";
import { named } from "./support/views.ts";

const t = translator("en");

/** A game of seven in which some have a different receiver since they opened their gift. */
async function createChanged(
  { client, services: { store } }: TestApp,
  changed: readonly string[],
  { reason = "left", ...body }: Partial<NewGame> & { reason?: ReceiverChange } = {},
): Promise<CreatedGame> {
  const game = await client.createGame({ participants: people(7), isProtected: true, ...body });
  await store.changeGame(game.code, (before) => {
    assert(before);
    const participants = before.participants.map((one) => ({
      ...one,
      firstViewedAt: new Date().toISOString(),
      viewedAt: changed.includes(one.name) ? null : new Date().toISOString(),
      receiverChange: changed.includes(one.name) ? reason : null,
    }));
    return { game: { ...before, participants }, outbox: null, result: null };
  });
  return game;
}

async function readOwn({ client }: TestApp, { code }: CreatedGame, token: string): Promise<string> {
  return (await client.get(`/games/${code}`, { cookie: `participant_${code}=${token}; lang=en` }))
    .text;
}

Deno.test("a participant's page says each reason in words of its own", async () => {
  await using app = await startApp();
  const said = new Set<string>();
  for (const reason of RECEIVER_CHANGES) {
    const game = await createChanged(app, ["P1"], { reason });
    const text = await readOwn(app, game, named(game, "P1").token);
    assert(text.includes(t(`game.changed.${reason}`)), reason);
    assert(text.includes(t("mail.kinds.receiverChanged.subject")), "as the mail says it");
    assert(text.includes(t("game.changed.card")));
    assert(text.includes(t("game.changed.bought")));
    assert(!text.includes(t("game.next.open")));
    said.add(t(`game.changed.${reason}`));
    const other = await readOwn(app, game, named(game, "P2").token);
    assert(!other.includes(t("mail.kinds.receiverChanged.subject")), "it is nobody else's news");
  }
  assert.equal(said.size, RECEIVER_CHANGES.length);
});

Deno.test("a changed name is told to who asks to leave, too, and no more at the head once all is over", async () => {
  await using app = await startApp();
  const game = await createChanged(app, ["P1"]);
  const { token } = named(game, "P1");
  await app.fetch(
    new Request(`http://localhost/games/${game.code}`, {
      method: "POST",
      headers: { cookie: `participant_${game.code}=${token}`, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ action: "leaveGame" }),
    }),
  );
  const leaving = await readOwn(app, game, token);
  assert(leaving.includes(t("place.stay")) && leaving.includes(t("game.changed.forget")));
  const over = await createChanged(app, ["P1"], { date: inDays(0) });
  await app.services.store.changeGame(over.code, (before) => {
    assert(before);
    return { game: { ...before, date: inDays(-2) }, outbox: null, result: null };
  });
  const text = await readOwn(app, over, named(over, "P1").token);
  assert(!text.includes(t("game.changed.forget")));
  // Nothing is left to hide from people nearby: the card only says why.
  assert(!text.includes(t("game.changed.card")));
  assert(RECEIVER_CHANGES.some((why) => text.includes(t(`game.changed.${why}`))));
});

Deno.test("the organizer of many changed names gets the way to all messages, the list and its table name them", async () => {
  await using app = await startApp();
  const changed = ["P1", "P2", "P3", "P4"];
  const game = await createChanged(app, changed, { organizerName: "Olga" });
  const { code, organizerToken } = game;
  const read = async (rest: string) =>
    (await app.client.get(`/games/${code}${rest}`, {
      cookie: `organizer_${code}=${organizerToken}; lang=en`,
    })).text;
  const page = await read("/organize?show=changed");
  assert.match(page, /and 2 more don’t know about the new names yet/);
  assert.equal(page.match(/New name waiting<\/span>/g)?.length, 4);
  const hidden = [...page.matchAll(/<li data-search[^>]*hidden[^>]*>.*?<a[^>]*>(\w+)/g)]
    .map(([, name]) => name);
  assert.deepEqual(hidden, ["P5", "P6", "P7"]);
  assert.equal((await read("/organize/people.csv")).match(/New name waiting/g)?.length, 4);
  const messages = [...(await read("/created")).matchAll(/data-message="([^"]*)"/g)]
    .map(([, message = ""]) => message);
  assert.equal(messages.filter((one) => one.includes("giving to someone new")).length, 4);
});

Deno.test("of a sealed game its organizer's pages say nothing of changed names", async () => {
  await using app = await startApp();
  const game = await createChanged(app, ["P1", "P2"], { isSealed: true });
  const { code, organizerToken } = game;
  for (const rest of ["/organize", "/organize?show=changed", "/organize/people.csv", "/created"]) {
    const { text } = await app.client.get(`/games/${code}${rest}`, {
      cookie: `organizer_${code}=${organizerToken}; lang=en`,
    });
    assert.doesNotMatch(text, /[Nn]ew name|someone new/, rest);
  }
  const own = named(await readWithTokens(app, game, "P1"), "P1");
  assert((await readOwn(app, game, own.token)).includes(t("game.changed.left")));
});
