import type { Translate } from "../i18n/translate.ts";

/** So many letters of a subject an inbox shows. */
const LONGEST = 64;

/**
 * What an inbox shows of a mail: what it says, and of which game.
 *
 * @param sentences what it says, the best first: the first that leaves the game's name room is taken, else the
 * shortest, and the name is cut.
 * @param about the game's name, or the service's.
 */
export function writeSubject(sentences: readonly string[], about: string, t: Translate): string {
  const letters = lettersOf(about);
  const room = (sentence: string) =>
    LONGEST - lettersOf(t("mail.subject", { sentence, about: "" })).length;
  const roomy = sentences.find((sentence) => letters.length <= room(sentence));
  if (roomy !== undefined) return t("mail.subject", { sentence: roomy, about });
  const [sentence = ""] = sentences.toSorted((one, other) => room(other) - room(one));
  const begun = letters.slice(0, Math.max(room(sentence) - 1, 0)).join("").trimEnd();
  return t("mail.subject", { sentence, about: `${begun}…` });
}

/** As a reader counts them: "👨‍👩‍👧" is one. */
function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
