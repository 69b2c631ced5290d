import { z } from "zod";
import { cleanLink } from "../../browser/wish_links.ts";
import { isSameList, readWishes as listOf, type WishEdit } from "../../browser/wish_list.ts";
import type { FieldErrors } from "../../browser/field_errors.ts";
import { setWishesRow } from "../../game/actions/wishes.ts";
import { GameError } from "../../game/errors.ts";
import { LIMITS } from "../../game/types.ts";
import {
  isListOfOther,
  ownWishesShape,
  viewOwnWishes,
  viewWish,
  type WishView,
} from "../../game/wishes.ts";
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

interface StoredWishes {
  wishes: WishView[];
  revision: number;
}

/** The outcome of sending a list, and the stored list. `stale`: it was changed elsewhere, and that change is stored. */
export type SavedWishes =
  | { outcome: "saved" } & StoredWishes
  | { outcome: "stale" } & StoredWishes
  | { outcome: "refused"; errors: FieldErrors };

/** Stores a list. @param revision the revision that it was made from */
export async function saveWishes(
  ctx: Ctx,
  { game: { code, currency }, reader: { t }, credential, wishes }: OwnWishes,
  list: WishEdit,
  revision: number,
): Promise<SavedWishes> {
  if (list.items.length > LIMITS.wishes) {
    return { outcome: "refused", errors: { "": t("wishes.full", { max: LIMITS.wishes }) } };
  }
  const known = new Set(wishes.map(({ id }) => id));
  const body = {
    action: "setWishes",
    revision,
    wishes: list.items.map(({ id, title, url, amount, currency, note, photo }) => ({
      // An item that was removed meanwhile becomes a new one.
      ...known.has(id) && { id },
      ...{ title, note },
      url: cleanLink(url) ?? url,
      price: amount.trim() === "" ? null : { amount, currency },
      photo: photo || null,
    })),
  };
  try {
    const sent = await submit(
      t,
      setWishesRow.body,
      body,
      (action) => setWishes(ctx.state.services, code, action, credential),
    );
    if (!sent.ok) return { outcome: "refused", errors: sent.errors };
    const { wishes: stored = [], revision: after = 0 } = sent.result.list ?? {};
    return { outcome: "saved", wishes: stored.map(viewWish), revision: after };
  } catch (error) {
    if (!(error instanceof GameError) || error.code !== "STALE_WISHES") throw error;
    // The list from the refusal, because it may have changed since this request read it.
    const { wishes = [], wishesRevision = 0 } = z.object(ownWishesShape).parse(error.present);
    // The form was sent twice, or both devices made the same change.
    const isSame = isSameList(list, listOf(wishes, currency));
    return { outcome: isSame ? "saved" : "stale", wishes, revision: wishesRevision };
  }
}
