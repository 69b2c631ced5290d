import { page } from "fresh";
import { wishesPath } from "@/lib/browser/links.ts";
import { cleanLink } from "@/lib/browser/wish_links.ts";
import {
  actOn,
  addWishes,
  mergeWishes,
  readEntries,
  readWishes,
  type RemovedWish,
  type WishEdit,
  withIdea,
} from "@/lib/browser/wish_list.ts";
import { GameError } from "@/lib/game/errors.ts";
import { type Form, readForm } from "@/lib/http/form.ts";
import { openOwnWishes, saveWishes } from "@/lib/pages/participant/own_wishes.ts";
import { openAsParticipant, orGamePage, ownCredential } from "@/lib/pages/participant/own_game.ts";
import { ideasOf } from "@/lib/pages/participant/wish_ideas.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { show as showGame } from "../(_components)/show_game.tsx";
import { type Edited, WishesPage } from "./(_components)/WishesPage.tsx";

export default define.page<typeof handler>(({ data }) => <WishesPage {...data} />);

export const handler = define.handlers({
  GET: (ctx) => orGamePage(ctx, () => show(ctx)),

  POST: (ctx) =>
    orGamePage(ctx, async () => {
      const form = await readForm(ctx.req);
      if (ctx.req.headers.get("accept") === "application/json") return await answer(ctx, form);
      if (form.text("action") === "draft") {
        const { credential } = ownCredential(ctx);
        // A participant who came in by name alone has no list: the text goes into the field for their wish.
        if (credential.participantId) return await showInWords(ctx, form.text("text"));
        const picture = cleanLink(form.text("picture")) ?? "";
        return await show(ctx, { text: form.text("text"), picture });
      }
      return await change(ctx, form);
    }),
});

/** Shows a participant's page with the new text after their wish, unsaved. */
async function showInWords(ctx: Ctx, text: string): Promise<Response> {
  const { credential, access: { participant: { desiredGift, wish } } } = await openAsParticipant(
    ctx,
  );
  const typed = { desiredGift, wish: [wish, text].filter(Boolean).join("\n") };
  return await showGame(ctx, credential, { action: "updateWish", typed, errors: {} });
}

/** Carries out a button's action, and stores the list. */
async function change(ctx: Ctx, form: Form) {
  const own = await openOwnWishes(ctx);
  const { game: { code, currency } } = own;
  const act = form.text("act");
  const typed = form.text("text");
  const start = readSent(form) ?? own;
  // The form on the participant's page has no list, and has not warned that another's list would be replaced.
  if (!form.has("revision") && own.isOfOther) return await show(ctx, { text: typed });
  if (act === "theirs") return ctx.redirect(wishesPath(code), 303);
  if (act.startsWith("idea:")) {
    const idea = ideasOf(own.game, own.reader.t)[Number(act.slice("idea:".length))] ?? "";
    const text = withIdea(typed, idea);
    return await show(ctx, { list: start.list, revision: start.revision, text });
  }
  const { list: acted, removed } = actOn(start.list, act, readRemoved(form));
  const merged = act === "both" ? mergeWishes(acted, own.list) : acted;
  const isErased = form.has("erase");
  // The form on the participant's page has no revision: if it is sent twice, the items are added once.
  const added = form.has("revision")
    ? addWishes(merged, typed, currency)
    : mergeWishes(merged, addWishes({ items: [], nextKey: 0 }, typed, currency));
  const list = isErased ? merged : added;
  const saved = await saveWishes(ctx, own, list, start.revision);
  if (saved.outcome === "saved") {
    if (removed) return await show(ctx, { removed });
    if (isErased && typed) return await show(ctx, { text: typed, isSaved: true });
    return ctx.redirect(`${wishesPath(code)}?done=wishes`, 303);
  }
  if (saved.outcome === "stale") {
    const { revision } = saved;
    const other = { list: readWishes(saved.wishes, currency), revision };
    return await show(ctx, { list, revision, other }, 409);
  }
  // Items that do not fit into the list stay in the field.
  const isFull = saved.errors[""] !== undefined;
  return await show(ctx, {
    list: isFull ? merged : list,
    revision: start.revision,
    errors: saved.errors,
    ...isFull && { text: typed },
  }, 400);
}

/** Stores the list that a script sends. */
async function answer(ctx: Ctx, form: Form): Promise<Response> {
  const own = await openOwnWishes(ctx);
  const sent = readSent(form);
  if (!sent) throw new GameError("MALFORMED_FORM");
  const { outcome, ...rest } = await saveWishes(ctx, own, sent.list, sent.revision);
  return Response.json(outcome === "stale" ? { stale: rest } : rest);
}

/** Longer lists are not shown again: no page has sent them, and each item needs fields of its own. */
const MOST_SENT = 5 * LIMITS.wishes;

/**
 * Reads the list in a form, and the revision that it is based on; null if the form has only new items.
 *
 * @throws {GameError} 413 for a list far longer than allowed.
 */
function readSent(form: Form): { list: WishEdit; revision: number } | null {
  if (!form.has("revision")) return null;
  const list = readEntries((name) => form.texts(name));
  if (list.items.length > MOST_SENT) throw new GameError("BODY_TOO_LARGE");
  return { list, revision: Number(form.text("revision")) };
}

/** Reads the item that was just removed, and can be put back. */
function readRemoved(form: Form): RemovedWish | null {
  const [item] = readEntries((name) => form.texts(`removed-${name}`)).items;
  return item ? { item: { ...item, key: -1 }, place: Number(form.text("removed-place")) } : null;
}

/** Shows the page. @param picture URL of a picture that came with the text; never loaded */
async function show(
  ctx: Ctx,
  { picture = "", ...edited }: Partial<Edited & { picture: string }> = {},
  status = 200,
) {
  const own = await openOwnWishes(ctx);
  const { game, access, reader, readerId, list, revision, isOfOther } = own;
  return page({
    ...{ game, reader, readerId, isOfOther, picture },
    ownText: access.participant,
    edited: {
      ...{ list, revision, text: "", errors: {}, removed: null, other: null },
      isSaved: ctx.url.searchParams.get("done") === "wishes",
      ...edited,
    },
  }, { status });
}
