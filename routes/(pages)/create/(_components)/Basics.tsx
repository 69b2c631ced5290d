import { HelpLink } from "@/components/HelpLink.tsx";
import type { TypedGame } from "@/lib/pages/game_form/create_form.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** Goes over to the other way to begin, and keeps what is typed. */
export function OtherWay({ isLater, t }: { isLater: boolean; t: Translate }) {
  return (
    <button
      type="submit"
      name="switch"
      value="1"
      formaction={isLater ? "?" : "?draw=later"}
      class="text-link min-h-11 cursor-pointer text-start"
    >
      {t(isLater ? "gather.home.now" : "gather.home.later")}
    </button>
  );
}

/** Whether the organizer takes part, and then does not want to know the pairs either. */
export function TakesPart({ typed, reader }: { typed: TypedGame; reader: Reader }) {
  const { t } = reader;
  return (
    <div class="group/part">
      <Line name="takesPart" label={t("gather.create.takesPart")} isChecked={typed.takesPart} />
      {/* A choice that was made stays in sight. */}
      <div class="flex flex-wrap items-center gap-x-3 ps-9 group-not-has-checked/part:hidden">
        <Line name="isSealed" label={t("sealed.create.label")} isChecked={typed.isSealed} />
        <HelpLink about="organizer.sealed" reader={reader} />
      </div>
    </div>
  );
}

function Line({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) {
  return (
    <label class="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="checkbox" name={name} checked={isChecked} class="checkbox checkbox-primary" />
      <span class="min-w-0">{label}</span>
    </label>
  );
}
