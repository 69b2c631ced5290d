import { OnceEdited } from "@/components/OnceEdited.tsx";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { LANGUAGES, LIMITS } from "@/lib/game/types.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { languageName } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox, Field, Select } from "@/components/Field.tsx";
import { Fold } from "@/components/Fold.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { WishFields } from "@/components/WishFields.tsx";

/** A participant's own record, as their view has it. */
export type OwnRecord = Extract<
  ParticipantView["participants"][number],
  { hasConfirmedAssignment: boolean }
>;

/** What a section of the page shows of what was done in it just now. */
export interface SectionState {
  /** Its form, where it was refused. */
  refused: RefusedForm | null;
  /** Says that it was saved just now. */
  news: string | null;
}

interface OwnFormProps extends SectionState {
  reader: Reader;
  view: ParticipantView;
  own: OwnRecord;
  /** Who organizes; "": not known. */
  organizer: string;
}

/** What one would like to get: asked for, or kept with a clear sign and changed when one likes. */
export function WishCard(
  { reader, view, own, organizer, refused, news, isOver }: OwnFormProps & { isOver: boolean },
) {
  const { t } = reader;
  const hasWish = own.wish !== "" || own.desiredGift !== "";
  const form = <WishForm {...{ reader, view, own, organizer, refused }} />;
  // Nobody is asked for it any more, and who likes writes it all the same.
  if (isOver && !hasWish && !refused && !news) {
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
            <div class="border-accent space-y-1 border-l-4 pl-4">
              <LinkedText text={own.desiredGift} class="font-display text-lg" />
              <LinkedText text={own.wish} />
            </div>
            <details>
              <summary class="btn btn-ghost -ml-4">
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

/** The form for one's own wish. @param prefix of the ids of its fields, where it is there twice */
export function WishForm(
  { reader, view, own, organizer, refused, prefix = "" }: Omit<OwnFormProps, "news"> & {
    prefix?: string;
  },
) {
  const { t } = reader;
  const typed = refused?.typed ?? own;
  const errors = refused?.errors ?? {};
  return (
    <form method="post" action={`${gamePath(view.code)}#wishes`} class="space-y-5">
      <input type="hidden" name="action" value="updateWish" />
      <FormErrors errors={errors} t={t} />
      <p class="muted text-pretty">{whoReads({ view, own, organizer }, t)}</p>
      <WishFields {...{ t, typed, errors, prefix }} rows={4} />
      <Button icon="check">{t("game.wish.save")}</Button>
      <HelpLink about="participant.wish" reader={reader} />
    </form>
  );
}

/** Who sees one's wish: in a game that opens with its code, whoever is in it. */
function whoReads(
  { view, own, organizer }: Pick<OwnFormProps, "view" | "own" | "organizer">,
  t: Translate,
): string {
  if (!view.isProtected) return t("game.wish.leadOpen");
  return isInviter(view, own.name) ? t("game.wish.leadOwn") : naming(t, organizer)("wishLead");
}

/** Where one is written to, and in which language. Who came by their name alone does not see the address. */
export function ContactForm(
  { reader: { t }, view, own, organizer, hasMail, refused, news }: OwnFormProps & {
    hasMail: boolean;
  },
) {
  const email = "email" in own ? own.email : "";
  const isKept = "hasEmail" in own && own.hasEmail;
  const typed = refused?.typed ?? { email, language: own.language };
  const errors = refused?.errors ?? {};
  return (
    <>
      {news && <Alert tone="success" isNews>{news}</Alert>}
      <p class="muted text-pretty">
        {naming(t, organizer)(email === "" ? "contactLead" : "contactKept")}
      </p>
      <form method="post" action={`${gamePath(view.code)}#contact`} class="space-y-5">
        <input type="hidden" name="action" value="updateParticipantEmail" />
        <FormErrors errors={errors} t={t} />
        <Field
          name="email"
          type="email"
          label={t("game.contact.email")}
          optional={t("common.optional")}
          {...(isKept && { hint: t("game.contact.kept") })}
          value={typed.email ?? ""}
          error={errors.email}
          maxLength={LIMITS.email}
          autocomplete="email"
        />
        {hasMail && (email || isKept) && (
          <OnceEdited isEdited={typed.email !== email}>
            <Checkbox
              name="renewLink"
              label={t("game.contact.renewLink")}
              hint={t("game.contact.renewLinkHint")}
              checked={!refused || refused.typed.renewLink === "on"}
            />
          </OnceEdited>
        )}
        <Select
          name="language"
          label={t("game.contact.language")}
          value={typed.language ?? view.language}
          error={errors.language}
          options={LANGUAGES.map((one) => ({ value: one, label: languageName(one) }))}
        />
        <Button icon="check" variant="secondary">{t("common.save")}</Button>
      </form>
    </>
  );
}
