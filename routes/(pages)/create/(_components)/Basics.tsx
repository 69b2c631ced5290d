import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { todayIn } from "@/lib/game/calendar.ts";
import { LIMITS } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { TypedGame } from "@/lib/pages/create_form.ts";

/** The two ways to begin; going over keeps what is typed. */
export function Ways({ isLater, t }: { isLater: boolean; t: Translate }) {
  const ways = [
    { isOn: !isLater, action: "?", icon: "list-checks", way: "now" },
    { isOn: isLater, action: "?draw=later", icon: "link", way: "later" },
  ] as const;
  return (
    <div class="grid gap-2 sm:grid-cols-2" role="group" aria-label={t("gather.home.title")}>
      {ways.map(({ isOn, action, icon, way }) => (
        <button
          key={way}
          type="submit"
          name="switch"
          value="1"
          formaction={action}
          class={`rounded-field flex min-h-11 cursor-pointer items-start gap-3 border px-4 py-3 text-left ${
            isOn ? "border-primary bg-accent/15 border-2" : "border-base-content/30 bg-base-100"
          }`}
          aria-pressed={isOn}
        >
          <Icon name={isOn ? "circle-check" : icon} class="text-primary mt-0.5 size-5" />
          <span>
            <span class="block font-semibold">{t(`gather.home.${way}`)}</span>
            <span class="muted hidden text-sm sm:block">{t(`gather.home.${way}Hint`)}</span>
          </span>
        </button>
      ))}
    </div>
  );
}

interface PartProps {
  typed: TypedGame;
  errors: FieldErrors;
  t: Translate;
}

/** Who invites, asked first. */
export function Organizer({ typed, errors, t }: PartProps) {
  return (
    <div class="space-y-1">
      <Field
        name="organizerName"
        label={t("gather.create.organizerName")}
        hint={t("gather.create.organizerNameHint")}
        value={typed.organizerName}
        error={errors.organizerName}
        maxLength={LIMITS.organizerName}
        autocomplete="given-name"
        enterkeyhint="next"
      />
      <label class="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="takesPart"
          checked={typed.takesPart}
          class="checkbox checkbox-primary"
        />
        <span class="font-semibold">{t("gather.create.takesPart")}</span>
      </label>
    </div>
  );
}

/** What it is called, and when it is. */
export function EventBasics({ typed, errors, t }: PartProps) {
  return (
    <div class="grid grid-cols-1 gap-4 sm:grid-cols-[2fr_1fr]">
      <Field
        name="name"
        label={t("create.event.name")}
        placeholder={t("create.event.nameExample")}
        value={typed.name}
        error={errors.name}
        maxLength={LIMITS.gameName}
        required
        autocomplete="off"
      />
      <Field
        name="date"
        type="date"
        label={t("game.date")}
        value={typed.date}
        error={errors.date}
        min={earliestToday()}
        required
      />
    </div>
  );
}

/** Today where it is earliest: a script asks the reader's own calendar. */
function earliestToday(): string {
  return todayIn("Pacific/Pago_Pago", new Date());
}

/** When a round that gathers is drawn by itself. */
export function DrawTime({ typed, errors, t }: PartProps) {
  const optional = t("common.optional");
  return (
    <div class="space-y-4">
      <Field
        name="drawAt"
        type="datetime-local"
        label={t("gather.create.drawAt")}
        hint={t("gather.create.drawAtHint")}
        value={typed.drawAt}
        error={errors.drawAt}
        optional={optional}
      />
      {/* A script asks the browser for it. */}
      <noscript>
        <Field
          name="timeZone"
          id="ownTimeZone"
          label={t("organize.details.timeZone")}
          hint={t("organize.details.timeZoneHint")}
          value={typed.timeZone}
          error={errors.timeZone}
          optional={optional}
          maxLength={64}
        />
      </noscript>
    </div>
  );
}

/** Where the organizer's link goes. */
export function OrganizerMail({ typed, errors, t }: PartProps) {
  return (
    <Field
      name="organizerEmail"
      type="email"
      label={t("create.options.organizerEmail")}
      hint={t("create.options.organizerEmailHint")}
      value={typed.organizerEmail}
      error={errors.organizerEmail}
      optional={t("common.optional")}
      maxLength={LIMITS.email}
      autocomplete="email"
    />
  );
}
