import assert from "node:assert/strict";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import type { CreatedGame, NewGame } from "../support/client.ts";
import { inDays, people } from "../support/games.ts";
import { issueClaim, readWithTokens } from "../support/sealed_games.ts";
import { assertValidDraw, byName, named } from "../support/views.ts";

const NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"];
const PEOPLE = NAMES.map((name) => ({ name }));

async function stored({ services }: TestApp, { code }: { code: string }) {
  const game = await services.store.readGame(code);
  assert(game);
  return game;
}

/** Pairs by name. */
async function pairs(app: TestApp, game: { code: string }): Promise<string[]> {
  const { participants } = await stored(app, game);
  return participants.map(({ name, receiver }) => {
    const other = participants.find(({ number }) => number === receiver);
    return `${name} ${other?.name}`;
  });
}

function create({ client }: TestApp, body: Partial<NewGame>): Promise<CreatedGame> {
  return client.createGame({ participants: PEOPLE, ...body });
}

testAppOnBoth("a repeated sealed game stays sealed and avoids old pairs", async (app) => {
  // Eight people, so that a choice remains after a year; each with an address, so that no link reaches anyone else.
  const first = await create(app, { isSealed: true, participants: people(8) });
  const next = await app.client.playAgain(first, { date: inDays(300) });
  assert.deepEqual([next.isSealed, next.isProtected, next.assignments], [true, true, []]);
  assert(next.participants.every(({ token }) => token === ""));
  assert.equal((await stored(app, next)).memory.length, 1);
  const old = new Set(await pairs(app, first));
  assert((await pairs(app, next)).every((pair) => !old.has(pair)));
});

testAppOnBoth("repeating a sealed game without the seal remembers no pairs", async (app) => {
  const sealed = await create(app, { isSealed: true, participants: people(6) });
  for (const first of [sealed, await app.client.playAgain(sealed, { date: inDays(200) })]) {
    const open = await app.client.playAgain(first, { date: inDays(300), isSealed: false });
    assert.equal(open.isSealed, false);
    assertValidDraw(open);
    assert.deepEqual((await stored(app, open)).memory, []);
  }
  await app.client.manage(sealed, "breakSeal", {});
  const open = await app.client.playAgain(sealed, { date: inDays(300), isSealed: false });
  assert.deepEqual((await stored(app, open)).memory, [], "nor where the seal was broken");
});

testAppOnBoth("breakSeal also deletes the memory of earlier sealed games", async (app) => {
  const first = await create(app, { isSealed: true, participants: people(6) });
  const next = await app.client.playAgain(first, { date: inDays(300) });
  assert.equal((await stored(app, next)).memory.length, 1);
  await app.client.manage(next, "breakSeal", {});
  assert.deepEqual((await stored(app, next)).memory, []);
});

testAppOnBoth("repeating an open game may seal it, and then it is protected", async (app) => {
  const first = await create(app, { isProtected: false });
  const next = await app.client.playAgain(first, { date: inDays(300), isSealed: true });
  assert.deepEqual([next.isSealed, next.isProtected, next.assignments], [true, true, []]);
  assert.equal((await stored(app, next)).memory.length, 1);
});

testAppOnBoth("keepers are copied, also to a round that is drawn later", async (app) => {
  const keepers: [string, string][] = [["Ana", "Ben"], ["Ana", "Cy"], ["Dee", "Eve"]];
  const first = await create(app, { keepers, keepersMayDraw: true });
  const { client } = app;
  for (const draw of ["now", "later"] as const) {
    const next = await client.playAgain(first, { date: inDays(300), draw });
    assert.equal(next.state, draw === "now" ? "drawn" : "gathering");
    assert.deepEqual(byName(next, next.keepers), ["Ana Ben", "Ana Cy", "Dee Eve"]);
    assert.equal((await stored(app, next)).keepersMayDraw, true);
    const { state } = draw === "later" ? await client.manage(next, "drawNames", {}) : next;
    assert.equal(state, "drawn");
    const old = new Set(await pairs(app, first));
    assert((await pairs(app, next)).every((pair) => !old.has(pair)));
  }
  const fewer = await client.playAgain(first, {
    date: inDays(300),
    participants: PEOPLE.filter(({ name }) => name !== "Ana"),
  });
  assert.deepEqual(byName(fewer, fewer.keepers), ["Dee Eve"]);
  const none = await client.playAgain(first, { date: inDays(300), keepers: [] });
  assert.deepEqual(none.keepers, []);
});

testAppOnBoth(
  "keeper and kept stay apart in the next game even if a claim has ended the keeping",
  async (app) => {
    const { client } = app;
    const first = await create(app, { isSealed: true, keepers: [["Ana", "Ben"], ["Ana", "Cy"]] });
    await issueClaim(client, first, "Ben");
    const { claimToken } = await readWithTokens(app, first, "Ben");
    const taken = await client.patchGame(first, { action: "claimPlace", claimToken });
    assert.equal(taken.status, 200, taken.text);
    assert.deepEqual(byName(first, (await client.readAsOrganizer(first)).keepers), ["Ana Cy"]);

    const next = await client.playAgain(first, { date: inDays(300) });
    assert.deepEqual(byName(next, next.keepers), ["Ana Cy"]);
    assert.deepEqual(byName(next, next.exclusions), ["Ana Ben"]);
    const drawn = await pairs(app, next);
    assert(!drawn.includes("Ana Ben") && !drawn.includes("Ben Ana"), "as any exclusion");
    const without = PEOPLE.filter(({ name }) => name !== "Ben");
    const fewer = await client.playAgain(first, { date: inDays(300), participants: without });
    assert.deepEqual(fewer.exclusions, []);
  },
);

testAppOnBoth(
  "a latecomer has a page, and can be erased once the day has come",
  async (app) => {
    const { client, fetch } = app;
    for (const isSealed of [false, true]) {
      const game = await create(app, { isSealed, isProtected: true, date: inDays(0) });
      const answer = await client.patchGame(game, {
        action: "joinInvitation",
        invitationToken: game.invitationToken,
        participantName: "Late",
      });
      assert.equal(answer.status, 200, answer.text);
      const present = await stored(app, game);
      const late = present.participants.at(-1);
      assert(late && late.name === "Late");
      const participantToken = app.services.tokens.participant(game, late);
      const path = `http://localhost/games/${game.code}`;
      const cookie = `participant_${game.code}=${participantToken}; lang=en`;
      const page = await fetch(new Request(path, { headers: { cookie } }));
      assert.equal(page.status, 200);
      const text = await page.text();
      assert.match(text, /Late/);
      assert(!text.includes('"receiver":{'), "the gift is wrapped");
      const view = await client.readAsParticipant(game, { participantToken });
      assert.equal(view.assignments.length, 1);

      const erased = await client.patchGame(game, { action: "eraseMe", participantToken });
      assert.equal(erased.status, 200, erased.text);
      assert.equal((await client.getGame(game, { participantToken })).status, 403);
      const after = await client.readAsOrganizer(game);
      assert.equal(after.participants.length, NAMES.length + 1);
      assert(!JSON.stringify(after).includes("Late"));
      const next = await client.playAgain(game, { date: inDays(300) });
      assert.deepEqual(next.participants.map(({ name }) => name), NAMES, "they do not come along");
      assert.equal(named(next, "Ana").wish, "");
    }
  },
);
