import assert from "node:assert/strict";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { forgetAddresses } from "@/lib/operations/daily.ts";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import { type Client, type CreatedGame, refuses } from "../support/client.ts";
import { SetClock } from "../support/clock.ts";
import { inDays } from "../support/games.ts";
import { pairInRing, readWithTokens } from "../support/sealed_games.ts";
import { sql } from "../support/sql.ts";
import { named } from "../support/views.ts";

const NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"];
const ADDRESS = { lines: ["Ben Bauer", "Birkenweg 7", "20095 Hamburg"], country: "DE", hint: "" };

/** Ana gives to Ben, Ben to Cy, and so on; all have links, also in a sealed game. */
async function createPosted(
  app: TestApp,
  body: Parameters<Client["createGame"]>[0] = {},
): Promise<{ game: CreatedGame; of: (name: string) => { participantToken: string } }> {
  const game = await app.client.createGame({
    byPost: true,
    isProtected: true,
    participants: NAMES.map((name) => ({ name })),
    ...body,
  });
  await pairInRing(app, game);
  const view = await readWithTokens(app, game, "Ana");
  const of = (name: string) => ({ participantToken: named(view, name).token });
  return { game, of };
}

function parcelsOf({ parcels }: ParticipantView) {
  assert(parcels);
  return parcels;
}

/** Everything that a database stores about addresses. */
async function storedAddresses({ services }: TestApp): Promise<unknown[]> {
  return [
    ...await sql(
      services,
      "select postal_address from participants where postal_address is not null",
    ),
  ];
}

testAppOnBoth("updateAddress: only its owner and their giver can read it", async (app) => {
  const { client } = app;
  const { game, of } = await createPosted(app, { keepers: [["Cy", "Ana"]], isProtected: false });
  const { postalAddress } = await client.act(game, "updateAddress", { ...of("Ben"), ...ADDRESS });
  assert.deepEqual(postalAddress, ADDRESS);
  for (const name of NAMES) {
    const text = (await client.getGame(game, of(name))).text;
    // Cy opens Ana's gift for her.
    assert.equal(text.includes("Birkenweg"), ["Ana", "Ben", "Cy"].includes(name), name);
  }
  const ana = await client.readAsParticipant(game, of("Ana"));
  assert.deepEqual(ana.receiver?.postalAddress, ADDRESS);
  assert(named(await client.readAsOrganizer(game), "Ana").viewedAt, "that counts as opened");
  const { id: participantId } = named(game, "Ana");
  for (const shown of [{}, { participantId }, { organizerToken: game.organizerToken }]) {
    assert(!(await client.getGame(game, shown)).text.includes("Birkenweg"));
  }
  const view = await client.readAsOrganizer(game);
  const having = view.participants.filter((one) => one.hasPostalAddress).map(({ name }) => name);
  assert.deepEqual(having, ["Ben"]);
  const own = await client.getOwnData(game, { "x-participant-token": of("Ben").participantToken });
  assert.deepEqual(Object(own.body).postalAddress, ADDRESS);
  assert.deepEqual(Object(own.body).parcels.toMe, "none");
  const [row] = await storedAddresses(app);
  assert(!JSON.stringify(row).includes("Birkenweg"), "it is kept encrypted");
});

testAppOnBoth("updateAddress: accepts valid bodies from permitted callers", async (app) => {
  const { client } = app;
  const { game, of } = await createPosted(app);
  const body = { action: "updateAddress", ...ADDRESS };
  const { id: participantId } = named(game, "Ben");
  refuses(await client.patchGame(game, { ...body, participantId }), 401, "TOKEN_REQUIRED");
  const { organizerToken } = game;
  const byOrganizer = { ...body, participantId, organizerToken };
  refuses(await client.patchGame(game, byOrganizer), 401, "TOKEN_REQUIRED");
  const asOther = { ...body, participantId, ...of("Ana") };
  refuses(await client.patchGame(game, asOther), 403, "INVALID_TOKEN");
  for (
    const wrong of [
      { lines: Array(7).fill("a line") },
      { lines: ["x".repeat(81)] },
      { lines: ["a\u0000b"] },
      { lines: ["one\nX-Injected: two"] },
      { lines: "a line" },
      { country: "Germany" },
      { hint: "x".repeat(121) },
    ]
  ) {
    refuses(
      await client.patchGame(game, { ...body, ...of("Ben"), ...wrong }),
      400,
      "VALIDATION_FAILED",
    );
  }
  const longest = { lines: Array(6).fill("ß".repeat(80)), country: "", hint: "h".repeat(120) };
  const { postalAddress } = await client.act(game, "updateAddress", { ...of("Ben"), ...longest });
  assert.deepEqual(postalAddress, longest);
  const none = await client.act(game, "updateAddress", { ...of("Ben"), lines: ["", " "] });
  assert.equal(none.postalAddress, null);
  assert.deepEqual(await storedAddresses(app), []);
  const plain = await createPosted(app, { byPost: false });
  for (const action of ["updateAddress", "setParcel", "confirmArrived"]) {
    const asked = { ...body, action, sent: true, ...plain.of("Ben") };
    refuses(await client.patchGame(plain.game, asked), 400, "NOT_BY_POST");
  }
  assert.equal("parcels" in await client.readAsParticipant(plain.game, plain.of("Ben")), false);
});

testAppOnBoth("an address is deleted with its owner, its game and byPost", async (app) => {
  const { client } = app;
  const give = async (created: Awaited<ReturnType<typeof createPosted>>) => {
    await client.act(created.game, "updateAddress", { ...created.of("Ben"), ...ADDRESS });
    assert.equal((await storedAddresses(app)).length, 1);
    return created;
  };
  const expectGone = async (what: string) => assert.deepEqual(await storedAddresses(app), [], what);
  const { game: off } = await give(await createPosted(app));
  await client.manage(off, "updateGameDetails", { byPost: false });
  await expectGone("byPost: false");
  const { game: removed } = await give(await createPosted(app));
  const participantId = named(removed, "Ben").id;
  await client.manage(removed, "removeParticipant", { participantId });
  await expectGone("removal");
  const { game: replaced } = await give(await createPosted(app));
  await client.manage(replaced, "replaceParticipant", {
    participantId: named(replaced, "Ben").id,
    participantName: "Zoe",
  });
  await expectGone("replacement");
  const { game: archived } = await give(await createPosted(app));
  await client.archive(archived);
  await expectGone("archival");
  const { game: broken } = await give(await createPosted(app, { isSealed: true }));
  await client.manage(broken, "breakSeal", {});
  await expectGone("a broken seal");
  const erasing = await give(await createPosted(app, { date: inDays(0) }));
  await client.eraseMe(erasing.game, erasing.of("Ben").participantToken);
  await expectGone("eraseMe");
  // A game archived by a release without addresses, and one still active two weeks after its event.
  const byOld = await give(await createPosted(app));
  const set = (change: string, code: string) =>
    sql(app.services, `update games set ${change} where code = $1`, [code]);
  await set("archived_at = '2026-01-01T00:00:00.000Z'", byOld.game.code);
  await forgetAddresses(app.services, new Date());
  await expectGone("archival by an earlier release");
  const { game: late } = await give(await createPosted(app));
  await set(`date = '${inDays(-14)}'`, late.code);
  await forgetAddresses(app.services, new Date());
  assert.equal((await storedAddresses(app)).length, 1, "until 14 days after the event");
  await set(`date = '${inDays(-15)}'`, late.code);
  await forgetAddresses(app.services, new Date());
  await expectGone("two weeks");
});

testAppOnBoth("a broken seal shows nothing about earlier parcels", async (app) => {
  const { client } = app;
  const { game, of } = await createPosted(app, { isSealed: true });
  for (const name of NAMES) {
    await client.act(game, "setParcel", { ...of(name), sent: true });
    await client.act(game, "confirmArrived", of(name));
  }
  await client.manage(game, "breakSeal", {});
  for (const name of NAMES) {
    const own = await client.readAsParticipant(game, of(name));
    assert.deepEqual(own.parcels, {
      toReceiver: { isSent: false, hasArrived: false },
      toMe: "none",
    });
  }
});

testAppOnBoth("an old giver loses the address as soon as the pair changes", async (app) => {
  const { client } = app;
  const { game, of } = await createPosted(app);
  await client.act(game, "updateAddress", { ...of("Ben"), ...ADDRESS });
  await client.act(game, "setParcel", { ...of("Ana"), sent: true });
  assert((await client.getGame(game, of("Ana"))).text.includes("Birkenweg"));
  await app.services.store.changeGame(game.code, (before) => {
    assert(before);
    const to = [3, 4, 5, 6, 2, 1];
    const participants = before.participants.map((one, index) => ({
      ...one,
      receiver: to[index] ?? null,
    }));
    return { game: { ...before, participants }, outbox: null, result: undefined };
  });
  assert(!(await client.getGame(game, of("Ana"))).text.includes("Birkenweg"));
  const eve = await client.readAsParticipant(game, of("Eve"));
  assert.deepEqual(eve.receiver?.postalAddress, ADDRESS);
  assert.deepEqual(parcelsOf(eve).toReceiver, { isSent: false, hasArrived: false });
});

testAppOnBoth("in a sealed game a later link shows no address of the earlier one", async (app) => {
  const { client, services } = app;
  const { game, of } = await createPosted(app, { isSealed: true });
  await client.act(game, "updateAddress", { ...of("Ben"), ...ADDRESS });
  const { id: participantId } = named(game, "Ben");
  const renewed = await client.manage(game, "regenerateToken", { participantId });
  assert(!JSON.stringify(renewed).includes("Birkenweg"));
  assert.equal(named(renewed, "Ben").hasPostalAddress, false);
  const later = named(await readWithTokens(app, game, "Ben"), "Ben").token;
  const view = await client.readAsParticipant(game, { participantToken: later });
  assert.equal(view.postalAddress, null);
  assert.deepEqual(
    (await client.readAsParticipant(game, of("Ana"))).receiver?.postalAddress,
    ADDRESS,
    "their giver sends there all the same",
  );
  const stored = await services.store.readGame(game.code);
  assert(stored);
});

testAppOnBoth("setParcel, confirmArrived: each becomes visible the next morning", async (app) => {
  const { client } = app;
  const { game, of } = await createPosted(app);
  const read = async (name: string) => parcelsOf(await client.readAsParticipant(game, of(name)));
  const sent = await client.act(game, "setParcel", { ...of("Ana"), sent: true });
  assert.deepEqual(parcelsOf(sent), {
    toReceiver: { isSent: true, hasArrived: false },
    toMe: "none",
  });
  assert.equal((await read("Ben")).toMe, "none");
  using clock = new SetClock();
  clock.move(32);
  assert.equal((await read("Ben")).toMe, "onItsWay");
  assert.equal((await client.readAsOrganizer(game)).parcels, "some");
  const arrived = await client.act(game, "confirmArrived", of("Ben"));
  assert.equal(parcelsOf(arrived).toMe, "arrived");
  assert.equal((await read("Ana")).toReceiver.hasArrived, false);
  clock.move(32);
  assert.equal((await read("Ana")).toReceiver.hasArrived, true);
  // No answer reveals whether anyone has sent: every receiver may confirm an arrival.
  await client.act(game, "confirmArrived", of("Dee"));
  assert.deepEqual((await read("Cy")).toReceiver, { isSent: false, hasArrived: false });
});

testAppOnBoth(
  "a keeper acts for the person they keep, and cannot read their address",
  async (app) => {
    const { client } = app;
    for (const isSealed of [false, true]) {
      // Ana gives to Ben and keeps Cy, who gives to Dee; Ben gives to Cy.
      const { game, of } = await createPosted(app, { isSealed, keepers: [["Ana", "Cy"]] });
      const read = async (name: string) => await client.readAsParticipant(game, of(name));
      const [before] = (await read("Ana")).keeping;
      assert(before);
      const { participantId: keptId } = before;
      assert.deepEqual([before.address, before.parcels?.toMe], ["none", "none"]);
      const forCy = (action: string, body = {}) =>
        client.patchGame(game, { action, ...of("Ana"), keptId, ...body });
      const given = { lines: ["Cy Child", "Kiefernweg 3"], country: "DE" };
      const entered = await forCy("updateAddress", given);
      assert.equal(entered.status, 200);
      assert(!entered.text.includes("Kiefernweg"));
      assert.equal((await read("Ana")).keeping[0]?.address, "byKeeper");
      assert.equal((await read("Ana")).postalAddress, null, "not their own");
      assert.deepEqual((await read("Ben")).receiver?.postalAddress?.lines, given.lines);
      assert.equal((await read("Cy")).postalAddress === null, isSealed, "its giver alone");
      await client.act(game, "updateAddress", { ...of("Dee"), ...ADDRESS });
      assert.deepEqual((await read("Ana")).keeping[0]?.receiver?.postalAddress, ADDRESS);
      await forCy("setParcel", { sent: true });
      assert.equal((await read("Ana")).parcels?.toReceiver.isSent, false, "not their own");
      assert.equal((await read("Cy")).parcels?.toReceiver.isSent, true);
      await client.act(game, "setParcel", { ...of("Ben"), sent: true });
      {
        using clock = new SetClock();
        clock.move(32);
        assert.equal((await read("Dee")).parcels?.toMe, "onItsWay");
        assert.equal((await read("Ana")).keeping[0]?.parcels?.toMe, "onItsWay");
        await forCy("confirmArrived");
        assert.deepEqual((await read("Ana")).parcels?.toMe, "none", "not their own");
        assert.equal((await read("Ana")).keeping[0]?.parcels?.toMe, "arrived");
      }
      // People who have a link of their own report it themselves.
      await client.act(game, "updateAddress", { ...of("Cy"), ...ADDRESS });
      assert.equal((await read("Ana")).keeping[0]?.address, "byOwner");
      refuses(await forCy("updateAddress", given), 400, "ADDRESS_BY_OWNER");
      refuses(await forCy("updateAddress", { lines: [] }), 400, "ADDRESS_BY_OWNER");
      // No one else may, and not for anyone else.
      const cy = named(game, "Cy").id;
      for (const action of ["updateAddress", "setParcel", "confirmArrived"]) {
        const asBen = { action, ...of("Ben"), keptId, sent: true, ...given };
        refuses(await client.patchGame(game, asBen), 403, "NOT_KEPT");
        refuses(await client.patchGame(game, { ...asBen, keptId: cy }), 403, "NOT_KEPT");
        refuses(
          await forCy(action, { ...given, keptId: named(game, "Dee").id, sent: true }),
          403,
          "NOT_KEPT",
        );
        const { organizerToken } = game;
        const byOrganizer = { action, organizerToken, keptId, sent: true, ...given };
        refuses(await client.patchGame(game, byOrganizer), 401, "TOKEN_REQUIRED");
      }
    }
  },
);

testAppOnBoth(
  "in a sealed game the new holder of a keeper's link cannot act for a withheld gift",
  async (app) => {
    const { client } = app;
    const { game, of } = await createPosted(app, { isSealed: true, keepers: [["Ana", "Cy"]] });
    const { participantId: keptId } =
      (await client.readAsParticipant(game, of("Ana"))).keeping[0] ??
        assert.fail();
    const act = { action: "setParcel", keptId, sent: true };
    await client.manage(game, "regenerateToken", { participantId: named(game, "Ana").id });
    const later = named(await readWithTokens(app, game, "Ana"), "Ana").token;
    refuses(await client.patchGame(game, { ...act, participantToken: later }), 403, "NOT_KEPT");
    const view = await client.readAsParticipant(game, { participantToken: later });
    assert(view.keeping.every(({ parcels, address }) => !parcels && !address));
  },
);

testAppOnBoth(
  "removing or replacing a person does not change the organizer's parcel count",
  async (app) => {
    const { client } = app;
    const acts = [
      { action: "removeParticipant" },
      { action: "replaceParticipant", participantName: "Zoe" },
    ] as const;
    for (const { action, ...body } of acts) {
      // Ana sends to Ben: the organizer removes Ben, or Cy, who expects no parcel.
      for (const name of ["Ben", "Cy"]) {
        const { game, of } = await createPosted(app);
        const read = async () => (await client.readAsOrganizer(game)).parcels;
        await client.act(game, "setParcel", { ...of("Ana"), sent: true });
        using clock = new SetClock();
        const participantId = named(game, name).id;
        const extra = named(game, "Fay").id;
        await client.manage(game, "removeParticipant", { participantId: extra });
        assert.equal(await read(), "none", "nothing is counted yet, and nothing tells of it");
        clock.move(32);
        assert.equal(await read(), "some");
        const answer = await client.patchGame(game, {
          ...{ action, ...body, participantId, organizerToken: game.organizerToken },
        });
        assert.equal(Object(answer.body).parcels, "some", `${action} ${name}`);
        assert.equal(await read(), "some");
      }
    }
  },
);

testAppOnBoth("sendBy is a day between today and the event", async ({ client }) => {
  const body = { byPost: true, date: inDays(30) };
  for (const sendBy of [inDays(-2), inDays(31), "soon"]) {
    const answer = await client.post("/api/games", {
      ...{ name: "A game", participants: NAMES.map((name) => ({ name })), ...body, sendBy },
    });
    refuses(answer, 400, sendBy === "soon" ? "VALIDATION_FAILED" : "SEND_BY_OUT_OF_RANGE");
  }
  const game = await client.createGame({ ...body, sendBy: inDays(20) });
  assert.deepEqual([game.byPost, game.sendBy], [true, inDays(20)]);
  const { organizerToken } = game;
  const change = { action: "updateGameDetails", organizerToken };
  const earlier = await client.patchGame(game, { ...change, date: inDays(15) });
  refuses(earlier, 400, "SEND_BY_OUT_OF_RANGE");
  const both = await client.manage(game, "updateGameDetails", {
    date: inDays(15),
    sendBy: inDays(15),
  });
  assert.equal(both.sendBy, inDays(15));
  assert.equal((await client.manage(game, "updateGameDetails", { sendBy: "" })).sendBy, "");
  const next = await client.playAgain(game, { date: inDays(90) });
  assert.deepEqual([next.byPost, next.sendBy], [true, ""]);
});

testAppOnBoth("joinInvitation accepts an address in a game by post", async ({ client }) => {
  const game = await client.createGame({ byPost: true, draw: "later", participants: [] });
  const { invitationToken } = game;
  const joined = await client.join(game, {
    invitationToken,
    participantName: "Ben",
    postalAddress: ADDRESS,
  });
  assert.deepEqual(joined.postalAddress, ADDRESS);
  const invitation = await client.getGame(game, { invitationToken });
  assert(!invitation.text.includes("Birkenweg"));
  assert.deepEqual(
    [Object(invitation.body).byPost, Object(invitation.body).sendBy],
    [true, ""],
  );
  await client.manage(game, "updateGameDetails", { byPost: false });
  const refused = await client.patchGame(game, {
    ...{ action: "joinInvitation", invitationToken, participantName: "Cy" },
    postalAddress: ADDRESS,
  });
  refuses(refused, 400, "NOT_BY_POST");
});

testAppOnBoth("eraseMe leaves the giver their mark that the parcel is sent", async (app) => {
  const { client } = app;
  const { game, of } = await createPosted(app, { date: inDays(0) });
  await client.act(game, "setParcel", { ...of("Ana"), sent: true });
  await client.eraseMe(game, of("Ben").participantToken);
  const { toReceiver } = parcelsOf(await client.readAsParticipant(game, of("Ana")));
  assert.equal(toReceiver.isSent, true);
});
