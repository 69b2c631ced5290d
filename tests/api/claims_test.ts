/** Claiming a place after its gift was opened in the room, or after the seal is broken. */
import assert from "node:assert/strict";
import { claimIssuedSchema, newcomerViewSchema } from "@/lib/game/action_answers.ts";
import { testAppOnBoth } from "../support/app.ts";
import { refuses, succeeds } from "../support/client.ts";
import { SetClock } from "../support/clock.ts";
import { people } from "../support/games.ts";
import { issueClaim, readWithTokens } from "../support/sealed_games.ts";
import { named, ownRecord } from "../support/views.ts";

testAppOnBoth(
  "a gift opened in the room stays closed to anyone who claims the place, until the next draw",
  async ({ client, fetch }) => {
    const participants = people(5).map(({ name }) => ({ name }));
    const body = { isSealed: true, allowReassignment: false, participants };
    const game = await client.createGame(body);
    const { organizerToken } = game;
    const { id: participantId } = named(game, "P2");
    const organize = (action: string) =>
      client.patchGame(game, { action, organizerToken, participantId });
    assert.equal((await organize("openInRoom")).status, 200);
    const { claimUrl } = succeeds(await organize("issueClaim"), claimIssuedSchema);
    const claimToken = claimUrl.split("/").at(-1);
    const taken = succeeds(
      await client.patchGame(game, { action: "claimPlace", claimToken }),
      newcomerViewSchema,
    );
    assert.deepEqual([taken.isWithheld, taken.receiver], [true, null]);
    assert(ownRecord(taken).openedInRoomAt);
    const { participantToken } = taken;

    // No one has a link to agree with, so they may request a reassignment even if the game allows no requests.
    const cookie = `participant_${game.code}=${participantToken}; lang=en`;
    const url = `http://localhost/games/${game.code}`;
    const page = await (await fetch(new Request(url, { headers: { cookie } }))).text();
    assert.match(
      page,
      /Your gift was opened before you joined[^]*opened on the organizer’s phone on/,
    );
    assert.match(page, /value="requestReassignment"/);
    const asked = { participantId, participantToken };
    await client.act(game, "requestReassignment", asked);
    await client.manage(game, "approveReassignment", { participantId });
    const view = await client.readAsParticipant(game, { participantToken });
    assert.equal(view.isWithheld, false);
    assert(view.receiver);
    const again = await client.patchGame(game, { action: "requestReassignment", ...asked });
    refuses(again, 400, "REASSIGNMENT_NOT_ALLOWED");
  },
);

testAppOnBoth(
  "a claim used after the seal is broken only replaces the former link",
  async (app) => {
    const { client } = app;
    const names = ["Mum", "Dad", "Finn", "Gina", "Lou", "Otto", "Pia"];
    const game = await client.createGame({
      isSealed: true,
      byPost: true,
      participants: names.map((name) => ({ name, email: name === "Mum" ? "mum@example.org" : "" })),
      keepers: [["Mum", "Lou"]],
    });
    const { token: participantToken } = named(await readWithTokens(app, game, "Mum"), "Mum");
    const before = await client.readAsParticipant(game, { participantToken });
    assert(before.receiver && before.keeping[0]?.receiver);
    await client.act(game, "setParcel", { participantToken, sent: true });
    await issueClaim(client, game, "Mum");
    await client.manage(game, "breakSeal", {});
    await client.act(game, "setParcel", { participantToken, sent: true });
    const { claimToken } = await readWithTokens(app, game, "Mum");
    const taken = succeeds(
      await client.patchGame(game, { action: "claimPlace", claimToken }),
      newcomerViewSchema,
    );
    assert.equal(Object(ownRecord(taken)).email, "mum@example.org");
    assert.deepEqual(taken.receiver?.name, before.receiver.name);
    assert.deepEqual(taken.keeping.map(({ receiver }) => receiver?.name), [
      before.keeping[0].receiver.name,
    ]);
    assert.equal(taken.parcels?.toReceiver.isSent, true);
    refuses(await client.getGame(game, { participantToken }), 403, "INVALID_TOKEN");
  },
);

testAppOnBoth(
  "an opening is no one else's, though the clock is set back after the place was claimed",
  async (app) => {
    const { client } = app;
    const participants = people(4).map(({ name }) => ({ name }));
    const game = await client.createGame({ isSealed: true, draw: "later", participants });
    const participantId = named(game, "P2").id;
    for (const name of ["P1", "P2"]) await issueClaim(client, game, name);
    const take = async (name: string) => {
      const { claimToken } = await readWithTokens(app, game, name);
      const taken = await client.patchGame(game, { action: "claimPlace", claimToken });
      return String(Object(taken.body).participantToken);
    };
    const [first, second] = [await take("P1"), await take("P2")];
    await client.manage(game, "drawNames", {});
    using clock = new SetClock();
    clock.move(-1 / 60);
    await client.readAsParticipant(game, { participantToken: first });
    await client.act(game, "updateWish", { participantToken: second, participantId, wish: "Tea" });
    clock.move(1);
    for (const token of [first, second]) {
      const headers = { cookie: `participant_${game.code}=${token}` };
      const url = `http://localhost/games/${game.code}`;
      const text = await (await app.fetch(new Request(url, { headers }))).text();
      assert.doesNotMatch(text, /before you joined/);
      assert.match(text, /first opened/i);
    }
  },
);
