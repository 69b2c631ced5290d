import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { validDraws } from "@/tests/support/draws.ts";
import type { Game } from "../../game/types.ts";
import { organizerView } from "../../game/views.ts";
import { type ManagedGame, versionOf } from "./managed_game.ts";
import { readerOf } from "../../http/reader.ts";

const now = new Date();

function manage(game: Game): ManagedGame {
  return {
    game,
    view: organizerView(game, tokens, now),
    credential: { organizerToken: tokens.organizer(game) },
    reader: readerOf({ req: new Request("http://localhost/"), state: {} }),
    hasMail: true,
    isHeld: false,
  };
}

Deno.test("versionOf() changes when a person opens their gift, asks, or joins; a closed game has none", () => {
  const game = makeGame(4);
  const versions = [versionOf(manage(game), now)];
  const [person = assert.fail()] = game.participants;
  person.viewedAt = person.firstViewedAt = now.toISOString();
  versions.push(versionOf(manage(game), now));
  person.reassignmentRequestedAt = now.toISOString();
  versions.push(versionOf(manage(game), now));
  game.participants[1] = { ...game.participants[1] ?? person, wish: "Tea" };
  versions.push(versionOf(manage(game), now), versionOf(manage(makeGame(5)), now));
  assert.equal(new Set(versions).size, 5);
  assert.equal(versionOf(manage(game), now), versions[3]);
  assert.equal(versionOf(manage({ ...game, archivedAt: now.toISOString() }), now), "");
});

Deno.test("versionOf() of a sealed game is the same for any pairs and agreements", () => {
  const game = { ...makeGame(4), isSealed: true, isProtected: true };
  for (const one of game.participants) one.viewedAt = one.firstViewedAt = now.toISOString();
  const versions = new Set(
    validDraws({ size: 4, exclusions: [], households: [] }).map((draw, index) => {
      for (const [giver, one] of game.participants.entries()) {
        one.receiver = (draw[giver] ?? 0) + 1;
        one.hasConfirmedAssignment = index % 4 === giver;
      }
      return versionOf(manage(game), now);
    }),
  );
  assert.equal(versions.size, 1);
});
