import { managePersonPath } from "@/lib/browser/links.ts";
import { redrawsAll } from "@/lib/game/seal.ts";
import { shownField } from "@/lib/pages/forms.ts";
import { sealedPoints } from "@/lib/pages/organizer/questions.ts";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox, Select, Tick } from "@/components/Field.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { ConfirmForm } from "../../(_components)/ConfirmForm.tsx";
import type { ActivePersonPageData } from "./person_page_data.ts";

/**
 * The keepers who open this person's gift: the current ones, and a field to add one. Once a sealed game is drawn, they
 * can only be removed.
 */
export function KeeperCard(
  { game, view, reader, person, isHidden, keepersToConfirm, refusedForms }: ActivePersonPageData,
) {
  const { t } = reader;
  const title = t("family.keeperTitle", { name: person.name });
  if (keepersToConfirm) {
    return (
      <Card id="opener" title={title} icon="gift">
        <ConfirmForm
          points={sealedPoints({ view, reader })}
          title={t("common.save")}
          fields={{ action: "setKeepers", keeper: [...keepersToConfirm], confirmed: "on" }}
          cancel={t("common.cancel")}
          onCancel={managePersonPath(view.code, person.id)}
        />
      </Card>
    );
  }
  const { keepers: refused } = refusedForms;
  const known = new Set(
    view.keepers.flatMap(([keeper, kept]) => kept === person.id ? keeper : []),
  );
  const chosen = refused ? new Set(refused.typed.keeper?.split("\n")) : known;
  // A refused form may contain anything: only people of this game are shown, each once.
  const others = view.participants.filter(({ id }) => id !== person.id);
  const keepers = others.filter(({ id }) => known.has(id) || chosen.has(id));
  const further = others.filter(({ id }) => !known.has(id) && !chosen.has(id));
  const mayAdd = !redrawsAll(game);
  if (!mayAdd && keepers.length === 0) return null;
  return (
    <Fold
      isCard
      id="opener"
      title={title}
      icon="gift"
      isOpen={refused !== null || keepers.length > 0}
    >
      <p class="text-pretty">{t("family.keeperLead", { name: person.name })}</p>
      <form method="post" action={managePersonPath(view.code, person.id)} class="space-y-5">
        <input type="hidden" name="action" value="setKeepers" />
        {[...known].map((id) => (
          <input key={id} type="hidden" name={shownField("keeper")} value={id} />
        ))}
        <input
          type="hidden"
          name={shownField("keepersMayDraw")}
          value={game.keepersMayDraw ? "on" : ""}
        />
        <FormErrors errors={refused?.errors ?? {}} t={t} idOf={() => "keeper"} />
        {keepers.length > 0 && (
          <fieldset {...!mayAdd && { id: "keeper" }}>
            <legend class="font-semibold">{t("family.keeper")}</legend>
            {keepers.map((one) => (
              <Tick key={one.id} name="keeper" value={one.id} checked={chosen.has(one.id)}>
                {one.name}
              </Tick>
            ))}
          </fieldset>
        )}
        {mayAdd && (
          <Select
            id="keeper"
            name="keeper"
            label={t("family.keeper")}
            value=""
            error={Object.values(refused?.errors ?? {})[0]}
            options={[
              { value: "", label: t("family.keeperNone") },
              ...further.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
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
    </Fold>
  );
}
