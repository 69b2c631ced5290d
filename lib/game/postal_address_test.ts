import assert from "node:assert/strict";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import {
  addressForKeeper,
  losesAddress,
  openAddress,
  openOwnAddress,
  storedAddress,
  withoutAddresses,
} from "./postal_address.ts";
import type { Game, Participant } from "./types.ts";

const HOME = { lines: ["Ana", "Road 1", "12345 Town"], country: "DE", hint: "Ring twice" };

/** A game by post with the address of its first person, entered by them or by their keeper. */
function posted(isKeeper = false, body: Record<string, unknown> = {}) {
  const made = makeGame(3, { byPost: true, ...body });
  const participants = made.participants.map((one) =>
    one.number === 1
      ? { ...one, ...storedAddress(made, one, HOME, { ...decisionContext, isKeeper }) }
      : one
  );
  const game = { ...made, participants };
  const [owner, other] = participants;
  assert(owner && other);
  return { game, owner, other };
}

const open = (game: Game, one: Participant) => openAddress(game, one, tokens.addresses);
const openOwn = (game: Game, one: Participant) => openOwnAddress(game, one, tokens.addresses);

Deno.test("storedAddress() can be opened only in its place, and only if gifts go by post", () => {
  const { game, owner, other } = posted();
  assert(!owner.postalAddress?.includes("Road"));
  assert.deepEqual(open(game, owner), HOME);
  assert.equal(open(game, other), null);
  assert.equal(open({ ...game, byPost: false }, owner), null);
  assert.equal(open({ ...game, id: "another" }, owner), null);
  assert.equal(open(game, { ...owner, number: 2 }), null);
  const none = storedAddress(game, owner, { ...HOME, lines: [] }, decisionContext);
  assert.deepEqual(none, { postalAddress: null, addressTokenVersion: 0 });
});

Deno.test("openOwnAddress() shows the address to the person who entered it, but in a sealed game to no later link", () => {
  for (const isSealed of [false, true]) {
    const { game, owner } = posted(false, { isSealed });
    const later = { ...owner, tokenVersion: owner.tokenVersion + 1 };
    assert.deepEqual(openOwn(game, owner), HOME);
    assert.deepEqual(openOwn(game, later), isSealed ? null : HOME);
    const broken = { ...game, sealBrokenAt: "2026-12-01T10:00:00.000Z" };
    assert.deepEqual(openOwn(broken, later), HOME);
    const { game: kept, owner: served } = posted(true, { isSealed });
    assert.deepEqual(openOwn(kept, served), isSealed ? null : HOME);
    assert.deepEqual(open(kept, served), HOME, "its giver reads it");
  }
});

Deno.test("addressForKeeper() tells who entered it, not what it says", () => {
  assert.equal(addressForKeeper(posted().owner), "byOwner");
  assert.equal(addressForKeeper(posted(true).owner), "byKeeper");
  assert.equal(addressForKeeper(posted().other), "none");
});

Deno.test("losesAddress() notices an address that is removed or replaced", () => {
  const { game, owner } = posted();
  const bare = withoutAddresses(game);
  assert(bare.participants.every((one) => one.postalAddress === null));
  assert(bare.participants.every((one) => one.addressTokenVersion === 0));
  assert.equal(withoutAddresses(bare), bare);
  const again = { ...owner, ...storedAddress(game, owner, HOME, decisionContext) };
  const replaced = { ...game, participants: [again, ...game.participants.slice(1)] };
  assert.deepEqual([
    losesAddress(game, game),
    losesAddress(bare, game),
    losesAddress(game, bare),
    losesAddress(game, replaced),
    losesAddress(game, { ...game, participants: game.participants.slice(1) }),
  ], [false, false, true, true, true]);
});
