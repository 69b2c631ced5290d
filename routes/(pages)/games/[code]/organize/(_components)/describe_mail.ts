import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { formatMoment, joinSentences } from "@/lib/browser/format.ts";

/** Whether the address itself is why mails do not arrive, so that one more would go nowhere, too. */
export function isAddressDead({ reason }: OrganizerView["organizerEmailStatus"]): boolean {
  return reason === "addressRefused" || reason === "addressDeclined";
}

/**
 * How the latest mail to someone fares, in a sentence.
 *
 * @param name theirs; "": whoever reads it
 */
export function describeMail(
  { status, at, reason }: OrganizerView["organizerEmailStatus"],
  name: string,
  timeZone: string | null,
  { t, locale }: Reader,
): string {
  if (status === "none") {
    return name ? t("organize.mailState.none", { name }) : t("organize.mailState.noneYou");
  }
  const when = at ? formatMoment(at, locale, timeZone) : "";
  const sentence = t(`organize.mailState.${status}`, { when });
  return reason ? joinSentences([sentence, t(`mail.failures.${reason}`)]) : sentence;
}
