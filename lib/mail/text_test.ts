import assert from "node:assert/strict";
import type { MailContent } from "@/components/mail/content.ts";
import { writeText } from "./text.ts";

const CONTENT: MailContent = {
  language: "en",
  cover: "winter",
  hasPicture: true,
  brand: "Gift Exchange",
  subject: "Party",
  preheader: "",
  over: null,
  heading: "Heading",
  greeting: "Hi Ana,",
  paragraphs: ["First.", "Second."],
  quote: null,
  quoteLabel: "A message",
  facts: [],
  beforeLabel: "Before:",
  areFactsNews: false,
  moreFacts: null,
  button: { label: "Open", url: "https://gifts.example.org/" },
  languages: [],
  languagesLabel: "",
  privacy: null,
  footer: "Because you take part.",
  operator: { name: null, links: [] },
  unsubscribe: { label: "No more", url: "https://gifts.example.org/u" },
  report: { label: "Strangers", url: "https://gifts.example.org/r" },
};

Deno.test("writeText() sets its blocks apart, with the link on a line of its own", () => {
  assert.equal(
    writeText(CONTENT),
    "Hi Ana,\n\nFirst.\n\nSecond.\n\nOpen:\nhttps://gifts.example.org/\n\n-- \nBecause you take part.\n\n" +
      "No more:\nhttps://gifts.example.org/u\n\nStrangers:\nhttps://gifts.example.org/r\n",
  );
});

Deno.test("writeText() contains the organizer's words, the changes, and how to end the mails", () => {
  const text = writeText({
    ...CONTENT,
    quote: "One\nTwo",
    facts: [
      { label: "Time", value: "19:00", before: "18:00" },
      { label: "Place", value: "Here" },
      { label: "Notes", value: "a\nb", before: "c", isLong: true },
    ],
    privacy: "Yours alone.",
  });
  assert.ok(text.includes("A message:\n> One\n> Two\n\n"));
  assert.ok(text.includes("Time: 18:00 → 19:00\nPlace: Here\nNotes:\na\nb\n\n"));
  assert.ok(text.endsWith(
    "Yours alone.\n\n-- \nBecause you take part.\n\nNo more:\nhttps://gifts.example.org/u\n\n" +
      "Strangers:\nhttps://gifts.example.org/r\n",
  ));
});

Deno.test("writeText() sets a colon as each language does", () => {
  const facts = [{ label: "X", value: "1" }];
  assert.ok(
    writeText({ ...CONTENT, language: "fr", facts }).includes("\n\nX\u00a0: 1\n\nOpen\u00a0:\n"),
  );
  assert.ok(writeText({ ...CONTENT, language: "ja", facts }).includes("\n\nX：1\n\nOpen：\n"));
});

Deno.test("writeText() begins with the organizer's name, and has every link and everything that is left to a page", () => {
  const text = writeText({
    ...CONTENT,
    over: "Olga has invited you",
    greeting: null,
    facts: [{ label: "Time", value: "19:00" }],
    moreFacts: "Place: see your page",
    linksLead: "Then do that.",
    links: [{ label: "Or this", url: "https://gifts.example.org/2" }],
    operator: { name: "Run by Ana", links: [{ label: "Contact", text: "a@b.example", url: "x" }] },
  });
  assert.ok(text.startsWith("Olga has invited you\n\nHeading\n\nFirst."));
  assert.ok(text.includes("\n\nTime: 19:00\nPlace: see your page\n\n"));
  assert.ok(
    text.includes(
      "Open:\nhttps://gifts.example.org/\n\nThen do that.\n\nOr this:\nhttps://gifts.example.org/2\n\n-- \n",
    ),
  );
  assert.ok(text.includes("\n\nRun by Ana\nContact: a@b.example\n\nNo more:\n"));
});
