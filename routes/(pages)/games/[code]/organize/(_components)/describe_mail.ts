import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { formatMoment, joinSentences } from "@/lib/browser/format.ts";

/** Whether the address itself is why mails do not arrive, so that one more would go nowhere, too. */
export function isAddressDead({ reason }: OrganizerView["organizerEmailStatus"]): boolean {
  return reason === "addressRefused" || reason === "addressDeclined";
}

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
