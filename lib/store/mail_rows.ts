import type { EmailStatus, EmailStatuses } from "../game/types.ts";
import type { CountedMails, MailCounts } from "./store.ts";

/** Number of mails by state. */
export interface CountRow {
  /** 1 or true: those to the organizer. */
  organizer: number | boolean;
  status: keyof MailCounts;
  count: number;
  /** Those that wait for a person. */
  held: number;
}

export function toCountedMails(rows: readonly CountRow[]): CountedMails {
  const counts = {
    organizer: { sent: 0, failed: 0, queued: 0 },
    participants: { sent: 0, failed: 0, queued: 0 },
    held: 0,
  };
  for (const { organizer, status, count, held } of rows) {
    counts[organizer ? "organizer" : "participants"][status] = count;
    counts.held += held;
  }
  return counts;
}

/** The latest mail to a person, and how many are held. */
export type StatusRow = Omit<EmailStatus, "held"> & { recipient: number; held: number };

export function toEmailStatuses(rows: readonly StatusRow[]): EmailStatuses {
  return new Map(rows.map(({ recipient, held, ...status }) => [
    recipient,
    { ...status, ...held > 0 && { held } },
  ]));
}
