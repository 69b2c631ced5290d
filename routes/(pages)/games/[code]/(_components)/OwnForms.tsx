import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { LANGUAGES, LIMITS } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { languageName } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox, Field, Select } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { WishFields } from "@/components/WishFields.tsx";

/** A participant's own record, as their view has it. */
export type OwnRecord = Extract<
  ParticipantView["participants"][number],
  { hasConfirmedAssignment: boolean }
>;

interface OwnFormProps {
  reader: Reader;
  view: ParticipantView;
  own: OwnRecord;
  /** The form, where it was refused. */
  refused: RefusedForm | null;
  /** Says that it was saved just now. */
  news: string | null;
}

/** What one would like to get. */
export function WishForm({ reader: { t }, view, own, refused, news }: OwnFormProps) {
  const typed = refused?.typed ?? own;
  const errors = refused?.errors ?? {};
  return (
    <Card title={t("game.wish.title")} icon="heart" id="wishes">
      {news && <Alert tone="success" isNews>{news}</Alert>}
      <p class="muted text-pretty">{t("game.wish.lead")}</p>
      <form method="post" action={`${gamePath(view.code)}#wishes`} class="space-y-5">
        <input type="hidden" name="action" value="updateWish" />
        <FormErrors errors={errors} t={t} />
        <WishFields {...{ t, typed, errors }} rows={5} />
        <Button icon="check">{t("game.wish.save")}</Button>
      </form>
    </Card>
  );
}

/** Where one is written to, and in which language. Who came by their name alone does not see the address. */
export function ContactForm(
  { reader: { t }, view, own, hasMail, refused, news }: OwnFormProps & { hasMail: boolean },
) {
  const email = "email" in own ? own.email : "";
  const isKept = "hasEmail" in own && own.hasEmail;
  const typed = refused?.typed ?? { email, language: own.language };
  const errors = refused?.errors ?? {};
  return (
    <Card title={t("game.contact.title")} icon="mail" id="contact">
      {news && <Alert tone="success" isNews>{news}</Alert>}
      <p class="muted text-pretty">{t("game.contact.lead")}</p>
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
          <Checkbox
            name="renewLink"
            label={t("game.contact.renewLink")}
            hint={t("game.contact.renewLinkHint")}
            checked={!refused || refused.typed.renewLink === "on"}
          />
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
    </Card>
  );
}
