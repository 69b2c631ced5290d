import { formatList } from "@/lib/browser/format.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { AS_GROUP, type Texts, type Translate } from "@/lib/i18n/translate.ts";

/** What an opening says, with the name of who organizes. @param organizer "": not known */
export function revealTexts(t: Translate, organizer: string): Texts["game"]["reveal"] {
  const say = naming(t, organizer);
  return { ...t("game.reveal", AS_GROUP), asked: say("asked"), askHint: say("askHint") };
}

/** Names one after the other, each as people are spoken of: "花子さん、太郎さん". */
export function listNames(
  names: readonly string[],
  { t, locale }: Pick<Reader, "t" | "locale">,
): string {
  return formatList(names.map((name) => t("game.reveal.name", { name })), locale);
}
