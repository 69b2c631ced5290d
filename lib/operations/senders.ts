import { isOrganizerProved, kindsOfNews, waitingInVain } from "../game/senders.ts";
import type { Game } from "../game/types.ts";
import { MAIL_DELAY } from "../mail/mail_delay.ts";
import { addToOutbox } from "../mail/outbox.ts";
import type { Services } from "../services.ts";
import type { NewMail, StoredChange } from "../store/store.ts";

/**
 * Opens the link that confirms an organizer's address. Returns null if the address is no longer the organizer's, the
 * game is archived, or the link is invalid.
 *
 * @param confirms true to confirm the address and release the mails that wait for it; false to only read.
 */
export async function openConfirmation(
  { store, mail, tokens }: Pick<Services, "store" | "mail" | "tokens">,
  gameId: string,
  token: string,
  confirms = false,
): Promise<{ game: Game; isConfirmed: boolean } | null> {
  const isOpened = (game: Game) =>
    game.organizerEmail !== null && game.archivedAt === null &&
    tokens.isConfirmation(game, game.organizerEmail, token);
  const game = isUuid(gameId) ? await store.readGameById(gameId) : null;
  if (!game || !isOpened(game)) return null;
  if (!confirms) return { game, isConfirmed: isOrganizerProved(game) };
  const givenUp = await store.readGivenUp(game.id, kindsOfNews(game));
  const confirmed = await store.changeGameById(game.id, (game): StoredChange<Game | null> => {
    if (!game || !isOpened(game)) return { game: null, outbox: null, result: null };
    const next = { ...game, provedEmail: game.organizerEmail };
    const late = waitingInVain(next, givenUp).map(({ number }): NewMail => ({
      recipient: number,
      kind: next.isGathering ? "joined" : "assignment",
    }));
    return { game: next, outbox: addToOutbox(late), releasesHeld: MAIL_DELAY, result: next };
  });
  mail?.wake();
  return confirmed && { game: confirmed, isConfirmed: true };
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
