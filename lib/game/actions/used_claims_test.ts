/** What remains of a used claim when its link ends. */
import assert from "node:assert/strict";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { mayBeClaimed, wentNowhere } from "../claims.ts";
import { progressOf } from "../progress.ts";
import type { Change, Game, Participant } from "../types.ts";
import { organizerView } from "../views.ts";
import { changeAddressSealed, claimPlace, issueClaim, lacksLink, renewLinkSealed } from "./seal.ts";

const NOW = new Date("2026-12-01T10:00:00.000Z");
const context = { ...decisionContext, now: NOW };

/** The first person's place after some steps that start with an opened gift without an address. */
function after(...steps: ((game: Game, one: Participant) => Change)[]) {
  let game: Game = makeGame(4, { isSealed: true, sendEmails: true });
  const opened = { email: null, viewedAt: NOW.toISOString(), firstViewedAt: NOW.toISOString() };
  Object.assign(game.participants[0] ?? {}, opened);
  for (const step of steps) game = step(game, game.participants[0] ?? assert.fail()).game;
  const one = game.participants[0] ?? assert.fail();
  return {
    one,
    link: progressOf(game, organizerView(game, tokens, NOW), true, NOW)[0]?.link,
    isLost: [wentNowhere(one), lacksLink(one, true, NOW)],
  };
}

const issue = (game: Game, { id: participantId }: Participant) =>
  issueClaim(game, { action: "issueClaim", participantId }, context);
const use = (game: Game, one: Participant) => claimPlace(game, one, context);
const address = (email: string) => (game: Game, one: Participant) =>
  changeAddressSealed(game, one, email);

Deno.test("a used claim no longer opens a place whose link has ended and whose next link was sent to no one", () => {
  const ended = [
    [issue, use, renewLinkSealed],
    [issue, use, address("p1@example.org"), address("")],
    [issue, use, address("p1@example.org"), renewLinkSealed, address("")],
    [issue, use, renewLinkSealed, renewLinkSealed],
  ];
  for (const [index, steps] of ended.entries()) {
    const { one, link, isLost } = after(...steps);
    assert.deepEqual([link, isLost], ["needed", [true, true]], `${index}`);
    assert.deepEqual([one.claimIssuedAt, one.claimOpenedAt], [null, null]);
    assert.equal(mayBeClaimed(one), true);
  }
  const [first = []] = ended;
  assert.equal(after(...first, issue).link, "made");
  assert.equal(after(issue, use, issue, renewLinkSealed).link, "made", "the later one");
  const again = after(...first, issue, use);
  assert.deepEqual([again.link, again.one.keepersAllowedForTokenVersion], ["used", 0]);
  assert.equal(after(...first, issue, use, issue).link, "used");
});

Deno.test("a used claim opens its place as long as its link does, also after a later claim", () => {
  for (
    const steps of [[issue, use], [issue, use, issue], [issue, use, address("p1@example.org")]]
  ) {
    const { one, link, isLost } = after(...steps);
    assert.deepEqual([link, isLost[0], mayBeClaimed(one)], ["used", false, true]);
  }
  const { one } = after(issue, use, address("p1@example.org"), renewLinkSealed);
  assert.notEqual(one.claimOpenedAt, null, "the next link went to the address");
});

Deno.test("an unused claim leaves no mark, and stays valid when the link ends", () => {
  const { one, link } = after(issue, issue, address("p1@example.org"), address(""));
  assert.deepEqual([link, mayBeClaimed(one)], ["made", false]);
});

Deno.test("issueClaim() marks a claim that was used on an instance of an earlier release", () => {
  const before = (game: Game, one: Participant) => {
    const { game: used } = use(game, one);
    const [first = assert.fail(), ...others] = used.participants;
    const unmarked = { ...first, keepersAllowedForTokenVersion: null };
    return { game: { ...used, participants: [unmarked, ...others] }, events: [] };
  };
  assert.equal(after(issue, before, issue).one.keepersAllowedForTokenVersion, 0);
  assert.equal(mayBeClaimed(after(issue, before, renewLinkSealed, issue).one), true);
});
