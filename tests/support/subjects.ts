import type { Language, MailKind } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { MAILS } from "@/lib/mail/kinds.ts";
import { plainName } from "@/lib/mail/sender.ts";

/** The subject of a mail in a game whose own name is no plain name. */
export function subjectOf(
  kind: MailKind,
  language: Language,
  { name, when = "" }: { name: string; when?: string },
): string {
  const t = translator(language);
  const plain = MAILS[kind].isNamed ? plainName(name) : "";
  const sentence = plain
    ? t(`mail.kinds.${kind}.heading`, { name: plain, when, game: "" })
    : t(`mail.kinds.${kind}.subject`, { when });
  return t("mail.subject", {
    sentence: sentence.slice(0, 1).toLocaleUpperCase(language) + sentence.slice(1),
    about: t("common.siteName"),
  });
}
