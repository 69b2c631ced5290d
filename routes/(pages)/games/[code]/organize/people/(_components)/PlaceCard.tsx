import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
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
export function PlaceCard({ managed, person: { name }, isOpen, refused }: PlaceCardProps) {
  const { t } = managed.reader;
  const { typed, errors } = refused ?? { typed: {}, errors: {} };
  return (
    <Card title={t("place.title")} icon="users" id="place">
      <p class="text-pretty">{t("place.lead", { name })}</p>
      <details open={isOpen || refused !== null}>
        <summary class="btn btn-outline btn-primary h-auto py-2 text-left">
          <Icon name="user-plus" />
          {t("place.open", { name })}
        </summary>
        <form method="post" action="#place" class="space-y-5 pt-5">
          <input type="hidden" name="action" value="replaceParticipant" />
          <FormErrors errors={errors} t={t} />
          <NameAndMail
            {...{ t, typed, errors }}
            fields={{ name: "participantName", email: "participantEmail" }}
          />
          <Checkbox
            name="keepRules"
            label={t("place.keepRules")}
            hint={t("place.keepRulesHint", { name })}
            checked={!refused || refused.typed.keepRules === "on"}
          />
          <Button icon="check">{t("place.button")}</Button>
        </form>
      </details>
    </Card>
  );
}
