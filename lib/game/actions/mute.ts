import type { z } from "zod";
import { findParticipant } from "../access.ts";
import { changeParticipant } from "../changes.ts";
import { flag } from "../fields.ts";
import { partner } from "../messages.ts";
import { operation, ownBody } from "../operation.ts";
import type { Change, Game } from "../types.ts";

const muteBody = ownBody("muteThread", {
  to: partner,
  muted: flag.describe("Whether to get no mails about messages in this thread"),
});

export const muteThreadRow = operation(muteBody, {
  by: { participant: muteThread },
  needsPairs: true,
  needsToken: true,
  whenOver: "allowed",
  sealedOrganizerLearns: "nothing",
});

/**
 * Sets whether a participant gets mails about messages in one of their threads; the messages arrive anyway.
 */
export function muteThread(
  game: Game,
  { participantId = "", to, muted }: z.infer<typeof muteBody>,
): Change {
  const participant = findParticipant(game, participantId);
  return changeParticipant(
    game,
    participant,
    to === "receiver" ? { mutesReceiver: muted } : { mutesGiver: muted },
  );
}
