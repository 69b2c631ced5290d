import assert from "node:assert/strict";
import { z } from "zod";
import {
  claimIssuedSchema,
  claimsIssuedSchema,
  openedInRoomSchema,
} from "@/lib/game/action_answers.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import { participantViewSchema } from "@/lib/game/view_schemas.ts";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import { type CreatedGame, refuses, succeeds } from "../support/client.ts";
import { byName, named, ownRecord } from "../support/views.ts";

const PEOPLE = ["Ana", "Ben", "Cy", "Dee", "Eve"];

/** Only Ana has an address. */
function createSealed({ client }: TestApp): Promise<CreatedGame> {
  return client.createGame({
    isSealed: true,
    participants: PEOPLE.map((name) => ({
      name,
      email: name === "Ana" ? "ana@example.org" : "",
    })),
  });
}

async function stored({ services }: TestApp, { code }: { code: string }): Promise<Game> {
  const game = await services.store.readGame(code);
  assert(game);
  return game;
}

async function personOf(app: TestApp, game: { code: string }, name: string): Promise<Participant> {
  const person = (await stored(app, game)).participants.find((one) => one.name === name);
  assert(person);
  return person;
}

/** The current link of a participant, which only their mail or their claim delivers. */
async function tokenOf(app: TestApp, game: CreatedGame, name: string): Promise<string> {
  return app.services.tokens.participant(game, await personOf(app, game, name));
}

async function issue({ client }: TestApp, game: CreatedGame, name: string) {
  const { organizerToken } = game;
  const participantId = named(game, name).id;
  const body = { action: "issueClaim", organizerToken, participantId };
  const { claimUrl, expiresAt } = succeeds(await client.patchGame(game, body), claimIssuedSchema);
  const claimToken = new URL(claimUrl).pathname.split("/").at(-1) ?? "";
  return { claimUrl, expiresAt, claimToken };
}

testAppOnBoth("isSealed protects a game and keeps its value from creation", async (app) => {
  const { client } = app;
  const body = {
    name: "Party",
    date: "2090-01-01",
    participants: PEOPLE.map((name) => ({ name })),
  };
  const refusal = await client.post("/api/games", { ...body, isSealed: true, isProtected: false });
  refuses(refusal, 400, "SEAL_NEEDS_PROTECTION");
  const game = await createSealed(app);
  assert.deepEqual([game.isSealed, game.isProtected, game.sealBrokenAt], [true, true, null]);
  assert.deepEqual(game.assignments, []);
  assert.deepEqual(game.participants.map(({ token }) => token), PEOPLE.map(() => ""));
  const { organizerToken } = game;
  const update = (fields: object) =>
    client.patchGame(game, { action: "updateGameDetails", organizerToken, ...fields });
  refuses(await update({ isSealed: false }), 400, "USE_BREAK_SEAL");
  refuses(await update({ isProtected: false }), 400, "SEAL_NEEDS_PROTECTION");
  assert.equal((await update({ isSealed: true, location: "Here" })).status, 200);
  const open = await client.createGame();
  const seal = { action: "updateGameDetails", organizerToken: open.organizerToken, isSealed: true };
  refuses(await client.patchGame(open, seal), 400, "CANNOT_SEAL");
  for (const action of ["issueClaim", "breakSeal"]) {
    const asked = { action, organizerToken: open.organizerToken };
    refuses(await client.patchGame(open, asked), 400, "NOT_SEALED");
  }
});

testAppOnBoth(
  "in a sealed game an id alone, which the organizer has, does nothing",
  async (app) => {
    const game = await createSealed(app);
    const { id: participantId } = named(game, "Ana");
    for (
      const action of [
        { action: "updateWish", wish: "Tea" },
        { action: "updateParticipantEmail", email: "organizer@example.org" },
        { action: "confirmAssignment" },
        { action: "requestReassignment" },
        { action: "cancelReassignmentRequest" },
      ]
    ) {
      const answer = await app.client.patchGame(game, { ...action, participantId });
      refuses(answer, 401, "TOKEN_REQUIRED", action.action);
    }
  },
);

testAppOnBoth("claimPlace takes a place once, and the organizer sees when", async (app) => {
  const { client } = app;
  const game = await createSealed(app);
  const { claimToken, claimUrl, expiresAt } = await issue(app, game, "Ben");
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  assert(days > 29.9 && days <= 30, expiresAt);
  const before = await personOf(app, game, "Ben");

  const look = await app.fetch(new Request(claimUrl));
  assert.equal(look.status, 200);
  assert.match(await look.text(), /Ben/);
  assert.deepEqual(await personOf(app, game, "Ben"), before, "a look changes nothing");

  refuses(await client.patchGame(game, { action: "claimPlace" }), 401, "TOKEN_REQUIRED");
  const wrong = { action: "claimPlace", claimToken: "A".repeat(22) };
  refuses(await client.patchGame(game, wrong), 403, "INVALID_TOKEN");

  const claims = [1, 2].map(() => client.patchGame(game, { action: "claimPlace", claimToken }));
  const answers = await Promise.all(claims);
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1, "of two presses at once one wins");
  const lost = answers.find(({ status }) => status !== 200);
  assert(lost);
  refuses(lost, 403, "CLAIM_ENDED");
  const { participantToken } = z.object({ participantToken: z.string() }).parse(won[0]?.body);
  const view = await client.readAsParticipant(game, { participantToken });
  assert.equal(ownRecord(view).name, "Ben");
  assert(ownRecord(view).claim?.openedAt, "its owner sees when it was opened");
  assert.equal(view.assignments.length, 1);

  const seen = named(await client.readAsOrganizer(game), "Ben");
  assert(seen.claim?.openedAt);
  assert.equal(seen.token, "");
  const page = await app.fetch(new Request(claimUrl));
  assert.equal(page.status, 403);
  assert.match(await page.text(), /This link doesn’t work/);
});

testAppOnBoth("issueClaim without a person creates all missing links", async (app) => {
  const game = await createSealed(app);
  const body = { action: "issueClaim", organizerToken: game.organizerToken };
  const ask = async () => succeeds(await app.client.patchGame(game, body), claimsIssuedSchema);
  const { claims } = await ask();
  // This includes Ana: this service mails nothing to her address.
  const ids = PEOPLE.map((name) => named(game, name).id);
  assert.deepEqual(claims.map(({ participantId }) => participantId), ids);
  assert.deepEqual((await ask()).claims, claims, "none is made anew");
  const first = await issue(app, game, "Ben");
  assert.notEqual(first.claimUrl, claims[1]?.claimUrl);
  const claimToken = claims[1]?.claimUrl.split("/").at(-1) ?? "";
  const ended = await app.client.patchGame(game, { action: "claimPlace", claimToken });
  refuses(ended, 403, "CLAIM_ENDED");
});

testAppOnBoth(
  "a peek with a claim is noticed by its owner, and an opened gift stays closed",
  async (app) => {
    const { client } = app;
    const game = await createSealed(app);
    const take = async (claimToken: string) => {
      const answer = await client.patchGame(game, { action: "claimPlace", claimToken });
      return z.object({ participantToken: z.string() }).parse(answer.body).participantToken;
    };
    // The organizer opens the link meant for Ben, looks, and creates another one for him.
    const peeking = await take((await issue(app, game, "Ben")).claimToken);
    assert.equal(
      (await client.readAsParticipant(game, { participantToken: peeking })).assignments.length,
      1,
    );
    const participantToken = await take((await issue(app, game, "Ben")).claimToken);
    const view = await client.readAsParticipant(game, { participantToken });
    assert.deepEqual([view.isWithheld, view.receiver, view.assignments], [true, null, []]);
    const data = await client.getOwnData(game, { "x-participant-token": participantToken });
    assert.equal(z.object({ receiver: z.null() }).parse(data.body).receiver, null);
    const wishes = [{ title: "Tea" }];
    const wished = { action: "setWishes", participantToken, revision: 0, wishes };
    assert.equal((await client.patchGame(game, wished)).status, 200);
    const cookie = `participant_${game.code}=${participantToken}`;
    const page = await app.fetch(
      new Request(`http://localhost/games/${game.code}`, { headers: { cookie } }),
    );
    const text = await page.text();
    assert.match(text, /locked for now[^]*before you joined/);
    assert.equal(text.split("locked for now").length, 2, "said once");
    const participantId = named(game, "Ben").id;
    const confirm = { action: "confirmAssignment", participantId, participantToken };
    refuses(await client.patchGame(game, confirm), 400, "GIFT_WITHHELD");

    // After another draw, the gift is his.
    await client.manage(game, "forceReassignParticipant", { participantId });
    const anew = await client.readAsParticipant(game, { participantToken });
    assert.deepEqual([anew.isWithheld, anew.assignments.length], [false, 1]);
    refuses(await client.getGame(game, { participantToken: peeking }), 403, "INVALID_TOKEN");
  },
);

testAppOnBoth(
  "no action passes an opened gift to a later link until its former holder agrees",
  async (app) => {
    const { client } = app;
    const game = await createSealed(app);
    const { id: participantId } = named(game, "Ana");
    const first = await tokenOf(app, game, "Ana");
    await client.readAsParticipant(game, { participantToken: first });
    const steps = [
      () =>
        client.manage(game, "updateParticipantDetails", {
          participantId,
          email: "organizer@example.org",
          renewLink: false,
        }),
      () => client.manage(game, "regenerateToken", { participantId }),
      () =>
        client.manage(game, "updateParticipantDetails", {
          participantId,
          email: "",
          renewLink: false,
        }),
      () =>
        client.manage(game, "updateParticipantDetails", {
          participantId,
          email: "second@example.org",
          renewLink: false,
        }),
    ];
    for (const step of steps) {
      const before = await tokenOf(app, game, "Ana");
      await step();
      const participantToken = await tokenOf(app, game, "Ana");
      assert.notEqual(participantToken, before);
      const view = await client.readAsParticipant(game, { participantToken });
      assert.deepEqual([view.isWithheld, view.assignments], [true, []]);
    }
    const present = await tokenOf(app, game, "Ana");
    const agree = (participantToken?: string) =>
      client.patchGame(game, { action: "agreeHandover", participantToken });
    refuses(await agree(), 401, "TOKEN_REQUIRED");
    refuses(await agree(present), 403, "INVALID_TOKEN");
    refuses(await agree(await tokenOf(app, game, "Ben")), 403, "INVALID_TOKEN");
    const cookie = `participant_${game.code}=${first}`;
    const path = `http://localhost/games/${game.code}`;
    const asked = await (await app.fetch(new Request(path, { headers: { cookie } }))).text();
    assert.match(asked, /Yes, I got it/);
    assert.equal((await agree(first)).status, 200);
    const view = await client.readAsParticipant(game, { participantToken: present });
    assert.deepEqual([view.isWithheld, view.assignments.length], [false, 1]);
    refuses(await agree(first), 403, "INVALID_TOKEN");
  },
);

testAppOnBoth(
  "breakSeal opens the game to its organizer once, and everyone can see it",
  async (app) => {
    const { client } = app;
    const game = await createSealed(app);
    const participantToken = await tokenOf(app, game, "Ben");
    const broken = await client.manage(game, "breakSeal", {});
    assert(broken.sealBrokenAt && broken.isSealed);
    assert.equal(broken.assignments.length, PEOPLE.length);
    assert.equal(named(broken, "Ben").token, participantToken);
    const again = await client.manage(game, "breakSeal", {});
    assert.equal(again.sealBrokenAt, broken.sealBrokenAt);
    const view = await client.readAsParticipant(game, { participantToken });
    assert.deepEqual([view.sealBrokenAt, view.isSealed], [broken.sealBrokenAt, true]);
    const cookie = `participant_${game.code}=${participantToken}`;
    const page = await app.fetch(
      new Request(`http://localhost/games/${game.code}`, { headers: { cookie } }),
    );
    assert.match(await page.text(), /The organizer unsealed the game on/);
  },
);

testAppOnBoth("a prefetched answer contains no pair of a sealed game", async (app) => {
  const game = await createSealed(app);
  const path = `/api/games/${game.code}?participantToken=${await tokenOf(app, game, "Ben")}`;
  const read = async (headers = {}) =>
    succeeds(await app.client.get(path, headers), participantViewSchema);
  const ahead = await read({ "sec-purpose": "prefetch" });
  assert.deepEqual([ahead.receiver, ahead.assignments], [null, []]);
  assert.equal((await personOf(app, game, "Ben")).viewedAt, null);
  assert((await read()).receiver);
  assert((await personOf(app, game, "Ben")).viewedAt);
});

testAppOnBoth(
  "openInRoom is the only way for the organizer's device to show a pair, and its owner sees it",
  async (app) => {
    const { client } = app;
    const game = await createSealed(app);
    const { organizerToken } = game;
    const open = { action: "openInRoom", organizerToken, participantId: named(game, "Ben").id };
    const { receiver } = succeeds(await client.patchGame(game, open), openedInRoomSchema);
    const participantToken = await tokenOf(app, game, "Ben");
    const view = await client.readAsParticipant(game, { participantToken });
    assert.equal(view.receiver?.name, receiver.name);
    const { openedInRoomAt } = ownRecord(view);
    assert(openedInRoomAt);
    const cookie = `participant_${game.code}=${participantToken}; lang=en`;
    const path = `http://localhost/games/${game.code}`;
    const page = await app.fetch(new Request(path, { headers: { cookie } }));
    assert.match(await page.text(), /This gift was opened on the organizer’s phone on/);
    refuses(await client.patchGame(game, open), 400, "ALREADY_OPENED_IN_ROOM");
    const seen = named(await client.readAsOrganizer(game), "Ben");
    assert.equal(seen.openedInRoomAt, openedInRoomAt);
  },
);

testAppOnBoth(
  "setExclusions keeps absent lists, and draws nothing before the draw",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({
      draw: "later",
      isSealed: true,
      participants: PEOPLE.map((name) => ({ name })),
      exclusions: [["Ana", "Ben"]],
      oneWayExclusions: [["Cy", "Dee"]],
      households: [["Dee", "Eve"]],
    });
    const lists = async () => {
      const view = await client.readAsOrganizer(game);
      assert.equal(view.state, "gathering");
      assert((await stored(app, game)).participants.every(({ receiver }) => receiver === null));
      return [view.exclusions, view.oneWayExclusions, view.households]
        .map((list) => byName(view, list));
    };
    const set = (fields: object) => client.manage(game, "setExclusions", fields);
    assert.deepEqual(await lists(), [["Ana Ben"], ["Cy Dee"], ["Dee Eve"]]);
    await set({});
    assert.deepEqual(await lists(), [["Ana Ben"], ["Cy Dee"], ["Dee Eve"]]);
    await set({ exclusions: [] });
    assert.deepEqual(await lists(), [[], ["Cy Dee"], ["Dee Eve"]]);
    await set({ oneWayExclusions: [["Ana", "Eve"]] });
    assert.deepEqual(await lists(), [[], ["Ana Eve"], ["Dee Eve"]]);
    // Even rules that leave no possible draw: nothing has been drawn yet.
    await set({ households: [PEOPLE] });
    assert.deepEqual(await lists(), [[], ["Ana Eve"], [PEOPLE.join(" ")]]);
  },
);

testAppOnBoth(
  "an opened gift stays opened for later links even if its receiver's place is taken over",
  async (app) => {
    const { client } = app;
    const game = await createSealed(app);
    const participantToken = await tokenOf(app, game, "Ana");
    const { receiver } = await client.readAsParticipant(game, { participantToken });
    assert(receiver);
    await client.manage(game, "replaceParticipant", {
      participantId: named(game, receiver.name).id,
      participantName: "Puppet",
    });
    await client.manage(game, "regenerateToken", { participantId: named(game, "Ana").id });
    const view = await client.readAsParticipant(game, {
      participantToken: await tokenOf(app, game, "Ana"),
    });
    assert.deepEqual([view.isWithheld, view.receiver, view.assignments], [true, null, []]);
  },
);
