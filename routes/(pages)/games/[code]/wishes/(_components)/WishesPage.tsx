import { BackLink } from "@/components/BackLink.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverStyle } from "@/components/CoverBand.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { CURRENCIES } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { formatMoney } from "@/lib/browser/format.ts";
import { gamePath, photoPath, wishBookmarkletPath, wishesPath } from "@/lib/browser/links.ts";
import { hostOf } from "@/lib/browser/wish_links.ts";
import type { RemovedWish, WishEdit } from "@/lib/browser/wish_list.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { type Game, LIMITS, type Participant } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { whoReads } from "@/lib/pages/participant/who_reads.ts";
import { ideasOf } from "@/lib/pages/participant/wish_ideas.ts";
import WishEditor from "../(_islands)/WishEditor.tsx";

interface WishesPageProps {
  game: Game;
  reader: Reader;
  list: WishEdit;
  revision: number;
  text: string;
  picture: string;
  errors: FieldErrors;
  removed?: RemovedWish;
  other?: { list: WishEdit; revision: number };
  isSaved: boolean;
  isOfOther: boolean;
  ownText: Pick<Participant, "id" | "name" | "wish" | "desiredGift">;
}

/** A participant's own wishes, to be edited. */
export function WishesPage(props: WishesPageProps) {
  const { game, reader, ownText: { id, name, wish, desiredGift } } = props;
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
        path={wishesPath(code)}
        photos={photoPath(code)}
        owner={id}
        list={props.list}
        revision={props.revision}
        text={props.text}
        errors={props.errors}
        removed={props.removed ?? null}
        other={props.other ?? null}
        isSaved={props.isSaved}
        ofOther={props.isOfOther
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
      {props.picture && (
        <p>
          <a
            class="text-link inline-block py-2.5"
            href={props.picture}
            target="_blank"
            rel="noreferrer noopener nofollow ugc"
          >
            {t("handedWish.picture", { host: hostOf(props.picture) })}
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
