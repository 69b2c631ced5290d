import type { Language } from "../game/types.ts";

/** "Date: Thursday, 24 December 2026" */
export interface MailFact {
  label: string;
  value: string;
  /** What it was, where that is the news. */
  before?: string;
  /** Text of several lines, too long for the inbox. */
  isLong?: boolean;
}

/** All that a mail says, in its reader's language; HTML and plain text are two ways to write it. */
export interface MailContent {
  language: Language;
  brand: string;
  subject: string;
  /** What the inbox shows beside the subject. Like the subject it never tells who gives to whom. */
  preheader: string;
  heading: string;
  greeting: string;
  paragraphs: string[];
  /** The person one gives to. */
  receiver: {
    label: string;
    name: string;
    wishes: { label: string; value: string }[];
    /** Said where there are no wishes. */
    none: string;
  } | null;
  /** The organizer's own words. */
  quote: string | null;
  quoteLabel: string;
  facts: MailFact[];
  button: { label: string; url: string };
  linkHint: string;
  /** That the link is the reader's alone. */
  privacy: string | null;
  footer: string;
  unsubscribe: { label: string; url: string } | null;
}

/** A mail as plain text. */
export function writeText(content: MailContent): string {
  const { receiver, quote } = content;
  const blocks = [
    content.greeting,
    ...content.paragraphs,
    ...(receiver
      ? [
        `${receiver.label}: ${receiver.name}`,
        ...(receiver.wishes.length > 0
          ? receiver.wishes.map(({ label, value }) => `${label}:\n${value}`)
          : [receiver.none]),
      ]
      : []),
    ...(quote ? [`${content.quoteLabel}:\n${quote.replace(/^/gm, "> ")}`] : []),
    ...(content.facts.length > 0 ? [content.facts.map(writeFact).join("\n")] : []),
    `${content.button.label}:\n${content.button.url}`,
    ...(content.privacy ? [content.privacy] : []),
    `-- \n${content.footer}`,
    ...(content.unsubscribe ? [`${content.unsubscribe.label}:\n${content.unsubscribe.url}`] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function writeFact({ label, value, before, isLong }: MailFact): string {
  const now = isLong ? `${label}:\n${value}` : `${label}: ${value}`;
  return before === undefined || isLong ? now : `${label}: ${before} → ${value}`;
}
