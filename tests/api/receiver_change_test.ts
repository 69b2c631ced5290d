import assert from "node:assert/strict";
import { testAppOnBoth } from "../support/app.ts";
import { type Client, type CreatedGame, type Managed, refuses } from "../support/client.ts";
import { participantViewSchema } from "@/lib/game/view_schemas.ts";
import { messagesViewSchema } from "@/lib/game/messages.ts";
import { people } from "../support/games.ts";
import { named, ownRecord } from "../support/views.ts";

const FAMILY = ["Grandma", "Finn", "Ben", "David", "Mum"].map((name) => ({ name }));

/** Makes everyone in the game open their gift. @returns their tokens, by name */
async function openAll(client: Client, game: CreatedGame): Promise<Map<string, string>> {
  const entries = game.participants.map(({ name, token }) => [name, token] as const);
  for (const [, participantToken] of entries) {
    await client.readAsParticipant(game, { participantToken });
  }
  return new Map(entries);
}

/** Names of people who have not seen their new receiver yet, in the organizer's view. */
async function changedIn(client: Client, game: Managed): Promise<Map<string, string>> {
  const { participants } = await client.readAsOrganizer(game);
  return new Map(
    participants.flatMap(({ name, receiverChange }) =>
      receiverChange ? [[name, receiverChange]] : []
    ),
  );
}

testAppOnBoth(
  "receiverChange tells the reason once to those who had opened, and until then to the organizer",
  async ({ client }) => {
    const acts = {
      left: (game: CreatedGame) =>
        client.manage(game, "removeParticipant", { participantId: named(game, "David").id }),
      joined: (game: CreatedGame) =>
        client.manage(game, "addParticipant", { participantName: "Zoe" }),
      asked: (game: CreatedGame) =>
        client.manage(game, "forceReassignParticipant", {
          participantId: named(game, "Grandma").id,
        }),
      rules: (game: CreatedGame) => {
        const [pair] = game.assignments;
        assert(pair);
        return client.manage(game, "setExclusions", {
          exclusions: [[pair.giverId, pair.receiverId]],
        });
      },
      // Repeated until a receiver changes, because a draw may keep all pairs.
      redrawn: (game: CreatedGame) => client.manage(game, "reassignAll", {}),
    };
    for (const [reason, act] of Object.entries(acts)) {
      const game = await client.createGame({ participants: FAMILY, isProtected: true });
      const tokens = await openAll(client, game);
      assert.equal((await changedIn(client, game)).size, 0);
      let after = await act(game);
      while (reason === "redrawn" && !after.participants.some((one) => one.receiverChange)) {
        after = await act(game);
      }
      const before = new Map(game.assignments.map((pair) => [pair.giverId, pair.receiverId]));
      const changed = await changedIn(client, game);
      for (const { id, name, viewedAt } of after.participants) {
        const isMoved = before.has(id) && viewedAt === null;
        assert.equal(changed.get(name), isMoved ? reason : undefined, `${reason}: ${name}`);
      }
      for (const [name, participantToken] of tokens) {
        if (!after.participants.some((one) => one.name === name)) continue;
        // An answer that does not show the pair does not open the gift.
        const { id: participantId } = named(game, name);
        const blind = await client.act(game, "updateWish", { participantId, wish: "Tea" });
        assert.equal(ownRecord(blind).receiverChange, changed.get(name) ?? null);
        const first = await client.readAsParticipant(game, { participantToken });
        assert.equal(ownRecord(first).receiverChange, changed.get(name) ?? null);
        const second = await client.readAsParticipant(game, { participantToken });
        assert.equal(ownRecord(second).receiverChange, null, "they have read it");
      }
      assert.equal((await changedIn(client, game)).size, 0);
    }
  },
);

testAppOnBoth(
  "receiverChange is part of an action's answer if that shows the pair first",
  async ({ client }) => {
    const game = await client.createGame({ participants: FAMILY, isProtected: true });
    const tokens = await openAll(client, game);
    const { id: participantId } = named(game, "Grandma");
    const participantToken = tokens.get("Grandma") ?? "";
    await client.act(game, "requestReassignment", { participantId });
    await client.manage(game, "approveReassignment", { participantId });
    const wish = () =>
      client.act(game, "updateWish", { participantId, participantToken, wish: "Tea" });
    assert.equal(ownRecord(await wish()).receiverChange, "asked");
    assert.equal(ownRecord(await wish()).receiverChange, null);
  },
);

testAppOnBoth(
  "a refused action opens no gift, and the first accepted one gives the reason of the change",
  async ({ client, services }) => {
    const game = await client.createGame({ participants: FAMILY, isProtected: true });
    const tokens = await openAll(client, game);
    const { id: participantId } = named(game, "Grandma");
    const participantToken = tokens.get("Grandma") ?? "";
    await client.manage(game, "forceReassignParticipant", { participantId });
    const refusals = [
      [{ action: "setWishes", revision: 7, wishes: [] }, 409, "STALE_WISHES"],
      [{ action: "markWish", wishId: crypto.randomUUID(), bought: true }, 404, "WISH_NOT_FOUND"],
      [{ action: "sendThanks", text: "Thank you" }, 400, "TOO_EARLY_TO_THANK"],
    ] as const;
    for (const [action, status, code] of refusals) {
      refuses(await client.patchGame(game, { ...action, participantToken }), status, code);
    }
    const { store } = services;
    const { addMessage } = store;
    store.addMessage = () => Promise.resolve("full");
    const message = {
      action: "sendMessage",
      to: "receiver",
      text: "Tea?",
      participantToken,
    } as const;
    refuses(await client.patchGame(game, message), 429, "TOO_MANY_MESSAGES");
    store.addMessage = addMessage;
    const seen = named(await client.readAsOrganizer(game), "Grandma");
    assert.deepEqual([seen.receiverChange, seen.viewedAt], ["asked", null]);
    const wish = { action: "setWishes", revision: 0, wishes: [{ title: "Tea" }], participantToken };
    const { body } = await client.patchGame(game, wish);
    assert.equal(ownRecord(participantViewSchema.parse(body)).receiverChange, "asked");
    assert.equal(named(await client.readAsOrganizer(game), "Grandma").receiverChange, null);
  },
);

testAppOnBoth(
  "reading the messages gives the reason of the change if that opens the gift",
  async ({ client }) => {
    const game = await client.createGame({ participants: FAMILY, isProtected: true });
    const tokens = await openAll(client, game);
    const { id: participantId } = named(game, "Grandma");
    const participantToken = tokens.get("Grandma") ?? "";
    await client.manage(game, "forceReassignParticipant", { participantId });
    const path = `/api/games/${game.code}/messages`;
    const read = async (headers: Record<string, string> = {}) => {
      const shown = { ...headers, "x-participant-token": participantToken };
      const { body } = await client.get(path, shown);
      return messagesViewSchema.parse(body).receiverChange;
    };
    assert.equal(await read({ "sec-purpose": "prefetch" }), null);
    assert.equal(await read(), "asked");
    assert.equal(await read(), null);
  },
);

testAppOnBoth("receiverChange keeps the first reason of several changes", async ({ client }) => {
  const game = await client.createGame({ participants: people(4) });
  await openAll(client, game);
  const { id: participantId } = named(game, "P1");
  await client.manage(game, "forceReassignParticipant", { participantId });
  const after = await client.manage(game, "reassignAll", {});
  assert.equal(named(after, "P1").receiverChange, "asked");
});

testAppOnBoth(
  "a keeper is told about the kept gift; newcomers and people who never opened are told nothing",
  async ({ client }) => {
    const game = await client.createGame({
      participants: FAMILY,
      keepers: [["Mum", "Finn"]],
      isProtected: true,
    });
    const mum = { participantToken: named(game, "Mum").token };
    await client.readAsParticipant(game, mum);
    const { id: participantId } = named(game, "Finn");
    const after = await client.manage(game, "forceReassignParticipant", { participantId });
    assert.equal(named(after, "Finn").receiverChange, "asked");
    for (const name of ["Ben", "David", "Grandma"]) {
      assert.equal(named(after, name).receiverChange, null, name);
    }
    const blind = await client.act(game, "updateWish", {
      participantId: named(game, "Mum").id,
      wish: "Tea",
    });
    assert.equal(blind.keeping[0]?.receiverChange, null, "nothing is shown of what stays closed");
    const [kept] = (await client.readAsParticipant(game, mum)).keeping;
    assert.equal(kept?.receiverChange, "asked");
    assert(kept?.receiver);
    assert.equal((await client.readAsParticipant(game, mum)).keeping[0]?.receiverChange, null);
    const { id: leaver } = named(game, "Ben");
    const replaced = await client.manage(game, "replaceParticipant", {
      participantId: leaver,
      participantName: "Zoe",
    });
    assert.equal(named(replaced, "Zoe").receiverChange, null);
  },
);

testAppOnBoth(
  "in a sealed game only the personal page tells it, with the link that opened the gift",
  async ({ client, services: { store, tokens } }) => {
    const game = await client.createGame({ isSealed: true, participants: people(5) });
    const kept = await store.readGame(game.code);
    assert(kept);
    const [leaver, ...others] = kept.participants;
    const giver = others.find(({ receiver }) => receiver === leaver?.number);
    assert(leaver && giver);
    const tokenOf = (tokenVersion = giver.tokenVersion) =>
      tokens.participant(kept, { ...giver, tokenVersion });
    const read = (participantToken: string) => client.readAsParticipant(game, { participantToken });
    await read(tokenOf());
    // A participant replaces someone: nothing is drawn, and the gift still counts as opened.
    const answer = await client.manage(game, "replaceParticipant", {
      participantId: leaver.id,
      participantName: "Heir",
    });
    assert.deepEqual(
      new Set(answer.participants.map((one) => one.receiverChange)),
      new Set([null]),
    );
    const changes = (await store.readGame(game.code))?.participants
      .map(({ number, receiverChange }) => [number, receiverChange]);
    assert.deepEqual(
      changes?.filter(([, change]) => change !== null),
      [[giver.number, "left"]],
    );
    // The holder of a later link does not see the replaced receiver.
    await client.manage(game, "regenerateToken", { participantId: giver.id });
    const later = await read(tokenOf(giver.tokenVersion + 1));
    assert.deepEqual([later.isWithheld, ownRecord(later).receiverChange], [true, null]);
    await store.changeGame(game.code, (before) => {
      assert(before);
      const participants = before.participants.map((one) => ({
        ...one,
        revealBlockedForTokenVersion: null,
      }));
      return { game: { ...before, participants }, outbox: null, result: null };
    });
    const agreed = await read(tokenOf(giver.tokenVersion + 1));
    assert.deepEqual([agreed.receiver?.name, ownRecord(agreed).receiverChange], ["Heir", "left"]);
    const again = await read(tokenOf(giver.tokenVersion + 1));
    assert.equal(ownRecord(again).receiverChange, null);
  },
);
