import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { managePath } from "@/lib/browser/links.ts";
import { todayIn } from "@/lib/game/calendar.ts";
import { inPageOrder } from "@/lib/pages/game_form/page_order.ts";
import { type DateWarning, movedTo, shownDetails } from "@/lib/pages/game_form/details_form.ts";
import { shownField } from "@/lib/pages/forms.ts";
import { explainNoFinale } from "@/lib/pages/organizer/explain_no_finale.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { type AskedGame, GameField, GameFields } from "@/components/GameFields.tsx";
import { Icon } from "@/components/Icon.tsx";
import { formatDate } from "@/lib/browser/format.ts";
import type { TypedFields } from "@/lib/browser/game_form.ts";
import { RenewLink } from "@/components/RenewLink.tsx";
import { SubPage } from "./SubPage.tsx";

interface DetailsPageProps {
  managed: ManagedGame;
  typed: TypedDetails;
  errors: FieldErrors;
  /** Warnings about the date, which the organizer has not accepted yet. */
  warnings: readonly DateWarning[];
}

/** The form, as typed. */
export interface TypedDetails extends TypedFields {
  renewLink: boolean;
}

/** The page to change the event and how the game works. */
export function DetailsPage(data: DetailsPageProps) {
  const { managed: { game, view, hasMail, reader }, typed, warnings } = data;
  const { t, locale } = reader;
  const errors = inPageOrder(data.errors, "details");
  const asked: AskedGame = {
    ...{ form: "details", typed, errors, reader },
    earliest: todayIn(view.timeZone, new Date()),
    isFixed: view.revealed !== undefined,
    hints: { sendEmails: hasMail ? "" : t("errors.code.EMAIL_NOT_CONFIGURED") },
  };
  const zone = t("organize.details.timeZone");
  return (
    <SubPage
      managed={data.managed}
      picture="list"
      title={t("organize.event.edit")}
      lead={hasMail && view.sendEmails ? t("organize.details.leadMailed") : undefined}
    >
      <form method="post" action="?" class="space-y-6" novalidate>
        {shownDetails(view).map(([field, value]) => (
          <input key={field} type="hidden" name={shownField(field)} value={value} />
        ))}
        <FormErrors errors={errors} t={t} />
        {view.revealed && <Alert tone="info">{t("errors.code.EVENT_OVER")}</Alert>}
        {warnings.length > 0 && !view.revealed && (
          <Alert tone="warning" isNews>
            {warnings.map((warning) => (
              <p key={warning}>
                {warning === "past"
                  ? t("organize.details.pastBody", { date: formatDate(typed.date, locale) })
                  : explainNoFinale(movedTo(game, typed.date), reader)}
              </p>
            ))}
            <input type="hidden" name="acceptedDate" value={typed.date} />
          </Alert>
        )}
        <Card title={t("create.event.title")} icon="calendar-days">
          <GameFields
            {...asked}
            places={["event", "more"]}
            instead={{
              ...view.state !== "gathering" && { drawAt: null },
              // Folded, because usually the browser has already reported it.
              timeZone: (
                <details
                  class="group/zone"
                  open={typed.timeZone === "" || Boolean(errors.timeZone)}
                >
                  <summary class="flex min-h-11 items-center gap-2 font-semibold">
                    {typed.timeZone === ""
                      ? zone
                      : t("common.line", { label: zone, value: typed.timeZone })}
                    <Icon name="chevron-down" class="muted size-5 group-open/zone:rotate-180" />
                  </summary>
                  <GameField field="timeZone" {...asked} />
                </details>
              ),
            }}
          />
        </Card>
        <Card title={t("create.options.title")} icon="settings">
          <GameFields
            {...asked}
            places={["who", "options"]}
            instead={{
              ...view.isSealed &&
                { isProtected: <input type="hidden" name="isProtected" value="on" /> },
              ...hasMail && view.organizerEmail && {
                organizerEmail: (
                  <div class="space-y-2">
                    <GameField field="organizerEmail" {...asked} />
                    <RenewLink
                      isEdited={typed.organizerEmail !== view.organizerEmail}
                      label={t("game.contact.renewLink")}
                      hint={t("game.contact.renewLinkHint")}
                      checked={typed.renewLink}
                    />
                  </div>
                ),
              },
            }}
          />
        </Card>
        <div class="flex flex-wrap gap-3">
          <Button icon="check">{t("common.save")}</Button>
          <ButtonLink href={managePath(view.code)} variant="quiet">{t("common.cancel")}</ButtonLink>
        </div>
      </form>
    </SubPage>
  );
}
