import { type Game, type MailKind, ORGANIZER } from "@/lib/game/types.ts";
import type { OutboxMail } from "@/lib/mail/compose.tsx";
import type { MailLinks } from "@/lib/mail/mail_links.ts";
import { makeGame, tokens } from "./games.ts";

/* Helpers shared by the tests of mails. */

export const LINKS: MailLinks = {
  tokens,
  baseUrl: "https://gifts.example.org",
  operator: { name: null, contact: null, imprintUrl: null },
  siteName: null,
  senderName: "",
  bounceAddress: null,
  confirmsSenders: false,
};
/** Two days before the event. */
export const NOW = new Date("2026-12-20T12:00:00Z");
/** No address has opted out of reminders and notices. */
export const NOBODY: ReadonlySet<string> = new Set();

/** State of a parcel that has arrived. */
export const SENT = {
  seenFrom: "2026-12-01T07:00:00.000Z",
  isTakenBack: false,
  arrivalSeenFrom: "2026-12-05T07:00:00.000Z",
};

/** A game of four people in which every kind of mail has something to report. */
export function eventfulGame(): Game {
  const game = makeGame(4, {
    organizerEmail: "organizer@example.org",
    date: "2099-12-22",
    time: "18:30",
    location: "At Ana's",
    generalNotes: "One\nTwo",
    byPost: true,
  });
  game.date = "2026-12-22";
  game.provedEmail = game.organizerEmail;
  game.drawProblem = "TOO_FEW_PARTICIPANTS";
  const [first] = game.participants;
  const kept = game.participants.find(({ number }) => number !== first?.receiver && number !== 1);
  if (first && kept) first.keeps = [kept.number];
  if (first) first.parcels = [{ ...SENT, giver: 3 }];
  for (const one of game.participants) {
    one.hasConfirmedAssignment = true;
    one.reassignmentRequestedAt = NOW.toISOString();
    one.wish = `Wish of ${one.name}`;
    if (one.number === 2) one.leaveRequestedAt = NOW.toISOString();
  }
  return game;
}

/** A mail of this kind to one of its recipients. Changes the game to match what the mail says about a parcel. */
export function mailOf(kind: MailKind, game: Game): OutboxMail {
  if (
    /^(organizer|reassignmentRequested|leaveRequested|assignmentConfirmed|everyone|mailBounced|drawFailed)/
      .test(kind)
  ) {
    return { id: "7", recipient: ORGANIZER, kind, payload: { participant: 2 } };
  }
  if (kind === "participantRemoved" || kind === "addressChanged") {
    return { id: "7", recipient: null, address: "zoe@example.org", kind, payload: { name: "Zoe" } };
  }
  if (kind === "keptChanged") {
    return {
      id: "7",
      recipient: 1,
      kind,
      payload: { participant: game.participants[0]?.keeps[0] ?? 0 },
    };
  }
  const receiver = game.participants[0]?.receiver ?? 0;
  if (kind === "parcelArrived" || kind === "sendSoon") {
    const sentTo = game.participants.find(({ number }) => number === receiver);
    if (sentTo) sentTo.parcels = kind === "sendSoon" ? [] : [{ ...SENT, giver: 1 }];
  }
  return {
    id: "7",
    recipient: 1,
    kind,
    payload: {
      ...!kind.startsWith("parcel") && kind !== "sendSoon" && { participant: receiver },
      message: "Soon",
      before: { time: "17:00" },
      from: "giver",
    },
  };
}
