import {
  type Access,
  authorizeReader,
  type Credential,
  type ParticipantAccess,
  requireInvitation,
  seesPair,
} from "../game/access.ts";
import { hasUnopenedGift, isGiftClosed, openingAt } from "../game/assignments.ts";
import { devicesOf } from "../game/devices.ts";
import { GameError } from "../game/errors.ts";
import { type InvitationView, invitationView } from "../game/gathering_view.ts";
import type { OwnData } from "../game/own_data.ts";
import { viewMessages, viewOwnThanks } from "../game/messages.ts";
import { changeParticipant } from "../game/changes.ts";
import { keptBy } from "../game/keepers.ts";
import { pairsHiddenFromOrganizer, provesAddress } from "../game/seal.ts";
import { type EmailStatuses, type Game, GAME_CODE, type Participant } from "../game/types.ts";
import type { Services } from "../services.ts";
import { readOwnPhotos, readWishes } from "./shown_wishes.ts";
import { untilStored } from "./until_stored.ts";
import { DatabaseUnavailable } from "../store/store.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";

/** A game and the caller's access to it. */
export interface OpenGame {
  game: Game;
  access: Access;
  /** State of the latest mail to each person; empty unless the organizer asks. */
  emails: EmailStatuses;
}

/**
 * Loads a game for a reader.
 *
 * @param markViewed true if the answer shows the caller their receiver. The pair is stored as seen, so that they are
 * notified if it changes. This includes access with only an id in an unprotected game: anyone with the code can cause
 * that, but otherwise people who read their pair this way would never be notified of a change.
 * @param charge called before anything is stored. If it throws, the gift stays closed.
 * @param withKept true if the answer also shows the gifts that the participant keeps.
 * @param hidesUnmarked true if an answer that is not stored as seen must contain no pair before the participant has
 * opened their gift, and in a sealed game none at all. Otherwise they would not be notified of a later change.
 * @throws {GameError} 404, 401 or 403 as `authorizeReader` does; 503 if the pairs keep changing.
 */
export async function openGame(
  services: Services,
  code: string,
  credential: Credential,
  { markViewed, charge, withKept = true, hidesUnmarked = false }: {
    markViewed: boolean;
    charge?: (game: Game, access: Access) => void | Promise<void>;
    withKept?: boolean;
    hidesUnmarked?: boolean;
  },
): Promise<OpenGame> {
  return await untilStored(async (attempt) => {
    const { game, emails } = await findForReader(services, code, credential);
    if (services.sizes.note(code, game)) await yieldToEventLoop();
    const access = authorizeReader(game, credential, services.tokens);
    if (attempt === 0) await charge?.(game, access);
    if (access.role !== "participant") return { game, access, emails };
    const { participant } = access;
    if (provesAddress(game, access)) await noteProof(services, game, participant);
    if (!markViewed && hidesUnmarked && isHiddenAhead(game, participant)) {
      return { game, access: { ...access, seesAssignment: false }, emails };
    }
    if (!markViewed || !seesPair(game, access)) return { game, access, emails };
    const kept = withKept ? keptBy(game, participant) : [];
    const noted = await note(services, game, [participant, ...kept]);
    if (!noted) return null;
    const viewer = noted.participants.find(({ number }) => number === participant.number);
    return { game: noted, access: { ...access, participant: viewer ?? participant }, emails };
  });
}

/** True if an answer that does not count as opening a gift must hide the gifts that the participant may see. */
function isHiddenAhead(game: Game, participant: Participant): boolean {
  return pairsHiddenFromOrganizer(game) ||
    [participant, ...keptBy(game, participant)].some(hasUnopenedGift);
}

/** Stores that a participant has opened the link mailed to their address, unless link or address has changed since. */
function noteProof(
  services: Pick<Services, "store">,
  { id }: Game,
  { number, email, tokenVersion }: Participant,
): Promise<void> {
  const isStill = (one: Participant) =>
    one.number === number && one.email === email && one.tokenVersion === tokenVersion &&
    !one.isEmailProved;
  return noteOf(services, id, isStill, { isEmailProved: true, openedEmail: email });
}

/**
 * Notes that a participant has opened a link from a mail to the address that they have now.
 *
 * @param mark from the link. The token alone is not enough, because the organizer may also have it.
 */
export async function noteMailOpened(
  services: Pick<Services, "store" | "tokens">,
  game: Game,
  { number, email, openedEmail }: Participant,
  mark: string,
): Promise<void> {
  if (email === null || openedEmail === email) return;
  if (!services.tokens.isMailMark(game, email, mark)) return;
  const isStill = (one: Participant) => one.number === number && one.email === email;
  await noteOf(services, game.id, isStill, { openedEmail: email });
}

/** Stores facts that a request proves. Ignores an unavailable database, because a later request proves them again. */
async function noteOf(
  { store }: Pick<Services, "store">,
  gameId: string,
  isStill: (one: Participant) => boolean,
  facts: Partial<Participant>,
): Promise<void> {
  try {
    await store.changeGameById(gameId, (game) => {
      const one = game?.participants.find(isStill);
      return {
        game: game && one ? changeParticipant(game, one, facts).game : null,
        outbox: null,
        result: undefined,
      };
    });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}

/**
 * Stores that the gifts of these people were opened. The reason for a different receiver is deleted from the store,
 * and stays in the game returned, because this answer is the first to show the new one.
 *
 * @returns the game with these gifts opened; null if one of the pairs has changed.
 */
async function note(
  { store }: Pick<Services, "store">,
  game: Game,
  viewers: readonly Participant[],
): Promise<Game | null> {
  let noted = game;
  for (const viewer of viewers) {
    if (!hasUnopenedGift(viewer)) continue;
    const at = openingAt(viewer, new Date());
    if (!await store.markViewed(game, viewer, new Date(at))) return null;
    const viewedAt = viewer.viewedAt ?? at;
    noted = changeParticipant(noted, viewer, { viewedAt }).game;
  }
  return noted;
}

/** An active game and a participant who showed their token. */
export interface OwnAccess {
  game: Game;
  access: ParticipantAccess;
}

/**
 * Loads a game for a participant who shows their token; an id is never enough.
 *
 * @param options see `openGame`.
 * @throws {GameError} 404, then 401 without a token, 403 for a wrong one.
 */
export async function openByToken(
  services: Services,
  code: string,
  { participantToken, participantId }: Credential,
  options: { markViewed: boolean; withKept?: boolean },
): Promise<OwnAccess> {
  if (!participantToken) {
    await findActiveGame(services, code);
    throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  }
  const own = { participantToken, participantId };
  const { game, access } = await openGame(services, code, own, options);
  if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
  return { game, access };
}

/**
 * Collects everything stored about the participant whose token is shown, and nothing about anyone else.
 *
 * @param markViewed true if the answer names their receiver and counts as seen; otherwise it names them only while
 * the gift is open.
 * @throws {GameError} 404 without an active game, 401 without a token, 403 for a wrong one.
 */
export async function openOwnData(
  services: Services,
  code: string,
  credential: Credential,
  { markViewed }: { markViewed: boolean },
): Promise<OwnData> {
  const { store, tokens } = services;
  const { game, access } = await openByToken(services, code, credential, {
    markViewed,
    withKept: false,
  });
  const { participant } = access;
  const isOpen = markViewed || !isGiftClosed(game, participant);
  const seesAssignment = seesPair(game, access) && isOpen;
  const shown = { ...access, seesAssignment };
  const [emails, unsubscribed, stored, wishes, photos, hosts] = await Promise.all([
    store.readEmailStatuses(game.id),
    store.readUnsubscribed(game.id),
    store.readMessages(game.id, participant.number),
    readWishes(services, game, shown),
    readOwnPhotos(services, game, shown),
    readHosts(services, game, participant),
  ]);
  // Messages that their page hides until the gift is opened are hidden here too, unless this answer opens it.
  const read = !isOpen && pairsHiddenFromOrganizer(game) ? [] : stored;
  const { viewOwnData } = await import("../game/own_data.ts");
  return viewOwnData(
    game,
    shown,
    {
      messages: viewMessages(game, shown, read, tokens.messages),
      ownThanks: viewOwnThanks(game, shown, read, tokens.messages),
      isUnsubscribed: participant.email !== null &&
        tokens.isOptedOut(game, participant.email, unsubscribed),
      email: emails.get(participant.number),
      wishes,
      photos,
      hosts,
    },
    tokens,
    new Date(),
  );
}

/** The push hosts of a participant's devices by device id, without devices that cannot be decrypted. */
async function readHosts(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  game: Game,
  { number }: Participant,
): Promise<Map<string, string>> {
  const hosts = new Map<string, string>();
  for (const { id } of devicesOf(game, number)) {
    const device = await store.readDevice(game.id, id);
    const opened = device && tokens.devices.open(device.sealed, { gameId: game.id, id });
    if (opened) hosts.set(id, new URL(opened.subscription.endpoint).hostname);
  }
  return hosts;
}

/**
 * Loads a game for the holder of an invitation.
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

/** Finds the archived game of an invitation; null if there is none. */
export async function findOverByInvitation(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  invitationToken: string | undefined,
): Promise<Game | null> {
  if (!isCode(code) || !invitationToken) return null;
  const games = await store.readArchivedGames(code);
  return games.find((game) => tokens.isInvitation(game, invitationToken)) ?? null;
}

/** Loads the active game with this code. @throws {GameError} 404 if there is none. */
export async function findActiveGame({ store, sizes }: Services, code: string): Promise<Game> {
  const game = isCode(code) ? await store.readGame(code) : null;
  if (!game || game.archivedAt) throw new GameError("GAME_NOT_FOUND");
  sizes.note(code, game);
  return game;
}

/** True if a text has the form of a game's code. */
export function isCode(text: string): boolean {
  return GAME_CODE.test(text);
}

/**
 * Loads the game that a reader means by a code: the active one, otherwise the last archived one. Codes are reused,
 * so an organizer's token may also open an older archived game.
 *
 * @throws {GameError} 404 for an unknown code.
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
