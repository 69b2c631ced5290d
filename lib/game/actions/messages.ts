import { z } from "zod";
import { messageText } from "../fields.ts";
import { partner, QUESTIONS } from "../messages.ts";
import { operation, ownBody } from "../operation.ts";
import { participantViewSchema } from "../view_schemas.ts";

const messageBody = ownBody("sendMessage", {
  to: partner,
  text: messageText.optional(),
  question: z.enum(QUESTIONS, `question must be one of ${QUESTIONS.join(", ")}`).optional()
    .describe("Instead of a text: one that stands ready, which each reads in their language"),
}).superRefine(({ text, question }, context) => {
  if ((text === undefined) !== (question === undefined)) return;
  const message = "A message is either a text or a question";
  context.addIssue({ code: "custom", path: ["text"], message });
});
const thanksBody = ownBody("sendThanks", { text: messageText });

/** What someone writes to the other one of their pair. */
export type SendMessage = z.infer<typeof messageBody>;
export type SendThanks = z.infer<typeof thanksBody>;

export const sendMessageRow = operation(messageBody, {
  by: { participant: null },
  needsPairs: true,
  whenOver: "allowed",
  sealedOrganizerLearns: "nothing",
  answers: [participantViewSchema],
  refusals: ["GIFT_WITHHELD", "TOO_MANY_MESSAGES"],
});

export const sendThanksRow = operation(thanksBody, {
  by: { participant: null },
  needsPairs: true,
  whenOver: "allowed",
  sealedOrganizerLearns: "nothing",
  answers: [participantViewSchema],
  refusals: ["GIFT_WITHHELD", "TOO_MANY_MESSAGES", "TOO_EARLY_TO_THANK", "ALREADY_THANKED"],
});
