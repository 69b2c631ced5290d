import assert from "node:assert/strict";
import { z } from "zod";
import type { ReceiverChange } from "@/lib/game/types.ts";
import { RECEIVER_CHANGES } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { participantViewSchema } from "@/lib/game/view_schemas.ts";
import { startApp, type TestApp, testAppOnBoth } from "./support/app.ts";
import { type CreatedGame, type NewGame, succeeds } from "./support/client.ts";
import { inDays, people } from "./support/games.ts";
import { readWithTokens } from "./support/sealed_games.ts";
import { named, ownRecord } from "./support/views.ts";

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

Deno.test("a participant's page explains each reason in its own words", async () => {
  await using app = await startApp();
  const said = new Set<string>();
  for (const reason of RECEIVER_CHANGES) {
    const game = await createChanged(app, ["P1"], { reason });
    const text = await readOwn(app, game, named(game, "P1").token);
    assert(text.includes(t(`game.changed.${reason}`)), reason);
    assert(text.includes(t("mail.kinds.receiverChanged.subject")), "as the mail says it");
    const card = text.slice(text.indexOf('id="gift"'));
    assert(card.includes(`${t("game.changed.card")} ${t("game.changed.bought")}`));
    assert(!text.includes(t("game.next.open")));
    said.add(t(`game.changed.${reason}`));
    const other = await readOwn(app, game, named(game, "P2").token);
    assert(!other.includes(t("mail.kinds.receiverChanged.subject")), "it is nobody else's news");
  }
  assert.equal(said.size, RECEIVER_CHANGES.length);
});

Deno.test("a participant who asks to leave also sees the changed name; the notice goes once the game is over", async () => {
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
  // The present has been given, so only the card gives the reason.
  assert(!text.includes(t("game.changed.bought")) && !text.includes(t("game.changed.card")));
  assert(RECEIVER_CHANGES.some((why) => text.includes(t(`game.changed.${why}`))));
});

Deno.test("the organizer of many changed names gets a link to all messages; the list and its table name them", async () => {
  await using app = await startApp();
  const changed = ["P1", "P2", "P3", "P4"];
  const game = await createChanged(app, changed, { organizerName: "Olga" });
  const { code, organizerToken } = game;
  const read = async (rest: string) =>
    (await app.client.get(`/games/${code}${rest}`, {
      cookie: `organizer_${code}=${organizerToken}; lang=en`,
    })).text;
  const page = await read("/organize?show=changed");
  assert.match(page, /name="show" value="all"[^]*name="show" value="changed"/);
  assert.match(page, /New name waiting: [^<]*and 2 more</);
  assert.equal(page.match(/New name waiting<\/span>/g)?.length, 4);
  const hidden = [...page.matchAll(/<li data-search[^>]*hidden[^>]*>.*?<a[^>]*>(\w+)/g)]
    .map(([, name]) => name);
  assert.deepEqual(hidden, ["P5", "P6", "P7"]);
  assert.equal((await read("/organize/people.csv")).match(/New name waiting/g)?.length, 4);
  const messages = [...(await read("/created")).matchAll(/data-message="([^"]*)"/g)]
    .map(([, message = ""]) => message);
  assert.equal(messages.filter((one) => one.includes("giving to someone new")).length, 4);
});

Deno.test("a step passes on only the links of the people it names", async () => {
  await using app = await startApp();
  const game = await createChanged(app, ["P1", "P2"]);
  await app.services.store.changeGame(game.code, (before) => {
    assert(before);
    const participants = before.participants.map((one) =>
      one.name === "P7" ? { ...one, firstViewedAt: null, viewedAt: null } : one
    );
    return { game: { ...before, participants }, outbox: null, result: null };
  });
  const { text } = await app.client.get(`/games/${game.code}/organize`, {
    cookie: `organizer_${game.code}=${game.organizerToken}; lang=en`,
  });
  const step = text.slice(text.indexOf('id="needsLink"'));
  const passed = [
    ...step.slice(0, step.indexOf("</details>\n")).matchAll(/data-pass-on="[^"]*=([^"]*)"/g),
  ];
  assert.match(step, /P7 still needs their link/);
  assert.deepEqual(passed.map(([, token]) => token), [named(game, "P7").token]);
});

Deno.test("the organizer's pages of a sealed game do not mention changed names", async () => {
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

testAppOnBoth("a peek or a tick on a stale gift opens no other gift", async (app) => {
  const { client } = app;
  // P1 gives to P2 and keeps P3, who gives to P4. After the change P1 gives to P4, and P3 to P2.
  const game = await client.createGame({
    isProtected: true,
    participants: people(5).map(({ name }) => ({ name })),
    keepers: [["P1", "P3"]],
  });
  const pair = (receivers: Record<string, number>) =>
    app.services.store.changeGame(game.code, (before) => {
      assert(before);
      const participants = before.participants.map((one) => {
        const receiver = receivers[one.name] ?? one.receiver;
        const isOther = one.viewedAt !== null && receiver !== one.receiver;
        return {
          ...one,
          receiver,
          ...isOther && { viewedAt: null, receiverChange: "redrawn" as const },
        };
      });
      return { game: { ...before, participants }, outbox: null, result: undefined };
    });
  await pair({ P1: 2, P2: 3, P3: 4, P4: 5, P5: 1 });
  const at = `/games/${game.code}`;
  const { token } = named(game, "P1");
  const cookie = `participant_${game.code}=${token}; lang=en`;
  const wishOf = async (name: string) => {
    const participantToken = named(game, name).token;
    const wishes = [{ title: `Tea for ${name}` }];
    const body = { action: "setWishes", participantToken, wishes, revision: 0 };
    const view = succeeds(await client.patchGame(game, body), participantViewSchema);
    return z.object({ wishes: z.tuple([z.object({ id: z.string() })]) })
      .parse(ownRecord(view)).wishes[0].id;
  };
  const [own, kept] = [await wishOf("P2"), await wishOf("P4")];
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.fetch(
      new Request(`http://localhost${at}`, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { cookie, "sec-fetch-site": "same-origin", ...headers },
        redirect: "manual",
      }),
    );
  const json = { accept: "application/json" };
  const keptId =
    /name="participantId" value="([^"]+)"/.exec(await readOwn(app, game, token))?.[1] ??
      "";
  assert.equal((await send({ action: "reveal" }, json)).status, 200);
  assert.equal((await send({ action: "reveal", participantId: keptId }, json)).status, 200);
  const marks = [
    { action: "markWish", bought: "yes", wishId: own },
    { action: "markWish", bought: "yes", wishId: kept, participantId: keptId },
    { action: "reveal", again: "yes" },
    { action: "reveal", again: "yes", participantId: keptId },
  ];
  for (const form of marks) assert.equal((await send(form, json)).status, 200);
  await pair({ P1: 4, P2: 3, P3: 2, P4: 5, P5: 1 });
  for (const form of marks) {
    const scripted = await send(form, json);
    assert.equal(scripted.status, 404);
    const answer = await scripted.text();
    assert(!/P[24]|Tea/.test(answer), answer);
    const sent = await send(form);
    assert.equal(sent.status, 303);
    assert.equal(sent.headers.get("location"), at);
    assert.equal(sent.headers.get("set-cookie"), null, "no gift may be shown");
  }
  const stored = await app.services.store.readGame(game.code);
  for (const name of ["P1", "P3"]) {
    const { viewedAt, receiverChange } = named({ participants: stored?.participants ?? [] }, name);
    assert.deepEqual([viewedAt, receiverChange], [null, "redrawn"], `${name} is still told`);
  }
});
