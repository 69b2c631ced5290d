import { page } from "fresh";
import { isNoAmount } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { managePath } from "@/lib/browser/links.ts";
import { daysUntil, todayIn } from "@/lib/game/calendar.ts";
import { gameActionSchema } from "@/lib/game/operations.ts";
import { explainIssues } from "@/lib/i18n/errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { signIn, withCookies } from "@/lib/http/cookies.ts";
import { currentDetails, readDetails, shownDetails } from "@/lib/pages/game_form/details_form.ts";
import { drawMoment, localDrawTime } from "@/lib/pages/game_form/draw_time.ts";
import { readForm } from "@/lib/http/form.ts";
import { shownField, submitAction } from "@/lib/pages/forms.ts";
import { proposeSendBy } from "@/lib/pages/game_form/create_form.ts";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { Sketch } from "@/components/art/Sketch.tsx";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { type AskedGame, GameField, GameFields } from "@/components/GameFields.tsx";
import { Icon } from "@/components/Icon.tsx";
import { formatDate } from "@/lib/browser/format.ts";
import type { TypedFields } from "@/lib/browser/game_form.ts";
import { RenewLink } from "@/components/RenewLink.tsx";
import { SubPage } from "./(_components)/SubPage.tsx";

/** The form, as typed. */
interface TypedDetails extends TypedFields {
  renewLink: boolean;
}

/** The event and how the game works, to change. */
export default define.page<typeof handler>(function DetailsPage({ data }) {
  const { managed: { view, hasMail, reader }, typed, errors, isPast } = data;
  const { t, locale } = reader;
  const asked: AskedGame = {
    ...{ form: "details", typed, errors, reader },
    earliest: todayIn(view.timeZone, new Date()),
    isFixed: view.revealed !== undefined,
    hints: {
      ...!view.isProtected && { isProtected: t("organize.details.unprotectedHint") },
      sendEmails: t(
        hasMail ? "organize.details.sendEmailsHint" : "errors.code.EMAIL_NOT_CONFIGURED",
      ),
    },
  };
  const zone = t("organize.details.timeZone");
  return (
    <SubPage
      managed={data.managed}
      picture={<Sketch name="list" />}
      title={t("organize.event.edit")}
      lead={t("organize.details.lead")}
    >
      <form method="post" action="?" class="space-y-6" novalidate>
        {shownDetails(view).map(([field, value]) => (
          <input key={field} type="hidden" name={shownField(field)} value={value} />
        ))}
        <FormErrors errors={errors} t={t} />
        {view.revealed && <Alert tone="info">{t("errors.code.EVENT_OVER")}</Alert>}
        {isPast && !view.revealed && (
          <Alert tone="warning" isNews>
            {t("organize.details.pastBody", { date: formatDate(typed.date, locale) })}
            <input type="hidden" name="acceptedDate" value={typed.date} />
          </Alert>
        )}
        <Card title={t("create.event.title")} icon="calendar-days">
          <GameFields
            {...asked}
            places={["event", "more"]}
            instead={{
              ...view.state !== "gathering" && { drawAt: null },
              // Usually the browser has reported it already.
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
                  <>
                    <GameField field="organizerEmail" {...asked} />
                    <RenewLink
                      isEdited={typed.organizerEmail !== view.organizerEmail}
                      label={t("organize.person.renewLink")}
                      hint={t("organize.details.renewLinkHint")}
                      checked={typed.renewLink}
                    />
                  </>
                ),
              },
            }}
          />
        </Card>
        <div class="flex flex-wrap gap-3">
          <Button icon="check">{t(isPast ? "organize.details.saveAnyway" : "common.save")}</Button>
          <ButtonLink href={managePath(view.code)} variant="quiet">{t("common.cancel")}</ButtonLink>
        </div>
      </form>
    </SubPage>
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { view } = managed;
    if (view.isArchived) return ctx.redirect(managePath(view.code), 303);
    return show(managed, { ...currentDetails(view), renewLink: true });
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const { game, view, view: { code }, credential } = managed;
    const details = readDetails(form, view);
    const typed = { ...details.typed, renewLink: form.has("renewLink") };
    const isPast = typed.date !== game.date && typed.date !== form.text("acceptedDate") &&
      /^\d{4}-\d\d-\d\d$/.test(typed.date) &&
      daysUntil({ date: typed.date, timeZone: game.timeZone }, new Date()) < 0;
    if (isPast) return show(managed, typed, { isPast });
    const { t } = managed.reader;
    // As the hint of the field says.
    const isSuggested = typed.byPost && typed.sendBy === "" &&
      ("byPost" in details.edited || "sendBy" in details.edited);
    const input = {
      action: "updateGameDetails",
      ...details.edited,
      ...isSuggested && { sendBy: proposeSendBy(typed.date, new Date()) },
      renewLink: typed.renewLink,
      drawAt: drawAtOf(managed, typed),
    };
    const done = isNoAmount(typed, game.amount)
      ? { ok: false as const, errors: withoutAmount(input, t) }
      : await submitAction(ctx, code, credential, input);
    if (!done.ok) {
      const { name } = done.errors;
      const isNameless = name !== undefined && typed.name.trim() === "";
      return show(managed, typed, {
        errors: { ...done.errors, ...isNameless && { name: t("errors.required.gameName") } },
      });
    }
    const answer = ctx.redirect(managePath(code, flashQuery("updateGameDetails")), 303);
    const after = done.result.game;
    if (after.organizerTokenVersion === game.organizerTokenVersion) return answer;
    const organizerToken = ctx.state.services.tokens.organizer(after);
    return withCookies(answer, signIn(ctx, after, { organizerToken }));
  },
});

/** @param isPast whether the date has passed and was not yet accepted so */
function show(
  managed: ManagedGame,
  typed: TypedDetails,
  { errors = {}, isPast = false }: { errors?: FieldErrors; isPast?: boolean } = {},
) {
  const isRefused = isPast || Object.keys(errors).length > 0;
  return page({ managed, typed, errors, isPast }, { status: isRefused ? 400 : 200 });
}

/** All errors of a form whose budget is invalid. */
function withoutAmount(input: unknown, t: Translate): FieldErrors {
  const parsed = gameActionSchema.safeParse(input);
  const others = parsed.success ? {} : explainIssues(parsed.error.issues, t);
  return { ...others, amount: others.amount ?? t("create.errors.amount") };
}

/** undefined: as it was, to the second. */
function drawAtOf({ game }: ManagedGame, { drawAt, timeZone }: TypedDetails): string | undefined {
  const isSame = drawAt === localDrawTime(game.drawAt, game.timeZone) &&
    timeZone === (game.timeZone ?? "");
  return isSame || !game.isGathering ? undefined : drawAt && drawMoment(drawAt, timeZone);
}
