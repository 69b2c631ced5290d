import type { Language } from "@/lib/game/types.ts";

/** "Date: Thursday, 24 December 2026" */
export interface MailFact {
  label: string;
  value: string;
  /** What it was, where that is the news. */
  before?: string;
  /** Text of several lines, too long for the inbox. */
  isLong?: boolean;
}

/** The person one gives to, and what they wish for. */
export interface MailReceiverContent {
  label: string;
  name: string;
  wishes: { label: string; value: string }[];
  /** Said where there are no wishes. */
  none: string;
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
  receiver: MailReceiverContent | null;
  /** The organizer's own words. */
  quote: string | null;
  quoteLabel: string;
  facts: MailFact[];
  button: { label: string; url: string };
  linkHint: string;
  /** That the link is the reader's alone. */
  privacy: string | null;
  footer: string;
  /** Who runs the service, and where to turn to; each null: not told. */
  operator: {
    name: string | null;
    /** In words and as an address: "Contact: help@example.org". */
    links: { label: string; text: string; url: string }[];
  };
  unsubscribe: { label: string; url: string } | null;
}
