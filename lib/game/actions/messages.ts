import { z } from "zod";
import { findParticipant } from "../access.ts";
import { changeParticipant } from "../changes.ts";
import { flag, messageText } from "../fields.ts";
import { partner, QUESTIONS } from "../messages.ts";
import { operation, ownBody, SECRET } from "../operation.ts";
import type { Change, Game } from "../types.ts";

const messageBody = ownBody("sendMessage", {
  to: partner,
  text: messageText.optional(),
  question: z.enum(QUESTIONS, `question must be one of ${QUESTIONS.join(", ")}`).optional()
    .describe("Instead of a text: one that stands ready, which each reads in their language"),
}).refine(({ text, question }) => (text === undefined) !== (question === undefined), {
  path: ["text"],
  message: "A message is either a text or a question",
});
const thanksBody = ownBody("sendThanks", { text: messageText });

/** A message to the other person of a pair. */
export type SendMessage = z.infer<typeof messageBody>;
export type SendThanks = z.infer<typeof thanksBody>;

export const sendMessageRow = operation(messageBody, {
  by: { participant: null },
  needsPairs: true,
  ...SECRET,
  refusals: ["GIFT_WITHHELD", "TOO_MANY_MESSAGES"],
});

export const sendThanksRow = operation(thanksBody, {
  by: { participant: null },
  needsPairs: true,
  ...SECRET,
  refusals: ["GIFT_WITHHELD", "TOO_MANY_MESSAGES", "TOO_EARLY_TO_THANK", "ALREADY_THANKED"],
});

const muteBody = ownBody("muteThread", {
  to: partner,
  muted: flag.describe("Whether to get no mails about messages in this thread"),
});

export const muteThreadRow = operation(muteBody, {
  by: { participant: muteThread },
  needsPairs: true,
  needsToken: true,
  ...SECRET,
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
