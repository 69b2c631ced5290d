/** People that a request names, by id or by name. */
import { GameError } from "./errors.ts";
import { normalizedKey } from "./identity.ts";
import type { Game } from "./types.ts";

/** Returns the number of a referenced person, or undefined. */
export type Resolve = (reference: string) => number | undefined;

/** Finds the people of a game, by id first. */
export function resolverOf({ participants }: Pick<Game, "participants">): Resolve {
  const byId = new Map(participants.map((one) => [one.id, one.number]));
  const byName = new Map(participants.map((one) => [normalizedKey(one.name), one.number]));
  return (reference) => byId.get(reference) ?? byName.get(normalizedKey(reference));
}

/** @param path of the reference in the request. @throws {GameError} 400 for an unknown one */
export function numberAt(path: string, reference: string, resolve: Resolve): number {
  const number = resolve(reference);
  if (number === undefined) throw new GameError("UNKNOWN_PERSON", { reference, path });
  return number;
}

/** @param message the error for a person paired with themselves. @throws {GameError} 400 for that, too */
export function pairAt(
  path: string,
  [one, other]: readonly [string, string],
  resolve: Resolve,
  message = "Nobody draws themselves anyway: an exclusion needs two different people",
): [number, number] {
  const pair: [number, number] = [
    numberAt(`${path}.0`, one, resolve),
    numberAt(`${path}.1`, other, resolve),
  ];
  if (pair[0] !== pair[1]) return pair;
  throw new GameError("VALIDATION_FAILED", { details: [{ path, message }] });
}
