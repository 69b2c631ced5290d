import assert from "node:assert/strict";
import { testAppOnBoth } from "../support/app.ts";
import { refuses } from "../support/client.ts";
import { SetClock } from "../support/clock.ts";
import { inDays, people } from "../support/games.ts";
import { conversation, giveTo, readMessages } from "../support/messages.ts";
import { named } from "../support/views.ts";

testAppOnBoth("reveal: all pairs are in the views once the event is over", async (app) => {
  const { client, services: { store, tokens } } = app;
  for (const isSealed of [false, true]) {
    using clock = new SetClock();
    const game = await client.createGame({
      reveal: "afterEvent",
      isSealed,
      date: inDays(1),
      time: "12:00",
      timeZone: "Europe/Berlin",
    });
    const kept = await store.readGame(game.code);
    assert(kept);
    const [one] = kept.participants;
    assert(one);
    const participantToken = tokens.participant(kept, one);
    const own = await client.readAsParticipant(game, { participantToken });
    const views = async () => [
      await client.readAsOrganizer(game),
      await client.readAsParticipant(game, { participantToken }),
    ];
    for (const view of await views()) {
      assert.deepEqual([view.reveal, view.revealed], ["afterEvent", undefined]);
    }
    clock.move(60);
    for (const view of await views()) {
      const names = new Map(view.participants.map(({ id, name }) => [id, name]));
      const pairs = view.revealed?.map(({ giverId, receiverId }) => [
        names.get(giverId),
        names.get(receiverId),
      ]);
      const nameOf = (number: number | null): string | undefined =>
        kept.participants.find((person) => person.number === number)?.name;
      const all: unknown[] = kept.participants.map((
        { name, receiver },
      ) => [name, nameOf(receiver)]);
      assert.deepEqual(pairs?.toSorted(), all.toSorted());
    }
    const after = await client.readAsParticipant(game, { participantToken });
    assert.deepEqual(after.assignments, own.assignments, "one's own stays as it was");
    assert.deepEqual((await client.readAsOrganizer(game)).assignments.length, isSealed ? 0 : 4);
    if (!isSealed) {
      const answer = await client.getGame(game);
      assert(!answer.text.includes("revealed"));
      const byId = await client.getGame(game, { participantId: one.id });
      assert(!byId.text.includes("revealed"), "an id is nobody's secret");
    }
  }
});

testAppOnBoth(
  "reveal: moving the date cannot turn it on once someone has opened",
  async ({ client }) => {
    using clock = new SetClock();
    const game = await client.createGame({ reveal: "afterEvent", date: inDays(5) });
    const early = await client.manage(game, "updateGameDetails", { date: inDays(-3) });
    assert.equal(early.revealed, undefined, "not before the date at creation");
    await client.manage(game, "updateGameDetails", { date: inDays(9) });
    await client.readAsParticipant(game, { participantToken: named(game, "P1").token });
    await client.manage(game, "updateGameDetails", { date: inDays(-3) });
    clock.move(7 * 24);
    assert.equal((await client.readAsOrganizer(game)).revealed, undefined);
    clock.move(10 * 24);
    assert.equal((await client.readAsOrganizer(game)).revealed?.length, 4);
  },
);

testAppOnBoth(
  "reveal: it is announced before anyone joins, and can always be revoked",
  async ({ client }) => {
    const game = await client.createGame({ draw: "later" });
    const { invitationToken } = game;
    const invited = async () =>
      JSON.parse((await client.getGame(game, { invitationToken })).text).reveal;
    assert.equal(await invited(), "never");
    await client.manage(game, "updateGameDetails", { reveal: "afterEvent" });
    assert.equal(await invited(), "afterEvent");
    assert.equal((await client.readPublic(game)).reveal, "afterEvent");
    const next = await client.playAgain(game);
    assert.equal(next.reveal, "afterEvent", "played again it is as it was");
    await client.manage(game, "updateGameDetails", { reveal: "never" });
    await client.manage(game, "drawNames", {});
    await client.manage(game, "updateGameDetails", { reveal: "afterEvent" });
    await client.manage(game, "updateGameDetails", { reveal: "never" });
    await client.readAsParticipant(game, { participantToken: named(game, "P1").token });
    const { organizerToken } = game;
    const change = (reveal: unknown) =>
      client.patchGame(game, { action: "updateGameDetails", organizerToken, reveal });
    refuses(await change("afterEvent"), 400, "CANNOT_REVEAL");
    refuses(await change("soon"), 400, "VALIDATION_FAILED");
    assert.equal((await change("never")).status, 200);
  },
);

testAppOnBoth(
  "sendThanks: the receiver can send the giver one note after the event",
  async (app) => {
    const { client } = app;
    using clock = new SetClock();
    const game = await client.createGame({ date: inDays(1) });
    const { giver, receiver, others } = conversation(game, "P1");
    const thank = (text: string) =>
      client.patchGame(game, { action: "sendThanks", participantToken: receiver.token, text });
    refuses(await thank("Thank you"), 400, "TOO_EARLY_TO_THANK");
    refuses(await thank(""), 400, "VALIDATION_FAILED");
    clock.move(49);
    // Two clicks at the same time.
    const answers = await Promise.all([thank("Thank you"), thank("Thank you!")]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    refuses(await thank("Once more"), 400, "ALREADY_THANKED");
    const { thanks, toReceiver, unread } = await readMessages(client, game, giver);
    assert.match(thanks?.text ?? "", /^Thank you/);
    assert.match(thanks?.at ?? "", /:00\.000Z$/);
    assert.deepEqual([toReceiver, unread.receiver], [[], 1]);
    const own = await readMessages(client, game, receiver);
    assert.deepEqual([own.hasThanked, own.toGiver, own.thanks], [true, [], null]);
    const ownData = async (participantToken: string) =>
      Object((await client.getOwnData(game, { "x-participant-token": participantToken })).body);
    assert.match((await ownData(receiver.token)).ownThanks.text, /^Thank you/);
    assert.equal((await ownData(giver.token)).ownThanks, null);
    for (const other of others) {
      assert.equal((await readMessages(client, game, other)).thanks, null);
    }
    const next = await giveTo(app, game, receiver.name);
    assert.equal((await readMessages(client, game, next)).thanks, null, "it was for somebody else");
  },
);

testAppOnBoth(
  "sendThanks: a date that was once later delays the pairs, but not the thanks",
  async (app) => {
    const { client } = app;
    for (const reveal of ["never", "afterEvent"] as const) {
      using clock = new SetClock();
      const game = await client.createGame({ reveal, date: inDays(20) });
      const { giver, receiver: { token } } = conversation(game, "P1");
      await client.readAsParticipant(game, { participantToken: token });
      await client.manage(game, "updateGameDetails", { date: inDays(10) });
      const thank = () =>
        client.patchGame(game, { action: "sendThanks", participantToken: token, text: "Thanks" });
      const offers = async () => {
        const headers = { cookie: `participant_${game.code}=${token}` };
        const url = `http://localhost/games/${game.code}`;
        const answer = await app.fetch(new Request(url, { headers }));
        return (await answer.text()).includes("?with=giver#thanks");
      };
      clock.move(10 * 24);
      refuses(await thank(), 400, "TOO_EARLY_TO_THANK");
      assert.equal(await offers(), false);
      clock.move(24);
      assert.equal(await offers(), true);
      assert.equal((await thank()).status, 200);
      assert.equal((await readMessages(client, game, giver)).thanks?.text, "Thanks");
      assert.equal((await client.readAsOrganizer(game)).revealed, undefined);
    }
  },
);

testAppOnBoth(
  "sendThanks: reaches the giver even if the pair changes before they have read it",
  async (app) => {
    const { client } = app;
    for (const isReceiverRemoved of [true, false]) {
      using clock = new SetClock();
      const game = await client.createGame({ date: inDays(1), participants: people(6) });
      const { giver, receiver } = conversation(game, "P1");
      await client.readAsParticipant(game, { participantToken: giver.token });
      clock.move(49);
      const thank = { action: "sendThanks", participantToken: receiver.token, text: "Thank you" };
      assert.equal((await client.patchGame(game, thank)).status, 200);
      if (isReceiverRemoved) {
        await client.manage(game, "removeParticipant", { participantId: receiver.id });
      } else {
        await client.manage(game, "forceReassignParticipant", { participantId: giver.id });
      }
      const { thanks, earlier } = await readMessages(client, game, giver);
      assert.deepEqual([thanks?.text, earlier], ["Thank you", []]);
      if (isReceiverRemoved) continue;
      const { assignments } = await client.readAsOrganizer(game);
      const { giver: next } = conversation({ ...game, assignments }, "P1");
      assert.notEqual(next.name, giver.name);
      assert.equal((await readMessages(client, game, next)).thanks, null);
      assert.equal((await readMessages(client, game, receiver)).hasThanked, true);
    }
  },
);

testAppOnBoth(
  "startFinale: on the day it shows all pairs to everyone permanently, with one notification",
  async ({ client, services: { store } }) => {
    for (const isSealed of [false, true]) {
      using clock = new SetClock();
      const game = await client.createGame({
        ...{ reveal: "afterEvent", isSealed, date: inDays(1), timeZone: "UTC" },
        participants: people(4),
      });
      const start = () =>
        client.patchGame(game, {
          action: "startFinale",
          organizerToken: game.organizerToken,
        });
      refuses(await start(), 400, "TOO_EARLY");
      for (const token of ["wrong", game.invitationToken]) {
        const body = { action: "startFinale", organizerToken: token };
        refuses(await client.patchGame(game, body), 403, "INVALID_TOKEN");
      }
      refuses(await client.patchGame(game, { action: "startFinale" }), 401, "TOKEN_REQUIRED");
      clock.move(24);
      assert.equal((await client.readAsOrganizer(game)).revealed, undefined);
      const view = await client.manage(game, "startFinale", {});
      assert.equal(view.revealed?.length, 4);
      // Not undone and not repeated: what is stored stays.
      const kept = await store.readGame(game.code);
      assert(kept?.finaleStartedAt);
      await client.manage(game, "startFinale", {});
      assert.equal((await store.readGame(game.code))?.finaleStartedAt, kept.finaleStartedAt);
      const { organizerToken } = game;
      for (
        const [action, fields] of Object.entries({
          updateGameDetails: { date: inDays(3) },
          reassignAll: {},
          addParticipant: { participantName: "Zed" },
        })
      ) {
        const answer = await client.patchGame(game, { action, organizerToken, ...fields });
        refuses(answer, 400, "EVENT_OVER", action);
      }
      const again = await client.readAsOrganizer(game);
      assert.deepEqual(again.revealed, view.revealed);
      await client.archive(game);
      assert.deepEqual((await client.readAsOrganizer(game)).revealed, view.revealed);
    }
  },
);

testAppOnBoth(
  "startFinale: refused while pairs stay secret, are undrawn, or an earlier day was promised",
  async ({ client }) => {
    using clock = new SetClock();
    const never = await client.createGame({ date: inDays(0), participants: people(4) });
    const start = ({ organizerToken, ...game }: Awaited<ReturnType<typeof client.createGame>>) =>
      client.patchGame(game, { action: "startFinale", organizerToken });
    refuses(await start(never), 400, "NO_FINALE");
    const finale = {
      ...{ reveal: "afterEvent", timeZone: "UTC" } as const,
      participants: people(4),
    };
    const gathering = await client.createGame({ ...finale, draw: "later", date: inDays(0) });
    refuses(await start(gathering), 400, "NOT_DRAWN_YET");
    // Brought forward after someone opened: the day that person was promised counts.
    const moved = await client.createGame({ ...finale, date: inDays(2) });
    await client.manage(moved, "updateGameDetails", { date: inDays(0) });
    refuses(await start(moved), 400, "TOO_EARLY");
    clock.move(48);
    assert.equal((await start(moved)).status, 200);
    // With a time, the finale begins then by itself.
    const date = inDays(1);
    const timed = await client.createGame({ ...finale, date, time: "20:00" });
    clock.move((Date.parse(`${date}T19:00:00Z`) - Date.now()) / 3_600_000);
    refuses(await start(timed), 400, "TOO_EARLY");
  },
);
