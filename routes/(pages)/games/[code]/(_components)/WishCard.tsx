import { formatMoney } from "@/lib/browser/format.ts";
import { photoPath, wishesPath } from "@/lib/browser/links.ts";
import { wishDraftKey } from "@/lib/browser/wish_draft.ts";
import { hostOf } from "@/lib/browser/wish_links.ts";
import { type RefusedForm, shownField } from "@/lib/pages/forms.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, buttonClass, ButtonLink, Hidden } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { WishFields } from "@/components/WishFields.tsx";
import KeepTyped from "../(_islands)/KeepTyped.tsx";
import { naming } from "@/lib/i18n/naming.ts";
import { ListOfOther } from "./ListOfOther.tsx";
import type { OwnPageData } from "./own_page_data.ts";

/**
 * The reader's own wishes: asked for, or shown as saved, with ways to change them. There is one list; their own words
 * are a note to it.
 */
export function WishCard(data: OwnPageData) {
  const { reader: { t }, view, own, wishes } = data;
  const { refused, news } = data.at("wishes");
  const hasText = own.wish !== "" || own.desiredGift !== "";
  const hasItems = wishes !== null && wishes.length > 0;
  const form = <WishForm {...data} refused={refused} />;
  // The page no longer asks for a wish, but still takes one.
  if (data.isOver && !data.hasWish && !data.isListOfOther && !refused && !news) {
    return <Fold id="wishes" title={t("game.wish.title")} icon="heart" isCard>{form}</Fold>;
  }
  return (
    <Card
      title={t("game.wish.title")}
      icon="heart"
      id="wishes"
      isQuiet={data.step !== "wish" && !data.isListOfOther && !refused && !news}
    >
      {news && <Alert tone="success" isNews id="news">{news}</Alert>}
      {data.hasWish && !refused && !news && (
        <p class="text-success flex items-center gap-2 font-semibold text-balance">
          <Icon name="circle-check" class="size-5" />
          <LineBreaks text={t("game.done.wish")} />
        </p>
      )}
      {data.isListOfOther && (
        <form method="post" action={wishesPath(view.code)}>
          <input type="hidden" name="revision" value={data.wishesRevision} />
          <ListOfOther
            texts={{ ofOther: t("game.wish.ofOther"), erase: t("game.wish.erase") }}
          />
        </form>
      )}
      {hasItems && <OwnItems {...data} wishes={wishes} />}
      {wishes && hasText && !refused && (
        <div class="border-accent space-y-1 border-s-4 ps-4">
          <LinkedText text={own.desiredGift} class="font-display text-lg" />
          <LinkedText text={own.wish} />
        </div>
      )}
      {wishes === null || refused ? form : !data.hasWish
        ? (
          <>
            <FirstWish {...data} />
            <KeepTyped />
          </>
        )
        : (
          <div class="flex flex-wrap gap-2">
            <ButtonLink
              href={wishesPath(view.code)}
              variant="secondary"
              icon={hasItems ? "pencil" : "plus"}
            >
              {t(hasItems ? "wishes.edit" : "game.wish.add")}
            </ButtonLink>
            <details class="open:w-full">
              <summary class={buttonClass("secondary")}>
                <Icon name={hasText ? "pencil" : "message-square-text"} />
                {t(hasText ? "game.wish.change" : "wishes.own")}
              </summary>
              <div class="pt-4">{form}</div>
            </details>
          </div>
        )}
    </Card>
  );
}

/** The items in a few words each, with a link to the page where they are edited. */
function OwnItems(
  { wishes, view: { code }, reader: { locale } }:
    & Pick<OwnPageData, "view" | "reader">
    & { wishes: NonNullable<OwnPageData["wishes"]> },
) {
  return (
    <ol class="divide-base-300 divide-y">
      {wishes.map(({ id, title, url, price, photo }) => (
        <li key={id} class="flex items-center gap-3 py-2">
          {photo && (
            <img
              src={photoPath(code, photo)}
              alt=""
              loading="lazy"
              class="bg-base-200 rounded-field size-10 shrink-0 object-cover"
            />
          )}
          <span class="min-w-0">
            <span class="line-clamp-2 font-semibold" dir="auto">{title}</span>
            <span class="muted block text-sm">
              {[price && formatMoney(price.amount, price.currency, locale), url && hostOf(url)]
                .filter(Boolean).join(" · ")}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/**
 * A field for the reader's first wish, whose form leads to the page with their list.
 *
 * @param prefix prefix of the field's id, if the page has two such forms
 */
export function FirstWish({ prefix = "", ...data }: OwnPageData & { prefix?: string }) {
  const { reader: { t }, view, readerId, wishes } = data;
  if (wishes === null) return <WishForm {...data} refused={null} prefix={prefix} />;
  const id = `${prefix}wish-text`;
  const path = wishesPath(view.code);
  return (
    <form
      method="post"
      action={path}
      class="space-y-3"
      data-draft={wishDraftKey(path, readerId)}
    >
      <input type="hidden" name="act" value="save" />
      {/* For screen readers; the heading above asks everyone else. */}
      <label for={id} class="sr-only">{t("wishes.field")}</label>
      <textarea
        id={id}
        name="text"
        rows={2}
        required
        class="textarea py-2.5 leading-relaxed"
        placeholder={t("wishes.fieldHint")}
        autocomplete="off"
      />
      <p class="muted text-pretty">
        <LineBreaks text={t("game.wish.leadOwn")} />
      </p>
      {/* On the page itself, the primary button is the one at its head, which leads here. */}
      <Button icon="plus" variant={prefix ? "primary" : "secondary"}>
        {t(prefix ? "game.wish.add" : "wishes.add")}
      </Button>
    </form>
  );
}

/** The form for the reader's own wish in words. @param prefix prefix of its fields' ids, if the page has two forms */
function WishForm(
  { refused, prefix = "", ...data }: OwnPageData & {
    refused: RefusedForm | null;
    prefix?: string;
  },
) {
  const { reader, own, path } = data;
  const { t } = reader;
  const typed = { ...own, ...refused?.typed };
  const errors = refused?.errors ?? {};
  return (
    <form method="post" action={path} class="space-y-5">
      <Hidden
        fields={{
          action: "updateWish",
          [shownField("wish")]: own.wish,
          [shownField("desiredGift")]: own.desiredGift,
        }}
      />
      <FormErrors errors={errors} t={t} />
      <p class="muted text-pretty">{wishLead(data)}</p>
      <WishFields
        {...{ t, typed, errors, prefix }}
        withBiggest={data.wishes === null || Boolean(typed.desiredGift)}
      />
      <Button icon="check">{t("common.save")}</Button>
      <HelpLink about="participant.wish" reader={reader} />
    </form>
  );
}

/** Says who sees the wish: in an unprotected game, everyone. */
function wishLead({ view, isOrganizer, organizer, reader: { t } }: OwnPageData): string {
  if (!view.isProtected) return t("game.wish.leadOpen");
  return isOrganizer ? t("game.wish.leadOwn") : naming(t, organizer)("wishLead");
}
