import type { Cover, Language } from "@/lib/game/types.ts";

/** "Date: Thursday, 24 December 2026" */
export interface MailFact {
  label: string;
  value: string;
  /** The former value, if it has changed. */
  before?: string;
  /** True for a text of several lines, which is too long for the inbox. */
  isLong?: boolean;
}

/**
 * The content of an email in its reader's language, rendered as HTML and as plain text. It never names the reader's
 * receiver. Its subject contains only our own words, because an organizer may enter any address.
 */
export interface MailContent {
  language: Language;
  cover: Cover;
  /** False for a mail about a failure or an end, which shows only the cover's colour. */
  hasPicture: boolean;
  brand: string;
  subject: string;
  /** The preview text next to the subject. */
  preheader: string;
  /** A small line above the heading: the inviter or the game; null to omit it. */
  over: string | null;
  heading: string;
  /** null if the heading is the greeting. */
  greeting: string | null;
  paragraphs: string[];
  /** The organizer's own words. */
  quote: string | null;
  quoteLabel: string;
  facts: MailFact[];
  /** "Before: ", in front of a former value. */
  beforeLabel: string;
  /** True if the facts are the news, so that they come before the button. */
  areFactsNews: boolean;
  /** What else the reader's page says; null for nothing. */
  moreFacts: string | null;
  /** null if the email lists links instead, or its reader no longer has a page. Plain: a link, if nothing is to be done. */
  button: { label: string; url: string; isPlain?: true } | null;
  /** Second to the button: all places of the reader's address, or an address to confirm. */
  links?: { label: string; url: string }[];
  /** A sentence before them. */
  linksLead?: string;
  /** Further languages of the button's page; none if the reader's language is known. */
  languages: Language[];
  /** "Language: ", in front of them. */
  languagesLabel: string;
  /** Says that the link is for the reader only. */
  privacy: string | null;
  footer: string;
  /** The operator's name and contact; null if not set. */
  operator: {
    name: string | null;
    /** Each as text and as a URL: "Contact: help@example.org". */
    links: { label: string; text: string; url: string }[];
  };
  /** null if the text has no such link. */
  unsubscribe: { label: string; url: string } | null;
  /** For recipients who do not know the people of the game; null if not offered. */
  report: { label: string; url: string } | null;
}

/** Content-ID by which the email refers to its attached picture (RFC 2392). */
export function coverId(cover: Cover): string {
  return `${cover}@cover`;
}
