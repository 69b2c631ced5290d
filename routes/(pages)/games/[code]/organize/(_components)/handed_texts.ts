import { AS_GROUP, type Translate } from "@/lib/i18n/translate.ts";
import type { HandedLinksProps } from "../(_islands)/HandedLinks.tsx";

/** The texts of `HandedLinks` about a person. */
export function handedWords(t: Translate): HandedLinksProps["words"] {
  return { needed: t("organize.people.filters.needsLink"), handed: t("passOn.handedOver") };
}

/** The texts of `HandedLinks` for the next step. */
export function handedTitles(t: Translate): Required<HandedLinksProps>["titles"] {
  const { needsLinkOf: one, needsLink: several } = t("organize.next", AS_GROUP);
  return { one, several, nobody: t("passOn.ticks.done") };
}
