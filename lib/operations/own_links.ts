import { GameError } from "../game/errors.ts";
import type { OwnLinksRequest } from "../game/schemas.ts";
import { RECOVERY_MAILS_PER_HOUR } from "../mail/limits.ts";
import type { Mailer } from "../mail/mailer.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { findPlaces } from "../mail/own_links.ts";
import type { Services } from "../services.ts";
import type { NewMail, Store } from "../store/store.ts";

/** Later than any game's. */
const LAST_DAY = "9999-12-31";

/**
 * Sends all links of an address in one mail, where it stands in any active game. Whether it does is looked up
 * only after the answer, which is the same.
 *
 * @param client who is asking, as a key for limits.
 * @throws {GameError} 503 where no mail can be sent; 429 for too many requests.
 */
export function requestOwnLinks(
  { store, mail, tokens }: Services,
  request: OwnLinksRequest,
  client: string,
): void {
  if (!mail) throw new GameError("EMAIL_NOT_CONFIGURED");
  mail.limits.recovery(client, tokens.mailKey(request.email), performance.now());
  mail.inBackground(() => mailOwnLinks(store, mail, request));
}

/**
 * Writes the mail in the outbox of one of the address's games; what it lists is read when it goes out.
 * For an unknown address, or one that got too many, a mail is written that goes nowhere, in that of some game.
 * Either waits for a time that is drawn, so that requests that come next are not slower for a known address.
 */
export async function mailOwnLinks(
  store: Pick<Store, "findAddress" | "listExpiredGames" | "countRecentMails" | "addMails">,
  mail: Pick<Mailer, "wake" | "recoverySpan">,
  { email, language }: OwnLinksRequest,
): Promise<void> {
  const [places, [any]] = await Promise.all([
    findPlaces(store, email),
    store.listExpiredGames(LAST_DAY, null, 1),
  ]);
  // Nobody who has put the address in a game of theirs can know which one carries the mail.
  const games = [...Map.groupBy(places, ({ gameId }) => gameId).values()];
  const place = games[Math.floor(Math.random() * games.length)]?.[0];
  const gameId = place?.gameId ?? any?.id;
  if (!gameId) return;
  const recent = await store.countRecentMails(gameId, place ? [place.number] : [], "ownLinks");
  const isAllowed = place && (recent.get(place.number) ?? 0) < RECOVERY_MAILS_PER_HOUR;
  const order: NewMail = {
    recipient: isAllowed ? place.number : null,
    kind: "ownLinks",
    // Of its own: one that joins another would go out with it.
    topic: crypto.randomUUID(),
    delay: Math.random() * mail.recoverySpan,
    ...(language ? { language } : {}),
  };
  await store.addMails(gameId, addToOutbox([order]));
  mail.wake();
}
