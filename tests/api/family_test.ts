import assert from "node:assert/strict";
import { invitationViewSchema } from "@/lib/game/gathering_view.ts";
import { claimIssuedSchema, openedInRoomSchema } from "@/lib/game/action_answers.ts";
import { testAppOnBoth } from "../support/app.ts";
import { refuses, succeeds } from "../support/client.ts";
import { inDays } from "../support/games.ts";
import { issueClaim, readWithTokens } from "../support/sealed_games.ts";
import { assertValidDraw, byName, named, ownRecord, receivers } from "../support/views.ts";

const FAMILY = ["Mum", "Dad", "Finn", "Gina", "Lou"].map((name) => ({ name, wish: `for ${name}` }));

testAppOnBoth(
  "a keeper sees the gift with their own token, and no one else does",
  async ({ client }) => {
    const game = await client.createGame({
      participants: FAMILY,
      keepers: [["Mum", "Finn"], ["mum", "Gina"], ["Mum", "Finn"]],
      isProtected: true,
    });
    assertValidDraw(game);
    const mum = named(game, "Mum");
    const finn = named(game, "Finn");
    const gina = named(game, "Gina");
    assert.deepEqual(game.keepers, [[mum.id, finn.id], [mum.id, gina.id]]);
    const pairs = receivers(game);
    assert(!["Finn", "Gina"].includes(pairs.get("Mum") ?? ""));
    assert(pairs.get("Finn") !== "Mum" && pairs.get("Gina") !== "Mum");
    const view = await client.readAsParticipant(game, { participantToken: mum.token });
    assert.deepEqual(
      view.keeping.map(({ name, receiver }) => [name, receiver?.name, receiver?.wish]),
      ["Finn", "Gina"].map((name) => [name, pairs.get(name), `for ${pairs.get(name)}`]),
    );
    assert.equal(view.assignments.length, 1);
    const ids = view.participants.map(({ id }) => id);
    for (const { participantId, receiver } of view.keeping) {
      assert(ids.includes(participantId) && ids.includes(receiver?.id ?? ""));
      assert(![finn.id, gina.id].includes(participantId), "an id is a key");
    }
    const after = await client.readAsOrganizer(game);
    assert(named(after, "Finn").viewedAt && named(after, "Gina").viewedAt);
    assert.equal(named(after, "Dad").viewedAt, null);
    const child = await client.readAsParticipant(game, { participantToken: finn.token });
    assert.deepEqual([child.keeping, child.keptBy], [[], ["Mum"]]);
    // With an id alone its holder can act, but not see.
    const blind = await client.act(game, "updateWish", { participantId: mum.id, wish: "Peace" });
    assert.deepEqual(blind.keeping.map(({ name, receiver }) => [name, receiver]), [
      ["Finn", null],
      ["Gina", null],
    ]);
  },
);

testAppOnBoth(
  "in a sealed game a keeper opens gifts only of people without an address",
  async ({ client, services: { store, tokens } }) => {
    const game = await client.createGame({
      participants: [...FAMILY, { name: "Otto" }, { name: "Pia" }].map((one) => ({
        ...one,
        email: ["Finn", "Gina", "Lou"].includes(one.name) ? "" : `${one.name}@home.example`,
      })),
      keepers: [["Mum", "Finn"], ["Mum", "Lou"]],
      isSealed: true,
    });
    const keeping = async () => {
      const stored = await store.readGame(game.code);
      const mum = stored?.participants.find(({ name }) => name === "Mum");
      assert(stored && mum);
      const participantToken = tokens.participant(stored, mum);
      const view = await client.readAsParticipant(game, { participantToken });
      return view.keeping.map(({ name, receiver }) => `${name} ${receiver !== null}`);
    };
    assert.deepEqual(await keeping(), ["Finn true", "Lou true"]);
    await client.manage(game, "updateParticipantDetails", {
      participantId: named(game, "Finn").id,
      email: "Mum@home.example",
    });
    assert.deepEqual(await keeping(), ["Lou true"], "an address ends it, the keeper's own, too");
    const { organizerToken } = game;
    const issued = await client.patchGame(game, {
      action: "issueClaim",
      participantId: named(game, "Lou").id,
      organizerToken,
    });
    const { claimUrl } = succeeds(issued, claimIssuedSchema);
    assert.deepEqual(await keeping(), ["Lou true"], "a claim that nobody has taken ends nothing");
    const claimToken = claimUrl.split("/").at(-1);
    const taken = await client.patchGame(game, { action: "claimPlace", claimToken });
    assert.equal(taken.status, 200, taken.text);
    assert.deepEqual(await keeping(), [], "who has a link of their own opens it themselves");
    assert.deepEqual((await client.readAsOrganizer(game)).keepers, []);
  },
);

testAppOnBoth(
  "a claim ends the keeping until its holder allows it again; a later link ends it again",
  async (app) => {
    const { client, services: { store, tokens } } = app;
    const game = await client.createGame({
      participants: [...FAMILY, { name: "Otto" }].map((one) => ({
        ...one,
        email: one.name === "Mum" ? "mum@home.example" : "",
      })),
      keepers: [["Mum", "Lou"], ["Mum", "Finn"]],
      isSealed: true,
    });
    const { organizerToken } = game;
    const tokenOf = async (name: string) => {
      const stored = await store.readGame(game.code);
      const one = stored?.participants.find((person) => person.name === name);
      assert(stored && one);
      return tokens.participant(stored, one);
    };
    /** Names of those whose gifts the keeper opens; checks every way to read them. */
    const keeping = async () => {
      const participantToken = await tokenOf("Mum");
      const view = await client.readAsParticipant(game, { participantToken });
      assert(view.keeping.every(({ receiver }) => receiver));
      const { keepers } = await client.readAsOrganizer(game);
      const names = view.keeping.map(({ name }) => name);
      assert.deepEqual(
        byName(game, keepers).toSorted(),
        names.map((one) => `Mum ${one}`).toSorted(),
      );
      return names.toSorted();
    };
    const claim = async () => {
      await issueClaim(client, game, "Lou");
      const { claimToken } = await readWithTokens(app, game, "Lou");
      assert.equal(
        (await client.patchGame(game, { action: "claimPlace", claimToken })).status,
        200,
      );
    };
    const allow = async (allowed: boolean, name = "Lou") =>
      await client.act(game, "allowKeepers", { participantToken: await tokenOf(name), allowed });
    const set = (keepers: [string, string][]) =>
      client.patchGame(game, { action: "setKeepers", organizerToken, keepers });
    const drawCount = async () => (await client.readAsOrganizer(game)).drawCount;
    const draws = await drawCount();

    assert.equal((await allow(true, "Lou")).keepersToAllow, null, "nothing has ended yet");
    assert.deepEqual(await keeping(), ["Finn", "Lou"]);
    await claim();
    const participantToken = await tokenOf("Lou");
    const taken = await client.readAsParticipant(game, { participantToken });
    assert.deepEqual(taken.keepersToAllow, { names: ["Mum"], areAllowed: false });
    assert.deepEqual(taken.keptBy, []);
    assert.deepEqual(await keeping(), ["Finn"]);
    // A new claim that no one takes restores nothing, and the organizer cannot restore it.
    await issueClaim(client, game, "Lou");
    assert.deepEqual(await keeping(), ["Finn"]);
    refuses(await set([["Mum", "Finn"], ["Mum", "Lou"]]), 400, "KEEPERS_ARE_SEALED");
    refuses(await set([["Mum", "Finn"], ["Otto", "Lou"]]), 400, "KEEPERS_ARE_SEALED");
    assert.equal((await set([["Mum", "Finn"]])).status, 200);
    const by = { action: "allowKeepers", allowed: true, participantId: named(game, "Lou").id };
    refuses(await client.patchGame(game, by), 401, "TOKEN_REQUIRED");
    refuses(await client.patchGame(game, { ...by, organizerToken }), 401, "TOKEN_REQUIRED");
    const others = { ...by, participantToken: await tokenOf("Mum") };
    refuses(await client.patchGame(game, others), 403, "INVALID_TOKEN");

    for (const allowed of [true, true, false, true]) {
      const after = await allow(allowed);
      assert.deepEqual(after.keepersToAllow, { names: ["Mum"], areAllowed: allowed });
      assert.deepEqual(after.keptBy, allowed ? ["Mum"] : []);
      assert.deepEqual(await keeping(), allowed ? ["Finn", "Lou"] : ["Finn"]);
    }
    refuses(
      await set([["Mum", "Finn"], ["Mum", "Lou"], ["Otto", "Lou"]]),
      400,
      "KEEPERS_ARE_SEALED",
    );
    assert.equal((await set([["Mum", "Finn"], ["Mum", "Lou"]])).status, 200);
    assert.equal(await drawCount(), draws, "none of it draws");

    // Lou has opened: the next link may be the organizer's, so it lets no one see the gift.
    await claim();
    assert.deepEqual(await keeping(), ["Finn"]);
    const later = await client.readAsParticipant(game, { participantToken: await tokenOf("Lou") });
    assert.deepEqual([later.isWithheld, later.keepersToAllow], [true, null]);
    const withheld = { ...by, participantToken: await tokenOf("Lou") };
    refuses(await client.patchGame(game, withheld), 400, "GIFT_WITHHELD");
    // The former link agrees: the new holder gets the gift, but still has to allow the keepers.
    const agreed = await client.patchGame(game, { action: "agreeHandover", participantToken });
    assert.equal(agreed.status, 200);
    assert.deepEqual(await keeping(), ["Finn"]);
    await allow(true);
    assert.deepEqual(await keeping(), ["Finn", "Lou"]);

    // The permission does not extend to the holder of the keeper's next link.
    await client.manage(game, "regenerateToken", { participantId: named(game, "Mum").id });
    assert(!(await keeping()).includes("Lou"));
    const left = await client.readAsParticipant(game, { participantToken: await tokenOf("Lou") });
    assert.equal(left.keepersToAllow, null);
  },
);

testAppOnBoth(
  "in a sealed game a keeper has at most three people, all without an address and never drawn by them",
  async ({ client, fetch }) => {
    const people = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus"].map((name) => ({ name }));
    const body = { name: "Sealed", date: inDays(30), isSealed: true, participants: people };
    const everyone = people.slice(1).map(({ name }): [string, string] => ["Ana", name]);
    const mailed = people.map((one) => one.name === "Cy" ? { ...one, email: "cy@x.example" } : one);
    const refused = [
      { keepers: everyone },
      { keepers: everyone.slice(0, 4) },
      { keepersMayDraw: true },
      { keepers: everyone.slice(0, 1), keepersMayDraw: true },
      { keepers: [["Ana", "Cy"]], participants: mailed },
    ];
    for (const draw of ["now", "later"]) {
      for (const rest of refused) {
        const answer = await client.post("/api/games", { ...body, draw, ...rest });
        refuses(answer, 400, "KEEPERS_ARE_SEALED", JSON.stringify(rest));
      }
    }
    const three = everyone.slice(0, 3);
    const game = await client.createGame({ ...body, draw: "later", keepers: three });
    const { organizerToken, invitationToken, code } = game;
    const set = (rest: Record<string, unknown>) =>
      client.patchGame(game, { action: "setKeepers", organizerToken, ...rest });
    refuses(await set({ keepers: everyone }), 400, "KEEPERS_ARE_SEALED");
    refuses(await set({ keepers: three, keepersMayDraw: true }), 400, "KEEPERS_ARE_SEALED");
    assert.equal((await set({ keepers: [...three.slice(1), ["Ben", "Eve"]] })).status, 200);
    await client.manage(game, "updateParticipantDetails", {
      participantId: named(game, "Dee").id,
      email: "dee@x.example",
    });

    const invited = await client.getGame({ code }, { invitationToken });
    const { keepers } = succeeds(invited, invitationViewSchema);
    assert.deepEqual(keepers, [["Ana", "Cy"], ["Ben", "Eve"]]);
    const headers = { cookie: `invitation_${code}=${invitationToken}; lang=en` };
    const page = await fetch(new Request(`http://localhost/games/${code}/join`, { headers }));
    assert.match(await page.text(), /Ana also opens gifts for: Cy\./);

    const again = (rest: Record<string, unknown>) =>
      client.repeatGame(game, { date: inDays(40), organizerToken, ...rest });
    refuses(await again({ keepers: everyone }), 400, "KEEPERS_ARE_SEALED");
    refuses(await again({ keepersMayDraw: true }), 400, "KEEPERS_ARE_SEALED");
    // A sealed game takes over from an unsealed one only what a sealed game may have.
    const open = await client.createGame({
      participants: mailed,
      keepers: everyone,
      keepersMayDraw: true,
    });
    assert.equal((await client.getGame({ code: open.code }, {})).status, 200);
    const sealed = await client.playAgain(open, { isSealed: true });
    assert.deepEqual(byName(sealed, sealed.keepers), ["Ana Ben", "Ana Dee", "Ana Eve"]);
    assert.equal(sealed.keepersMayDraw, false);
  },
);

testAppOnBoth("my-data opens one's own gift and none of the kept ones", async ({ client }) => {
  const game = await client.createGame({
    participants: FAMILY,
    keepers: [["Mum", "Finn"]],
    isProtected: true,
  });
  const participantToken = named(game, "Mum").token;
  const data = await client.getOwnData(game, { "x-participant-token": participantToken });
  assert.equal(data.status, 200);
  assert(data.text.includes(receivers(game).get("Mum") ?? "nobody"));
  const after = await client.readAsOrganizer(game);
  assert(named(after, "Mum").viewedAt);
  assert.equal(named(after, "Finn").viewedAt, null);
});

testAppOnBoth(
  "keepers are set by the organizer; pairs change only where necessary",
  async ({ client }) => {
    const game = await client.createGame({ participants: FAMILY });
    const pairs = receivers(game);

    const [giver = "", kept = ""] = [...pairs][0] ?? [];

    const moved = await client.manage(game, "setKeepers", { keepers: [[giver, kept]] });
    assert.notEqual(receivers(moved).get(giver), kept, "they may not draw each other");
    assertValidDraw(moved);
    const now = receivers(moved);
    const free = [...now].flatMap(([one, receiver]) => receiver === "Lou" ? one : [])[0] ?? "";
    const allowed = await client.manage(game, "setKeepers", {
      keepers: [[free, named(game, "Lou").id]],
      keepersMayDraw: true,
    });
    assert(allowed.keepersMayDraw);
    const none = await client.manage(game, "setKeepers", { keepers: [] });
    assert.deepEqual([none.keepers, none.keepersMayDraw], [[], true]);
    const { organizerToken } = game;
    const set = (keepers: unknown) =>
      client.patchGame(game, { action: "setKeepers", organizerToken, keepers });
    refuses(await set([["Mum", "Nobody"]]), 400, "UNKNOWN_PERSON");
    refuses(await set([["Mum", "Mum"]]), 400, "VALIDATION_FAILED");
    refuses(await set([["Mum"]]), 400, "VALIDATION_FAILED");
    refuses(await set("Mum"), 400, "VALIDATION_FAILED");
  },
);

testAppOnBoth("keepers who leave are removed, replaced ones are succeeded", async ({ client }) => {
  const game = await client.createGame({
    participants: FAMILY,
    keepers: [["Mum", "Finn"], ["Dad", "Mum"]],
  });
  const replaced = await client.manage(game, "replaceParticipant", {
    participantId: named(game, "Mum").id,
    participantName: "Granny",
  });
  const granny = named(replaced, "Granny").id;
  assert.deepEqual(
    replaced.keepers.toSorted(),
    [
      [granny, named(game, "Finn").id],
      [named(game, "Dad").id, granny],
    ].toSorted(),
  );
  const left = await client.manage(game, "removeParticipant", { participantId: granny });
  assert.deepEqual(left.keepers, []);
  await client.readAsParticipant(game, { participantToken: named(left, "Dad").token });
});

testAppOnBoth(
  "on the shared phone each person opens once, and later sees that it was opened there",
  async ({ client }) => {
    const game = await client.createGame({ participants: FAMILY, isProtected: true });
    const finn = named(game, "Finn");
    const { organizerToken } = game;
    const open = (participantId: string, token: Record<string, string> = { organizerToken }) =>
      client.patchGame(game, { action: "openInRoom", participantId, ...token });
    refuses(await open(finn.id, {}), 401, "TOKEN_REQUIRED");
    refuses(await open(finn.id, { organizerToken: finn.token }), 403, "INVALID_TOKEN");
    refuses(await open("nobody"), 404, "PARTICIPANT_NOT_FOUND");
    const both = await Promise.all([open(finn.id), open(finn.id)]);
    const [first, second] = both.toSorted((one, other) => one.status - other.status);
    assert(first && second);
    const { receiver } = succeeds(first, openedInRoomSchema);
    assert.equal(receiver.name, receivers(game).get("Finn"));
    refuses(second, 400, "ALREADY_OPENED_IN_ROOM");
    const own = ownRecord(await client.readAsParticipant(game, { participantToken: finn.token }));
    assert(own.openedInRoomAt && own.viewedAt === own.openedInRoomAt);
    const gina = named(game, "Gina");
    await client.readAsParticipant(game, { participantToken: gina.token });
    refuses(await open(gina.id), 400, "ALREADY_OPENED_IN_ROOM");
    await client.manage(game, "reassignAll", {});
    refuses(await open(finn.id), 400, "ALREADY_OPENED_IN_ROOM");
  },
);

testAppOnBoth(
  "a person's page lets them choose several keepers from the game",
  async ({ client, fetch }) => {
    const game = await client.createGame({
      participants: FAMILY,
      keepers: [["Mum", "Finn"], ["Dad", "Finn"], ["Mum", "Gina"]],
    });
    const { id } = named(game, "Finn");
    const path = `http://localhost/games/${game.code}/organize/people/${id}`;
    const headers = { cookie: `organizer_${game.code}=${game.organizerToken}; lang=en` };
    const shown = await (await fetch(new Request(path, { headers }))).text();
    const ticked = [...shown.matchAll(/<input[^>]*name="keeper"[^>]*checked[^>]*>/g)]
      .map(([box]) => /value="([^"]*)"/.exec(box)?.[1]);
    assert.deepEqual(new Set(ticked), new Set(["Mum", "Dad"].map((name) => named(game, name).id)));
    const save = async (keepers: string[], rest: Record<string, string> = {}) => {
      const body = new URLSearchParams({ action: "setKeepers", ...rest });
      for (const keeper of keepers) body.append("keeper", keeper);
      const { status } = await fetch(new Request(path, { method: "POST", headers, body }));
      return [status, ...byName(game, (await client.readAsOrganizer(game)).keepers)];
    };
    const idOf = (name: string) => named(game, name).id;
    const both = [303, "Lou Finn", "Mum Finn", "Mum Gina"];
    assert.deepEqual(await save([idOf("Mum"), idOf("Lou"), ""]), both);
    assert.deepEqual(await save(["nobody"]), [400, ...both.slice(1)]);
    assert.deepEqual(await save([""], { keepersMayDraw: "on" }), [303, "Mum Gina"]);
    const after = await (await fetch(new Request(path, { headers }))).text();
    assert.match(after, /<input[^>]*name="keepersMayDraw"[^>]*checked/);
  },
);
