import type { Language, MailKind } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";

/** The subject of a mail. @param when of those that say how long it is until the event. */
export function subjectOf(kind: MailKind, language: Language, { when = "" } = {}): string {
  const t = translator(language);
  const sentence = t(`mail.kinds.${kind}.subject`, { when });
  return t("mail.subject", {
    sentence: sentence.slice(0, 1).toLocaleUpperCase(language) + sentence.slice(1),
    site: t("common.siteName"),
  });
}
