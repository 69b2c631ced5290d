import type { MailContent, MailFact } from "@/components/mail/content.ts";
import { isolate } from "../browser/bidi.ts";
import { type Translate, translator } from "../i18n/translate.ts";

/** Writes a mail as plain text. */
export function writeText(content: MailContent): string {
  const { quote } = content;
  const t = translator(content.language);
  const above = (label: string, text: string) => `${t("common.label", { label })}\n${text}`;
  const link = (one: MailContent["button"]) => one && above(one.label, one.url);
  const { operator } = content;
  const blocks = [
    content.over,
    content.greeting ?? content.heading,
    // A person's own words come before ours.
    quote && above(content.quoteLabel, quote.replace(/^/gm, "> ")),
    ...content.paragraphs,
    joined([...content.facts.map((fact) => writeFact(fact, t)), content.moreFacts], "\n"),
    link(content.button),
    content.linksLead ?? null,
    ...(content.links ?? []).map(link),
    content.privacy,
    `-- \n${content.footer}`,
    joined([
      operator.name,
      ...operator.links.map(({ label, text }) => t("common.line", { label, value: text })),
    ], "\n"),
    link(content.unsubscribe),
    link(content.report),
  ];
  return `${joined(blocks, "\n\n")}\n`;
}

/** Joins the texts that are neither null nor empty. */
function joined(texts: readonly (string | null)[], between: string): string {
  return texts.filter(Boolean).join(between);
}

function writeFact({ label, value, before, isLong }: MailFact, t: Translate): string {
  if (isLong) return `${t("common.label", { label })}\n${value}`;
  return t("common.line", {
    label,
    value: before === undefined ? value : `${isolate(before)} → ${isolate(value)}`,
  });
}
