/** Gifts of a sealed game that were opened on the organizer's phone before all names were redrawn. */
import assert from "node:assert/strict";
import {
  claimIssuedSchema,
  newcomerViewSchema,
  openedInRoomSchema,
} from "@/lib/game/action_answers.ts";
import { testAppOnBoth } from "./support/app.ts";
import { refuses, succeeds } from "./support/client.ts";
import { inDays } from "./support/games.ts";
import { named, ownRecord } from "./support/views.ts";

const OFFLINE = ["Ana", "Ben", "Cy", "Dot"];

testAppOnBoth(
  "after all names are redrawn, gifts open again in the room and with the first link",
  async (app) => {
    const { client, services: { store } } = app;
    const participants = OFFLINE.map((name) => ({ name }));
    const game = await client.createGame({ isSealed: true, date: inDays(20), participants });
    const { organizerToken } = game;
    const organize = (action: string, name: string) =>
      client.patchGame(game, { action, organizerToken, participantId: named(game, name).id });
    const open = async (name: string) => {
      const { receiver } = succeeds(await organize("openInRoom", name), openedInRoomSchema);
      const stored = await store.readGameById(game.id) ?? assert.fail();
      const number = named(stored, name).receiver;
      assert.equal(receiver.name, stored.participants.find((one) => one.number === number)?.name);
    };
    const room = async (name: string) => {
      const cookie = `organizer_${game.code}=${organizerToken}; lang=en`;
      const who = encodeURIComponent(named(game, name).id);
      const url = `http://localhost/games/${game.code}/organize/room?who=${who}`;
      return await (await app.fetch(new Request(url, { headers: { cookie } }))).text();
    };
    const ADDED = { participantName: "Eve", participantEmail: "eve@example.org" };

    assert.doesNotMatch(await room("Ana"), /drawn again/);
    for (const name of OFFLINE) await open(name);
    assert.match(await room("Ana"), /Every gift is open/);
    const before = await client.readAsOrganizer(game);
    await client.manage(game, "addParticipant", ADDED);

    // By chance a giver may keep their receiver, which must not show.
    const seen = await client.readAsOrganizer(game);
    for (const name of OFFLINE) {
      const { viewedAt, openedInRoomAt } = named(seen, name);
      assert.deepEqual([viewedAt, openedInRoomAt], [null, named(before, name).openedInRoomAt]);
    }
    // Someone has opened their gift trusting that pairs stay secret.
    const reveal = { action: "updateGameDetails", organizerToken, reveal: "afterEvent" };
    refuses(await client.patchGame(game, reveal), 400, "CANNOT_REVEAL");

    assert.match(
      await room("Ana"),
      /opened on the organizer’s phone on [^<]+All the names have been drawn again/,
    );
    await open("Ana");
    refuses(await organize("openInRoom", "Ana"), 400, "ALREADY_OPENED_IN_ROOM");

    const { claimUrl } = succeeds(await organize("issueClaim", "Ben"), claimIssuedSchema);
    const claimToken = claimUrl.split("/").at(-1);
    const taken = succeeds(
      await client.patchGame(game, { action: "claimPlace", claimToken }),
      newcomerViewSchema,
    );
    assert.equal(taken.isWithheld, false);
    const { participantToken } = taken;
    assert((await client.readAsParticipant(game, { participantToken })).receiver);
    // The page shows that the gift was opened before, and when.
    assert(ownRecord(taken).openedInRoomAt);
    const cookie = `participant_${game.code}=${participantToken}; lang=en`;
    const url = `http://localhost/games/${game.code}`;
    const page = await (await app.fetch(new Request(url, { headers: { cookie } }))).text();
    assert.match(page, /opened on the organizer’s phone on/);
    assert.match(page, /Your gift was first opened on/);
    refuses(await organize("openInRoom", "Ben"), 400, "ALREADY_OPENED_IN_ROOM");

    // The link that opened it can agree, although an earlier gift was opened in the room.
    await organize("regenerateToken", "Ben");
    const last = await store.readGameById(game.id) ?? assert.fail();
    assert.equal(named(last, "Ben").revealBlockedForTokenVersion, 2);
  },
);
