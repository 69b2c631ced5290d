import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox, Select } from "@/components/Field.tsx";
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

/** Who opens this person's gift for them: those who do, to be changed, and one more. */
export function KeeperCard(
  { managed: { game, view, reader }, person, refused }: KeeperCardProps,
) {
  const { t } = reader;
  const keepers = refused
    ? refused.typed.keeper?.split("\n") ?? []
    : view.keepers.flatMap(([keeper, kept]) => kept === person.id ? keeper : []);
  const options = [
    { value: "", label: t("family.keeperNone") },
    ...view.participants.flatMap(({ id, name }) =>
      id === person.id ? [] : { value: id, label: name }
    ),
  ];
  return (
    <Card title={t("family.keeperTitle")} icon="gift" id="opener">
      <p class="text-pretty">{t("family.keeperLead", { name: person.name })}</p>
      <form method="post" action="#opener" class="space-y-5">
        <input type="hidden" name="action" value="setKeepers" />
        <FormErrors errors={refused?.errors ?? {}} t={t} />
        {[...keepers.filter(Boolean), ""].map((keeper, index) => (
          <Select
            key={index}
            id={index === 0 ? "keeper" : `keeper-${index}`}
            name="keeper"
            label={t(index === 0 ? "family.keeper" : "family.keeperMore")}
            value={keeper}
            options={options}
          />
        ))}
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

/** The pairs once this person's gift is opened by nobody else, or by these; "" stands for nobody. */
export function keepersAfter(
  { keepers }: Pick<OrganizerView, "keepers">,
  kept: string,
  chosen: readonly string[],
): [string, string][] {
  const others = keepers.filter(([, other]) => other !== kept);
  return [...others, ...chosen.filter(Boolean).map((one): [string, string] => [one, kept])];
}
