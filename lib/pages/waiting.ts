import type { Partner } from "../game/messages.ts";

/** The messages that wait for a participant, as far as their page tells of them. */
export interface Waiting {
  count: number;
  /** In which conversation one reads first; none: nothing waits. */
  first: Partner | undefined;
}

/**
 * Of letters that wait with an unopened gift nothing is told: they may be gone with it.
 *
 * @param unread in each conversation
 */
export function waitingOf(
  unread: Readonly<Record<Partner, number>>,
  { viewedAt }: { viewedAt: string | null },
): Waiting {
  const isOpened = viewedAt !== null;
  const count = unread.giver + (isOpened ? unread.receiver : 0);
  if (isOpened && unread.receiver > 0) return { count, first: "receiver" };
  return { count, first: unread.giver > 0 ? "giver" : undefined };
}
