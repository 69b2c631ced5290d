import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import { findRecipient, isShared } from "./recipient.ts";

function family(): Game {
  const game = makeGame(4, {
    language: "de",
    organizerName: "Olga",
    organizerEmail: "o@example.org",
  });
  const [first, second, third] = game.participants;
  assert(first && second && third);
  first.email = "home@example.org";
  first.language = "fr";
  second.email = "HOME@example.org";
  third.email = null;
  return game;
}

Deno.test("findRecipient() finds the reader of a mail, and their language", () => {
  const game = family();
  const find = (recipient: number | null, address: string | null = null) => {
    const found = findRecipient(game, { recipient, address, payload: { name: "Zoe" } });
    return found &&
      [found.name, found.address, found.language, found.role, found.participant?.number];
  };
  assert.deepEqual(find(1), ["P1", "home@example.org", "fr", "participant", 1]);
  assert.deepEqual(find(4), ["P4", "p4@example.org", "de", "participant", 4]);
  assert.deepEqual(find(ORGANIZER), ["Olga", "o@example.org", "de", "organizer", undefined]);
  assert.deepEqual(find(null, "zoe@example.org"), [
    "Zoe",
    "zoe@example.org",
    "de",
    "leaver",
    undefined,
  ]);
  for (const recipient of [3, 9, null]) assert.equal(find(recipient), null);
  game.organizerEmail = null;
  assert.equal(find(ORGANIZER), null);
});

Deno.test("isShared() recognizes a mailbox that several people of a game read, in any case", () => {
  const game = family();
  const shared = [1, 2, 4, ORGANIZER].map((recipient) => {
    const found = findRecipient(game, { recipient, payload: {} });
    assert(found);
    return isShared(game, found);
  });
  assert.deepEqual(shared, [true, true, false, false]);
});
