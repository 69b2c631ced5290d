import type { CountedMails, MailCounts } from "./store.ts";

/** Sums up counts of mails by state. @param rows `held`: those that wait for a person */
export function toCountedMails(
  rows: readonly {
    organizer: boolean;
    status: keyof MailCounts;
    count: number;
    held: number;
  }[],
): CountedMails {
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
