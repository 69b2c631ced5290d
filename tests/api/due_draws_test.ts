import assert from "node:assert/strict";
import { drawDue } from "@/lib/operations/draw_due.ts";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import type { Client, CreatedGame, NewGame } from "../support/client.ts";
import { SetClock } from "../support/clock.ts";
import { inDays, people } from "../support/games.ts";
import { assertValidDraw } from "../support/views.ts";

const HOUR = 3_600_000;

/** A round that is still collecting people. */
function gather(client: Client, body: Partial<NewGame>): Promise<CreatedGame> {
  return client.createGame({ draw: "later", isProtected: true, ...body });
}

function inHours(hours: number): string {
  return new Date(Date.now() + hours * HOUR).toISOString();
}

/** Makes all instances check for due draws as if this many hours had passed. */
function drawLater({ services }: TestApp, hours: number) {
  return drawDue(services, new Date(Date.now() + hours * HOUR));
}

testAppOnBoth("drawDue() draws each round once at its time, and no other", async (app) => {
  const { client } = app;
  const due = await gather(client, { participants: people(5), drawAt: inHours(1) });
  const later = await gather(client, { participants: people(5), drawAt: inHours(3) });
  const byHand = await gather(client, { participants: people(5) });
  const closed = await gather(client, { participants: people(5), drawAt: inHours(1) });
  await client.archive(closed);
  assert.deepEqual(await drawLater(app, 0), { drawn: 0, impossible: 0, failed: 0 });
  const runs = await Promise.all([drawLater(app, 2), drawLater(app, 2), drawLater(app, 2)]);
  assert.equal(runs.reduce((sum, { drawn }) => sum + drawn, 0), 1);
  const drawn = await client.readAsOrganizer(due);
  assertValidDraw(drawn);
  assert.equal(drawn.drawAt, due.drawAt, "when it was drawn");
  for (const game of [later, byHand, closed]) {
    assert.equal((await client.readAsOrganizer(game)).state, "gathering");
  }
  await drawLater(app, 2);
  assert.deepEqual((await client.readAsOrganizer(due)).assignments, drawn.assignments);
});

testAppOnBoth("drawDue() draws no pairs that show at once by one of two clocks", async (app) => {
  using clock = new SetClock();
  const event = { reveal: "afterEvent", date: inDays(1) } as const;
  const game = await gather(app.client, { ...event, drawAt: inHours(1) });
  const slow = new Date(Date.now() + 2 * HOUR);
  clock.move(72);
  const nothing = { drawn: 0, impossible: 0, failed: 0 };
  assert.deepEqual(await drawDue(app.services, slow), nothing);
  assert.deepEqual(await drawDue(app.services, new Date()), { ...nothing, impossible: 1 });
  const view = await app.client.readAsOrganizer(game);
  assert.deepEqual([view.state, view.drawProblem?.code], ["gathering", "EVENT_OVER"]);
});

testAppOnBoth(
  "a scheduled draw that fails is reported to the organizer only, and can be fixed",
  async (app) => {
    const { client } = app;
    const game = await gather(client, { participants: people(2), drawAt: inHours(1) });
    const impossible = await gather(client, {
      participants: people(3),
      households: [["P1", "P2"], ["P2", "P3"], ["P1", "P3"]],
      drawAt: inHours(1),
    });
    assert.deepEqual(await drawLater(app, 2), { drawn: 0, impossible: 2, failed: 0 });
    assert.deepEqual(await drawLater(app, 2), { drawn: 0, impossible: 0, failed: 0 }, "told once");
    const view = await client.readAsOrganizer(game);
    assert.equal(view.drawProblem?.code, "TOO_FEW_PARTICIPANTS");
    assert.equal(view.state, "gathering");
    assert.equal((await client.readAsOrganizer(impossible)).drawProblem?.code, "DRAW_IMPOSSIBLE");
    const [first] = game.participants;
    const own = await client.readAsParticipant(game, { participantToken: first!.token });
    assert(!("drawProblem" in own));

    await client.manage(game, "addParticipant", { participantName: "Zoe" });
    assert.equal((await client.readAsOrganizer(game)).drawProblem?.code, "TOO_FEW_PARTICIPANTS");
    const again = await client.manage(game, "updateGameDetails", { drawAt: inHours(5) });
    assert.equal(again.drawProblem, null);
    assert.deepEqual(await drawLater(app, 6), { drawn: 1, impossible: 0, failed: 0 });
    await client.manage(impossible, "setExclusions", { households: [] });
    const drawn = await client.manage(impossible, "drawNames", {});
    assert.equal(drawn.drawProblem, null);
    assertValidDraw(drawn);
  },
);
