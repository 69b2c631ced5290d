import { COVERS } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { CoverImage } from "./CoverBand.tsx";
import { Icon } from "./Icon.tsx";

interface CoverFieldProps {
  /** The one chosen; "": what name and date suggest. */
  value: string;
  /** Offers a way back to the suggested cover. */
  mayGuess?: boolean;
  t: Translate;
}

/** The eight scenes, one tap each; the chosen scene has a ring and a tick, with its name above. */
export function CoverField({ value, mayGuess, t }: CoverFieldProps) {
  return (
    <fieldset class="relative min-w-0 space-y-1.5">
      <legend class="font-semibold">{t("create.cover.title")}</legend>
      {mayGuess && (
        <label class="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="cover"
            value=""
            checked={value === ""}
            class="radio radio-primary"
          />
          {t("organize.details.coverGuessed")}
        </label>
      )}
      <div class="grid grid-cols-4 gap-2.5 pt-1">
        {COVERS.map((cover) => {
          const name = t(`mail.occasions.${cover}`);
          return (
            <label key={cover} class="group/cover cursor-pointer" title={name}>
              <input
                type="radio"
                name="cover"
                value={cover}
                checked={cover === value}
                class="sr-only"
                aria-label={name}
              />
              <span class="rounded-field group-has-checked/cover:outline-primary group-has-focus-visible/cover:outline-accent relative block overflow-hidden outline-offset-2 group-has-checked/cover:outline-3 group-has-focus-visible/cover:outline-3">
                <CoverImage cover={cover} class="h-12 w-full sm:h-20" isLazy />
                <span class="bg-primary text-primary-content absolute end-1 bottom-1 hidden rounded-full p-1 group-has-checked/cover:block">
                  <Icon name="check" class="size-3.5" />
                </span>
              </span>
              <span
                class="muted absolute end-0 bottom-full hidden group-has-checked/cover:block"
                aria-hidden="true"
              >
                {name}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
