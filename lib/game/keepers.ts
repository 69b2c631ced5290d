import { type ParticipantAccess, shownId } from "./access.ts";
import { mayBeClaimed } from "./claims.ts";
import { GameError } from "./errors.ts";
import { memberByNumber } from "./members.ts";
import { pairAt, type Resolve } from "./references.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import type { Tokens } from "./tokens.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

/**
 * The numbers of the people each keeper keeps gifts for.
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
    const those = keeps.get(keeper);
    if (!those) keeps.set(keeper, [kept]);
    else if (!those.includes(kept)) those.push(kept);
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

/** Pairs of keeper and kept that must not draw each other, by number. */
export function keptApart(game: Pick<Game, "participants" | "keepersMayDraw">): [number, number][] {
  if (game.keepersMayDraw) return [];
  return game.participants.flatMap(({ number, keeps }) =>
    keeps.map((kept): [number, number] => number < kept ? [number, kept] : [kept, number])
  );
}

type KeptGame = Pick<Game, "participants" | "isSealed" | "sealBrokenAt">;

/**
 * @throws {GameError} 400 if, in a sealed game, one person keeps too many, or keeps someone with a link of
 * their own, or keeper and kept may draw each other: an organizer who keeps everyone would see every pair.
 */
export function requireSealedKeepers(game: KeptGame & Pick<Game, "keepersMayDraw">): void {
  if (!pairsHiddenFromOrganizer(game)) return;
  if (game.keepersMayDraw) throw new GameError("KEEPERS_ARE_SEALED", { path: "keepersMayDraw" });
  const find = memberByNumber(game, (one) => one);
  const isBeyond = game.participants.some(({ keeps }) =>
    keeps.length > LIMITS.keptSealed || keeps.some((kept) => hasOwnLink(find(kept)))
  );
  if (isBeyond) throw new GameError("KEEPERS_ARE_SEALED", { path: "keepers" });
}

/** True for a person with an address or a used claim: they open their gift themselves. */
function hasOwnLink(one: Participant): boolean {
  return one.email !== null || mayBeClaimed(one);
}

/** Removes, in a sealed game, the keepers of people who have a link of their own. */
export function withoutEndedKeepers(game: Game): Game {
  if (!pairsHiddenFromOrganizer(game)) return game;
  const own = new Set(game.participants.flatMap((one) => hasOwnLink(one) ? one.number : []));
  if (!game.participants.some(({ keeps }) => keeps.some((kept) => own.has(kept)))) return game;
  return {
    ...game,
    participants: game.participants.map((one) => ({
      ...one,
      keeps: one.keeps.filter((kept) => !own.has(kept)),
    })),
  };
}

/**
 * True if a keeper does not see a kept gift: in a sealed game, if it or the keeper's own gift is locked, or
 * the kept person has a link of their own (the organizer names the keepers).
 */
export function isWithheldFromKeepers(
  game: Pick<Game, "isSealed" | "sealBrokenAt">,
  keeper: Participant,
  kept: Participant,
): boolean {
  if (!pairsHiddenFromOrganizer(game)) return false;
  return hasOwnLink(kept) || keeper.revealBlockedForTokenVersion !== null ||
    kept.revealBlockedForTokenVersion !== null;
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
  return keeper.keeps.map(find).map((kept) => ({
    kept,
    receiver: open.has(kept) && kept.receiver !== null ? find(kept.receiver) : null,
  }));
}

/**
 * The person a participant acts for: themselves, or someone whose gift they keep.
 *
 * @param keptId of that person, as in `keeping` of the participant's view; absent or empty: themselves.
 * @throws {GameError} 403 if they do not keep that person; 400 if the gift is withheld from them.
 */
export function actsFor(
  game: KeptGame & Pick<Game, "id" | "isProtected">,
  keeper: Participant,
  keptId: string | undefined,
  tokens: Tokens,
): Participant {
  if (!keptId) return keeper;
  const kept = keeper.keeps.map(memberByNumber(game, (one) => one))
    .find((one) => shownId(game, keeper, one, tokens) === keptId);
  if (!kept) throw new GameError("NOT_KEPT");
  if (isWithheldFromKeepers(game, keeper, kept)) throw new GameError("GIFT_WITHHELD");
  return kept;
}

/** Keeper and kept, by name. */
export function namedKeepers(game: Pick<Game, "participants">): [string, string][] {
  const nameOf = memberByNumber(game, ({ name }) => name);
  return game.participants.flatMap(({ name, keeps }) =>
    keeps.map((kept): [string, string] => [name, nameOf(kept)])
  );
}
