import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame, tokens } from "@/tests/support/games.ts";
import { openOwnAddress } from "../postal_address.ts";
import { gameActionSchema } from "../operations.ts";
import type { DecisionContext, Game, Participant } from "../types.ts";
import { decide } from "./decide.ts";

/*
 * Effects of a decision around the action itself, through decide() alone.
 */

const AT = "2026-12-01T10:00:00.000Z";

/** P1 gives to P2, P2 to P3 and so on; some of them with other facts. */
function ring(body: Record<string, unknown>, facts: Record<number, Partial<Participant>> = {}) {
  const game = makeGame(6, body);
  const participants = game.participants.map((one) => ({
    ...one,
    receiver: game.isGathering ? null : one.number % 6 + 1,
    ...facts[one.number],
  }));
  return { ...game, participants };
}

function person(game: Game, number: number): Participant {
  return game.participants.find((one) => one.number === number) ?? assert.fail();
}

/** By a participant with their link, or by the organizer. */
function act(
  game: Game,
  by: number | "organizer",
  body: { action: string } & Record<string, unknown>,
  context: DecisionContext = decisionContext,
) {
  const credential = by === "organizer"
    ? { organizerToken: tokens.organizer(game) }
    : { participantToken: tokens.participant(game, person(game, by)) };
  const action = gameActionSchema.parse(
    by === "organizer" ? body : { participantId: person(game, by).id, ...body },
  );
  return decide(game, action, credential, tokens, context);
}

Deno.test("decide() gives a link only to people who take a place or get a new one", () => {
  const open = ring({});
  const mailed = { ...decisionContext, mailed: new Set([1]) };
  const moved = { action: "updateParticipantEmail", email: "new@example.org" };
  assert.equal(act(open, 1, moved, mailed).givesToken, true);
  assert.equal(act(open, 1, { ...moved, renewLink: false }, mailed).givesToken, false);
  assert.equal(act(open, 1, { action: "updateWish", wish: "Tea" }).givesToken, false);
  const byId = gameActionSchema.parse({ ...moved, participantId: person(open, 1).id });
  const changed = decide(open, byId, {}, tokens, mailed);
  assert.deepEqual(
    [person(changed.game, 1).tokenVersion, changed.givesToken],
    [1, false],
    "an id alone neither renews nor gets a link",
  );
  const sealed = ring({ isSealed: true }, {
    2: { claimVersion: 1, claimIssuedAt: decisionContext.now.toISOString(), email: null },
  });
  const claimToken = tokens.claim(sealed, person(sealed, 2));
  const claim = gameActionSchema.parse({ action: "claimPlace", claimToken });
  const claimed = decide(sealed, claim, {}, tokens, decisionContext);
  assert(claimed.access.role === "participant");
  const { participant, seesAssignment, hasToken } = claimed.access;
  assert.equal(participant, person(claimed.game, 2));
  assert.deepEqual([claimed.givesToken, seesAssignment, hasToken], [true, true, true]);
  const invitationToken = tokens.invitation(open);
  const join = gameActionSchema.parse({
    action: "joinInvitation",
    participantName: "Zoe",
    invitationToken,
  });
  assert.equal(decide(open, join, {}, tokens, decisionContext).givesToken, true);
});

Deno.test("decide() takes an action with the link as proof of the address only in a sealed game", () => {
  const wish = { action: "updateWish", wish: "Tea" };
  const rows: [Game, boolean][] = [
    [ring({ isSealed: true }), true],
    [ring({ isSealed: true }, { 1: { email: null } }), false],
    // The link of a claimed place went elsewhere than to the address.
    [ring({ isSealed: true }, { 1: { claimOpenedAt: AT } }), false],
    [ring({ isProtected: true }), false],
  ];
  for (const [game, isProved] of rows) {
    const after = act(game, 1, wish).game;
    assert.equal(person(after, 1).isEmailProved, isProved);
    assert.equal(person(after, 2).isEmailProved, false);
  }
});

Deno.test("decide() lets a keeper act for a person they keep, and notes that a keeper did", () => {
  const game = ring({ byPost: true }, { 1: { keeps: [3] } });
  const enter = (keptId?: string) =>
    act(game, 1, { action: "updateAddress", lines: ["Road 1"], keptId }).game;
  const own = person(enter(), 1);
  assert.deepEqual([own.addressTokenVersion, person(enter(), 3).postalAddress], [1, null]);
  const after = enter(person(game, 3).id);
  assert.deepEqual([person(after, 3).addressTokenVersion, person(after, 1).postalAddress], [
    0,
    null,
  ]);
  assert.deepEqual(openOwnAddress(after, person(after, 3), tokens.addresses), {
    lines: ["Road 1"],
    country: "",
    hint: "",
  });
});

Deno.test("decide() in a sealed game ends the keepers of a person who gets their own link", () => {
  const facts = { 1: { keeps: [2, 3] }, 2: { email: null }, 3: { email: null } };
  const game = ring({ isSealed: true }, facts);
  const body = { action: "updateParticipantDetails", email: "two@example.org", renewLink: true };
  const after = act(game, "organizer", { ...body, participantId: person(game, 2).id }).game;
  assert.deepEqual(person(after, 1).keeps, [3]);
  const open = ring({}, facts);
  const same = act(open, "organizer", { ...body, participantId: person(open, 2).id }).game;
  assert.deepEqual(person(same, 1).keeps, [2, 3]);
});

Deno.test("decide() hides how many parcels are on their way once a person who was counted is gone", () => {
  const sent = [{ giver: 1, seenFrom: AT, arrivalSeenFrom: null, isTakenBack: false }];
  const game = ring({ byPost: true }, { 2: { parcels: sent } });
  const removal = { action: "removeParticipant", participantId: person(game, 2).id };
  const after = { ...decisionContext, now: new Date("2026-12-02T10:00:00Z") };
  const before = { ...decisionContext, now: new Date("2026-11-30T10:00:00Z") };
  const isHidden = (body: typeof removal | { action: string }, context: DecisionContext) =>
    act(game, "organizer", body, context).game.isParcelCountHidden;
  assert.equal(isHidden(removal, after), true);
  assert.equal(isHidden(removal, before), false, "no one has seen a number yet");
  assert.equal(isHidden({ action: "regenerateInvitationToken" }, after), false);
});

Deno.test("decide() hides the count of parcels also after a removal while gifts do not go by post", () => {
  const sent = [{ giver: 1, seenFrom: AT, arrivalSeenFrom: null, isTakenBack: false }];
  const game = ring({ byPost: true }, { 2: { parcels: sent } });
  const context = { ...decisionContext, now: new Date("2026-12-02T10:00:00Z") };
  const organize = (game: Game, body: { action: string } & Record<string, unknown>) =>
    act(game, "organizer", body, context).game;
  const off = organize(game, { action: "updateGameDetails", byPost: false });
  assert.equal(off.byPost, false);
  const removal = { action: "removeParticipant", participantId: person(game, 2).id };
  assert.equal(organize(off, removal).isParcelCountHidden, true);
});

Deno.test("startFinale ends the event on its day, once, of a game that reveals its pairs", () => {
  const game = ring({ reveal: "afterEvent", date: inDays(30), time: "18:00", timeZone: "UTC" });
  const start = Date.parse(`${inDays(30)}T18:00:00Z`);
  const at = (offset: number, before: Game = game) =>
    act(before, "organizer", { action: "startFinale" }, {
      ...decisionContext,
      now: new Date(start + offset),
    });
  assert.throws(() => at(-1), { code: "TOO_EARLY" });
  assert.throws(() => at(-1, { ...game, reveal: "never" }), { code: "NO_FINALE" });
  // Its time is its end as well.
  assert.deepEqual([at(0).events, at(0).game.finaleStartedAt], [[], null]);
  const whole = { ...game, time: "", earliestEnd: null, earliestStart: null };
  const { events, game: ended } = at(0, whole);
  assert.deepEqual(events, [{ type: "finaleStarted" }]);
  assert.equal(ended.finaleStartedAt, new Date(start).toISOString());
  assert.deepEqual(at(60_000, ended).events, [], "once");
  const midnight = -18 * 3_600_000;
  assert.equal(at(midnight, whole).events.length, 1);
  assert.throws(() => at(midnight - 1, whole), { code: "TOO_EARLY" });
});

Deno.test("setExclusions redraws a sealed game for any exclusion, and other games only if it must", () => {
  const rules = { action: "setExclusions", exclusions: [["P1", "P3"]] };
  for (
    const [game, draws] of [
      [ring({}), 0],
      [ring({ isSealed: true }), 1],
      [ring({ isSealed: true, draw: "later" }), 0],
      [{ ...ring({ isSealed: true }), sealBrokenAt: AT }, 0],
    ] as const
  ) {
    const after = act(game, "organizer", rules).game;
    assert.equal(after.drawCount - game.drawCount, draws);
    assert.deepEqual(after.exclusions, [[1, 3]]);
  }
});

Deno.test("setExclusions replaces each list that is sent, keeps the others, and takes 20,000 in all", () => {
  const game = ring({ exclusions: [["P1", "P3"]], households: [["P5", "P6"]] }, {
    1: { oneWayExclusions: [4] },
  });
  const rulesAfter = (lists: Record<string, unknown>) => {
    const { game: after } = act(game, "organizer", { action: "setExclusions", ...lists });
    return [after.exclusions, after.households, person(after, 1).oneWayExclusions];
  };
  assert.deepEqual(rulesAfter({}), [[[1, 3]], [[5, 6]], [4]]);
  assert.deepEqual(rulesAfter({ exclusions: [] }), [[], [[5, 6]], [4]]);
  assert.deepEqual(rulesAfter({ households: [] }), [[[1, 3]], [], [4]]);
  assert.deepEqual(rulesAfter({ oneWayExclusions: [["P1", "P5"]] }), [[[1, 3]], [[5, 6]], [5]]);
  assert.deepEqual(rulesAfter({ oneWayExclusions: [] }), [[[1, 3]], [[5, 6]], []]);
  const large = makeGame(142, { draw: "later" });
  const names = large.participants.map(({ name }) => name);
  const all = names.flatMap((one) => names.flatMap((other) => one === other ? [] : [[one, other]]));
  const set = (count: number) =>
    act({ ...large, exclusions: [[1, 2]] }, "organizer", {
      action: "setExclusions",
      oneWayExclusions: all.slice(0, count),
    });
  set(19_999);
  assert.throws(() => set(20_000), { code: "VALIDATION_FAILED" });
});

Deno.test("no version of a link is used twice, whatever renews it", () => {
  for (const isSealed of [false, true]) {
    let game: Game = ring({ isSealed });
    const seen = new Set([tokens.participant(game, person(game, 2)), tokens.invitation(game)]);
    for (let time = 0; time < 3; time++) {
      const participantId = person(game, 2).id;
      game = act(game, "organizer", { action: "regenerateToken", participantId }).game;
      game = act(game, "organizer", { action: "regenerateInvitationToken" }).game;
      seen.add(tokens.participant(game, person(game, 2))).add(tokens.invitation(game));
    }
    assert.equal(seen.size, 8);
    assert.equal(person(game, 2).tokenVersion, 4, "ever upwards: former links are known by it");
    assert.equal(game.invitationTokenVersion, 4);
  }
});

Deno.test("regenerateToken mails the new link in a sealed game, and locks the opened gift for it", () => {
  const opened = { 2: { viewedAt: AT, firstViewedAt: AT } };
  for (const isSealed of [false, true]) {
    const game = ring({ isSealed }, opened);
    const participantId = person(game, 2).id;
    const change = act(game, "organizer", { action: "regenerateToken", participantId });
    assert.deepEqual(change.events, [{
      type: "participantLinkRenewed",
      participant: 2,
      ...isSealed && { wasMailed: true },
    }]);
    assert.equal(person(change.game, 2).revealBlockedForTokenVersion, isSealed ? 1 : null);
  }
});

Deno.test("breakSeal shows the pairs, and drops everything that only sealed games keep", () => {
  const game = ring({ isSealed: true }, {
    1: {
      revealBlockedForTokenVersion: 1,
      postalAddress: "sealed",
      addressTokenVersion: 1,
      parcels: [{ giver: 3, seenFrom: AT, arrivalSeenFrom: AT, isTakenBack: false }],
      parcelArrivedAt: AT,
    },
  });
  const before: Game = { ...game, memory: [{ date: "2025-12-24", pairs: [["a", "b"]] }] };
  const { game: after, events } = act(before, "organizer", { action: "breakSeal" });
  assert.deepEqual(events, [{ type: "sealBroken" }]);
  assert.equal(after.sealBrokenAt, decisionContext.now.toISOString());
  const { revealBlockedForTokenVersion, postalAddress, addressTokenVersion } = person(after, 1);
  assert.deepEqual([revealBlockedForTokenVersion, postalAddress, addressTokenVersion], [
    null,
    null,
    0,
  ]);
  const { parcels, parcelArrivedAt } = person(after, 1);
  assert.deepEqual([parcels, parcelArrivedAt], [[], null]);
  assert.deepEqual([after.memory, after.isSealed], [[], true]);
});

Deno.test("issueClaim without a name issues claims for everyone who has no way to their place", () => {
  const now = decisionContext.now.toISOString();
  const game = ring({ isSealed: true }, {
    2: { email: null },
    3: { email: null, erasedAt: AT },
    4: { email: null, firstViewedAt: AT, openedInRoomAt: AT },
    5: { email: null, claimVersion: 1, claimIssuedAt: now },
    6: { email: null, claimVersion: 1, claimIssuedAt: "2020-01-01T00:00:00.000Z" },
  });
  const issued = (before: Game) =>
    act(before, "organizer", { action: "issueClaim" }).events.map((event) =>
      "participant" in event && event.participant
    );
  assert.deepEqual(issued({ ...game, sendEmails: true }), [2, 6]);
  assert.deepEqual(issued({ ...game, sendEmails: false }), [1, 2, 6]);
  const opened = { ...person(game, 5), claimOpenedAt: now };
  const participants = game.participants.map((one) => one.number === 5 ? opened : one);
  assert.deepEqual(issued({ ...game, sendEmails: true, participants }), [2, 6]);
  const joined = game.participants.map((one) =>
    one.number === 2 ? { ...one, isEmailProved: true } : one
  );
  const those = { ...game, sendEmails: true, participants: joined };
  assert.deepEqual(issued(those), [6], "who joined has a link");
});

Deno.test("updateParticipantDetails changes the fields it is given, and the name in the memory of earlier pairs too", () => {
  const keyOf = (name: string) => decisionContext.personKeys(name)[0];
  const [p1, p2, ana] = [keyOf("P1"), keyOf("P2"), keyOf("Ana")];
  const game: Game = {
    ...ring({}, { 1: { language: "fr" } }),
    memory: [{ date: "2025-12-24", pairs: [[p1, p2], [p2, p1]] }],
  };
  const change = (fields: Record<string, unknown>) => {
    const body = { action: "updateParticipantDetails", participantId: person(game, 1).id };
    const { game: after } = act(game, "organizer", { ...body, ...fields });
    const { name, language } = person(after, 1);
    return [name, language, after.memory.flatMap(({ pairs }) => pairs)];
  };
  const same = [[p1, p2], [p2, p1]];
  assert.deepEqual(change({ wish: "Tea" }), ["P1", "fr", same]);
  assert.deepEqual(change({ language: "de" }), ["P1", "de", same]);
  assert.deepEqual(change({ name: "Ana" }), ["Ana", "fr", [[ana, p2], [p2, ana]]]);
});

Deno.test("an address that the organizer of a sealed game enters gets a link of its own", () => {
  for (const isSealed of [false, true]) {
    const game = ring({ isSealed });
    const body = { action: "updateParticipantDetails", email: "new@example.org" };
    const { game: after, events } = act(game, "organizer", {
      ...body,
      participantId: person(game, 1).id,
    });
    assert.equal(person(after, 1).tokenVersion, isSealed ? 2 : 1, "no mail had gone");
    assert.deepEqual(events.map(({ type }) => type), [
      "addressChanged",
      ...isSealed ? ["participantLinkRenewed"] : [],
    ]);
  }
});
