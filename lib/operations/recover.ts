import { requireOrganizer } from "../game/access.ts";
import { GameError } from "../game/errors.ts";
import { identityKey } from "../game/identity.ts";
import type { SendEmail } from "../game/schemas.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import { composeMail } from "../mail/compose.tsx";
import type { Mailer } from "../mail/mailer.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { logError } from "../monitoring/log.ts";
import type { Services } from "../services.ts";
import { findActiveGame } from "./open.ts";

/** How long the mail with a new organizer link may take until it counts as not accepted, in ms. */
const LINK_MAIL_TIMEOUT = 10_000;
/** Links that are sent to one person in an hour at the most, however often they are asked for. */
const RECOVERY_MAILS_PER_HOUR = 5;

/**
 * Renews the organizer's link and mails it: first the mail with the new link, then, where the mail server
 * has accepted it, the end of the old one.
 *
 * @param client who is asking, as a key for limits.
 * @throws {GameError} 404, 401 or 403 for game and token; 400 where no mail can be sent or no address is
 * on file; 429 for too much mail; 503 where the mail was not accepted, and nothing has changed.
 */
export async function renewOrganizerToken(
  services: Services,
  code: string,
  organizerToken: string | undefined,
  client: string,
): Promise<void> {
  const { store, mail, tokens } = services;
  const game = await findActiveGame(services, code);
  requireOrganizer(game, organizerToken, tokens);
  if (!mail) throw new GameError("LINK_NOT_RENEWABLE");
  if (!game.organizerEmail) throw new GameError("ORGANIZER_EMAIL_MISSING");
  await mail.requireRoom(game, 1, client);
  const renewed = { ...game, organizerTokenVersion: game.organizerTokenVersion + 1 };
  const order = { recipient: ORGANIZER, kind: "organizerLinkRenewed" } as const;
  const composed = composeMail(mail.house, renewed, order, new Set(), new Date());
  if (!composed) throw new Error("The mail with the organizer link has nobody to go to");
  try {
    const messageId = `<${game.id}.organizer-${renewed.organizerTokenVersion}@${
      new URL(mail.house.baseUrl).hostname
    }>`;
    const signal = AbortSignal.timeout(LINK_MAIL_TIMEOUT);
    await mail.transport.send({ mail: composed, messageId }, signal);
  } catch (error) {
    logError("organizer link not mailed", error, { game: game.id });
    throw new GameError("EMAIL_NOT_ACCEPTED");
  }
  await store.changeGame(code, (active) => {
    if (!active) throw new GameError("GAME_NOT_FOUND");
    requireOrganizer(active, organizerToken, tokens);
    const { organizerTokenVersion } = renewed;
    return { game: { ...active, organizerTokenVersion }, outbox: null, result: undefined };
  });
  await store.addSentMail(game.id, order);
}

/** Sends the link of the person with this address, if there is one and they got not too many already. */
export async function recoverLink(
  { store }: Services,
  mail: Mailer,
  game: Game,
  { type, email = "", language }: SendEmail,
): Promise<void> {
  const key = identityKey(email);
  const owns = (address: string | null) => address !== null && identityKey(address) === key;
  const recipient = type === "recoverOrganizerLink"
    ? owns(game.organizerEmail) ? ORGANIZER : undefined
    : game.participants.find((one) => owns(one.email))?.number;
  if (recipient === undefined) return;
  const kind = recipient === ORGANIZER ? "organizerRecovery" : "participantRecovery";
  if (await store.countRecentMails(game.id, recipient, kind) >= RECOVERY_MAILS_PER_HOUR) return;
  const order = { recipient, kind, ...(language ? { language } : {}) } as const;
  await store.addMails(game.id, addToOutbox([order]));
  mail.wake();
}
