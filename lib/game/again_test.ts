import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame, tokens } from "@/tests/support/games.ts";
import { assertRepeatable, creationOf, playAgain, playAgainSchema, toRepeated } from "./again.ts";
import { type Game, LIMITS } from "./types.ts";

const again = (body: Record<string, unknown> = {}) =>
  playAgainSchema.parse({ date: inDays(300), ...body });

Deno.test("creationOf() keeps the keepers that a sealed game may have", () => {
  const kept = ["P2", "P3", "P4", "P5", "P6"];
  const game = makeGame(9, {
    keepers: kept.map((name) => ["P1", name]),
    exclusions: [["P1", "P9"]],
    keepersMayDraw: true,
  });
  for (const one of game.participants.slice(1, -4)) one.email = null;
  const ofSealed = (body: Record<string, unknown> = {}) =>
    creationOf(toRepeated(game), again({ isSealed: true, ...body }));
  const { keepers, keepersMayDraw, isProtected } = ofSealed();
  assert.deepEqual([keepersMayDraw, isProtected], [false, true]);
  assert.deepEqual(keepers, ["P2", "P3", "P4"].map((name) => ["P1", name]));
  assert.equal(keepers.length, LIMITS.keptSealed);
  const asked = kept.map((name) => ["P1", name]);
  assert.deepEqual(
    ofSealed({ keepers: asked }).keepers,
    asked,
    "what is asked for is refused later",
  );
  assert.deepEqual(ofSealed().exclusions, [["P1", "P9"]], "who could draw each other still can");
  game.keepersMayDraw = false;
  const { exclusions } = ofSealed();
  assert.deepEqual(exclusions, [["P1", "P9"], ["P1", "P5"], ["P1", "P6"]]);
  assert.deepEqual(ofSealed({ exclusions: [] }).exclusions, [["P1", "P5"], ["P1", "P6"]]);
});

/** A drawn game of five people with every kind of fact, whose P5 is erased. */
function played() {
  const game = makeGame(5, {
    draw: "later",
    name: "Party",
    location: "Home",
    timeZone: "Europe/Berlin",
    organizerEmail: "o@example.org",
    sendBy: inDays(3),
    exclusions: [["P1", "P2"], ["P1", "P5"]],
    oneWayExclusions: [["P2", "P3"], ["P5", "P3"]],
    households: [["P3", "P4"], ["P4", "P5"]],
    keepers: [["P1", "P3"]],
  });
  const [, second, , , last] = game.participants;
  assert(second && last);
  Object.assign(second, { email: null, language: "fr", wish: "Tea" });
  last.erasedAt = game.createdAt;
  return game;
}

Deno.test("creationOf() copies everything that stays the same from year to year, and rules among those who stay", () => {
  const game = played();
  const body = creationOf(toRepeated(game), again());
  assert.deepEqual(
    [body.name, body.location, body.timeZone, body.organizerEmail, body.sendBy, body.date],
    ["Party", "Home", "Europe/Berlin", "o@example.org", "", inDays(300)],
  );
  assert.deepEqual(body.participants.map(({ name }) => name), ["P1", "P2", "P3", "P4"]);
  const { email, language, wish } = body.participants[1] ?? assert.fail();
  assert.deepEqual([email, language, wish], ["", "fr", ""]);
  assert.deepEqual(body.exclusions, [["P1", "P2"]]);
  assert.deepEqual(body.oneWayExclusions, [["P2", "P3"]]);
  assert.deepEqual(body.households, [["P3", "P4"]]);
  assert.deepEqual(body.keepers, [["P1", "P3"]]);
  const bare = creationOf(toRepeated({ ...game, timeZone: null, organizerEmail: null }), again());
  assert.deepEqual([bare.timeZone, bare.organizerEmail], [undefined, ""]);
  const offset = creationOf(toRepeated({ ...game, timeZone: "+02:00" }), again());
  assert.equal(offset.timeZone, undefined, "as an earlier release accepts it");
});

Deno.test("creationOf() leaves out an address that was set with an id alone", () => {
  const game = played();
  const [first] = game.participants;
  assert(first);
  first.isEmailSetById = true;
  const addresses = creationOf(toRepeated(game), again()).participants.map(({ email }) => email);
  assert.deepEqual(addresses, ["", "", "p3@example.org", "p4@example.org"]);
});

Deno.test("creationOf() accepts lists that are sent, by the ids of the previous game or by name", () => {
  const game = played();
  const idOf = (index: number) => game.participants[index]?.id ?? "";
  const body = creationOf(
    toRepeated(game),
    again({
      participants: [{ name: "p1" }, { name: "P3" }, { name: "P4" }, { name: "Zoe" }],
      exclusions: [[idOf(0), "Zoe"]],
      keepers: [],
      name: "Again",
    }),
  );
  assert.equal(body.name, "Again");
  assert.deepEqual(body.exclusions, [["P1", "Zoe"]]);
  assert.deepEqual([body.keepers, body.oneWayExclusions], [[], []]);
  assert.deepEqual(body.households, [["P3", "P4"]]);
  assert.throws(() => creationOf(toRepeated(game), again({ name: "" })), { name: "ZodError" });
});

Deno.test("assertRepeatable() allows only the organizer, and hides an archived game from others", () => {
  const game = makeGame(3);
  const archived = { ...game, archivedAt: game.createdAt };
  const organizerToken = tokens.organizer(game);
  for (const one of [game, archived]) assertRepeatable(one, { organizerToken }, tokens);
  assert.throws(() => assertRepeatable(game, {}, tokens), { code: "TOKEN_REQUIRED" });
  assert.throws(() => assertRepeatable(archived, { organizerToken: "x" }, tokens), {
    code: "GAME_NOT_FOUND",
  });
});

Deno.test("playAgain() recognizes a confirmed organizer only by the same address", () => {
  const address = "o@example.org";
  const before = makeGame(3, { organizerEmail: address, language: "fr" });
  const proved = { ...before, provedEmail: address };
  const next = (game: typeof before, organizerEmail: string) =>
    playAgain(
      toRepeated(game),
      creationOf(toRepeated(game), again({ organizerEmail })),
      decisionContext,
    )
      .draw().game;
  assert.equal(next(proved, address).provedEmail, address);
  assert.equal(next(proved, "O@example.org").provedEmail, "O@example.org");
  assert.equal(next(proved, "other@example.org").provedEmail, null);
  assert.equal(next(proved, "").provedEmail, null);
  assert.equal(next(before, address).provedEmail, null);
  assert.equal(next(before, address).language, "fr");
});

Deno.test("playAgain() remembers the pairs of the previous game", () => {
  const game = makeGame(4);
  const body = creationOf(toRepeated(game), again());
  const pairs = playAgain(toRepeated(game), body, decisionContext).draw().game.memory
    .flatMap((one) => one.pairs);
  assert.equal(pairs.length, 4);
});

Deno.test("playAgain() repeats no pair of the previous year among three households of four", () => {
  const households = [1, 5, 9].map((first) => [0, 1, 2, 3].map((one) => `P${first + one}`));
  const pairsOf = ({ participants }: Game) =>
    participants.map(({ number, receiver }) => `${number} ${receiver}`);
  for (let time = 0; time < 10; time++) {
    const repeated = toRepeated(makeGame(12, { households }));
    const { game } = playAgain(repeated, creationOf(repeated, again()), decisionContext).draw();
    assert(new Set(pairsOf(repeated.game)).isDisjointFrom(new Set(pairsOf(game))));
  }
});
