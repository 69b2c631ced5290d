import { type Context, page } from "fresh";
import { Sketch } from "@/components/art/Sketch.tsx";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverField } from "@/components/CoverField.tsx";
import { EventFields } from "@/components/EventFields.tsx";
import { Checkbox, Field, Select } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Icon } from "@/components/Icon.tsx";
import { Page } from "@/components/Page.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { formatDate, languageName } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { daysUntil, todayIn } from "@/lib/game/calendar.ts";
import { gameActionSchema } from "@/lib/game/operations.ts";
import { LANGUAGES, LIMITS } from "@/lib/game/types.ts";
import { explainIssues } from "@/lib/i18n/errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { performAction } from "@/lib/operations/change.ts";
import { isNoAmount } from "@/lib/pages/budget.ts";
import { CURRENCIES } from "@/lib/pages/create_form.ts";
import { signIn } from "@/lib/http/cookies.ts";
import { drawMoment, localDrawTime } from "@/lib/pages/draw_time.ts";
import { readForm, submit } from "@/lib/pages/forms.ts";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer.ts";
import { define, type State } from "@/lib/state.ts";
import { OnceEdited } from "@/components/OnceEdited.tsx";
import { SubHead } from "./(_components)/SubHead.tsx";

/** The fields of the form, as typed. */
interface DetailsFields {
  name: string;
  organizerName: string;
  cover: string;
  date: string;
  time: string;
  timeZone: string;
  location: string;
  amount: string;
  currency: string;
  generalNotes: string;
  organizerEmail: string;
  language: string;
  isProtected: boolean;
  allowReassignment: boolean;
  sendEmails: boolean;
  renewLink: boolean;
  /** Where the event is, like "2027-12-01T18:00". */
  drawAt: string;
}

interface Data {
  managed: ManagedGame;
  typed: DetailsFields;
  errors: FieldErrors;
  /** Whether the date has passed and was not yet accepted so. */
  isPast: boolean;
}

/** The event and how the game works, to change. */
export default define.page<typeof handler>(function DetailsPage({ data }) {
  const { managed: { view, reader }, typed, errors, isPast } = data;
  const { t, locale } = reader;
  return (
    <Page reader={reader} title={t("organize.event.edit")} isPrivate>
      <SubHead
        managed={data.managed}
        picture={<Sketch name="list" />}
        title={t("organize.event.edit")}
        lead={t("organize.details.lead")}
      />
      <form method="post" class="space-y-6" novalidate>
        <FormErrors errors={errors} t={t} />
        {view.revealed && <Alert tone="info">{t("errors.code.EVENT_OVER")}</Alert>}
        {isPast && !view.revealed && (
          <Alert tone="warning" title={t("organize.details.pastTitle")} isNews>
            {t("organize.details.pastBody", { date: formatDate(typed.date, locale) })}
            <input type="hidden" name="acceptedDate" value={typed.date} />
          </Alert>
        )}
        <EventCard {...data} />
        <GameFields {...data} />
        <div class="flex flex-wrap gap-3">
          <Button icon="check">{t(isPast ? "organize.details.saveAnyway" : "common.save")}</Button>
          <ButtonLink href={managePath(view.code)} variant="quiet">{t("common.cancel")}</ButtonLink>
        </div>
      </form>
    </Page>
  );
});

function EventCard({ managed: { view, reader: { t } }, typed, errors }: Data) {
  const zone = t("organize.details.timeZone");
  return (
    <Card title={t("game.event")} icon="calendar-days">
      <EventFields
        {...{ t, typed, errors }}
        labels={{
          name: t("create.event.name"),
          location: t("game.place"),
          amount: t("game.amount"),
          currency: t("create.event.currency"),
          notes: t("create.event.notes"),
          notesHint: t("create.event.notesHint"),
        }}
        currencies={[...new Set([typed.currency, ...CURRENCIES])].toSorted()
          .map((currency) => ({ value: currency, label: currency }))}
        gap="gap-5"
        earliest={todayIn(view.timeZone, new Date())}
        isFixed={view.revealed !== undefined}
      >
        {/* The browser has told it already, as a rule. */}
        <details
          class="group/zone"
          open={typed.timeZone === "" || errors.timeZone !== undefined}
        >
          <summary class="flex min-h-11 items-center gap-2 font-semibold">
            {typed.timeZone === ""
              ? zone
              : t("common.line", { label: zone, value: typed.timeZone })}
            <Icon name="chevron-down" class="muted size-5 group-open/zone:rotate-180" />
          </summary>
          <Field
            name="timeZone"
            label={zone}
            optional={t("common.optional")}
            hint={t("organize.details.timeZoneHint")}
            value={typed.timeZone}
            error={errors.timeZone}
            maxlength={64}
            readonly={view.revealed !== undefined}
            autocomplete="off"
            spellcheck={false}
          />
        </details>
        <CoverField value={typed.cover} mayGuess t={t} />
        {view.state === "gathering" && (
          <Field
            name="drawAt"
            type="datetime-local"
            label={t("gather.create.drawAt")}
            hint={t("gather.create.drawAtHint")}
            value={typed.drawAt}
            error={errors.drawAt}
            optional={t("common.optional")}
          />
        )}
      </EventFields>
    </Card>
  );
}

function GameFields(
  { managed: { view, hasMail, reader: { t } }, typed, errors }: Data,
) {
  return (
    <Card title={t("organize.details.optionsTitle")} icon="settings">
      <Field
        name="organizerName"
        label={t("gather.create.organizerName")}
        optional={t("common.optional")}
        hint={t("gather.create.organizerNameHint")}
        value={typed.organizerName}
        error={errors.organizerName}
        maxlength={LIMITS.organizerName}
        autocomplete="name"
      />
      <Field
        name="organizerEmail"
        type="email"
        label={t("create.options.organizerEmail")}
        optional={t("common.optional")}
        hint={t("organize.details.organizerEmailHint")}
        value={typed.organizerEmail}
        error={errors.organizerEmail}
        maxlength={254}
        autocomplete="email"
      />
      {hasMail && view.organizerEmail && (
        <OnceEdited isEdited={typed.organizerEmail !== view.organizerEmail}>
          <Checkbox
            name="renewLink"
            label={t("organize.details.renewLink")}
            hint={t("organize.details.renewLinkHint")}
            checked={typed.renewLink}
          />
        </OnceEdited>
      )}
      <Select
        name="language"
        label={t("organize.details.language")}
        hint={t("organize.details.languageHint")}
        value={typed.language}
        error={errors.language}
        options={LANGUAGES.map((one) => ({ value: one, label: languageName(one) }))}
      />
      {view.isSealed ? <input type="hidden" name="isProtected" value="on" /> : (
        <Checkbox
          name="isProtected"
          label={t("organize.details.isProtected")}
          hint={t(
            view.isProtected
              ? "organize.details.protectedHint"
              : "organize.details.unprotectedHint",
          )}
          checked={typed.isProtected}
        />
      )}
      <Checkbox
        name="allowReassignment"
        label={t("create.options.allowReassignment")}
        hint={t("organize.details.allowReassignmentHint")}
        checked={typed.allowReassignment}
      />
      <Checkbox
        name="sendEmails"
        label={t("organize.details.sendEmails")}
        hint={t(hasMail ? "organize.details.sendEmailsHint" : "organize.details.sendEmailsNoMail")}
        checked={typed.sendEmails}
      />
    </Card>
  );
}

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { view } = managed;
    if (view.isArchived) return ctx.redirect(managePath(view.code), 303);
    return show(managed, {
      ...view,
      timeZone: view.timeZone ?? "",
      drawAt: localDrawTime(view.drawAt, view.timeZone),
      renewLink: true,
    });
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const typed = await readFields(ctx);
    const { game, view: { code }, credential } = managed;
    const isPast = typed.date !== game.date && typed.date !== typed.acceptedDate &&
      /^\d{4}-\d\d-\d\d$/.test(typed.date) &&
      daysUntil({ date: typed.date, timeZone: game.timeZone }, new Date()) < 0;
    if (isPast) return show(managed, typed, { isPast });
    const { t } = managed.reader;
    const input = { action: "updateGameDetails", ...typed, drawAt: drawAtOf(managed, typed) };
    const done = isNoAmount(typed, game.amount)
      ? { ok: false as const, errors: withoutAmount(input, t) }
      : await submit(
        t,
        gameActionSchema,
        input,
        (action) => performAction(ctx.state.services, code, action, credential),
      );
    if (!done.ok) {
      const { name } = done.errors;
      const isNameless = name !== undefined && typed.name.trim() === "";
      return show(managed, typed, {
        errors: { ...done.errors, ...isNameless && { name: t("errors.required.gameName") } },
      });
    }
    const answer = ctx.redirect(managePath(code, flashQuery("updateGameDetails")), 303);
    const after = done.result.game;
    if (after.organizerTokenVersion !== game.organizerTokenVersion) {
      const organizerToken = ctx.state.services.tokens.organizer(after);
      answer.headers.append("set-cookie", signIn(ctx, after, { organizerToken }));
    }
    return answer;
  },
});

function show(
  managed: ManagedGame,
  typed: DetailsFields,
  { errors = {}, isPast = false }: { errors?: FieldErrors; isPast?: boolean } = {},
) {
  const isRefused = isPast || Object.keys(errors).length > 0;
  return page<Data>({ managed, typed, errors, isPast }, { status: isRefused ? 400 : 200 });
}

/** What is wrong with a form whose budget is none, all at once. */
function withoutAmount(input: unknown, t: Translate): FieldErrors {
  const parsed = gameActionSchema.safeParse(input);
  const others = parsed.success ? {} : explainIssues(parsed.error.issues, t);
  return { ...others, amount: others.amount ?? t("create.errors.amount") };
}

/** undefined: as it was, to the second. */
function drawAtOf({ game }: ManagedGame, { drawAt, timeZone }: DetailsFields): string | undefined {
  const isSame = drawAt === localDrawTime(game.drawAt, game.timeZone) &&
    timeZone === (game.timeZone ?? "");
  return isSame || !game.isGathering ? undefined : drawAt && drawMoment(drawAt, timeZone);
}

async function readFields({ req }: Context<State>) {
  const form = await readForm(req);
  return {
    name: form.text("name"),
    organizerName: form.text("organizerName"),
    cover: form.text("cover"),
    date: form.text("date"),
    time: form.text("time"),
    timeZone: form.text("timeZone").trim(),
    location: form.text("location"),
    amount: form.text("amount"),
    currency: form.text("currency"),
    generalNotes: form.text("generalNotes"),
    organizerEmail: form.text("organizerEmail"),
    language: form.text("language"),
    isProtected: form.has("isProtected"),
    allowReassignment: form.has("allowReassignment"),
    sendEmails: form.has("sendEmails"),
    renewLink: form.has("renewLink"),
    drawAt: form.text("drawAt"),
    acceptedDate: form.text("acceptedDate"),
  };
}
