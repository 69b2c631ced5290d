import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { invitationView, invitationViewSchema, viewGathering } from "./gathering_view.ts";
import { DRAW_PROBLEMS, type Game } from "./types.ts";

const NOW = new Date("2026-12-20T12:00:00Z");

Deno.test("invitationView() describes the event to invited people, and reveals nothing about participants", () => {
  const game: Game = {
    ...makeGame(4, {
      draw: "later",
      name: "Party",
      organizerName: "Olga",
      organizerEmail: "olga@example.org",
      cover: "winter",
      time: "18:30",
      timeZone: "Europe/Berlin",
      location: "Here",
      amount: "20",
      currency: "EUR",
      generalNotes: "Only for those who are in",
      byPost: true,
    }),
    date: "2026-12-24",
    sendBy: "2026-12-22",
  };
  const view = invitationView(game, NOW);
  invitationViewSchema.parse(view);
  const { participantCount, keepers, state, isOver, reveal, willReveal, isSealed, ...facts } = view;
  assert.deepEqual(facts, {
    view: "invitation",
    code: game.code,
    name: "Party",
    organizerName: "Olga",
    cover: game.cover,
    date: "2026-12-24",
    time: "18:30",
    timeZone: "Europe/Berlin",
    location: "Here",
    amount: "20",
    currency: "EUR",
    language: "en",
    drawAt: null,
    sealBrokenAt: null,
    byPost: true,
    sendBy: "2026-12-22",
  });
  assert.deepEqual([participantCount, keepers, state], [4, [], "gathering"]);
  assert.deepEqual([isOver, reveal, willReveal, isSealed], [false, game.reveal, false, false]);
  const text = JSON.stringify(view);
  for (const { name, email, id } of game.participants) {
    for (const secret of [name, email ?? name, id]) assert(!text.includes(`"${secret}"`));
  }
  for (const secret of ["olga@", "Only for", tokens.invitation(game)]) {
    assert(!text.includes(secret), secret);
  }
});

Deno.test("invitationView() names keepers if the organizer must not see pairs", () => {
  const game = makeGame(4, { isProtected: true, keepers: [["P1", "P2"]] });
  assert.equal(invitationView(game, NOW).state, "drawn");
  const sealed = { ...game, isSealed: true };
  assert.deepEqual(invitationView(game, NOW).keepers, []);
  assert.deepEqual(invitationView(sealed, NOW).keepers, [["P1", "P2"]]);
  const broken = { ...sealed, sealBrokenAt: NOW.toISOString() };
  assert.deepEqual(invitationView(broken, NOW).keepers, []);
  const over = { ...game, reveal: "afterEvent" as const, date: "2026-12-01" };
  assert.equal(invitationView({ ...over, earliestEnd: null }, NOW).isOver, true);
  assert.equal(
    invitationView({ ...over, date: "2026-12-24", earliestEnd: null }, NOW).willReveal,
    true,
  );
  const secret = { ...over, reveal: "never" as const };
  assert.equal(invitationView(secret, NOW).isOver, true);
  assert.equal(invitationView({ ...secret, isGathering: true }, NOW).isOver, false);
  const today = { ...secret, date: NOW.toISOString().slice(0, 10), time: "00:01" };
  assert.equal(invitationView(today, NOW).isOver, false, "someone may come late");
});

Deno.test("viewGathering() says why names were not drawn", () => {
  const game = makeGame(4, { draw: "later" });
  assert.equal(viewGathering(game).drawProblem, null);
  const sentences = DRAW_PROBLEMS.map((code) => {
    const problem = viewGathering({ ...game, drawProblem: code }).drawProblem;
    assert.equal(problem?.code, code);
    return problem?.error ?? "";
  });
  assert.equal(new Set(sentences).size, DRAW_PROBLEMS.length);
  const said = (code: (typeof DRAW_PROBLEMS)[number]) => sentences[DRAW_PROBLEMS.indexOf(code)];
  assert.match(said("TOO_FEW_PARTICIPANTS") ?? "", /at least three|3/i);
  assert.match(said("DRAW_IMPOSSIBLE") ?? "", /exclusions/);
  assert.match(said("RULES_TELL_PAIRS") ?? "", /worked out a pair/);
  assert.match(said("EVENT_OVER") ?? "", /or keep the pairs secret/);
});
