import type { Language, MailKind } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { saidAs } from "@/lib/mail/parts.ts";
import { aboutGame, type SubjectGame } from "@/lib/mail/subject.ts";

/**
 * The subject of a mail about a game that is sent now.
 *
 * @param sentence replaces the kind's own.
 */
export function subjectOf(
  kind: MailKind,
  game: SubjectGame,
  language: Language,
  { sentence = "" } = {},
): string {
  const t = translator(language);
  const said = sentence || t(`mail.kinds.${saidAs(kind)}.subject`, {
    when: "",
    organizer: t("common.theOrganizer"),
  });
  return t("mail.subject", {
    sentence: said.slice(0, 1).toLocaleUpperCase(language) + said.slice(1),
    about: kind === "ownLinks" ? t("common.siteName") : aboutGame(game, language, t, new Date()),
  });
}
