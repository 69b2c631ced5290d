/** A wish list as it is edited, for the browser and for forms without scripts. Pure: each change makes a new list. */
import { derive } from "../game/derive.ts";
import type { WishView } from "../game/wishes.ts";
import { cleanLink, parseWishLines } from "./wish_links.ts";

/** The names of the fields of an item: `id` of one that is stored, `photo` the id of a photo. */
const FIELDS = ["id", "title", "url", "amount", "currency", "note", "photo"] as const;

/** What a form holds of an item; "" stands for what there is not. The amount may be missing without its currency. */
export type WishFields = Record<(typeof FIELDS)[number], string>;

export interface EditedWish extends WishFields {
  /** Tells items apart that are not stored yet. */
  key: number;
}

export interface WishEdit {
  items: readonly EditedWish[];
  nextKey: number;
}

/** A stored item, as answers hold it. */
export type StoredWish = WishView;

/** @param currency of items without a price */
export function readWishes(wishes: readonly StoredWish[], currency: string): WishEdit {
  return numbered(wishes.map(({ id, title, url = "", price, note = "", photo = "" }) => ({
    ...{ id, title, url, note, photo },
    ...price ?? { amount: "", currency },
  })));
}

function numbered(items: readonly WishFields[]): WishEdit {
  return { items: items.map((item, key) => ({ ...item, key })), nextKey: items.length };
}

/** Adds what was typed at the end, an item for each line. @param currency of items without a price */
export function addWishes(list: WishEdit, text: string, currency: string): WishEdit {
  const added = parseWishLines(text).map(({ title, url, note, price }, index) => ({
    ...{ id: "", title, url, note, photo: "" },
    ...price ?? { amount: "", currency },
    key: list.nextKey + index,
  }));
  return { items: [...list.items, ...added], nextKey: list.nextKey + added.length };
}

/** What is typed, with a starter as its last line, to go on from. */
export function withIdea(typed: string, idea: string): string {
  return [typed.trimEnd(), idea && `${idea} `].filter(Boolean).join("\n");
}

export function changeWish(list: WishEdit, key: number, change: Partial<WishFields>): WishEdit {
  const items = list.items.map((item) => item.key === key ? { ...item, ...change } : item);
  return { ...list, items };
}

/** An item that was taken off a list, and where it stood. */
export interface RemovedWish {
  item: EditedWish;
  place: number;
}

/** @returns null if there is no such item */
export function removeWish(
  list: WishEdit,
  key: number,
): { list: WishEdit; removed: RemovedWish } | null {
  const place = placeOf(list, key);
  const item = list.items[place];
  if (!item) return null;
  return { list: { ...list, items: without(list.items, place) }, removed: { item, place } };
}

/** Puts a removed item back where it stood. */
export function restoreWish(list: WishEdit, { item, place }: RemovedWish): WishEdit {
  return { ...list, items: inserted(list.items, item, place) };
}

/** Moves an item, as far as there is room. @param to place, 0 is the first */
export function moveWish(list: WishEdit, key: number, to: number): WishEdit {
  const place = placeOf(list, key);
  const item = list.items[place];
  if (!item || to < 0 || to >= list.items.length) return list;
  return { ...list, items: inserted(without(list.items, place), item, to) };
}

function without(items: readonly EditedWish[], place: number): EditedWish[] {
  return items.filter((_, index) => index !== place);
}

function inserted(items: readonly EditedWish[], item: EditedWish, place: number): EditedWish[] {
  return [...items.slice(0, place), item, ...items.slice(place)];
}

export function placeOf({ items }: WishEdit, key: number): number {
  return items.findIndex((item) => item.key === key);
}

/** All that is on either of two versions: this one as it is, then what only the other has. */
export function mergeWishes(mine: WishEdit, theirs: WishEdit): WishEdit {
  const known = new Set(mine.items.map(contentOf));
  const ids = new Set(mine.items.map(({ id }) => id));
  const others = theirs.items.filter((item) => !known.has(contentOf(item)))
    .map((item, index) => ({
      ...item,
      // Of an item that both have changed, each version is kept.
      id: ids.has(item.id) ? "" : item.id,
      key: mine.nextKey + index,
    }));
  return { items: [...mine.items, ...others], nextKey: mine.nextKey + others.length };
}

/** True if both have the same items in the same order; ids, and what of a link is not stored, aside. */
export function isSameList(one: WishEdit, other: WishEdit): boolean {
  return one.items.map(contentOf).join("\n") === other.items.map(contentOf).join("\n");
}

function contentOf({ title, url, amount, currency, note, photo }: WishFields): string {
  // A pasted link is stored without what tracks: that alone makes no other list of it.
  const texts = [title, cleanLink(url) ?? url, amount, amount && currency, note, photo];
  // Forms send their own line ends.
  return JSON.stringify(texts.map((text) => text.replace(/\r\n?/g, "\n").trim()));
}

/** Gives the items that were sent the ids under which they are stored. @param keys of these, in their order */
export function withIds(
  list: WishEdit,
  keys: readonly number[],
  stored: readonly { id: string }[],
): WishEdit {
  const ids = new Map(keys.map((key, place) => [key, stored[place]?.id]));
  return {
    ...list,
    items: list.items.map((item) => ({ ...item, id: ids.get(item.key) ?? item.id })),
  };
}

/** The names and values of a form that holds the list. */
export function wishEntries({ items }: WishEdit): [name: string, value: string][] {
  return items.flatMap((item) =>
    FIELDS.map((field): [string, string] => [`wish-${field}`, item[field]])
  );
}

/** Reads what `wishEntries` writes. @param texts all values of a name */
export function readEntries(texts: (name: string) => readonly string[]): WishEdit {
  const columns = derive<Record<keyof WishFields, readonly string[]>>(
    FIELDS,
    (field) => texts(`wish-${field}`),
  );
  const length = Math.max(...FIELDS.map((field) => columns[field].length));
  return numbered(
    Array.from(
      { length },
      (_, place) => derive<WishFields>(FIELDS, (field) => columns[field][place] ?? ""),
    ),
  );
}

/**
 * The list after a button was pressed.
 *
 * @param act the value of the button: "up:2" moves the third item.
 * @param removed what `restore` puts back.
 * @returns with `removed`, what the button has taken off.
 */
export function actOn(
  list: WishEdit,
  act: string,
  removed: RemovedWish | null,
): { list: WishEdit; removed: RemovedWish | null } {
  const [name, at] = act.split(":");
  const place = Number(at);
  const key = list.items[place]?.key ?? -1;
  switch (name) {
    case "up":
    case "down":
      return { list: moveWish(list, key, place + (name === "up" ? -1 : 1)), removed: null };
    case "remove":
      return removeWish(list, key) ?? { list, removed: null };
    case "restore":
      return { list: removed ? restoreWish(list, removed) : list, removed: null };
    default:
      return { list, removed: null };
  }
}
