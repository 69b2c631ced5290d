import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { type ComposedMail, composeMail, type OutboxMail } from "@/lib/mail/compose.tsx";
import { readCover } from "@/lib/mail/cover_picture.ts";
import { LINKS, mailOf, NOBODY, SENT } from "../support/mail_samples.ts";
import type { MailLinks } from "@/lib/mail/mail_links.ts";
import { COVERS, type Game, MAIL_KINDS, type MailKind, ORGANIZER } from "@/lib/game/types.ts";
import type { TestSite } from "../support/browser.ts";
import { makeGame } from "../support/games.ts";
import { THEMES } from "./camera.ts";
import { type Pictured, WORDS } from "./every_page_words.ts";

/** Widths of mails: on a small phone, and in the window of a desktop mail program. */
const WIDTHS = [360, 640] as const;

/** Links of a service with operator information. */
const RUN: MailLinks = {
  ...LINKS,
  operator: {
    name: "Example Association",
    contact: { text: "help@example.org", url: "mailto:help@example.org" },
    imprintUrl: "https://example.org/legal",
  },
};

/** Two days before the event. */
const NOW = new Date("2026-12-22T12:00:00Z");

/** A mail in a state in which its text differs. */
interface Variant {
  name: string;
  kind: MailKind;
  game?: Partial<Game>;
  mail?: Partial<OutboxMail>;
}

const FIRST_MAILS: readonly MailKind[] = ["assignment", "invitation", "joined"];

const GATHERING: Partial<Game> = { isGathering: true, drawAt: "2026-12-23T11:00:00Z" };

/** Every kind, and the variants of some. */
const VARIANTS: readonly Variant[] = [
  ...MAIL_KINDS.map((kind) => ({ name: kind, kind })),
  ...(["organizerWelcome", "joined", "reminder", "eventNear"] as const).map((kind): Variant => ({
    name: `${kind}-gathering`,
    kind,
    game: GATHERING,
  })),
  ...COVERS.filter((cover) => cover !== "christmas").map((cover): Variant => ({
    name: `assignment-${cover}`,
    kind: "assignment",
    game: { cover },
  })),
  { name: "organizerWelcome-birthday", kind: "organizerWelcome", game: { cover: "birthday" } },
  { name: "eventNear-office", kind: "eventNear", game: { cover: "office" } },
  { name: "assignment-nobody-named", kind: "assignment", game: { organizerName: "" } },
  { name: "assignment-sealed", kind: "assignment", game: { isSealed: true, isProtected: true } },
  { name: "detailsChanged-first", kind: "detailsChanged" },
  { name: "drawFailed-impossible", kind: "drawFailed", game: { drawProblem: "DRAW_IMPOSSIBLE" } },
  { name: "drawFailed-over", kind: "drawFailed", game: { drawProblem: "EVENT_OVER" } },
  { name: "drawFailed-tells", kind: "drawFailed", game: { drawProblem: "RULES_TELL_PAIRS" } },
  {
    name: "gameArchived-organizer",
    kind: "gameArchived",
    game: { archivedAt: "2026-12-27T03:00:00Z" },
    mail: { recipient: ORGANIZER },
  },
  { name: "sealBroken-organizer", kind: "sealBroken", mail: { recipient: ORGANIZER } },
  { name: "addressChanged-organizer", kind: "addressChanged", mail: { payload: {} } },
];

/** Takes pictures of every mail in one language, and writes subject and text to a file. @returns their number */
export async function pictureMails(
  site: TestSite,
  language: Pictured,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<number> {
  const wanted = VARIANTS.filter(({ name }) => isWanted(`mail-${name}`));
  if (wanted.length === 0) return 0;
  const page = await site.visit({ language });
  for (const variant of wanted) {
    const path = `${folder}/mail-${variant.name}`;
    const mail = compose(variant, language);
    if (!mail) {
      console.log(`${language} ${variant.name}: there is no such mail`);
      continue;
    }
    await Deno.writeTextFile(
      `${path}.txt`,
      `From: ${mail.from}\nSubject: ${mail.subject}\n\n${mail.text}`,
    );
    await picture(page, mail, path);
  }
  await page.context().close();
  return wanted.length;
}

async function picture(page: Page, { html, cover }: ComposedMail, path: string): Promise<void> {
  const image = cover && Buffer.from(await readCover(cover)).toString("base64");
  await page.setContent(html.replaceAll(/cid:[^"]+/g, `data:image/png;base64,${image}`));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 600 });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${path}.${width}.${colorScheme}.png`, fullPage: true });
    }
  }
}

function compose(
  { name, kind, game: changes, mail }: Variant,
  language: Pictured,
): ComposedMail | null {
  const game = { ...eventfulGame(language), ...changes };
  if (game.isGathering) { for (const one of game.participants) one.receiver = null; }
  const words = WORDS[language];
  const usual = mailOf(kind, game);
  const [, second = ""] = words.names;
  // Most recipients have opened a mail before; those of the first mails have not.
  const isFirst = FIRST_MAILS.includes(kind) || name.endsWith("-first");
  if (!isFirst) {
    for (const one of game.participants) one.openedEmail = one.email;
  }
  const { before: _, ...facts } = usual.payload ?? {};
  const payload = {
    ...facts,
    ...(kind === "detailsChanged" &&
      { before: { time: "17:00", ...(isFirst && { location: words.past }) } }),
    ...(usual.payload?.message && { message: words.reminder }),
    ...(usual.payload?.name && { name: second }),
  };
  const places = [
    { game, participant: null },
    { game, participant: game.participants[0] ?? null },
    { game: { ...game, name: words.office }, participant: game.participants[1] ?? null },
  ];
  return composeMail(
    RUN,
    game,
    { ...usual, payload, language, ...mail },
    NOBODY,
    NOW,
    kind === "ownLinks" ? places : undefined,
  );
}

/** A game in which every kind of mail has something to report. */
function eventfulGame(language: Pictured): Game {
  const words = WORDS[language];
  const game = makeGame(words.names.length, {
    name: words.home,
    organizerName: words.names[0],
    organizerEmail: "organizer@example.org",
    date: "2099-12-24",
    time: "18:30",
    timeZone: words.timeZone,
    location: words.location,
    amount: words.amount,
    currency: words.currency,
    generalNotes: words.notes,
    byPost: true,
    sendBy: "2026-12-23",
    language,
    // The organizer is the last participant, because mails go to the first.
    participants: [...words.names.keys()].map((index) => (index + 1) % words.names.length)
      .map((place) => ({
        name: words.names[place] ?? "",
        email: `${words.mailboxes[place]}@example.org`,
      })),
  });
  game.date = "2026-12-24";
  game.drawProblem = "TOO_FEW_PARTICIPANTS";
  const [first] = game.participants;
  const kept = game.participants.find(({ number }) => number !== first?.receiver && number !== 1);
  if (first && kept) first.keeps = [kept.number];
  if (first) first.parcels = [{ ...SENT, giver: 3 }];
  for (const one of game.participants) {
    one.hasConfirmedAssignment = true;
    one.reassignmentRequestedAt = NOW.toISOString();
    if (one.number === 2) one.leaveRequestedAt = NOW.toISOString();
  }
  return game;
}
