import { type Credential, requireOrganizer } from "../game/access.ts";
import { archiveGame as decideArchival } from "../game/actions/archive.ts";
import { decide, type Decision } from "../game/actions/decide.ts";
import { GameError } from "../game/errors.ts";
import type { GameAction } from "../game/schemas.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { mailsFor } from "../mail/mails_for.ts";
import type { Services } from "../services.ts";
import { isCode, type OpenGame } from "./open.ts";
import { decisionContext } from "./decision_context.ts";
import { observeDecision } from "./observe_decision.ts";

/** The game after an action, as its asker may see it. */
export type PerformedAction = OpenGame & Pick<Decision, "unserved">;

/**
 * Carries out one action on a game.
 *
 * @param credential what the request showed in its headers and query.
 * @throws {GameError} as `decide` says; 404 for a game that is not active.
 */
export async function performAction(
  services: Services,
  code: string,
  action: GameAction,
  credential: Credential,
): Promise<PerformedAction> {
  if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
  const { store, mail, tokens } = services;
  const { game, access, unserved, mails } = await store.changeGame(code, (before) => {
    if (!before) throw new GameError("GAME_NOT_FOUND");
    const decision = observeDecision(
      action.action,
      () => decide(before, action, credential, tokens, decisionContext()),
    );
    const mails = mail ? mailsFor(decision) : [];
    return {
      game: decision.game,
      outbox: mails.length > 0 ? addToOutbox(mails) : null,
      result: { ...decision, mails },
    };
  });
  if (mails.length > 0) mail?.wake();
  const emails = access.role === "organizer"
    ? await store.readEmailStatuses(game.id)
    : new Map<never, never>();
  return { game, access, emails, ...(unserved && { unserved }) };
}

/**
 * Archives a game at its organizer's wish.
 *
 * @throws {GameError} 401 without a token, 404 for an unknown code, 409 for a game archived already
 * (whatever the token), 403 for a wrong token.
 */
export async function archiveGame(
  { store, mail, tokens }: Services,
  code: string,
  organizerToken: string | undefined,
): Promise<void> {
  const game = isCode(code) ? await store.readGame(code) : null;
  if (!game) throw new GameError("GAME_NOT_FOUND");
  if (!organizerToken) throw new GameError("TOKEN_REQUIRED", { which: "organizer" });
  await store.changeGame(code, (active) => {
    if (!active) throw new GameError("ALREADY_ARCHIVED", { code });
    requireOrganizer(active, organizerToken, tokens);
    const change = decideArchival(active, new Date());
    return {
      game: change.game,
      outbox: addToOutbox(mail ? mailsFor(change) : []),
      result: undefined,
    };
  });
  mail?.wake();
}
