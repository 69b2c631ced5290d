/** A wish list being edited, for the browser and for forms without scripts. Pure: each change returns a new list. */
import { derive } from "../game/derive.ts";
import type { WishView } from "../game/wishes.ts";
import { cleanLink, parseWishLines } from "./wish_links.ts";

/** Names of an item's fields: `id` if the item is stored, `photo` the id of a photo. */
const FIELDS = ["id", "title", "url", "amount", "currency", "note", "photo"] as const;

/** An item's form fields, "" if empty. The amount may be empty although the currency is set. */
export type WishFields = Record<(typeof FIELDS)[number], string>;

export interface EditedWish extends WishFields {
  /** Identifies items that are not stored yet. */
  key: number;
}

export interface WishEdit {
  items: readonly EditedWish[];
  nextKey: number;
}

/** A stored item, as responses contain it. */
export type StoredWish = WishView;

/** Makes stored wishes editable. @param currency of items without a price */
export function readWishes(wishes: readonly StoredWish[], currency: string): WishEdit {
  return numbered(wishes.map(({ id, title, url = "", price, note = "", photo = "" }) => ({
    ...{ id, title, url, note, photo },
    ...price ?? { amount: "", currency },
  })));
}

function numbered(items: readonly WishFields[]): WishEdit {
  return { items: items.map((item, key) => ({ ...item, key })), nextKey: items.length };
}

/** Appends what was typed, one item per line. @param currency of items without a price */
export function addWishes(list: WishEdit, text: string, currency: string): WishEdit {
  const added = parseWishLines(text).map(({ title, url, note, price }, index) => ({
    ...{ id: "", title, url, note, photo: "" },
    ...price ?? { amount: "", currency },
    key: list.nextKey + index,
  }));
  return { items: [...list.items, ...added], nextKey: list.nextKey + added.length };
}

/** Appends a starter as the last line of what is typed, to continue from. */
export function withIdea(typed: string, idea: string): string {
  return [typed.trimEnd(), idea && `${idea} `].filter(Boolean).join("\n");
}

export function changeWish(list: WishEdit, key: number, change: Partial<WishFields>): WishEdit {
  const items = list.items.map((item) => item.key === key ? { ...item, ...change } : item);
  return { ...list, items };
}

/** An item removed from a list, and its place there. */
export interface RemovedWish {
  item: EditedWish;
  place: number;
}

/** Removes an item. @returns null if it does not exist */
export function removeWish(
  list: WishEdit,
  key: number,
): { list: WishEdit; removed: RemovedWish } | null {
  const place = placeOf(list, key);
  const item = list.items[place];
  if (!item) return null;
  return { list: { ...list, items: without(list.items, place) }, removed: { item, place } };
}

/** Restores a removed item at its place. */
export function restoreWish(list: WishEdit, { item, place }: RemovedWish): WishEdit {
  return { ...list, items: inserted(list.items, item, place) };
}

/** Moves an item; does nothing if there is no such place. @param to place, 0 is the first */
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

/** Merges two versions: all items of this one unchanged, then those that only the other has. */
export function mergeWishes(mine: WishEdit, theirs: WishEdit): WishEdit {
  const known = new Set(mine.items.map(contentOf));
  const ids = new Set(mine.items.map(({ id }) => id));
  const others = theirs.items.filter((item) => !known.has(contentOf(item)))
    .map((item, index) => ({
      ...item,
      // If both have changed an item, both versions are kept.
      id: ids.has(item.id) ? "" : item.id,
      key: mine.nextKey + index,
    }));
  return { items: [...mine.items, ...others], nextKey: mine.nextKey + others.length };
}

/** True if both have the same items in the same order, ignoring ids and the parts of links that are not stored. */
export function isSameList(one: WishEdit, other: WishEdit): boolean {
  return one.items.map(contentOf).join("\n") === other.items.map(contentOf).join("\n");
}

function contentOf({ title, url, amount, currency, note, photo }: WishFields): string {
  // A link is stored without its tracking parameters, which do not make a list different.
  const texts = [title, cleanLink(url) ?? url, amount, amount && currency, note, photo];
  // Forms send their own line endings.
  return JSON.stringify(texts.map((text) => text.replace(/\r\n?/g, "\n").trim()));
}

/** Sets the ids of items that were stored. @param keys of these items, in the order of `stored` */
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

/** Names and values of the form fields that hold the list. */
export function wishEntries({ items }: WishEdit): [name: string, value: string][] {
  return items.flatMap((item) =>
    FIELDS.map((field): [string, string] => [`wish-${field}`, item[field]])
  );
}

/** Reads what `wishEntries` writes. @param texts returns all values of a name */
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
 * Applies a button of the list.
 *
 * @param act the value of the button: "up:2" moves the third item.
 * @param removed the item that `restore` puts back.
 * @returns the new list and, in `removed`, the item that the button has removed.
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
