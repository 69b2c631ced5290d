import { publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Texts } from "@/lib/i18n/translate.ts";
import { Icon } from "./Icon.tsx";

type Questions<Group extends keyof Texts["help"]> = `${Group}.${
  & Exclude<keyof Texts["help"][Group], "title">
  & string}`;

/** A paragraph of the help, by the key of its texts: "organizer.peek". */
export type HelpTopic = Questions<"participant"> | Questions<"organizer">;

interface HelpLinkProps {
  about: HelpTopic;
  reader: Pick<Reader, "t" | "addressLanguage">;
  /** Classes for its position. */
  class?: string;
}

/** A quiet link to one paragraph of the help: "Help" and its question, so that it does not look like another choice. */
export function HelpLink(
  { about, reader: { t, addressLanguage }, class: classes = "" }: HelpLinkProps,
) {
  const [, anchor] = about.split(".");
  return (
    <a
      href={`${publicPath("help", addressLanguage)}#${anchor}`}
      class={`muted flex min-h-11 w-fit items-center gap-2 py-1.5 text-sm underline decoration-1 underline-offset-4 hover:decoration-2 ${classes}`}
    >
      <Icon name="circle-question-mark" class="size-4" />
      {t("common.line", { label: t("common.help"), value: t(`help.${about}.question`) })}
    </a>
  );
}
