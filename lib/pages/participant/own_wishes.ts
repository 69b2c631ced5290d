import { cleanLink } from "../../browser/wish_links.ts";
import { isSameList, readWishes as listOf, type WishEdit } from "../../browser/wish_list.ts";
import type { FieldErrors } from "../../browser/field_errors.ts";
import { setWishesRow } from "../../game/actions/wishes.ts";
import { GameError } from "../../game/errors.ts";
import { LIMITS } from "../../game/types.ts";
import { isListOfOther, viewOwnWishes } from "../../game/wishes.ts";
import { readWishes } from "../../operations/shown_wishes.ts";
import { setWishes } from "../../operations/wishes.ts";
import type { Ctx } from "../../state.ts";
import { submit } from "../forms.ts";
import { openOwnGame } from "./own_game.ts";

/** The list of the signed-in participant as it is stored, and their game. */
export type OwnWishes = Awaited<ReturnType<typeof openOwnWishes>>;

/**
 * Opens the list of the signed-in participant.
 *
 * @throws {GameError} as `openOwnGame`.
 */
export async function openOwnWishes(ctx: Ctx) {
  const own = await openOwnGame(ctx);
  const { game, access } = own;
  const shown = await readWishes(ctx.state.services, game, access);
  const { wishes = [], wishesRevision } = viewOwnWishes(game, access.participant, shown);
  return {
    ...own,
    wishes,
    list: listOf(wishes, game.currency),
    revision: wishesRevision,
    /** True if their giver sees a list that this link did not write. */
    isOfOther: isListOfOther(game, access.participant),
  };
}

/** What became of a list that was sent; stale: it has been changed elsewhere since. */
export type SavedWishes = "saved" | "stale" | { errors: FieldErrors };

/** Stores a list. @param revision that it was made from */
export async function saveWishes(
  ctx: Ctx,
  { game: { code }, reader: { t }, credential, wishes, list: present }: OwnWishes,
  list: WishEdit,
  revision: number,
): Promise<SavedWishes> {
  if (list.items.length > LIMITS.wishes) {
    return { errors: { "": t("wishes.full", { max: LIMITS.wishes }) } };
  }
  const known = new Set(wishes.map(({ id }) => id));
  const body = {
    action: "setWishes",
    revision,
    wishes: list.items.map(({ id, title, url, amount, currency, note, photo }) => ({
      // Of an item that was removed meanwhile, a new one is made.
      ...known.has(id) && { id },
      ...{ title, note },
      url: cleanLink(url) ?? url,
      price: amount.trim() === "" ? null : { amount, currency },
      photo: photo || null,
    })),
  };
  try {
    const outcome = await submit(
      t,
      setWishesRow.body,
      body,
      (action) => setWishes(ctx.state.services, code, action, credential),
    );
    return outcome.ok ? "saved" : { errors: outcome.errors };
  } catch (error) {
    if (!(error instanceof GameError) || error.code !== "STALE_WISHES") throw error;
    // Sent twice, or changed alike.
    return isSameList(list, present) ? "saved" : "stale";
  }
}
