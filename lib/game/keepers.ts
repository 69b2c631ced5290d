import type { ParticipantAccess } from "./access.ts";
import { GameError } from "./errors.ts";
import { memberByNumber } from "./members.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

/**
 * The numbers of those whose gifts each person opens, too.
 *
 * @param pairs keeper and kept, as references.
 * @param resolve the number of the person a reference names; undefined for nobody.
 * @throws {GameError} 400 for a reference to nobody, or of someone to themselves.
 */
export function resolveKeepers(
  pairs: readonly (readonly [string, string])[],
  resolve: (reference: string) => number | undefined,
): ReadonlyMap<number, number[]> {
  const keeps = new Map<number, number[]>();
  for (const [index, pair] of pairs.entries()) {
    const [keeper, kept] = pair.map((reference, place) => {
      const number = resolve(reference);
      if (number !== undefined) return number;
      throw new GameError("UNKNOWN_PERSON", { reference, path: `keepers.${index}.${place}` });
    });
    if (keeper === undefined || kept === undefined) throw new Error("A pair has two");
    if (keeper === kept) {
      const message = "Everybody opens their own gift anyway: a keeper keeps somebody else's";
      const details = [{ path: `keepers.${index}`, message }];
      throw new GameError("VALIDATION_FAILED", { details });
    }
    const those = keeps.get(keeper);
    if (!those) keeps.set(keeper, [kept]);
    else if (!those.includes(kept)) those.push(kept);
  }
  return keeps;
}

/** The same people, where these and nobody else keep gifts. */
export function withKeepers(
  participants: readonly Participant[],
  keeps: ReadonlyMap<number, number[]>,
): Participant[] {
  return participants.map((one) => {
    const kept = keeps.get(one.number) ?? [];
    return kept.length === 0 && one.keeps.length === 0 ? one : { ...one, keeps: kept };
  });
}

/** Keeper and kept, by number: none where they may draw each other. */
export function keptApart(game: Pick<Game, "participants" | "keepersMayDraw">): [number, number][] {
  if (game.keepersMayDraw) return [];
  return game.participants.flatMap(({ number, keeps }) =>
    keeps.map((kept): [number, number] => number < kept ? [number, kept] : [kept, number])
  );
}

type KeptGame = Pick<Game, "participants" | "isSealed" | "sealBrokenAt">;

/**
 * @throws {GameError} 400 where someone keeps too many people of a sealed game, or one with a link of their own, or
 * keeper and kept may draw each other: an organizer who keeps everyone would see every pair.
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

/** Whether someone has an address, or has taken their place by a claim: they open their gift themselves. */
function hasOwnLink({ email, claimOpenedAt }: Participant): boolean {
  return email !== null || claimOpenedAt !== null;
}

/** The same game, where nobody of a sealed one keeps people any more who have a link of their own. */
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
 * Whether nobody who keeps a gift sees it: in a sealed game where it, or the keeper's own, is held back, and
 * where the kept has a link of their own, for keepers are named by the organizer.
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

/** Those whose gifts someone sees beside their own. */
export function keptBy(game: KeptGame, keeper: Participant): Participant[] {
  const keeps = new Set(keeper.keeps);
  return game.participants.filter((one) =>
    keeps.has(one.number) && one.receiver !== null && !isWithheldFromKeepers(game, keeper, one)
  );
}

/** Whose gifts someone keeps, with whom these give to where the keeper may see that now. */
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

/** Keeper and kept, by name. */
export function namedKeepers(game: Pick<Game, "participants">): [string, string][] {
  const nameOf = memberByNumber(game, ({ name }) => name);
  return game.participants.flatMap(({ name, keeps }) =>
    keeps.map((kept): [string, string] => [name, nameOf(kept)])
  );
}
