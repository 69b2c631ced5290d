import type { OrganizerView } from "@/lib/game/views.ts";
import type { PersonLink } from "@/lib/pages/game_links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { formatDate, formatMoney, formatTime } from "@/lib/browser/format.ts";
import { QrCode } from "./QrCode.tsx";

interface SlipProps {
  view: OrganizerView;
  person: PersonLink;
  /** Of the game. */
  reader: Pick<Reader, "t" | "language">;
}

/**
 * A slip to fold: the name on top stays to be seen; the two halves below it, printed on the same side,
 * come to lie on each other and hide the link.
 */
export function Slip({ view, person: { name, link }, reader: { t, language } }: SlipProps) {
  const money = formatMoney(view.amount, view.currency, language);
  const facts = [
    [formatDate(view.date, language), formatTime(view.time, language)].filter(Boolean).join(", "),
    view.location,
    money && t("created.slips.budget", { amount: money }),
  ].filter(Boolean);
  return (
    <>
      <div class="flex flex-1 flex-col justify-center border-b border-black px-3 py-2 text-center">
        <p class="text-xs">{view.name}</p>
        <h2 class="text-xl break-words">
          <span class="font-sans text-sm font-normal">{`${t("created.slips.for")} `}</span>
          {name}
        </h2>
      </div>
      <div class="flex h-[33mm] items-center gap-3 px-3">
        <QrCode
          text={link}
          label={t("created.people.qrOf", { name })}
          class="size-[31mm] shrink-0"
        />
        <p class="text-sm text-pretty">{t("created.slips.scan")}</p>
      </div>
      <div class="flex h-[33mm] items-center border-t border-dashed border-black px-3">
        <div class="min-w-0 space-y-1.5 text-xs">
          <p>{t("created.slips.orType")}</p>
          <p class="font-mono break-all">{link}</p>
          <p class="line-clamp-2">{facts.join(" · ")}</p>
        </div>
      </div>
    </>
  );
}
