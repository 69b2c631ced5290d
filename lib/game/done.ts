/** The API's sentences about what has been done, for its answers and for the examples in its document. */
const DONE = {
  archived: "The game is archived",
  deviceRemoved: "This device is not notified any more",
  gameErased: "The game is erased for good",
  handedOver: "The new link shows what was opened or entered with the former one",
  left: "You have left the game",
  linksRequested: "If this address is in any game, a mail with all its links is on its way to it",
  organizerTokenRenewed:
    "The new management link is on its way to the organizer; the old one has ended",
  personErased: "What was known of you is erased for good",
} as const;

/** The answer to a request that was carried out. */
export function done(what: keyof typeof DONE) {
  return { success: true, message: DONE[what] };
}
