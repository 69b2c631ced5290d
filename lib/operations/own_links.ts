import { GameError } from "../game/errors.ts";
import type { OwnLinksRequest } from "../game/schemas.ts";
import { RECOVERY_MAILS_PER_HOUR } from "../mail/limits.ts";
import type { Mailer } from "../mail/mailer.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { findPlaces } from "../mail/own_links.ts";
import type { Services } from "../services.ts";
import type { NewMail, Store } from "../store/store.ts";

/** A date later than any game's event. */
const LAST_DAY = "9999-12-31";

/**
 * Sends all links of an address in one mail, if it is in any active game. The look-up happens after the answer,
 * which is the same for every address.
 *
 * @param client the client's key for limits.
 * @throws {GameError} 503 if no mail can be sent; 429 for too many requests.
 * @throws {DatabaseUnavailable}
 */
export async function requestOwnLinks(
  { store, mail, tokens }: Services,
  request: OwnLinksRequest,
  client: string,
): Promise<void> {
  if (!mail) throw new GameError("EMAIL_NOT_CONFIGURED");
  // If another address is entered while the mail waits, the mail must not go there.
  const onlyTo = tokens.mailKey(request.email);
  await mail.inBackground(
    () => mailOwnLinks(store, mail, { ...request, onlyTo }),
    () => mail.limits.recovery(client, onlyTo, performance.now()),
  );
}

/**
 * Adds the mail to the outbox of one of the address's games; the links are read when it is sent. For an unknown
 * address, or one at its hourly limit, a mail without a recipient is added to some game instead and dropped later.
 * Both wait for a random time, so that later requests do not reveal whether the address is known.
 */
export async function mailOwnLinks(
  store: Pick<Store, "findAddress" | "listExpiredGames" | "countRecentMails" | "addMails">,
  mail: Pick<Mailer, "wake" | "recoverySpan">,
  { email, language, onlyTo }: OwnLinksRequest & { onlyTo: string },
): Promise<void> {
  const [places, [any]] = await Promise.all([
    findPlaces(store, email),
    store.listExpiredGames(LAST_DAY, null, 1),
  ]);
  // A random game, because organizers who entered the address must not know which game sends the mail.
  const games = [...Map.groupBy(places, ({ gameId }) => gameId).values()];
  const place = games[Math.floor(Math.random() * games.length)]?.[0];
  const gameId = place?.gameId ?? any?.id;
  if (!gameId) return;
  const recent = await store.countRecentMails(gameId, place ? [place.number] : [], "ownLinks");
  const isAllowed = place && (recent.get(place.number) ?? 0) < RECOVERY_MAILS_PER_HOUR;
  const order: NewMail = {
    recipient: isAllowed ? place.number : null,
    kind: "ownLinks",
    // Unique, because a mail that is merged into another would be sent with it.
    topic: crypto.randomUUID(),
    payload: { onlyTo },
    delay: Math.random() * mail.recoverySpan,
    ...(language ? { language } : {}),
  };
  await store.addMails(gameId, addToOutbox([order]));
  mail.wake();
}
