/** Postal addresses: only the owner and their giver may read one. */
import { z } from "zod";
import type { AddressCipher } from "./address_cipher.ts";
import { changeEach } from "./changes.ts";
import { addressHint, addressLines, country } from "./fields.ts";
import { pairsHiddenFromOrganizer, type Sealable } from "./seal.ts";
import type { DecisionContext, Game, Participant } from "./types.ts";

/** An address in a request. */
export const addressShape = {
  lines: addressLines,
  country: country.default(""),
  hint: addressHint.default(""),
};
const givenAddress = z.object(addressShape);
export type GivenAddress = z.infer<typeof givenAddress>;
export const optionalAddress = z.object(addressShape, "postalAddress must be an object")
  .optional().describe("In a game whose gifts go by post: read by their giver alone");

/** An address in an answer. */
export const postalAddressSchema = z.object({
  lines: z.array(z.string()).describe("Without the country"),
  country: z.string().describe('Two letters of ISO 3166-1; "": not said'),
  hint: z.string().describe("For who delivers"),
}).meta({ id: "PostalAddress" });
export type PostalAddress = z.infer<typeof postalAddressSchema>;

/**
 * The value of `addressTokenVersion` if a keeper entered the address. In a sealed game only the giver can read it then:
 * the organizer names the keepers, and may hold a later link of one.
 */
const BY_KEEPER = 0;

/** The stored form of an address; an address without lines is erased. */
export function storedAddress(
  { id: gameId }: Pick<Game, "id">,
  { number, tokenVersion }: Pick<Participant, "number" | "tokenVersion">,
  { lines, country, hint }: GivenAddress,
  { sealAddress, isKeeper = false }: Pick<DecisionContext, "sealAddress" | "isKeeper">,
): Pick<Participant, "postalAddress" | "addressTokenVersion"> {
  if (lines.length === 0) return NO_ADDRESS;
  const text = JSON.stringify({ lines, country, hint });
  return {
    postalAddress: sealAddress(text, { gameId, participant: number }),
    addressTokenVersion: isKeeper ? BY_KEEPER : tokenVersion,
  };
}

const NO_ADDRESS = { postalAddress: null, addressTokenVersion: 0 } as const;

/** What a keeper sees of a kept person's address: whether there is one, and whether the keeper may replace it. */
export const KEPT_ADDRESSES = ["none", "byKeeper", "byOwner"] as const;

export function addressForKeeper(
  { postalAddress, addressTokenVersion }: Participant,
): (typeof KEPT_ADDRESSES)[number] {
  if (postalAddress === null) return "none";
  return addressTokenVersion === BY_KEEPER ? "byKeeper" : "byOwner";
}

/** The game without anyone's address. */
export function withoutAddresses(game: Game): Game {
  if (game.participants.every(({ postalAddress }) => postalAddress === null)) return game;
  return changeEach(game, () => NO_ADDRESS);
}

/** True if a change takes away, or replaces, an address that was stored. */
export function losesAddress(before: Game, after: Game): boolean {
  const left = new Set(after.participants.map(({ postalAddress }) => postalAddress));
  return before.participants.some(({ postalAddress }) =>
    postalAddress !== null && !left.has(postalAddress)
  );
}

/** Decrypts an address for its giver; null if there is none to show, or it was encrypted with another key. */
export function openAddress(
  { id: gameId, byPost }: Pick<Game, "id" | "byPost">,
  { number, postalAddress }: Participant,
  cipher: AddressCipher,
): PostalAddress | null {
  if (!byPost || postalAddress === null) return null;
  const text = cipher.open(postalAddress, { gameId, participant: number });
  return text === null ? null : postalAddressSchema.parse(JSON.parse(text));
}

/**
 * Decrypts an address for its owner. In a sealed game the holder of a later link may be someone else, even the
 * organizer: they see it once the holder of the former link agrees.
 */
export function openOwnAddress(
  game: Game,
  owner: Participant,
  cipher: AddressCipher,
): PostalAddress | null {
  return isHiddenFromOwner(game, owner) ? null : openAddress(game, owner, cipher);
}

function isHiddenFromOwner(
  game: Sealable,
  { addressTokenVersion, tokenVersion }: Participant,
): boolean {
  return pairsHiddenFromOrganizer(game) && addressTokenVersion !== tokenVersion;
}

/**
 * True if the giver sees an address that the owner does not. The owner must be warned, because someone else may have
 * entered it, and the present would go there.
 */
export function isAddressOfOther(game: Game, owner: Participant): boolean {
  return game.byPost && owner.postalAddress !== null && isHiddenFromOwner(game, owner);
}
