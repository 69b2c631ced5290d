import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox, TextArea } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";

interface KeeperCardProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  /** The form, where it was refused. */
  refused: RefusedForm | null;
}

/** Who opens this person's gift for them: names, each on its line. */
export function KeeperCard(
  { managed: { game, view, reader }, person, refused }: KeeperCardProps,
) {
  const { t } = reader;
  const nameOf = new Map(view.participants.map(({ id, name }) => [id, name]));
  const names = view.keepers.flatMap(([keeper, kept]) =>
    kept === person.id ? nameOf.get(keeper) ?? [] : []
  );
  return (
    <Card title={t("family.keeperTitle")} icon="gift" id="opener">
      <p class="text-pretty">{t("family.keeperLead", { name: person.name })}</p>
      <form method="post" action="#opener" class="space-y-5">
        <input type="hidden" name="action" value="setKeepers" />
        <FormErrors errors={refused?.errors ?? {}} t={t} />
        <TextArea
          name="keeper"
          rows={2}
          label={t("family.keeper")}
          hint={t("family.keeperHint")}
          value={refused?.typed.keeper ?? names.join("\n")}
          spellcheck={false}
        />
        <Checkbox
          name="keepersMayDraw"
          label={t("family.mayDraw")}
          hint={t("family.mayDrawHint")}
          checked={refused ? refused.typed.keepersMayDraw === "on" : game.keepersMayDraw}
        />
        <Button icon="check" variant="secondary">{t("common.save")}</Button>
      </form>
      <HelpLink about="organizer.child" reader={reader} />
    </Card>
  );
}

/** The pairs once this person's gift is opened by nobody else, or by those of these lines. */
export function keepersAfter(
  { keepers }: Pick<OrganizerView, "keepers">,
  kept: string,
  lines: string,
): [string, string][] {
  const names = lines.split("\n").map((line) => line.trim()).filter((name) => name !== "");
  const others = keepers.filter(([, other]) => other !== kept);
  return [...others, ...names.map((name): [string, string] => [name, kept])];
}
