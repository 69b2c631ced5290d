/** Once the event of a game with a finale is over, nothing about its pairs or its end can change. */
import assert from "node:assert/strict";
import { invitationViewSchema } from "@/lib/game/gathering_view.ts";
import { drawDue } from "@/lib/operations/draw_due.ts";
import { testAppOnBoth } from "../support/app.ts";
import { type Client, type Managed, refuses, succeeds } from "../support/client.ts";
import { SetClock } from "../support/clock.ts";
import { inDays, people } from "../support/games.ts";
import { issueClaim, readWithTokens } from "../support/sealed_games.ts";
import { named } from "../support/views.ts";

const FINALE = { reveal: "afterEvent", timeZone: "UTC" } as const;

/** Sends an organizer's action, whether or not it is accepted. */
function manage(client: Client, game: Managed, action: string, fields: object = {}) {
  const { organizerToken } = game;
  return client.patchGame(game, { action, organizerToken, ...fields });
}

testAppOnBoth(
  "a sealed game with a finale is not created, drawn or repeated once its time has passed",
  async ({ client, services }) => {
    using clock = new SetClock();
    // Measured from noon tomorrow, so that an earlier time is on the same day.
    clock.move(36 - new Date().getUTCHours() - new Date().getUTCMinutes() / 60);
    const past = { name: "Party", date: inDays(0), time: "11:00", isSealed: true, ...FINALE };
    for (const draw of ["now", "later"]) {
      const answer = await client.post("/api/games", { ...past, draw, participants: people(4) });
      refuses(answer, 400, "EVENT_OVER");
    }
    // With reveal set to never, it can be created and stays that way.
    const never = await client.createGame({ ...past, reveal: "never" });
    refuses(await manage(client, never, "updateGameDetails", FINALE), 400, "EVENT_OVER");
    await client.manage(never, "updateGameDetails", { date: inDays(3), ...FINALE });

    const gathering = await client.createGame({ ...past, time: "13:00", draw: "later" });
    const drawAt = new Date(Date.now() + 3_600_000 / 2).toISOString();
    await client.manage(gathering, "updateGameDetails", { drawAt });
    clock.move(2);
    refuses(await manage(client, gathering, "drawNames"), 400, "EVENT_OVER");
    assert.equal((await drawDue(services, new Date())).impossible, 1);
    const { drawProblem, state } = await client.readAsOrganizer(gathering);
    assert.deepEqual([drawProblem?.code, state], ["EVENT_OVER", "gathering"]);
    // The fix is another date.
    await client.manage(gathering, "updateGameDetails", { date: inDays(1) });
    const drawn = await client.manage(gathering, "drawNames", {});
    assert.deepEqual([drawn.state, drawn.revealed], ["drawn", undefined]);

    const again = { date: inDays(0), organizerToken: gathering.organizerToken, time: "11:00" };
    refuses(await client.repeatGame(gathering, again), 400, "EVENT_OVER");
  },
);

testAppOnBoth("once the event is over, names and date can no longer change", async (app) => {
  const { client } = app;
  for (const isSealed of [false, true]) {
    using clock = new SetClock();
    const game = await client.createGame({ ...FINALE, isSealed, date: inDays(1), time: "12:00" });
    await issueClaimIf(client, game, isSealed);
    const { claimToken, participants, ...view } = await readWithTokens(app, game, "P4");
    const { id, token: participantToken } = named({ participants }, "P1");
    const other = named({ participants }, "P2");
    const own = { participantId: id, participantToken };
    await client.act(game, "requestReassignment", own);
    clock.move(60);
    const revealed = (await client.readAsOrganizer(game)).revealed;
    assert.equal(revealed?.length, 4);
    const refused: [string, object][] = [
      ["updateGameDetails", { date: inDays(9) }],
      ["updateGameDetails", { time: "23:00" }],
      ["updateGameDetails", { timeZone: "Pacific/Pago_Pago" }],
      ["updateGameDetails", { reveal: "never" }],
      ["updateGameDetails", { drawAt: new Date(Date.now() + 9e7).toISOString() }],
      ["updateParticipantDetails", { participantId: id, name: "Zed" }],
      ["addParticipant", { participantName: "Zed" }],
      ["removeParticipant", { participantId: id }],
      ["replaceParticipant", { participantId: id, participantName: "Zed" }],
      ["approveReassignment", { participantId: id }],
      ["approveAllReassignments", {}],
      ["forceReassignParticipant", { participantId: id }],
      ["reassignAll", {}],
      ["drawNames", {}],
      ["setExclusions", { exclusions: [[id, other.id]] }],
      ["setKeepers", { keepers: [[id, other.id]] }],
    ];
    for (const [action, fields] of refused) {
      refuses(await manage(client, game, action, fields), 400, "EVENT_OVER", action);
      const wrong = { action, organizerToken: "wrong", ...fields };
      assert.equal((await client.patchGame(game, wrong)).status, 403, action);
      if ("participantId" in fields) {
        const nobody = { ...fields, participantId: crypto.randomUUID() };
        assert.equal((await manage(client, game, action, nobody)).status, 404, action);
      }
    }
    const { invitationToken } = game;
    const join = { action: "joinInvitation", invitationToken, participantName: "Zed" };
    refuses(await client.patchGame(game, join), 400, "EVENT_OVER");
    for (const action of ["leaveGame", "requestReassignment"]) {
      const body = { action, participantId: other.id, participantToken: other.token };
      refuses(await client.patchGame(game, body), 400, "EVENT_OVER", action);
      assert.equal((await client.patchGame(game, { ...body, participantToken: "x" })).status, 403);
    }

    // Sending the same value changes nothing, and participants can still change what is their own.
    const same = { date: view.date, time: view.time, ...FINALE, drawAt: "" };
    await client.manage(game, "updateGameDetails", { ...same, location: "At Ana's" });
    const { email } = other;
    await client.manage(game, "updateParticipantDetails", {
      ...{ participantId: other.id, name: "P2", email },
    });
    await client.act(game, "cancelReassignmentRequest", own);
    await client.act(game, "confirmAssignment", own);
    await client.act(game, "updateWish", { ...own, wish: "Socks" });
    await client.act(game, "updateParticipantEmail", { ...own, email: "new@example.org" });
    await client.manage(game, "regenerateToken", { participantId: other.id });
    await client.manage(game, "regenerateInvitationToken", {});
    if (isSealed) {
      await client.patchGame(game, { action: "claimPlace", claimToken });
      await client.manage(game, "breakSeal", {});
    }
    assert.deepEqual((await client.readAsOrganizer(game)).revealed, revealed);
    await client.playAgain(game);
    await client.archive(game);
    assert.deepEqual((await client.readAsOrganizer(game)).revealed, revealed, "over before that");
  }
});

async function issueClaimIf(client: Client, game: Parameters<typeof issueClaim>[1], is: boolean) {
  if (is) await issueClaim(client, game, "P4");
}

testAppOnBoth("without a reveal everything can change after the day", async ({ client }) => {
  using clock = new SetClock();
  const game = await client.createGame({ date: inDays(1) });
  clock.move(72);
  await client.manage(game, "addParticipant", { participantName: "Zed" });
  await client.manage(game, "reassignAll", {});
  await client.manage(game, "updateGameDetails", { date: inDays(20) });
});

testAppOnBoth(
  "a game archived before its event was over never contains all pairs",
  async ({ client }) => {
    using clock = new SetClock();
    const game = await client.createGame({ ...FINALE, isSealed: true, date: inDays(1) });
    await client.archive(game);
    clock.move(90);
    assert.equal((await client.readAsOrganizer(game)).revealed, undefined);
  },
);

testAppOnBoth(
  "no one can join by invitation once the day of a drawn game has passed",
  async (app) => {
    const { client } = app;
    using clock = new SetClock();
    const game = await client.createGame({ date: inDays(1), time: "12:00" });
    const gathering = await client.createGame({ date: inDays(1), draw: "later" });
    const join = (to: typeof game, participantName: string) =>
      client.patchGame(to, {
        action: "joinInvitation",
        invitationToken: to.invitationToken,
        participantName,
      });
    clock.move(24);
    assert.equal((await join(game, "Late")).status, 200, "on the day itself");
    clock.move(24);
    refuses(await join(game, "Later"), 400, "EVENT_OVER");
    const invited = await client.get(
      `/api/games/${game.code}?invitationToken=${game.invitationToken}`,
    );
    assert.equal(succeeds(invited, invitationViewSchema).isOver, true);
    assert.equal((await join(gathering, "Later")).status, 200, "no pair moves");
    await client.manage(game, "addParticipant", { participantName: "Zed" });
  },
);
