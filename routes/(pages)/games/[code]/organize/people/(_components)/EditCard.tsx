import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox, Select, TextArea } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { languageName } from "@/lib/browser/format.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { LANGUAGES } from "@/lib/game/types.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { OnceEdited } from "@/components/OnceEdited.tsx";
import { NameAndMail } from "../../(_components)/NameAndMail.tsx";

interface EditCardProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  /** The form, where it was refused. */
  refused: RefusedForm | null;
}

/** What is known of one person, to change. */
export function EditCard({ managed, person, refused }: EditCardProps) {
  const { t } = managed.reader;
  const errors = refused?.errors ?? {};
  const value = (field: "name" | "email" | "desiredGift" | "wish") =>
    refused?.typed[field] ?? person[field];
  // Who has none yet is asked for it beside, where the link goes there at once.
  const hasAddress = person.email !== "" || !managed.hasMail;
  const isYou = isInviter(managed.view, person.name);
  const isWishSealed = pairsHiddenFromOrganizer(managed.game) && !managed.game.isGathering;
  return (
    <Card
      title={t(hasAddress ? "organize.person.edit" : "organize.person.editNoAddress")}
      icon="pencil"
    >
      <form method="post" class="space-y-5">
        <input type="hidden" name="action" value="updateParticipantDetails" />
        <FormErrors errors={errors} t={t} />
        <NameAndMail
          {...{ t, errors }}
          fields={{ name: "name", ...hasAddress && { email: "email" } }}
          typed={{ name: value("name"), email: value("email") }}
          isFixed={managed.view.revealed !== undefined}
        />
        {managed.hasMail && person.email && !pairsHiddenFromOrganizer(managed.game) && (
          <OnceEdited isEdited={value("email") !== person.email}>
            <Checkbox
              name="renewLink"
              label={t("organize.person.renewLink")}
              hint={t("organize.person.renewLinkHint", { name: person.name })}
              checked={!refused || refused.typed.renewLink === "on"}
            />
          </OnceEdited>
        )}
        {hasAddress && pairsHiddenFromOrganizer(managed.game) && (
          <details>
            <summary class="text-link">{t("sealed.links.ifMoved")}</summary>
            <ul class="muted list-disc pt-2 pl-5 text-sm">
              {t("sealed.confirmRenew", { name: person.name }).split("\n").map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </details>
        )}
        <Select
          name="language"
          label={t("organize.person.language")}
          value={refused?.typed.language ?? person.language ?? ""}
          options={[
            ...(person.language ? [] : [{
              value: "",
              label: t("organize.person.gameLanguage", {
                language: languageName(managed.view.language),
              }),
            }]),
            ...LANGUAGES.map((one) => ({ value: one, label: languageName(one) })),
          ]}
        />
        {isWishSealed
          ? (
            <p class="muted text-sm text-pretty">
              {isYou
                ? t("organize.person.wishSealedOwn")
                : t("organize.person.wishSealed", { name: person.name })}
            </p>
          )
          : (
            <>
              {!isYou && (
                <p class="muted text-sm text-pretty">
                  {t("organize.person.wishLead", { name: person.name })}
                </p>
              )}
              <TextArea
                name="desiredGift"
                rows={2}
                label={t(isYou ? "game.wish.desiredGift" : "organize.person.desiredGift")}
                optional={t("common.optional")}
                value={value("desiredGift")}
                error={errors.desiredGift}
                maxlength={1000}
              />
              <TextArea
                name="wish"
                label={t("organize.person.wish")}
                optional={t("common.optional")}
                value={value("wish")}
                error={errors.wish}
                maxlength={1000}
              />
            </>
          )}
        <Button icon="check">{t("common.save")}</Button>
      </form>
    </Card>
  );
}
