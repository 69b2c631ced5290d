import type { ParticipantAccess } from "./access.ts";
import { GameError } from "./errors.ts";
import { identityKey } from "./identity.ts";
import { memberByNumber } from "./members.ts";
import { hidesPairs } from "./seal.ts";
import type { Game, Participant } from "./types.ts";

/**
 * The numbers of those whose gifts each person opens, too.
 *
 * @param pairs keeper and kept, as references.
 * @param resolve the number of the person a reference names; undefined for nobody.
 * @throws {GameError} 400 for a reference to nobody, or of somebody to themselves.
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

/**
 * Whether nobody who keeps a gift sees it: in a sealed game where it, or the keeper's own, is held back, and
 * where the kept has a mailbox of their own, for keepers are named by the organizer.
 */
export function isWithheldFromKeepers(
  game: Pick<Game, "isSealed" | "sealBrokenAt">,
  keeper: Participant,
  kept: Participant,
): boolean {
  if (!hidesPairs(game)) return false;
  return isElsewhere(keeper, kept) || keeper.withheldFor !== null || kept.withheldFor !== null;
}

/** Whether the kept has a mailbox that is not the keeper's. */
function isElsewhere(keeper: Participant, kept: Participant): boolean {
  return kept.email !== null && identityKey(kept.email) !== identityKey(keeper.email ?? "");
}

/**
 * Whose gifts somebody keeps who gets another address: in a sealed game that is drawn nobody's with a mailbox
 * that was not theirs before, or a keeper would open such a gift by naming its mailbox as their own.
 */
export function keepsAfterMove(
  game: Pick<Game, "participants" | "isSealed" | "sealBrokenAt" | "isGathering">,
  keeper: Participant,
): number[] {
  if (!hidesPairs(game) || game.isGathering || keeper.keeps.length === 0) return keeper.keeps;
  const find = memberByNumber(game, (one) => one);
  return keeper.keeps.filter((number) => !isElsewhere(keeper, find(number)));
}

type KeptGame = Pick<Game, "participants" | "isSealed" | "sealBrokenAt">;

/** Those whose gifts somebody sees beside their own. */
export function keptBy(game: KeptGame, keeper: Participant): Participant[] {
  const keeps = new Set(keeper.keeps);
  return game.participants.filter((one) =>
    keeps.has(one.number) && one.receiver !== null && !isWithheldFromKeepers(game, keeper, one)
  );
}

/** Whose gifts somebody keeps, with whom these give to where the keeper may see that now. */
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
