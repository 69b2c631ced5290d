import type { Cover, Language } from "@/lib/game/types.ts";

/** "Date: Thursday, 24 December 2026" */
export interface MailFact {
  label: string;
  value: string;
  /** What it was, where that is the news. */
  before?: string;
  /** Text of several lines, too long for the inbox. */
  isLong?: boolean;
}

/**
 * What a mail says, in its reader's language; rendered as HTML and as plain text. It never names
 * the reader's receiver, and its subject contains only our own words: an organizer may enter any address.
 */
export interface MailContent {
  language: Language;
  cover: Cover;
  brand: string;
  subject: string;
  /** The preview text next to the subject. */
  preheader: string;
  /** A small line above the heading: who invites, or the game; null: it is not said. */
  over: string | null;
  heading: string;
  /** null: the heading greets. */
  greeting: string | null;
  paragraphs: string[];
  /** The organizer's own words. */
  quote: string | null;
  quoteLabel: string;
  facts: MailFact[];
  /** Whether they are the news, and stand before what is to be done. */
  areFactsNews: boolean;
  /** What the reader's page tells besides; null: nothing. */
  moreFacts: string | null;
  /** null: the mail lists links instead, or its reader has no page any more. Plain: a link, as there is nothing to do. */
  button: { label: string; url: string; isPlain?: true } | null;
  /** Links after the button: all places of the reader's address, or an address to confirm. */
  links?: { label: string; url: string }[];
  /** In which the button's page is offered, too; none if the reader's language is known. */
  languages: Language[];
  /** That the link is the reader's alone. */
  privacy: string | null;
  footer: string;
  /** The operator's name and contact; null: not set. */
  operator: {
    name: string | null;
    /** In words and as an address: "Contact: help@example.org". */
    links: { label: string; text: string; url: string }[];
  };
  /** null: not offered in its text. */
  unsubscribe: { label: string; url: string } | null;
  /** For those who do not know the people of the game; null: not offered. */
  report: { label: string; url: string } | null;
}

/** By which a mail's text refers to the picture that goes with it (RFC 2392). */
export function coverId(cover: Cover): string {
  return `${cover}@cover`;
}
