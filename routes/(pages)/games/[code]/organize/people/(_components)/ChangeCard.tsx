import { HelpLink } from "@/components/HelpLink.tsx";
import { Card } from "@/components/Card.tsx";
import { isInviter } from "@/lib/game/identity.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Confirmation } from "@/lib/pages/confirmations.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import ConfirmDialog from "../../(_islands)/ConfirmDialog.tsx";

interface ChangeCardProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  questions: Record<"forceReassignParticipant" | "removeParticipant", Confirmation>;
}

/** Gives someone another person, or takes them out. */
export function ChangeCard(
  { managed: { view, reader }, person, questions }: ChangeCardProps,
) {
  const { t } = reader;
  const isYou = isInviter(view, person.name);
  const removal = (
    <ConfirmDialog
      {...questions.removeParticipant}
      label={isYou
        ? t("organize.person.removeOwn")
        : t("organize.person.remove", { name: person.name })}
      icon="trash"
      class="btn-outline btn-error"
    />
  );
  const help = <HelpLink about="organizer.change" reader={reader} />;
  if (view.state !== "drawn") {
    return (
      <div class="space-y-3">
        {removal}
        {help}
      </div>
    );
  }
  return (
    <Card title={t("organize.person.changeTitle")} icon="shuffle">
      <p class="text-pretty">
        {isYou
          ? t("organize.person.changeLeadOwn")
          : t("organize.person.changeLead", { name: person.name })}
      </p>
      <div class="flex flex-wrap gap-3">
        <ConfirmDialog
          {...questions.forceReassignParticipant}
          label={t("organize.person.giveOther")}
          icon="shuffle"
        />
        {removal}
      </div>
      {help}
    </Card>
  );
}
