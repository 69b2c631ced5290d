import {
  type Access,
  authorizeParticipant,
  authorizeReader,
  type Credential,
  requireInvitation,
  seesPair,
} from "../game/access.ts";
import { hasUnopenedGift } from "../game/assignments.ts";
import { GameError } from "../game/errors.ts";
import { type InvitationView, invitationView } from "../game/gathering_view.ts";
import { normalizedKey } from "../game/identity.ts";
import type { OwnData } from "../game/own_data.ts";
import { viewMessages, viewOwnThanks } from "../game/messages.ts";
import { changeParticipant } from "../game/changes.ts";
import { keptBy } from "../game/keepers.ts";
import { pairsHiddenFromOrganizer, provesAddress } from "../game/seal.ts";
import { type EmailStatuses, type Game, GAME_CODE, type Participant } from "../game/types.ts";
import type { Services } from "../services.ts";
import { DatabaseBusy, DatabaseUnavailable } from "../store/store.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";

/** A game and what its asker may see of it. */
export interface OpenGame {
  game: Game;
  access: Access;
  /** How the latest mails fare; empty for all but the organizer. */
  emails: EmailStatuses;
}

/** How often a game is read again whose pairs change just when someone sees theirs. */
const READINGS = 10;

/**
 * Loads a game for someone who wants to read it.
 *
 * @param markViewed whether the answer shows its asker whom they give to, which is then noted as seen, if
 * it was not before: so it is this very person of whom they are told when it changes. An answer to an id
 * alone in an unprotected game counts too. Anyone with the code can cause that; but were it not counted,
 * those who read their pair in this way would never be told of another.
 * @param withKept whether it shows those of the gifts that they keep, too.
 * @param hidesUnmarked whether the answer to a participant of a sealed game, where it is not marked as seen, holds
 * no pair: there nobody sees one unnoticed.
 * @throws {GameError} 404, 401 or 403 as `authorizeReader` says.
 */
export async function openGame(
  services: Services,
  code: string,
  credential: Credential,
  { markViewed, withKept = true, hidesUnmarked = false }: {
    markViewed: boolean;
    withKept?: boolean;
    hidesUnmarked?: boolean;
  },
): Promise<OpenGame> {
  for (let reading = 1; reading <= READINGS; reading++) {
    const { game, emails } = await findForReader(services, code, credential);
    if (services.sizes.note(code, game)) await yieldToEventLoop();
    const access = authorizeReader(game, credential, services.tokens);
    if (access.role === "participant" && provesAddress(game, access)) {
      await noteProof(services, game, access.participant);
    }
    if (!markViewed && hidesUnmarked && pairsHiddenFromOrganizer(game) && "participant" in access) {
      return { game, access: { ...access, seesAssignment: false }, emails };
    }
    if (!markViewed || access.role !== "participant" || !seesPair(game, access)) {
      return { game, access, emails };
    }
    const { participant } = access;
    const kept = withKept ? keptBy(game, participant) : [];
    if (await note(services, game, [participant, ...kept])) {
      return { game, access, emails };
    }
  }
  throw new DatabaseBusy("Others keep changing this game");
}

/** Notes that a participant has opened the link that was mailed to their address, unless either has changed since. */
async function noteProof(
  { store }: Pick<Services, "store">,
  { id }: Game,
  { number, email, tokenVersion }: Participant,
): Promise<void> {
  try {
    await store.changeGameById(id, (game) => {
      const one = game?.participants.find((one) =>
        one.number === number && one.email === email && one.tokenVersion === tokenVersion
      );
      const isNew = game && one && !one.isEmailProved;
      return {
        game: isNew ? changeParticipant(game, one, { isEmailProved: true }).game : null,
        outbox: null,
        result: undefined,
      };
    });
  } catch (error) {
    // Nobody waits for that: the next request proves it as well.
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}

/**
 * Notes that a participant has opened a link from a mail to the address that they have now.
 *
 * @param mark what the link held besides their token, which their organizer may have, too.
 */
export async function noteMailOpened(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  game: Game,
  { number, email, openedEmail }: Participant,
  mark: string,
): Promise<void> {
  if (email === null || openedEmail === email || !tokens.isMailMark(game, email, mark)) return;
  try {
    await store.changeGameById(game.id, (game) => {
      const one = game?.participants.find((one) => one.number === number && one.email === email);
      return {
        game: game && one ? changeParticipant(game, one, { openedEmail: email }).game : null,
        outbox: null,
        result: undefined,
      };
    });
  } catch (error) {
    // The next mail is shorter for it; nobody waits for that.
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}

/**
 * Notes for each of these that their gift was opened. Why its receiver has changed is no longer stored, and stays
 * in what is read here: the answer is the first to show the new one.
 *
 * @returns false where one of the pairs has changed
 */
async function note(
  { store }: Pick<Services, "store">,
  game: Game,
  viewers: readonly Participant[],
): Promise<boolean> {
  for (const viewer of viewers) {
    if (!hasUnopenedGift(viewer)) continue;
    const now = new Date();
    if (!await store.markViewed(game, viewer, now)) return false;
    viewer.viewedAt ??= now.toISOString();
  }
  return true;
}

/**
 * All that is kept of the person whose token comes, and of nobody else.
 *
 * @param markViewed whether it names the person that they give to and counts as having seen it; else that
 * is in it only where they have seen it before.
 * @throws {GameError} 404 where there is no active game, 401 without a token, 403 for a wrong one.
 */
export async function openOwnData(
  services: Services,
  code: string,
  credential: Credential,
  { markViewed }: { markViewed: boolean },
): Promise<OwnData> {
  const { store, tokens } = services;
  const { participantToken, participantId } = credential;
  const present = await findActiveGame(services, code);
  if (!participantToken) throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  const own = { participantToken, participantId };
  authorizeParticipant(present, own, tokens);
  const { game, access } = await openGame(services, code, own, {
    markViewed,
    withKept: false,
  });
  if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
  const { participant } = access;
  const [emails, unsubscribed, stored] = await Promise.all([
    store.readEmailStatuses(game.id),
    store.readUnsubscribed(game.id),
    store.readMessages(game.id, participant.number),
  ]);
  const seesAssignment = seesPair(game, access) && participant.viewedAt !== null;
  const shown = { ...access, seesAssignment };
  const { viewOwnData } = await import("../game/own_data.ts");
  return viewOwnData(
    game,
    shown,
    {
      messages: viewMessages(game, shown, stored, tokens.messages),
      ownThanks: viewOwnThanks(game, shown, stored, tokens.messages),
      isUnsubscribed: participant.email !== null &&
        unsubscribed.has(normalizedKey(participant.email)),
      email: emails.get(participant.number),
    },
    tokens,
    new Date(),
  );
}

/**
 * Loads a game for someone with an invitation to it.
 *
 * @throws {GameError} 404 for an unknown or archived game, 401 without a token, 403 for a wrong one.
 */
export async function openInvitation(
  services: Services,
  code: string,
  invitationToken: string | undefined,
): Promise<InvitationView> {
  const game = await findActiveGame(services, code);
  requireInvitation(game, invitationToken, services.tokens);
  return invitationView(game, new Date());
}

/** The archived game that an invitation is to; null: it is to none. */
export async function findOverByInvitation(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  invitationToken: string | undefined,
): Promise<Game | null> {
  if (!isCode(code) || !invitationToken) return null;
  const games = await store.readArchivedGames(code);
  return games.find((game) => tokens.isInvitation(game, invitationToken)) ?? null;
}

/** @throws {GameError} 404 where there is no active game with this code. */
export async function findActiveGame({ store, sizes }: Services, code: string): Promise<Game> {
  const game = isCode(code) ? await store.readGame(code) : null;
  if (!game || game.archivedAt) throw new GameError("GAME_NOT_FOUND");
  sizes.note(code, game);
  return game;
}

/** Whether a text can be a game's code. */
export function isCode(text: string): boolean {
  return GAME_CODE.test(text);
}

/**
 * The game that this asker means by a code: the active one, else the last archived; and, since codes
 * are used again, an older archived one whose organizer shows its token.
 */
export async function findForReader(
  { store, tokens }: Services,
  code: string,
  { organizerToken }: Credential,
): Promise<{ game: Game; emails: EmailStatuses }> {
  if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
  if (!organizerToken) {
    const game = await store.readGame(code);
    if (!game) throw new GameError("GAME_NOT_FOUND");
    return { game, emails: new Map() };
  }
  const latest = await store.readGameWithEmails(code);
  if (!latest) throw new GameError("GAME_NOT_FOUND");
  const isItsOwn = (game: Game) => tokens.isOrganizer(game, organizerToken);
  if (isItsOwn(latest.game)) return latest;
  const older = (await store.readArchivedGames(code)).find(isItsOwn);
  return older ? { game: older, emails: await store.readEmailStatuses(older.id) } : latest;
}
