import { page } from "fresh";
import { gamePath, photoPath, wishBookmarkletPath, wishesPath } from "@/lib/browser/links.ts";
import { cleanLink, hostOf } from "@/lib/browser/wish_links.ts";
import {
  actOn,
  addWishes,
  mergeWishes,
  readEntries,
  type RemovedWish,
  type WishEdit,
} from "@/lib/browser/wish_list.ts";
import { GameError } from "@/lib/game/errors.ts";
import { type Form, readForm } from "@/lib/http/form.ts";
import { openOwnWishes, saveWishes } from "@/lib/pages/participant/own_wishes.ts";
import { orGamePage } from "@/lib/pages/participant/own_game.ts";
import { ideasOf } from "@/lib/pages/participant/wish_ideas.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { BackLink } from "@/components/BackLink.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverStyle } from "@/components/CoverBand.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { CURRENCIES } from "@/lib/browser/budget.ts";
import { formatMoney } from "@/lib/browser/format.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { whoReads } from "@/lib/pages/participant/who_reads.ts";
import WishEditor from "./(_islands)/WishEditor.tsx";
import type { WishEditorProps } from "./(_components)/use_wishes.ts";

/** A participant's own wishes, to be edited: one form, whose buttons send the whole list. */
export default define.page<typeof handler>(function WishesPage({ data }) {
  const { game, reader, isOfOther, picture, ownText: { id, name, wish, desiredGift } } = data;
  const { t, locale } = reader;
  const { code, amount, currency } = game;
  return (
    <Page reader={reader} title={t("game.wish.title")} isPrivate>
      <CoverStyle cover={coverOf(game)} />
      <BackLink href={gamePath(code)}>{t("game.reveal.title")}</BackLink>
      <PageTitle over={game.name} lead={whoReads(t("wishes.lead"), game, t, name)}>
        {t("game.wish.title")}
      </PageTitle>
      <WishEditor
        {...data.edited}
        path={wishesPath(code)}
        photos={photoPath(code)}
        owner={id}
        ofOther={isOfOther
          ? { ofOther: t("game.wish.ofOther"), erase: t("game.wish.erase") }
          : null}
        ideas={ideasOf(game, t)}
        budget={{ amount, currency, text: formatMoney(amount, currency, locale) }}
        currencies={[...new Set([currency, ...CURRENCIES])]}
        locale={locale}
        most={LIMITS.wishes}
        texts={{
          ...t("wishes", AS_GROUP),
          photoFailed: t("errors.code.PHOTO_TYPE"),
          failed: t("common.failed"),
          remove: t("common.remove"),
          save: t("common.save"),
          saved: t("game.done.wish"),
          undo: t("create.people.undo"),
          waiting: t("game.reveal.waiting"),
          currency: t("create.event.currency"),
        }}
      />
      {picture && (
        <p>
          <a
            class="text-link inline-block py-2.5"
            href={picture}
            target="_blank"
            rel="noreferrer noopener nofollow ugc"
          >
            {t("handedWish.picture", { host: hostOf(picture) })}
          </a>
        </p>
      )}
      <p class="needs-script">
        <a class="text-link inline-block py-2.5" href={wishBookmarkletPath}>
          {t("handedWish.bookmarklet.title")}
        </a>
      </p>
      {(wish || desiredGift) && (
        <Card title={t("wishes.own")} icon="message-square-text">
          <div class="border-accent space-y-1 border-s-4 ps-4">
            <LinkedText text={desiredGift} class="font-display text-lg" />
            <LinkedText text={wish} />
          </div>
          <a class="btn btn-ghost -ms-4" href={`${gamePath(code)}#wishes`} aria-current="false">
            <Icon name="pencil" />
            {t("game.wish.change")}
          </a>
        </Card>
      )}
    </Page>
  );
});

export const handler = define.handlers({
  GET: (ctx) => orGamePage(ctx, () => show(ctx)),

  POST: (ctx) =>
    orGamePage(ctx, async () => {
      const form = await readForm(ctx.req);
      if (ctx.req.headers.get("accept") === "application/json") return await answer(ctx, form);
      if (form.text("action") === "draft") {
        const picture = cleanLink(form.text("picture")) ?? "";
        return await show(ctx, { text: form.text("text"), picture });
      }
      return await change(ctx, form);
    }),
});

/** Carries out what a button says, and stores the list. */
async function change(ctx: Ctx, form: Form) {
  const own = await openOwnWishes(ctx);
  const { game: { code, currency } } = own;
  const act = form.text("act");
  const typed = form.text("text");
  const start = readSent(form) ?? own;
  // The field on their page has no list: they have not read yet that another's would be replaced.
  if (!form.has("revision") && own.isOfOther) return await show(ctx, { text: typed });
  if (act === "theirs") return ctx.redirect(wishesPath(code), 303);
  if (act.startsWith("idea:")) {
    const text = ideasOf(own.game, own.reader.t)[Number(act.slice("idea:".length))] ?? "";
    return await show(ctx, { list: start.list, revision: start.revision, text });
  }
  const { list: acted, removed } = actOn(start.list, act, readRemoved(form));
  const merged = act === "both" ? mergeWishes(acted, own.list) : acted;
  const isErased = form.has("erase");
  // The field on their page has no list: sent twice, it adds once.
  const added = form.has("revision")
    ? addWishes(merged, typed, currency)
    : mergeWishes(merged, addWishes({ items: [], nextKey: 0 }, typed, currency));
  const list = isErased ? merged : added;
  const outcome = await saveWishes(ctx, own, list, start.revision);
  if (outcome === "saved") {
    if (removed) return await show(ctx, { removed });
    if (isErased && typed) return await show(ctx, { text: typed, isSaved: true });
    return ctx.redirect(`${wishesPath(code)}?done=wishes`, 303);
  }
  if (outcome === "stale") {
    const other = { list: own.list, revision: own.revision };
    return await show(ctx, { list, revision: own.revision, other }, 409);
  }
  // Too much for the list stays in the field.
  const isFull = outcome.errors[""] !== undefined;
  return await show(ctx, {
    list: isFull ? merged : list,
    revision: start.revision,
    errors: outcome.errors,
    ...isFull && { text: typed },
  }, 400);
}

/** Stores the list that a script sends. */
async function answer(ctx: Ctx, form: Form): Promise<Response> {
  const own = await openOwnWishes(ctx);
  const sent = readSent(form);
  if (!sent) throw new GameError("MALFORMED_FORM");
  const outcome = await saveWishes(ctx, own, sent.list, sent.revision);
  const { wishes, revision } = await openOwnWishes(ctx);
  if (outcome === "saved") return Response.json({ wishes, revision });
  if (outcome === "stale") return Response.json({ stale: { wishes, revision } });
  return Response.json(outcome);
}

/** Longer lists are not shown again: no page has sent them, and each item takes a form of its own. */
const MOST_SENT = 5 * LIMITS.wishes;

/**
 * The list in a form, and the revision it was made from; null: it holds nothing but what is to be added.
 *
 * @throws {GameError} 413 for a list far longer than any.
 */
function readSent(form: Form): { list: WishEdit; revision: number } | null {
  if (!form.has("revision")) return null;
  const list = readEntries((name) => form.texts(name));
  if (list.items.length > MOST_SENT) throw new GameError("BODY_TOO_LARGE");
  return { list, revision: Number(form.text("revision")) };
}

/** What was removed just now, and can be put back. */
function readRemoved(form: Form): RemovedWish | null {
  const [item] = readEntries((name) => form.texts(`removed-${name}`)).items;
  return item ? { item: { ...item, key: -1 }, place: Number(form.text("removed-place")) } : null;
}

/** What the page shows instead of the list as it is stored. */
type Edited = Pick<
  WishEditorProps,
  "list" | "revision" | "text" | "errors" | "removed" | "other" | "isSaved"
>;

/** @param picture address of a picture that came with the text; never loaded */
async function show(
  ctx: Ctx,
  { picture = "", ...edited }: Partial<Edited & { picture: string }> = {},
  status = 200,
) {
  const { game, access, reader, list, revision, isOfOther } = await openOwnWishes(ctx);
  return page({
    ...{ game, reader, isOfOther, picture },
    ownText: access.participant,
    edited: {
      ...{ list, revision, text: "", errors: {}, removed: null, other: null },
      isSaved: ctx.url.searchParams.get("done") === "wishes",
      ...edited,
    },
  }, { status });
}
