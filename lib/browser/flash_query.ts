/** The parts of an address that tell a page what was done just before. */
export const NEWS_QUERY = ["done", "moved", "unserved", "sent", "failed", "queued"] as const;
