import assert from "node:assert/strict";
import { assertUniform, seededRandom, validDraws } from "@/tests/support/draws.ts";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { redrawAll } from "../assignments.ts";
import { gameActionSchema } from "../operations.ts";
import { type ErrorCode, GameError } from "../errors.ts";
import { todayIn } from "../calendar.ts";
import { isInviter } from "../identity.ts";
import type { Game } from "../types.ts";
import { updateParticipantEmail } from "./address_change.ts";
import { addParticipant, removeParticipant, updateParticipantDetails } from "./people.ts";
import { amount } from "@/tests/support/sample.ts";

function idOf(game: Game, name: string): string {
  return game.participants.find((one) => one.name === name)?.id ?? "";
}

function newcomer(participantName: string, participantEmail = "") {
  const action = gameActionSchema.parse({
    action: "addParticipant",
    participantName,
    participantEmail,
    wish: "Tea",
  });
  assert(action.action === "addParticipant");
  return action;
}

function assertValid(game: Game): void {
  const numbers = game.participants.map(({ number }) => number);
  assert.deepEqual(
    game.participants.map(({ receiver }) => receiver).toSorted(),
    numbers.toSorted(),
  );
  assert(game.participants.every(({ number, receiver }) => number !== receiver));
}

Deno.test("addParticipant() moves a person who has not opened, and notifies only the newcomer", () => {
  const game = makeGame(5);
  for (const one of game.participants.slice(1)) one.viewedAt = game.createdAt;
  const { game: after, events } = addParticipant(game, newcomer(" Zoe "), decisionContext);
  assertValid(after);
  const added = after.participants.at(-1);
  assert.deepEqual([added?.number, added?.name, added?.wish, added?.email], [
    6,
    "Zoe",
    "Tea",
    null,
  ]);
  assert.equal(after.nextNumber, 7);
  assert.equal(after.participants[0]?.receiver, 6);
  assert.deepEqual(after.participants.slice(1, 5), game.participants.slice(1));
  assert.deepEqual(events, [{ type: "participantAdded", participant: 6 }]);
});

/** Adds Zed, whose link the organizer holds, and removes them: true if the last one then has Zed's receiver. */
function readsLast(before: Game, seed: number): boolean {
  const context = { ...decisionContext, random: seededRandom(seed) };
  const { game } = addParticipant(
    before,
    { ...newcomer("Zed"), wish: "" },
    context,
  );
  const zed = game.participants.at(-1);
  if (zed) zed.viewedAt = game.createdAt;
  const body = { action: "removeParticipant", participantId: zed?.id ?? "" } as const;
  const { participants } = removeParticipant(game, body, context).game;
  return participants.at(-1)?.receiver === zed?.receiver;
}

Deno.test("addParticipant() and removeParticipant() reveal no pair of a sealed game to an organizer who opens in between", () => {
  const seeds = Array.from({ length: 120 }, (_, seed) => seed);
  for (const [isSealed, least, most] of [[false, 120, 120], [true, 5, 60]] as const) {
    const game: Game = { ...makeGame(6), isSealed };
    for (const one of game.participants.slice(0, -1)) one.viewedAt = game.createdAt;
    const read = seeds.filter((seed) => readsLast(game, seed)).length;
    assert(read >= least && read <= most, `${read} of ${seeds.length}`);
  }
});

Deno.test("addParticipant() notifies up to three people who had opened, in the order in which they joined", () => {
  const game = makeGame(9);
  for (const one of game.participants) one.viewedAt = game.createdAt;
  let most = 0;
  for (let i = 0; i < 50; i++) {
    const { game: after, events } = addParticipant(game, newcomer("Zoe"), decisionContext);
    const moved = game.participants.filter(({ receiver }, index) =>
      after.participants[index]?.receiver !== receiver
    );
    assert(moved.length >= 1 && moved.length <= 3);
    most = Math.max(most, moved.length);
    assert.deepEqual(events, [
      { type: "participantAdded", participant: 10 },
      ...moved.map(({ number }) => ({ type: "receiverChanged", participant: number })),
    ]);
    for (const { number, receiver } of moved) {
      const then = after.participants.find((one) => one.number === number);
      assert.deepEqual([then?.viewedAt, then?.earlierReceivers], [null, [receiver]]);
    }
  }
  assert.equal(most, 3);
});

Deno.test("addParticipant() keeps a newcomer apart from others in the draw that includes them", () => {
  const game = makeGame(6);
  for (const one of game.participants) one.viewedAt = game.createdAt;
  const apartFrom = [idOf(game, "P1"), "P2", " p2 "];
  for (let i = 0; i < 50; i++) {
    const added = { ...newcomer("Zoe"), apartFrom };
    const { game: after } = addParticipant(game, added, decisionContext);
    assertValid(after);
    assert.deepEqual(after.exclusions, [[1, 7], [2, 7]]);
    const receivers = new Map(after.participants.map((one) => [one.number, one.receiver ?? 0]));
    assert([receivers.get(1), receivers.get(2)].every((one) => one !== 7));
    assert([3, 4, 5, 6].includes(receivers.get(7) ?? 0));
    const moved = game.participants.filter((one) => one.receiver !== receivers.get(one.number));
    assert(moved.length <= 3, `${moved.length} were moved`);
  }
  const everyone = game.participants.map(({ name }) => name);
  const refused = (references: string[], code: ErrorCode) =>
    assert.throws(
      () => addParticipant(game, { ...newcomer("Zoe"), apartFrom: references }, decisionContext),
      { code },
    );
  refused(everyone, "DRAW_IMPOSSIBLE");
  refused(["Zoe"], "UNKNOWN_PERSON");
});

Deno.test("addParticipant() draws a sealed game from scratch, with a rule and without", () => {
  const game: Game = { ...makeGame(12), isSealed: true };
  for (const one of game.participants) {
    one.viewedAt = game.createdAt;
    one.firstViewedAt = game.createdAt;
  }
  const drawsAfter = (apartFrom: string[]) =>
    addParticipant(game, { ...newcomer("Zoe"), wish: "", apartFrom }, decisionContext).game
      .drawCount;
  assert.deepEqual([drawsAfter([]), drawsAfter(["P1"])], [2, 2]);
});

Deno.test("addParticipant() leaves every draw equally likely after three people have joined", () => {
  const three = makeGame(3);
  const random = seededRandom(1);
  const draws = validDraws({ size: 6, exclusions: [], households: [] })
    .map((draw) => String(draw.map((receiver) => receiver + 1)));
  assert.equal(draws.length, 265);
  assertUniform(draws, 265 * amount(12, 40), () => {
    const start = redrawAll(three, { ...decisionContext, random }).game;
    const joined = ["X", "Y", "Z"].reduce(
      (game, name) => addParticipant(game, newcomer(name), { ...decisionContext, random }).game,
      start,
    );
    return String(joined.participants.map(({ receiver }) => receiver));
  });
});

Deno.test("addParticipant() refuses a repeated name, however it is written", () => {
  const game = makeGame(3);
  for (const name of ["P1", "p1", "Ｐ1"]) {
    assert.throws(() => addParticipant(game, newcomer(name), decisionContext), {
      code: "NAME_TAKEN",
      details: [{
        path: "participantName",
        message: `The name "${name}" is used twice: names must be unique within a game`,
      }],
    });
  }
  const { game: after } = addParticipant(game, newcomer("Q", "p1@example.org"), decisionContext);
  assert.equal(after.participants.at(-1)?.email, "p1@example.org", "addresses may repeat");
});

Deno.test("addParticipant() keeps a game at a thousand people, and never reuses a number", () => {
  const full = makeGame(1000);
  assert.throws(
    () => addParticipant(full, newcomer("Zoe"), decisionContext),
    { status: 400, code: "TOO_MANY_PARTICIPANTS" },
  );
  let game = addParticipant(makeGame(3), newcomer("Zoe"), decisionContext).game;
  const body = { action: "removeParticipant", participantId: idOf(game, "Zoe") } as const;
  game = removeParticipant(game, body, decisionContext).game;
  game = addParticipant(game, newcomer("Yan"), decisionContext).game;
  assert.equal(game.participants.at(-1)?.number, 5);
});

Deno.test("removeParticipant() gives the leaver's giver a different receiver, and notifies the leaver's address", () => {
  const game = makeGame(5, {
    language: "fr",
    households: [["P1", "P2"]],
    exclusions: [["P1", "P3"]],
  });
  const [leaver, ...others] = game.participants;
  assert(leaver);
  for (const one of others) {
    one.viewedAt = game.createdAt;
    one.earlierReceivers = [1, one.number === 2 ? 3 : 2];
  }
  const giver = game.participants.find((one) => one.receiver === leaver.number);
  const { game: after, events } = removeParticipant(
    game,
    { action: "removeParticipant", participantId: leaver.id },
    decisionContext,
  );
  assertValid(after);
  assert.deepEqual([after.exclusions, after.households], [[], []]);
  assert.deepEqual(events[0], {
    type: "participantRemoved",
    name: "P1",
    email: "p1@example.org",
    language: "fr",
  });
  const moved = events.flatMap((event) =>
    event.type === "receiverChanged" ? event.participant : []
  );
  assert(giver && moved.includes(giver.number));
  assert(after.participants.every((one) => !one.earlierReceivers.includes(1)));
});

Deno.test("removeParticipant() keeps at least three people, and removes the named one", () => {
  const game = makeGame(3);
  const remove = (participantId: string) =>
    removeParticipant(game, { action: "removeParticipant", participantId }, decisionContext);
  assert.throws(() => remove(idOf(game, "P1")), { status: 400, code: "TOO_FEW_PARTICIPANTS" });
  assert.throws(() => remove("nobody"), { status: 404, code: "PARTICIPANT_NOT_FOUND" });
});

Deno.test("updateParticipantDetails() changes the fields it is given and keeps the rest; wishes and addresses are reported", () => {
  const game = makeGame(4);
  const participantId = idOf(game, "P2");
  const action = "updateParticipantDetails" as const;
  const edit = { action, participantId, renewLink: true };
  const renamed = updateParticipantDetails(
    game,
    { ...edit, name: "Bea", email: "" },
    decisionContext,
  );
  const { name, email, wish } = renamed.game.participants[1] ?? {};
  assert.deepEqual([name, email, wish], ["Bea", null, ""]);
  assert.deepEqual(renamed.events, [
    { type: "addressChanged", participant: 2, name: "P2", email: "p2@example.org", language: "en" },
  ]);
  const wishing = updateParticipantDetails(game, { ...edit, wish: "Tea" }, decisionContext);
  assert.equal(wishing.game.participants[1]?.email, "p2@example.org");
  assert.deepEqual(wishing.events, [{
    type: "wishChanged",
    participant: 2,
    day: todayIn(null, decisionContext.now),
  }]);
  assert.throws(
    () => updateParticipantDetails(game, { ...edit, name: "P3" }, decisionContext),
    { code: "NAME_TAKEN" },
  );
});

Deno.test("updateParticipantDetails() keeps an organizer who takes part the organizer under a new name", () => {
  const game = { ...makeGame(4), organizerName: "p2" };
  const rename = (game: Game, from: string, fields: { name?: string; email?: string }) =>
    updateParticipantDetails(game, {
      action: "updateParticipantDetails",
      participantId: idOf(game, from),
      renewLink: true,
      ...fields,
    }, decisionContext).game;
  const renamed = rename(game, "P2", { name: "Mia" });
  assert.equal(renamed.organizerName, "Mia");
  // The old name makes no one else the organizer.
  const other = rename(renamed, "P3", { name: "P2" });
  assert.deepEqual([other.organizerName, isInviter(other, "P2")], ["Mia", false]);
  assert.equal(rename(game, "P3", { name: "Mia" }).organizerName, "p2");
  for (const fields of [{ email: "two@example.org" }, { name: "P2" }]) {
    assert.equal(rename(game, "P2", fields).organizerName, "p2");
  }
});

Deno.test("updateParticipantEmail() changes the address, and the language only if one is sent", () => {
  const game = makeGame(3);
  const action = "updateParticipantEmail" as const;
  const body = { action, participantId: idOf(game, "P1"), renewLink: true };
  const change = (game: Game, rest: { email: string; language?: "fr" }) =>
    updateParticipantEmail(game, { ...body, ...rest }, decisionContext).game;
  const french = change(game, { email: "", language: "fr" });
  assert.deepEqual(
    [french.participants[0]?.email, french.participants[0]?.language],
    [null, "fr"],
  );
  const moved = change(french, { email: "p2@example.org" });
  assert.deepEqual(
    [moved.participants[0]?.email, moved.participants[0]?.language],
    ["p2@example.org", "fr"],
  );
});

Deno.test("updateParticipantDetails() changes a person whose old name is no longer valid", () => {
  const game = makeGame(3);
  const [first, second] = game.participants;
  assert(first && second);
  first.name = "Ana\u200b";
  second.name = "Ana";
  const update = (fields: { name?: string; email?: string }) =>
    updateParticipantDetails(game, {
      action: "updateParticipantDetails",
      participantId: first.id,
      renewLink: true,
      ...fields,
    }, decisionContext).game.participants[0];
  assert.equal(update({ email: "new@example.org" })?.name, "Ana\u200b");
  assert.equal(update({ name: "Anna" })?.name, "Anna");
  assert.throws(() => update({ name: "ANA" }), { code: "NAME_TAKEN" });
});

const refusedAs = (code: ErrorCode, path: string) => (error: unknown) =>
  error instanceof GameError && error.code === code && error.details?.[0]?.path === path;

/** Joins with the invitation. @returns the stored newcomer, and the first event */
function join(game: Game, fields: Record<string, unknown> = {}) {
  const action = gameActionSchema.parse({
    participantName: "Zoe",
    participantEmail: "zoe@example.org",
    ...fields,
    action: "joinInvitation",
  });
  assert(action.action === "joinInvitation");
  const { game: after, events } = addParticipant(game, action, decisionContext);
  return { one: after.participants.at(-1) ?? assert.fail(), event: events[0] };
}

Deno.test("addParticipant() stores facts about a joiner that an organizer cannot enter", () => {
  const gathering = makeGame(3, { draw: "later", byPost: true });
  const { one, event } = join(gathering, {
    livesWith: ["P1", "", "Later"],
    postalAddress: { lines: ["Road 1"] },
  });
  assert.deepEqual([one.livesWith, one.isEmailProved], [["P1", "Later"], true]);
  assert(one.postalAddress !== null);
  assert.deepEqual(event, { type: "participantAdded", participant: 4, wasMailed: true });
  const drawn = makeGame(3);
  assert.deepEqual(join(drawn).event, {
    type: "participantAdded",
    participant: 4,
    wasMailed: true,
  });
  assert.equal(join(drawn, { postalAddress: { lines: [] } }).one.postalAddress, null);
  assert.throws(() => join(drawn, { postalAddress: { lines: ["A"] } }), { code: "NOT_BY_POST" });
  for (const game of [gathering, drawn]) {
    const added = addParticipant(game, newcomer("Zoe", "zoe@example.org"), decisionContext);
    const { livesWith, isEmailProved, postalAddress } = added.game.participants.at(-1) ?? one;
    assert.deepEqual([livesWith, isEmailProved, postalAddress], [[], false, null]);
    assert.deepEqual(added.events[0], { type: "participantAdded", participant: 4 });
  }
});

Deno.test("in a sealed game the organizer writes wishes only until the draw, but joiners always", () => {
  const sealed = makeGame(4, { isSealed: true });
  const gathering = makeGame(4, { isSealed: true, draw: "later" });
  const write = (game: Game, fields: { wish?: string; desiredGift?: string; name?: string }) => {
    const action = "updateParticipantDetails" as const;
    const body = { action, participantId: idOf(game, "P1"), renewLink: true, ...fields };
    return updateParticipantDetails(game, body, decisionContext).game.participants[0];
  };
  for (const path of ["wish", "desiredGift"] as const) {
    assert.throws(() => write(sealed, { [path]: "Tea" }), refusedAs("WISH_IS_SEALED", path));
    assert.equal(write(gathering, { [path]: "Tea" })?.[path], "Tea");
    assert.equal(
      write({ ...sealed, sealBrokenAt: sealed.createdAt }, { [path]: "Tea" })?.[path],
      "Tea",
    );
  }
  assert.equal(write(sealed, { wish: "", name: "Ana" })?.name, "Ana", "what is no change");
  assert.equal(join(sealed, { wish: "Tea" }).one.wish, "Tea");
  assert.throws(() => addParticipant(sealed, newcomer("Zoe"), decisionContext), {
    code: "WISH_IS_SEALED",
  });
});

Deno.test("removeParticipant() while the game gathers removes anyone, and says if they had asked to leave", () => {
  const game = makeGame(2, { draw: "later", households: [["P1", "P2"]] });
  const [first] = game.participants;
  assert(first);
  first.leaveRequestedAt = game.createdAt;
  const remove = (before: Game) =>
    removeParticipant(
      before,
      { action: "removeParticipant", participantId: first.id },
      decisionContext,
    );
  const { game: after, events } = remove(game);
  assert.deepEqual(after.participants.map(({ name }) => name), ["P2"]);
  assert.deepEqual(after.households, []);
  assert.equal(after.nextNumber, game.nextNumber);
  const gone = {
    type: "participantRemoved",
    name: "P1",
    hadAsked: true,
    knewGame: true,
    email: "p1@example.org",
    language: "en",
  };
  assert.deepEqual(events, [gone]);
  assert.deepEqual(remove({ ...game, isSealed: true }).events, [{ ...gone, wasMailed: true }]);
});
