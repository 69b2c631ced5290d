import type { EmailStatus, EmailStatuses } from "../game/types.ts";
import type { CountedMails, MailCounts } from "./store.ts";

/** Number of mails by state. */
export interface CountRow {
  /** 1 or true: mails to the organizer. */
  organizer: number | boolean;
  status: keyof MailCounts;
  count: number;
  /** Number of these mails that wait for the organizer or the operator. */
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

/** The latest mail to a person, and the number of their held mails. */
export type StatusRow = Omit<EmailStatus, "held"> & { recipient: number; held: number };

export function toEmailStatuses(rows: readonly StatusRow[]): EmailStatuses {
  return new Map(rows.map(({ recipient, held, ...status }) => [
    recipient,
    { ...status, ...held > 0 && { held } },
  ]));
}
