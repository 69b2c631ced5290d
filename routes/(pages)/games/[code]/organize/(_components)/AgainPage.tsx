import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { missingFromRules, ruleKey, type TypedAgain } from "@/lib/pages/game_form/again_form.ts";
import { namePeople } from "@/lib/pages/game_form/create_form.ts";
import { inPageOrder } from "@/lib/pages/game_form/page_order.ts";
import { shownField } from "@/lib/pages/forms.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { Button, ButtonLink, Hidden } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { GameFields } from "@/components/GameFields.tsx";
import { Tick } from "@/components/Field.tsx";
import PeopleEditor from "@/islands/PeopleEditor.tsx";
import { managePath } from "@/lib/browser/links.ts";
import { todayIn } from "@/lib/game/calendar.ts";
import { peopleTexts } from "@/lib/i18n/people_texts.ts";
import { SubPage } from "./SubPage.tsx";

interface AgainPageProps {
  managed: ManagedGame;
  typed: TypedAgain;
  errors: FieldErrors;
}

/** The form for the next game, filled in from the previous one. */
export function AgainPage(data: AgainPageProps) {
  const { managed: { view, game, hasMail, reader }, typed } = data;
  const { t } = reader;
  const errors = inPageOrder(namePeople(data.errors, typed, reader), "again");
  const toldMissing = JSON.stringify(missingFromRules(typed, game));
  const asked = {
    ...{ form: "again" as const, typed, errors, reader },
    earliest: todayIn(game.timeZone ?? "UTC", new Date()),
  };
  return (
    <SubPage
      managed={data.managed}
      picture="calendar"
      title={t("again.button")}
    >
      <FormErrors errors={errors} t={t} />
      <form id="again" method="post" action="?" class="space-y-6" novalidate>
        <Hidden fields={{ key: typed.key, toldMissing }} />
        <Card title={t("create.event.title")} icon="party-popper">
          <GameFields {...asked} places={["event", "more"]} />
        </Card>
        <Card title={t("create.people.title")} icon="users">
          <p class="muted text-pretty">{t("again.peopleLead")}</p>
          <PeopleEditor
            form="again"
            typed={typed}
            errors={errors}
            hasMail={hasMail}
            canRestore={false}
            locale={reader.locale}
            texts={peopleTexts(t)}
          />
        </Card>
        {/* The editor of people has no one-way exclusions. */}
        {typed.oneWay.length > 0 && (
          <Card title={t("again.oneWay.title")} icon="users">
            <fieldset class="space-y-1">
              <legend class="muted text-pretty">{t("again.oneWay.lead")}</legend>
              {typed.oneWay.map(({ giver, receiver, isKept }) => {
                const key = ruleKey({ giver, receiver });
                return (
                  <div key={key}>
                    <input type="hidden" name={shownField("oneWay")} value={key} />
                    <Tick name="oneWay" value={key} checked={isKept}>
                      {t("again.oneWay.rule", { giver, receiver })}
                    </Tick>
                  </div>
                );
              })}
            </fieldset>
          </Card>
        )}
        <Card title={t("create.options.title")} icon="settings">
          <GameFields
            {...asked}
            places={["options"]}
            instead={hasMail ? {} : { sendEmails: null }}
          />
          <p class="muted text-pretty">{t("again.rest")}</p>
        </Card>
        <div class="flex flex-wrap gap-3">
          <Button icon="gift">{t("create.review.create")}</Button>
          <ButtonLink href={managePath(view.code)} variant="quiet">{t("common.cancel")}</ButtonLink>
        </div>
      </form>
    </SubPage>
  );
}
