import { Icon } from "@/components/Icon.tsx";
import type { Translate } from "@/lib/i18n/translate.ts";

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
          class={`rounded-field flex min-h-11 cursor-pointer items-start gap-3 border px-4 py-3 text-start ${
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

/** True if the organizer takes part. */
export function TakesPart({ isChecked, t }: { isChecked: boolean; t: Translate }) {
  return (
    <label class="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        name="takesPart"
        checked={isChecked}
        class="checkbox checkbox-primary"
      />
      <span class="font-semibold">{t("gather.create.takesPart")}</span>
    </label>
  );
}
