/** What an organizer may not do to a sealed game because it would reveal a pair. */
import assert from "node:assert/strict";
import { drawDue } from "@/lib/operations/draw_due.ts";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import { type CreatedGame, refuses } from "../support/client.ts";
import { inDays, people } from "../support/games.ts";
import { named } from "../support/views.ts";

/** These rules leave one draw among four people: P1 > P2 > P3 > P4 > P1. */
const SEVEN: [string, string][] = [
  ["P1", "P3"],
  ["P1", "P4"],
  ["P2", "P1"],
  ["P2", "P4"],
  ["P3", "P1"],
  ["P3", "P2"],
  ["P4", "P2"],
];

const SEALED = { name: "Sealed", date: inDays(30), isSealed: true };

function organize({ client }: TestApp, game: CreatedGame, action: Record<string, unknown>) {
  return client.patchGame(game, { organizerToken: game.organizerToken, ...action });
}

testAppOnBoth("rules that reveal a pair are refused in sealed games only", async (app) => {
  const { client, services } = app;
  const telling = { participants: people(4), oneWayExclusions: SEVEN };
  refuses(await client.post("/api/games", { ...SEALED, ...telling }), 400, "RULES_TELL_PAIRS");
  const open = await client.createGame(telling);

  const round = await client.createGame({ ...SEALED, ...telling, draw: "later" });
  refuses(await organize(app, round, { action: "drawNames" }), 400, "RULES_TELL_PAIRS");
  await client.manage(round, "setExclusions", { oneWayExclusions: [] });
  await client.manage(round, "drawNames", {});

  const set = (oneWayExclusions: unknown) =>
    organize(app, round, { action: "setExclusions", oneWayExclusions });
  refuses(await set(SEVEN), 400, "RULES_TELL_PAIRS");
  assert.deepEqual((await client.readAsOrganizer(round)).oneWayExclusions, [], "nothing is stored");
  const impossible = [["P1", "P2"], ["P1", "P3"], ["P1", "P4"]];
  refuses(await set(impossible), 400, "DRAW_IMPOSSIBLE");
  const couples = [["P1", "P2"], ["P3", "P4"]];
  const halves = await organize(app, round, { action: "setExclusions", exclusions: couples });
  assert.equal(halves.status, 200, "four draws, each pair in two of them");

  const { organizerToken } = open;
  const sealing = { date: inDays(40), organizerToken, isSealed: true };
  refuses(await client.repeatGame(open, sealing), 400, "RULES_TELL_PAIRS");
  const stored = await services.store.readGame(open.code);
  assert.equal(stored?.isRemembered, false, "and it costs nothing");
});

testAppOnBoth(
  "no one leaves or joins a sealed game if the rules would then reveal a pair",
  async (app) => {
    const { client, services } = app;
    // Without P5, P3 gives to P2 or P4, and one of the four pairs is in three of four draws.
    const game = await client.createGame({
      ...SEALED,
      participants: people(5),
      oneWayExclusions: [["P3", "P1"], ["P1", "P2"]],
    });
    const leave = { action: "removeParticipant", participantId: named(game, "P5").id };
    refuses(await organize(app, game, leave), 400, "RULES_TELL_PAIRS");
    assert.equal((await client.readAsOrganizer(game)).participants.length, 5);

    // An earlier release drew such games: they stay valid, but cannot be redrawn.
    await services.store.changeGame(game.code, (stored) => {
      assert(stored);
      const participants = stored.participants.map((one) => ({
        ...one,
        receiver: one.number % 5 + 1,
        oneWayExclusions: one.number === 1 ? [3, 4, 5] : one.number === 2 ? [] : [2],
      }));
      return { game: { ...stored, participants }, outbox: null, result: undefined };
    });
    const newcomer = { participantName: "Zed" };
    const { invitationToken } = game;
    const join = { action: "joinInvitation", invitationToken, ...newcomer };
    refuses(await client.patchGame(game, join), 400, "RULES_TELL_PAIRS");
    const add = { action: "addParticipant", ...newcomer };
    refuses(await organize(app, game, add), 400, "RULES_TELL_PAIRS");
    const claim = { action: "issueClaim", participantId: named(game, "P5").id };
    assert.equal((await organize(app, game, claim)).status, 200, "and all else goes on");
  },
);

testAppOnBoth("keepers count as rules", async (app) => {
  const { client } = app;
  const participants = people(4).map(({ name }) => ({ name }));
  // P1 gives only to P4 and receives only from P4.
  const keepers: [string, string][] = [["P1", "P2"], ["P1", "P3"]];
  const body = { ...SEALED, participants, keepers };
  refuses(await client.post("/api/games", body), 400, "RULES_TELL_PAIRS");
  const round = await client.createGame({ ...SEALED, participants, draw: "later" });
  await client.manage(round, "setKeepers", { keepers });
  refuses(await organize(app, round, { action: "drawNames" }), 400, "RULES_TELL_PAIRS");
});

testAppOnBoth("the organizer can read why a scheduled draw did not happen", async (app) => {
  const { client, services, fetch } = app;
  const drawAt = new Date(Date.now() + 60_000);
  const game = await client.createGame({
    ...SEALED,
    participants: people(4),
    oneWayExclusions: SEVEN,
    draw: "later",
    drawAt: drawAt.toISOString(),
  });
  await drawDue(services, new Date(drawAt.getTime() + 1000));
  const view = await client.readAsOrganizer(game);
  assert.equal(view.state, "gathering");
  assert.equal(view.drawProblem?.code, "RULES_TELL_PAIRS");
  assert.match(view.drawProblem.error, /remove a rule/);
  const page = async () => {
    const headers = { cookie: `organizer_${game.code}=${game.organizerToken}; lang=en` };
    const url = `http://localhost/games/${game.code}/organize`;
    return await (await fetch(new Request(url, { headers }))).text();
  };
  const told = await page();
  assert.match(told, /leave so few possible draws that someone could figure out/);
  assert.match(told, /organize\/apart/, "and how to mend it");
  await client.manage(game, "setExclusions", { oneWayExclusions: [] });
  assert.match(await page(), /It is now: you can draw/);
});

testAppOnBoth("pages show the refusal at the rules and keep what was typed", async (app) => {
  const { client } = app;
  const told = /leave so few possible draws that someone could figure out/;
  const created = await post(app, "/create", "", [
    ["name", "Sealed"],
    ["date", inDays(30)],
    ["currency", "EUR"],
    ["language", "en"],
    ["key", crypto.randomUUID()],
    ["people", "P1\nP2\nP3\nP4"],
    ["exclusions", "P1, P2\nP1, P3"],
    ["isSealed", "on"],
  ]);
  assert.equal(created.status, 400);
  assert.match(created.text, told);
  assert.match(created.text, /P1, P3/);
  const kept = await post(app, "/create", "", [
    ["name", "Sealed"],
    ["date", inDays(30)],
    ["currency", "EUR"],
    ["language", "en"],
    ["key", crypto.randomUUID()],
    ["people", "P1\nP2\nP3\nP4\nP5\nP6"],
    ["keepers", "P1, P2, P3, P4, P5"],
    ["isSealed", "on"],
  ]);
  assert.equal(kept.status, 400);
  const field = /<textarea[^>]*name="keepers"[^]*?<\/div>/.exec(kept.text)?.[0] ?? "";
  assert.match(field, /up to three others who have no email address/);
  assert.match(field, /P1, P2, P3, P4, P5/);

  const game = await client.createGame({ ...SEALED, participants: people(4) });
  const { organizerToken } = game;
  await client.manage(game, "setExclusions", { exclusions: [["P1", "P2"]] });
  const cookie = `organizer_${game.code}=${organizerToken}`;
  const [one, other] = [named(game, "P1").id, named(game, "P3").id];
  const apart = await post(app, `/games/${game.code}/organize/apart`, cookie, [
    ["member", one],
    ["member", other],
  ]);
  assert.equal(apart.status, 400);
  assert.match(apart.text, told);
  const ticked = [...apart.text.matchAll(/<input[^>]*name="member"[^>]*>/g)]
    .flatMap(([box]) => box.includes("checked") ? /value="([^"]*)"/.exec(box)?.[1] : []);
  assert.deepEqual(new Set(ticked), new Set([one, other]));
});

/** Submits a page's form, in English. */
async function post({ fetch }: TestApp, path: string, cookie: string, fields: string[][]) {
  const body = new URLSearchParams(fields);
  const headers = { cookie: `${cookie}; lang=en`, "sec-fetch-site": "same-origin" };
  const request = new Request(`http://localhost${path}`, { method: "POST", headers, body });
  const answer = await fetch(request);
  return { status: answer.status, text: await answer.text() };
}

testAppOnBoth(
  "only its owner can write a sealed wish",
  async ({ client, services, fetch }) => {
    const url = "https://organizer.example/log";
    const participants = people(4).map((one) => ({ ...one, wish: "Tea" }));
    const game = await client.createGame({ ...SEALED, participants });
    const { organizerToken } = game;
    const { id: participantId } = named(game, "P2");
    const write = (rest: Record<string, unknown>) =>
      client.patchGame(game, {
        action: "updateParticipantDetails",
        organizerToken,
        participantId,
        ...rest,
      });
    refuses(await write({ wish: url }), 400, "WISH_IS_SEALED");
    refuses(await write({ desiredGift: url }), 400, "WISH_IS_SEALED");
    refuses(await write({ wish: "" }), 400, "WISH_IS_SEALED");
    refuses(
      await client.patchGame(game, {
        action: "addParticipant",
        organizerToken,
        participantName: "Zed",
        wish: url,
      }),
      400,
      "WISH_IS_SEALED",
    );
    assert.equal(
      (await write({ name: "Quinn", wish: "Tea" })).status,
      200,
      "the same changes nothing",
    );

    const path = `http://localhost/games/${game.code}/organize/people/${participantId}`;
    const headers = { cookie: `organizer_${game.code}=${organizerToken}; lang=en` };
    const shown = await (await fetch(new Request(path, { headers }))).text();
    assert.doesNotMatch(shown, /name="(wish|desiredGift)"/);
    assert.match(shown, /people can only change their own wishes/);
    const form = new URLSearchParams({
      action: "updateParticipantDetails",
      name: "Quincy",
      email: "p2@example.org",
    });
    const saved = await fetch(new Request(path, { method: "POST", headers, body: form }));
    assert.equal(saved.status, 303);
    const after = named(await client.readAsOrganizer(game), "Quincy");
    assert.equal(after.wish, "Tea", "and the form that does not hold it leaves it");

    const stored = await services.store.readGame(game.code);
    const own = stored?.participants.find(({ number }) => number === 2);
    assert(stored && own);
    const participantToken = services.tokens.participant(stored, own);
    await client.act(game, "updateWish", { participantToken, participantId, wish: url });
    await client.manage(game, "breakSeal", {});
    assert.equal((await write({ wish: "Coffee" })).status, 200, "no longer sealed");

    const round = await client.createGame({ ...SEALED, participants, draw: "later" });
    const early = await client.patchGame(round, {
      action: "updateParticipantDetails",
      organizerToken: round.organizerToken,
      participantId: named(round, "P2").id,
      wish: "Coffee",
    });
    assert.equal(early.status, 200, "nobody gives to them yet");
  },
);
