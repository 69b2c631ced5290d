import type { MailContent, MailFact } from "@/components/mail/content.ts";
import { isolate } from "../browser/bidi.ts";
import { type Translate, translator } from "../i18n/translate.ts";

/** A mail as plain text. */
export function writeText(content: MailContent): string {
  const { quote } = content;
  const t = translator(content.language);
  const above = (label: string, text: string) => `${t("common.label", { label })}\n${text}`;
  const blocks = [
    ...content.over ? [content.over] : [],
    content.greeting ?? content.heading,
    // A person's own words come before ours.
    ...(quote ? [above(content.quoteLabel, quote.replace(/^/gm, "> "))] : []),
    ...content.paragraphs,
    ...writeFacts(content, t),
    ...[...content.button ? [content.button] : [], ...content.links ?? []]
      .map(({ label, url }) => above(label, url)),
    ...(content.privacy ? [content.privacy] : []),
    `-- \n${content.footer}`,
    ...writeOperator(content.operator, t),
    ...[content.unsubscribe, content.report].filter((one) => one !== null)
      .map(({ label, url }) => above(label, url)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function writeOperator({ name, links }: MailContent["operator"], t: Translate): string[] {
  const lines = [
    ...name ? [name] : [],
    ...links.map(({ label, text }) => t("common.line", { label, value: text })),
  ];
  return lines.length > 0 ? [lines.join("\n")] : [];
}

function writeFacts({ facts, moreFacts }: MailContent, t: Translate): string[] {
  const lines = [...facts.map((fact) => writeFact(fact, t)), ...moreFacts ? [moreFacts] : []];
  return lines.length > 0 ? [lines.join("\n")] : [];
}

function writeFact({ label, value, before, isLong }: MailFact, t: Translate): string {
  if (isLong) return `${t("common.label", { label })}\n${value}`;
  return t("common.line", {
    label,
    value: before === undefined ? value : `${isolate(before)} → ${isolate(value)}`,
  });
}
