import type { NewMail, OutboxDecision } from "../store/store.ts";

/** What becomes of new mails beside those that wait already. */
export function addToOutbox(mails: readonly NewMail[]): OutboxDecision {
  return () => ({ add: mails, update: [] });
}
