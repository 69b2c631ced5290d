import type { MailContent, MailFact } from "@/components/mail/content.ts";

/** A mail as plain text. */
export function writeText(content: MailContent): string {
  const { quote } = content;
  const blocks = [
    ...content.over ? [content.over] : [],
    content.greeting ?? content.heading,
    ...content.paragraphs,
    ...(quote ? [`${content.quoteLabel}:\n${quote.replace(/^/gm, "> ")}`] : []),
    ...(content.facts.length > 0 ? [content.facts.map(writeFact).join("\n")] : []),
    ...[...content.links ?? [], ...content.button ? [content.button] : []]
      .map(({ label, url }) => `${label}:\n${url}`),
    ...(content.privacy ? [content.privacy] : []),
    `-- \n${content.footer}`,
    ...writeOperator(content.operator),
    `${content.unsubscribe.label}:\n${content.unsubscribe.url}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function writeOperator({ name, links }: MailContent["operator"]): string[] {
  const lines = [...name ? [name] : [], ...links.map(({ label, text }) => `${label}: ${text}`)];
  return lines.length > 0 ? [lines.join("\n")] : [];
}

function writeFact({ label, value, before, isLong }: MailFact): string {
  const now = isLong ? `${label}:\n${value}` : `${label}: ${value}`;
  return before === undefined || isLong ? now : `${label}: ${before} → ${value}`;
}
