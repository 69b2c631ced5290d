import { Button } from "@/components/Button.tsx";
import { Checkbox, Select } from "@/components/Field.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { isInviter } from "@/lib/game/identity.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { PersonBox } from "../../(_components)/PersonBox.tsx";

interface KeeperCardProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  /** The form, where it was refused. */
  refused: RefusedForm | null;
}

/** Who opens this person's gift for them: those who do, to be left out, and one more. */
export function KeeperCard(
  { managed: { game, view, reader }, person, refused }: KeeperCardProps,
) {
  const { t } = reader;
  const isHidden = pairsHiddenFromOrganizer(game);
  const known = new Set(
    view.keepers.flatMap(([keeper, kept]) => kept === person.id ? keeper : []),
  );
  const chosen = refused ? new Set(refused.typed.keeper?.split("\n")) : known;
  // A refused form may hold whatever someone sent: shown is nobody but the people of this game, each once.
  const others = view.participants.filter(({ id }) => id !== person.id);
  const keepers = others.filter(({ id }) => known.has(id) || chosen.has(id));
  const further = others.filter(({ id }) => !known.has(id) && !chosen.has(id));
  return (
    <Fold
      isCard
      id="opener"
      title={isInviter(view, person.name)
        ? t("family.keeperTitleOwn")
        : t("family.keeperTitle", { name: person.name })}
      icon="gift"
      isOpen={refused !== null || keepers.length > 0}
    >
      <p class="text-pretty">
        {t(isHidden ? "family.keeperLeadSealed" : "family.keeperLead", { name: person.name })}
      </p>
      <form method="post" action="#opener" class="space-y-5">
        <input type="hidden" name="action" value="setKeepers" />
        <FormErrors errors={refused?.errors ?? {}} t={t} idOf={() => "keeper"} />
        {keepers.length > 0 && (
          <fieldset>
            <legend class="font-semibold">{t("family.keeper")}</legend>
            {keepers.map((one) => (
              <PersonBox key={one.id} field="keeper" person={one} isTicked={chosen.has(one.id)} />
            ))}
          </fieldset>
        )}
        <Select
          id="keeper"
          name="keeper"
          label={t(keepers.length === 0 ? "family.keeper" : "family.keeperMore")}
          value=""
          options={[
            { value: "", label: t("family.keeperNone") },
            ...further.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {!isHidden && (
          <Checkbox
            name="keepersMayDraw"
            label={t("family.mayDraw")}
            hint={t("family.mayDrawHint")}
            checked={refused ? refused.typed.keepersMayDraw === "on" : game.keepersMayDraw}
          />
        )}
        <Button icon="check" variant="secondary">{t("common.save")}</Button>
      </form>
      <HelpLink about="organizer.child" reader={reader} />
    </Fold>
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
