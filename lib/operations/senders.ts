import { isOrganizerProved, kindsOfNews, waitingInVain } from "../game/senders.ts";
import type { Game } from "../game/types.ts";
import { MAIL_DELAY } from "../mail/mail_delay.ts";
import { addToOutbox } from "../mail/outbox.ts";
import type { Services } from "../services.ts";
import type { NewMail, StoredChange } from "../store/store.ts";

/**
 * The confirmation of an organizer's address that a link in a mail to it opens; null if the address is not the
 * organizer's any more, or the link is not one of ours.
 *
 * @param confirms true confirms the address, and lets the mails go that wait for it.
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
