/** The query parameters of flash messages. */
export const NEWS_QUERY = [
  ...["done", "moved", "unserved", "sent", "failed", "queued", "notified", "without"] as const,
];

/** Parameters that are removed from the URL: flash messages, and a personal link that was not signed in with yet. */
export const PASSING_QUERY = [...NEWS_QUERY, "participant"];
