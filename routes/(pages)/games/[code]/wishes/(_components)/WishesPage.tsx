import { gamePath, photoPath, wishBookmarkletPath, wishesPath } from "@/lib/browser/links.ts";
import { hostOf } from "@/lib/browser/wish_links.ts";
import { ideasOf } from "@/lib/pages/participant/wish_ideas.ts";
import { Card } from "@/components/Card.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { BackLink, Page, PageTitle } from "@/components/Page.tsx";
import { CURRENCIES } from "@/lib/browser/budget.ts";
import { formatMoney } from "@/lib/browser/format.ts";
import { LIMITS, type Participant } from "@/lib/game/types.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { whoReads } from "@/lib/pages/participant/who_reads.ts";
import type { OwnWishes } from "@/lib/pages/participant/own_wishes.ts";
import WishEditor from "../(_islands)/WishEditor.tsx";
import type { WishEditorProps } from "./use_wishes.ts";

/** What the page shows instead of the stored list. */
export type Edited = Pick<
  WishEditorProps,
  "list" | "revision" | "text" | "errors" | "removed" | "other" | "isSaved"
>;

interface WishesPageProps extends Pick<OwnWishes, "game" | "reader" | "readerId" | "isOfOther"> {
  /** URL of a picture that came with the text; never loaded. */
  picture: string;
  ownText: Participant;
  edited: Edited;
}

/** The editor of a participant's wishes: one form, whose buttons send the whole list. */
export function WishesPage(data: WishesPageProps) {
  const { game, reader, isOfOther, picture, ownText: { name, wish, desiredGift } } = data;
  const { t, locale } = reader;
  const { code, amount, currency } = game;
  return (
    <Page reader={reader} game={game} title={t("game.wish.title")} isPrivate>
      <BackLink href={gamePath(code)}>{game.name}</BackLink>
      <PageTitle lead={t("game.wish.leadOwn")}>{t("game.wish.title")}</PageTitle>
      <WishEditor
        {...data.edited}
        path={wishesPath(code)}
        photos={photoPath(code)}
        owner={data.readerId}
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
          save: t("common.save"),
          saved: t("game.done.wish"),
          undo: t("create.people.undo"),
          waiting: t("game.reveal.waiting"),
          currency: t("create.event.currency"),
        }}
      />
      <p class="muted text-sm text-pretty empty:hidden">{whoReads("", game, t, name)}</p>
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
}
