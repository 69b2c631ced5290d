import { HelpLink } from "@/components/HelpLink.tsx";
import { Card } from "@/components/Card.tsx";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Confirmation } from "@/lib/pages/confirmations.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import ConfirmDialog from "../../(_islands)/ConfirmDialog.tsx";

interface ChangeCardProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  questions: Record<"forceReassignParticipant" | "removeParticipant", Confirmation>;
}

/** Gives somebody another person, or takes them out. */
export function ChangeCard(
  { managed: { view, reader }, person, questions }: ChangeCardProps,
) {
  const { t } = reader;
  const isDrawn = view.state === "drawn";
  return (
    <Card {...(isDrawn && { title: t("organize.person.changeTitle"), icon: "shuffle" })}>
      {isDrawn && (
        <p class="text-pretty">{t("organize.person.changeLead", { name: person.name })}</p>
      )}
      <div class="flex flex-wrap gap-3">
        {isDrawn && (
          <ConfirmDialog
            {...questions.forceReassignParticipant}
            label={t("organize.person.giveOther")}
            icon="shuffle"
          />
        )}
        <ConfirmDialog
          {...questions.removeParticipant}
          label={t("organize.person.remove", { name: person.name })}
          icon="trash"
          class="btn-outline btn-error"
        />
      </div>
      <HelpLink about="organizer.change" reader={reader} />
    </Card>
  );
}
