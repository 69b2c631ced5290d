import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Select } from "@/components/Field.tsx";

/** Who is chosen for a new rule, by id, and why it cannot be. */
export interface OneWayChoice {
  giver: string;
  receiver: string;
  error?: string;
}

export const NO_CHOICE: OneWayChoice = { giver: "", receiver: "" };

interface OneWayRulesProps {
  view: Pick<OrganizerView, "participants" | "oneWayExclusions">;
  t: Translate;
  choice: OneWayChoice;
}

/** Who never gives to whom, though they might the other way round: the rules there are, and one more. */
export function OneWayRules({ view, t, choice }: OneWayRulesProps) {
  const names = new Map(view.participants.map((one) => [one.id, one.name]));
  const people = [
    { value: "", label: "–" },
    ...view.participants.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Card id="one-way" title={t("again.oneWay.title")} icon="arrow-right">
      <p class="text-pretty">{t("again.oneWay.lead")}</p>
      {view.oneWayExclusions.length > 0 && (
        <ul class="divide-base-300 divide-y">
          {view.oneWayExclusions.map(([giver, receiver]) => {
            const rule = t("again.oneWay.rule", {
              giver: names.get(giver) ?? "",
              receiver: names.get(receiver) ?? "",
            });
            return (
              <li key={`${giver} ${receiver}`} class="flex items-center gap-3 py-2">
                <span class="min-w-0 flex-1">{rule}</span>
                <form method="post">
                  <Button
                    variant="quiet"
                    icon="x"
                    name="removeOneWay"
                    value={`${giver} ${receiver}`}
                    aria-label={t("again.oneWay.remove", { rule })}
                  >
                    {t("organize.apart.remove")}
                  </Button>
                </form>
              </li>
            );
          })}
        </ul>
      )}
      {choice.error && (
        <Alert tone="error" isNews>
          <a class="underline underline-offset-2" href="#giver">{choice.error}</a>
        </Alert>
      )}
      <form method="post" action="#one-way" class="space-y-4">
        <div class="grid gap-4 sm:grid-cols-2">
          <Select
            name="giver"
            label={t("again.oneWay.giver")}
            value={choice.giver}
            options={people}
            error={choice.error}
          />
          <Select
            name="receiver"
            label={t("again.oneWay.receiver")}
            value={choice.receiver}
            options={people}
          />
        </div>
        <Button variant="secondary" icon="plus">{t("again.oneWay.add")}</Button>
      </form>
    </Card>
  );
}
