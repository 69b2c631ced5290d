import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox } from "@/components/Field.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { isInviter } from "@/lib/game/identity.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { NameAndMail } from "../../(_components)/NameAndMail.tsx";

interface PlaceCardProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  /** Whether the form stands open. */
  isOpen: boolean;
  /** The form, where it was refused. */
  refused: RefusedForm | null;
}

/** Lets someone else take this person's place. */
export function PlaceCard({ managed, person, isOpen, refused }: PlaceCardProps) {
  const { t } = managed.reader;
  const { name } = person;
  const title = isInviter(managed.view, name) ? t("place.openOwn") : t("place.open", { name });
  const form = <PlaceForm {...{ managed, person, isOpen, refused }} />;
  if (isOpen) {
    return <Card title={title} icon="user-plus" id="place">{form}</Card>;
  }
  return (
    <Fold
      isCard
      id="place"
      title={title}
      icon="user-plus"
      isOpen={refused !== null}
    >
      <p class="text-pretty">{t("place.lead", { name })}</p>
      {form}
    </Fold>
  );
}

function PlaceForm({ managed, person: { name }, isOpen, refused }: PlaceCardProps) {
  const { t } = managed.reader;
  const { typed, errors } = refused ?? { typed: {}, errors: {} };
  return (
    <form method="post" action={isOpen ? "?place=1" : "#place"} class="space-y-5">
      <input type="hidden" name="action" value="replaceParticipant" />
      <FormErrors errors={errors} t={t} />
      <NameAndMail
        {...{ t, typed, errors }}
        fields={{ name: "participantName", email: "participantEmail" }}
        autofocus={isOpen}
      />
      <Checkbox
        name="keepRules"
        label={t("place.keepRules")}
        hint={t("place.keepRulesHint", { name })}
        checked={!refused || refused.typed.keepRules === "on"}
      />
      <Button icon="check">{t("place.button")}</Button>
      {isOpen && <p class="muted text-pretty">{t("place.lead", { name })}</p>}
      <HelpLink about="organizer.place" reader={managed.reader} />
    </form>
  );
}
