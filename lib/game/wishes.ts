/** The items that people wish for, and which of them their giver has taken. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { cleanLink } from "./clean_link.ts";
import { amount, currency, line, lines } from "./fields.ts";
import { skippedVersions } from "./link_versions.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import { type Game, LIMITS, type Participant, type WishHead } from "./types.ts";

/** One item as it is stored; "" and null stand for none. */
const storedWish = z.object({
  /** A random UUID; stays with the item as long as it is on the list. */
  id: z.string(),
  title: z.string(),
  /** As `cleanLink` writes it. */
  url: z.string(),
  /** The amount is written as the budget of a game: "25", "25.50"; the currency is an ISO 4217 code. */
  price: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  note: z.string(),
  /** Id of a photo. */
  photo: z.string().nullable(),
});
export type Wish = z.infer<typeof storedWish>;

/** A list as it is stored. */
export interface StoredWishList extends Omit<WishHead, "count"> {
  /** What one person wishes for, the most wanted first. */
  wishes: readonly Wish[];
}

/** "I'll take this one": a giver's mark on an item of their receiver. Both by number. */
export interface WishMark {
  giver: number;
  receiver: number;
  /** Id that the item had when it was first marked. */
  wishId: string;
  /** The item as it was when it was marked: a `Wish` as JSON. */
  item: string;
  /** ISO 8601, UTC. */
  markedAt: string;
}

/** The lists and marks that one reader may see; a list that is missing here has never been written. */
export interface ShownWishes {
  lists: readonly StoredWishList[];
  marks: readonly WishMark[];
}

const title = line(LIMITS.wishTitle, "title").min(1, "An item needs a title");
const note = lines(LIMITS.wishNote, "note");
const url = line(LIMITS.wishUrl, "url").overwrite((text) => cleanLink(text) ?? text)
  .refine((text) => text === "" || cleanLink(text) !== null, "url must be that of a web page")
  .meta({ examples: ["https://shop.example/teapot"] });
const price = z.object({ amount: amount.min(1, "A price needs an amount"), currency });

/** An item in a request. */
const givenWish = z.object({
  id: z.uuid("id must be that of an item").optional().describe(
    "Of an item that is on the list and stays; absent for a new one",
  ),
  title,
  url: url.default("").describe(
    "http or https; parameters that only track are removed, and nothing is ever loaded from it",
  ),
  price: price.nullable().default(null),
  note: note.default(""),
  photo: z.uuid("photo must be the id of a photo").nullable().default(null).describe(
    "Id of a photo that its owner has sent",
  ),
});

/** The list in a request. */
export const givenWishes = z.array(givenWish, "wishes must be an array of items")
  .max(LIMITS.wishes, `There may be at most ${LIMITS.wishes} items`)
  .refine((items) => {
    const ids = items.flatMap(({ id }) => id ?? []);
    return new Set(ids).size === ids.length;
  }, "Two items have the same id")
  .describe(
    "The whole list in its order, the most wanted first; items that are not in it are removed",
  );

/** An item in an answer; what it does not have is left out. */
export const wishSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  url: z.string().optional().describe("http or https, of nobody's choice but the owner's"),
  price: z.object({ amount: z.string(), currency: z.string() }).optional(),
  note: z.string().optional(),
  photo: z.uuid().optional().describe("Id of a photo"),
}).meta({ id: "Wish" });
export type WishView = z.infer<typeof wishSchema>;

/** Members of the reader's own record. */
export const ownWishesShape = {
  wishes: z.array(wishSchema).optional().describe(
    "Only with the participant's token. In a sealed game it is missing where a former link has written it, until " +
      "the holder of that link agrees",
  ),
  wishesRevision: z.int().optional().describe(
    "Only with the participant's token: the `revision` for `setWishes`; 0 before the first",
  ),
};

/** An item that the giver has marked, even if it was changed or removed since. */
export const markedWishSchema = z.object({
  id: z.uuid(),
  title: z.string().describe("As it was when it was marked"),
  isBought: z.literal(true),
  hasChanged: z.boolean().describe("The owner has changed it since"),
  isGone: z.boolean().describe("The owner has removed it since"),
}).meta({ id: "MarkedWish" });
export type MarkedWish = z.infer<typeof markedWishSchema>;

/** Members of `receiver`, for the giver and their keeper. */
export const receiverWishesShape = {
  wishes: z.array(wishSchema.extend({
    isBought: z.boolean().describe("Marked by `markWish`: its owner never learns of it"),
  })).optional().describe("Only with the participant's token"),
  markedWishes: z.array(markedWishSchema).optional().describe(
    "The marked items, in the order of their marks; only with the participant's token",
  ),
};

/** An item in the form of an answer. */
export function viewWish({ id, title, url, price, note, photo }: Wish): WishView {
  return {
    ...{ id, title },
    ...url && { url },
    ...price && { price },
    ...note && { note },
    ...photo && { photo },
  };
}

/** The size of a list as `LIMITS.wishBytes` counts it: bytes of the JSON in an answer. */
export function wishBytes(wishes: readonly Wish[]): number {
  return new TextEncoder().encode(JSON.stringify(wishes.map(viewWish))).length;
}

/** What a participant sees of their own list. */
export function viewOwnWishes(
  game: Game,
  owner: Participant,
  { lists }: ShownWishes,
): { wishes?: WishView[]; wishesRevision: number } {
  const list = lists.find(({ participant }) => participant === owner.number);
  if (!list) return { wishes: [], wishesRevision: 0 };
  return {
    ...!isHiddenFromOwner(game, owner, list) && { wishes: list.wishes.map(viewWish) },
    wishesRevision: list.revision,
  };
}

/**
 * True if a list or a photo came through a former link: in a sealed game the holder of the present link may be someone
 * else, even the organizer.
 */
export function isHiddenFromOwner(
  game: Game,
  { tokenVersion }: Participant,
  { version }: Pick<WishHead, "version">,
): boolean {
  return pairsHiddenFromOrganizer(game) && version !== tokenVersion;
}

/** True if the giver sees a list that the owner does not, like `isAddressOfOther`. */
export function isListOfOther(game: Game, owner: Participant): boolean {
  const head = wishHeadOf(game, owner.number);
  return head !== undefined && head.count > 0 && isHiddenFromOwner(game, owner, head);
}

/** The items of the owner's list that a new list may keep by their ids. */
export function ownWishes(
  game: Game,
  owner: Participant,
  list: StoredWishList | undefined,
): readonly Wish[] {
  return list && !isHiddenFromOwner(game, owner, list) ? list.wishes : [];
}

/** What a giver, or their keeper, sees of the list of their receiver. */
export function viewReceiverWishes(
  giver: Participant,
  receiver: Participant,
  { lists, marks }: ShownWishes,
) {
  const wishes = lists.find(({ participant }) => participant === receiver.number)?.wishes ?? [];
  const taken = takenWishes(
    wishes,
    marks.filter((mark) => mark.giver === giver.number && mark.receiver === receiver.number),
  );
  const bought = new Set(taken.map(({ id }) => id));
  return {
    wishes: wishes.map((wish) => ({ ...viewWish(wish), isBought: bought.has(wish.id) })),
    markedWishes: taken.map(({ id, before, present }) => ({
      id,
      title: before.title,
      isBought: true as const,
      hasChanged: present !== undefined && !isSame({ ...before, id }, present),
      isGone: present === undefined,
    })),
  };
}

/**
 * Finds the marked items of a list. An item that was removed and put back has a new id, because keeping the id would
 * reveal the mark to its owner: it is found by its content.
 *
 * @returns the current id, the item when it was marked, and the item now; `present` undefined: it was removed.
 */
export function takenWishes(wishes: readonly Wish[], marks: readonly WishMark[]) {
  const byId = new Map(wishes.map((wish) => [wish.id, wish]));
  const marked = marks.map((mark) => ({ mark, before: storedWish.parse(JSON.parse(mark.item)) }));
  const free = new Set(wishes);
  for (const { before: { id } } of marked) {
    const wish = byId.get(id);
    if (wish) free.delete(wish);
  }
  return marked.map(({ mark, before }) => {
    const present = byId.get(before.id) ??
      [...free].find((wish) => isSame({ ...before, id: wish.id }, wish));
    if (present) free.delete(present);
    return { mark, id: present?.id ?? before.id, before, present };
  });
}

/** A short digest of an item's content, which identifies the version that a giver was shown. */
export function wishDigest({ title, url, price, note, photo }: WishView): string {
  const content = JSON.stringify([title, url, price?.amount, price?.currency, note, photo]);
  return createHash("sha256").update(content).digest("base64url").slice(0, 16);
}

export function isSame(one: Wish, other: Wish): boolean {
  return JSON.stringify(viewWish(one)) === JSON.stringify(viewWish(other));
}

/** Participants who have at least one item, by number. */
export function whoHasWishes({ wishLists }: Pick<Game, "wishLists">): ReadonlySet<number> {
  return new Set(wishLists.flatMap(({ participant, count }) => count > 0 ? [participant] : []));
}

/** First revision after a broken seal: far more changes than a list ever has. */
const FIRST_AFTER_SEAL = 1_000_000;

/**
 * The revision of a list after the next change: one more than before. Breaking the seal deletes all lists, and a restore
 * loses the latest ones. The first revision after either is none of these, or a page that still shows a lost list
 * could overwrite a newer one.
 */
export function nextRevision(
  game: Pick<Game, "sealBrokenAt" | "organizerTokenReserved">,
  present: Pick<StoredWishList, "revision"> | undefined,
): number {
  const first = skippedVersions(game) + (game.sealBrokenAt === null ? 1 : FIRST_AFTER_SEAL);
  return Math.max(first, present ? present.revision + 1 : 0);
}

/** The head of a person's list; undefined if they have never written one. */
export function wishHeadOf(
  { wishLists }: Pick<Game, "wishLists">,
  number: number,
): WishHead | undefined {
  return wishLists.find(({ participant }) => participant === number);
}
