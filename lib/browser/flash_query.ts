/** The query parameters of flash messages. */
export const NEWS_QUERY = [
  ...["done", "moved", "unserved", "sent", "failed", "queued", "notified", "without"] as const,
];
