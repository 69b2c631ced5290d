/** The query parameters of flash messages. */
export const NEWS_QUERY = [
  ...["done", "moved", "unserved", "sent", "failed", "queued", "notified", "without"] as const,
];

/** Those that do not stay in the address of a page: flash messages, and a link that was not signed in with yet. */
export const PASSING_QUERY = [...NEWS_QUERY, "participant"];
