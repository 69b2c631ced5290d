import { naming } from "@/lib/i18n/naming.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { WishFields } from "@/components/WishFields.tsx";
import type { OwnPageData } from "./own_page_data.ts";

/** The reader's own wish: asked for, or shown as saved and open to changes. */
export function WishCard(data: OwnPageData) {
  const { reader: { t }, view, own } = data;
  const { refused, news } = data.at("wishes");
  const hasWish = own.wish !== "" || own.desiredGift !== "";
  const form = <WishForm {...data} refused={refused} />;
  // Nobody is asked for it any more, and who likes writes it all the same.
  if (data.isOver && !hasWish && !refused && !news) {
    return <Fold id="wishes" title={t("game.wish.title")} icon="heart" isCard>{form}</Fold>;
  }
  return (
    <Card title={t("game.wish.title")} icon="heart" id="wishes">
      {news && <Alert tone="success" isNews>{news}</Alert>}
      {hasWish && !refused
        ? (
          <>
            {!news && (
              <p class="text-success flex items-center gap-2 font-semibold">
                <Icon name="circle-check" class="size-5" />
                <JapaneseLineBreaks
                  text={t(view.state === "gathering" ? "game.wish.savedEarly" : "game.wish.saved")}
                />
              </p>
            )}
            <div class="border-accent space-y-1 border-s-4 ps-4">
              <LinkedText text={own.desiredGift} class="font-display text-lg" />
              <LinkedText text={own.wish} />
            </div>
            <details>
              <summary class="btn btn-ghost -ms-4">
                <Icon name="pencil" />
                {t("game.wish.change")}
              </summary>
              <div class="pt-4">{form}</div>
            </details>
          </>
        )
        : form}
    </Card>
  );
}

/** The form for the reader's own wish. @param prefix of the ids of its fields, if the page has two such forms */
export function WishForm(
  { refused, prefix = "", ...data }: OwnPageData & {
    refused: RefusedForm | null;
    prefix?: string;
  },
) {
  const { reader, own, path } = data;
  const { t } = reader;
  const typed = refused?.typed ?? own;
  const errors = refused?.errors ?? {};
  return (
    <form method="post" action={`${path}#wishes`} class="space-y-5">
      <input type="hidden" name="action" value="updateWish" />
      <FormErrors errors={errors} t={t} />
      <p class="muted text-pretty">{whoReads(data)}</p>
      <WishFields {...{ t, typed, errors, prefix }} />
      <Button icon="check">{t("game.wish.save")}</Button>
      <HelpLink about="participant.wish" reader={reader} />
    </form>
  );
}

/** Who sees the wish: everyone in an unprotected game. */
function whoReads({ view, isOrganizer, organizer, reader: { t } }: OwnPageData): string {
  if (!view.isProtected) return t("game.wish.leadOpen");
  return isOrganizer ? t("game.wish.leadOwn") : naming(t, organizer)("wishLead");
}
