import { type ParticipantAccess, shownId } from "./access.ts";
import { changeEach } from "./changes.ts";
import { mayBeClaimed } from "./claims.ts";
import { GameError } from "./errors.ts";
import { memberByNumber } from "./members.ts";
import { pairAt, type Resolve } from "./references.ts";
import { isRevealBlocked, pairsHiddenFromOrganizer, type Sealable } from "./seal.ts";
import type { Tokens } from "./tokens.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

/**
 * Resolves keepers: the numbers of the kept people, by their keeper's number.
 *
 * @param pairs keeper and kept, as references.
 * @throws {GameError} 400 for an unknown reference, or a person who keeps themselves.
 */
export function resolveKeepers(
  pairs: readonly (readonly [string, string])[],
  resolve: Resolve,
): ReadonlyMap<number, number[]> {
  const keeps = new Map<number, number[]>();
  for (const [index, pair] of pairs.entries()) {
    const message = "Everybody opens their own gift anyway: a keeper keeps someone else's";
    const [keeper, kept] = pairAt(`keepers.${index}`, pair, resolve, message);
    const those = keeps.getOrInsertComputed(keeper, () => []);
    if (!those.includes(kept)) those.push(kept);
  }
  return keeps;
}

/** The same people with exactly these keepers. */
export function withKeepers(
  participants: readonly Participant[],
  keeps: ReadonlyMap<number, number[]>,
): Participant[] {
  return participants.map((one) => {
    const kept = keeps.get(one.number) ?? [];
    return kept.length === 0 && one.keeps.length === 0 ? one : { ...one, keeps: kept };
  });
}

/**
 * Pairs of keeper and kept that must not draw each other, by number. Includes those that a claim has ended, because the
 * kept person may allow them again.
 */
export function keptApart(game: Pick<Game, "participants" | "keepersMayDraw">): [number, number][] {
  if (game.keepersMayDraw) return [];
  return game.participants.flatMap(({ number, keeps }) =>
    keeps.map((kept): [number, number] => number < kept ? [number, kept] : [kept, number])
  );
}

/**
 * Adds exclusions for keepers and kept people whose keeping has ended though the organizer did not ask for it: they
 * were promised not to draw each other.
 */
export function stillApart(
  before: Pick<Game, "participants" | "keepersMayDraw">,
  after: Game,
): Game {
  const ended = new Map(keptApart(before).map((pair) => [String(pair), pair]));
  for (const pair of keptApart(after)) ended.delete(String(pair));
  if (ended.size === 0) return after;
  for (const pair of after.exclusions) ended.delete(String(pair));
  return { ...after, exclusions: [...after.exclusions, ...ended.values()] };
}

type KeptGame = Pick<Game, "participants" | "isSealed" | "sealBrokenAt">;

/**
 * @param before the people with their former keepers, who may stay.
 * @throws {GameError} 400 if, in a sealed game, one person keeps too many, or newly keeps someone with a link of their
 * own, or keeper and kept may draw each other: an organizer who keeps everyone would see every pair.
 */
export function requireSealedKeepers(
  game: KeptGame & Pick<Game, "keepersMayDraw">,
  before: readonly Participant[] = [],
): void {
  if (!pairsHiddenFromOrganizer(game)) return;
  if (game.keepersMayDraw) throw new GameError("KEEPERS_ARE_SEALED", { path: "keepersMayDraw" });
  const find = memberByNumber(game, (one) => one);
  const keptBefore = new Map(before.map(({ number, keeps }) => [number, keeps]));
  const isBeyond = game.participants.some(({ number, keeps }) =>
    keeps.length > LIMITS.keptSealed ||
    keeps.some((kept) => !keptBefore.get(number)?.includes(kept) && hasOwnLink(find(kept)))
  );
  if (isBeyond) throw new GameError("KEEPERS_ARE_SEALED", { path: "keepers" });
}

/** True for a person with an address, a used claim or the link they joined with: they open their gift themselves. */
function hasOwnLink(one: Participant): boolean {
  return one.email !== null || one.isEmailProved || mayBeClaimed(one);
}

/** True if a claim has ended the keeping of this person, so that only they can allow keepers again. */
export function wasEndedByClaim({ keepersAllowedForTokenVersion }: Participant): boolean {
  return keepersAllowedForTokenVersion !== null;
}

/** True if a person without an address has allowed keepers with the link that they hold now. */
function isAllowed({ email, keepersAllowedForTokenVersion, tokenVersion }: Participant): boolean {
  return email === null && keepersAllowedForTokenVersion === tokenVersion;
}

/** True if a claim has ended the keeping of this person, and they do not allow it. */
function isEnded(game: Sealable, kept: Participant): boolean {
  return pairsHiddenFromOrganizer(game) && wasEndedByClaim(kept) && !isAllowed(kept);
}

/** Removes the keepers of people in a sealed game who have a link of their own and cannot allow keepers again. */
export function withoutEndedKeepers(game: Game): Game {
  if (!pairsHiddenFromOrganizer(game)) return game;
  const own = new Set(
    game.participants.flatMap((one) =>
      hasOwnLink(one) && (one.email !== null || !wasEndedByClaim(one)) ? one.number : []
    ),
  );
  if (!game.participants.some(({ keeps }) => keeps.some((kept) => own.has(kept)))) return game;
  const after = changeEach(game, ({ keeps }) => ({
    keeps: keeps.filter((kept) => !own.has(kept)),
  }));
  return stillApart(game, after);
}

/**
 * True if a keeper must not see a kept gift. In a sealed game, where the organizer names the keepers: if it or the
 * keeper's own gift is locked, or if the kept person has a link of their own and has not allowed keepers.
 */
export function isWithheldFromKeepers(
  game: Sealable,
  keeper: Participant,
  kept: Participant,
): boolean {
  if (!pairsHiddenFromOrganizer(game)) return false;
  return (hasOwnLink(kept) && !isAllowed(kept)) || keeper.revealBlockedForTokenVersion !== null ||
    kept.revealBlockedForTokenVersion !== null;
}

/** The people whose gifts a participant keeps, without those for whom a claim has ended it. */
export function keptNow(
  game: KeptGame,
  { keeps }: Participant,
  find = memberByNumber(game, (one) => one),
): Participant[] {
  return keeps.map(find).filter((kept) => !isEnded(game, kept));
}

/** All pairs of keeper and kept that are in force. */
export function keeperPairs(game: KeptGame): [keeper: Participant, kept: Participant][] {
  const find = memberByNumber(game, (one) => one);
  return game.participants.flatMap((keeper) =>
    keptNow(game, keeper, find).map((kept): [Participant, Participant] => [keeper, kept])
  );
}

/** Pairs of keeper and kept, by number, that a claim has ended, and that still must not draw each other. */
export function apartAfterClaim(
  game: KeptGame & Pick<Game, "keepersMayDraw">,
): [number, number][] {
  const find = memberByNumber(game, (one) => one);
  const participants = game.participants.map((one) => ({
    ...one,
    keeps: one.keeps.filter((kept) => isEnded(game, find(kept))),
  }));
  return keptApart({ ...game, participants });
}

/** Names of the keepers who also see a person's gift. */
export function keepersOf(game: KeptGame, kept: Participant): string[] {
  return isEnded(game, kept) ? [] : namesOfKeepers(game, kept);
}

/**
 * The former keepers whom a participant may allow to see their gift again; null if there are none or the gift is locked.
 */
export function keepersToAllow(
  game: KeptGame,
  kept: Participant,
): { names: string[]; areAllowed: boolean } | null {
  if (!pairsHiddenFromOrganizer(game) || !wasEndedByClaim(kept)) return null;
  const names = namesOfKeepers(game, kept);
  if (names.length === 0 || isRevealBlocked(game, kept)) return null;
  return { names, areAllowed: isAllowed(kept) };
}

/** True if anyone keeps a person's gift, even if a claim has ended it. */
export function hasKeeper(
  { participants }: Pick<Game, "participants">,
  { number }: Participant,
): boolean {
  return participants.some(({ keeps }) => keeps.includes(number));
}

function namesOfKeepers({ participants }: KeptGame, { number }: Participant): string[] {
  return participants.flatMap(({ name, keeps }) => keeps.includes(number) ? name : []);
}

/** The people whose gifts a participant sees in addition to their own. */
export function keptBy(game: KeptGame, keeper: Participant): Participant[] {
  const keeps = new Set(keeper.keeps);
  return game.participants.filter((one) =>
    keeps.has(one.number) && one.receiver !== null && !isWithheldFromKeepers(game, keeper, one)
  );
}

/** True if this is one of the people whose gifts a participant sees in addition to their own. */
export function isKeptBy(game: KeptGame, keeper: Participant, number: number): boolean {
  return keptBy(game, keeper).some((one) => one.number === number);
}

/** The people a participant keeps gifts for, with their receivers if visible now. */
export function keptGifts(
  game: KeptGame,
  { participant: keeper, seesAssignment }: Pick<
    ParticipantAccess,
    "participant" | "seesAssignment"
  >,
): { kept: Participant; receiver: Participant | null }[] {
  if (keeper.keeps.length === 0) return [];
  const find = memberByNumber(game, (one) => one);
  const open = new Set(seesAssignment ? keptBy(game, keeper) : []);
  return keptNow(game, keeper, find).map((kept) => ({
    kept,
    receiver: open.has(kept) && kept.receiver !== null ? find(kept.receiver) : null,
  }));
}

/**
 * The person a participant acts for: themselves, or someone whose gift they keep.
 *
 * @param keptId of that person, as in `keeping` of the participant's view; absent or empty: themselves.
 * @throws {GameError} 403 if they do not keep that person; 400 if the gift is hidden from them.
 */
export function actsFor(
  game: KeptGame & Pick<Game, "id" | "isProtected">,
  keeper: Participant,
  keptId: string | undefined,
  tokens: Tokens,
): Participant {
  if (!keptId) return keeper;
  const kept = keptNow(game, keeper)
    .find((one) => shownId(game, keeper, one, tokens) === keptId);
  if (!kept) throw new GameError("NOT_KEPT");
  if (isWithheldFromKeepers(game, keeper, kept)) throw new GameError("GIFT_WITHHELD");
  return kept;
}

/** Keeper and kept, by name. */
export function namedKeepers(game: KeptGame): [string, string][] {
  return keeperPairs(game).map(([keeper, kept]) => [keeper.name, kept.name]);
}
