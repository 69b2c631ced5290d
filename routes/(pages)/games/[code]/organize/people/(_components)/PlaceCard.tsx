import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
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

/** Lets somebody else take this person's place. */
export function PlaceCard({ managed, person, isOpen, refused }: PlaceCardProps) {
  const { t } = managed.reader;
  const { name } = person;
  const form = <PlaceForm {...{ managed, person, isOpen, refused }} />;
  if (isOpen) {
    return <Card title={t("place.open", { name })} icon="user-plus" id="place">{form}</Card>;
  }
  return (
    <Card title={t("place.title")} icon="users" id="place">
      <p class="text-pretty">{t("place.lead", { name })}</p>
      <details open={refused !== null}>
        <summary class="btn btn-outline btn-primary h-auto py-2 text-left">
          <Icon name="user-plus" />
          {t("place.open", { name })}
        </summary>
        <div class="pt-5">{form}</div>
      </details>
    </Card>
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
      <Button icon="check">{t("place.button")}</Button>
      {isOpen && <p class="muted text-pretty">{t("place.lead", { name })}</p>}
      <Checkbox
        name="keepRules"
        label={t("place.keepRules")}
        hint={t("place.keepRulesHint", { name })}
        checked={!refused || refused.typed.keepRules === "on"}
      />
      <HelpLink about="organizer.place" reader={managed.reader} />
    </form>
  );
}
