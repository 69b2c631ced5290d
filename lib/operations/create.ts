import { createGame as decideCreation } from "../game/create.ts";
import type { CreateGame } from "../game/schemas.ts";
import type { EmailStatuses, Game, Language } from "../game/types.ts";
import { mailsFor } from "../mail/mails_for.ts";
import { withTrace } from "../mail/outbox.ts";
import type { Services } from "../services.ts";
import { decisionContext } from "./decision_context.ts";
import { observeDecision } from "./observe_decision.ts";

/** A new game and how its mails fare. */
export interface CreatedGame {
  game: Game;
  emails: EmailStatuses;
  emailResults: EmailResults;
}

/** What became of the mails of a creation when it was answered. */
export interface EmailResults {
  organizerEmailSent: boolean;
  participantEmailsSent: number;
  participantEmailsFailed: number;
  /** Those that go out later. */
  participantEmailsQueued: number;
}

/**
 * Draws and stores a new game; where it sends mails, waits up to 10 s for them.
 *
 * @param client who is asking, as a key for limits.
 * @throws {GameError} 400 for a rule that the body breaks, 429 where the client has caused too much mail.
 */
export async function createGame(
  { store, mail }: Services,
  body: CreateGame,
  fallbackLanguage: Language,
  client: string,
): Promise<CreatedGame> {
  const change = observeDecision(
    "createGame",
    () => decideCreation(body, fallbackLanguage, decisionContext()),
  );
  const mails = mail ? withTrace(mailsFor(change)) : [];
  mail?.limits.mails(client, mails.length, Date.now());
  const { game, mailIds } = await store.createGame(change.game, mails);
  if (!mail || mailIds.length === 0) {
    return {
      game,
      emails: new Map(),
      emailResults: {
        organizerEmailSent: false,
        participantEmailsSent: 0,
        participantEmailsFailed: 0,
        participantEmailsQueued: 0,
      },
    };
  }
  const { organizer, participants } = await mail.settle(mailIds);
  return {
    game,
    emails: await store.readEmailStatuses(game.id),
    emailResults: {
      organizerEmailSent: organizer.sent > 0,
      participantEmailsSent: participants.sent,
      participantEmailsFailed: participants.failed,
      participantEmailsQueued: participants.queued,
    },
  };
}
