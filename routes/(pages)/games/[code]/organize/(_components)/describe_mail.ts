import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { formatMoment, joinSentences } from "@/lib/browser/format.ts";

/** How the latest mail to somebody fares, in a sentence. */
export function describeMail(
  { status, at, reason }: OrganizerView["organizerEmailStatus"],
  timeZone: string | null,
  { t, locale }: Reader,
): string {
  const when = at ? formatMoment(at, locale, timeZone) : "";
  const sentence = t(`organize.mailState.${status}`, { when });
  return reason ? joinSentences([sentence, t(`mail.failures.${reason}`)], locale) : sentence;
}
