import { requireOrganizer } from "../game/access.ts";
import { reserveOrganizerToken } from "../game/actions/links.ts";
import { GameError } from "../game/errors.ts";
import { addressKey } from "../game/identity.ts";
import type { SendEmail } from "../game/schemas.ts";
import type { Tokens } from "../game/tokens.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import { RECOVERIES_PER_ADDRESS, RECOVERY_MAILS_PER_HOUR } from "../mail/limits.ts";
import type { Mailer } from "../mail/mailer.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { logError } from "../monitoring/log.ts";
import type { Services } from "../services.ts";
import type { MailStore, NewMail } from "../store/store.ts";
import { leavePlace } from "../work/places.ts";
import { findActiveGame } from "./open.ts";

/**
 * Renews the organizer's link and mails it. The old link ends only after the mail server has accepted the mail with
 * the new one. The new version is reserved first, so a renewal that fails midway leaves the old link valid, and the
 * mailed one never becomes valid.
 *
 * @param client the client's key for limits.
 * @throws {GameError} 404, 401 or 403 for game and token; 400 if no mail can be sent or the game has no organizer's
 * address; 429 for too many mails; 503 if the mail was not accepted, in which case the old link stays valid.
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
  const reserved = await store.changeGame(code, (active) => {
    if (!active) throw new GameError("GAME_NOT_FOUND");
    requireOrganizer(active, organizerToken, tokens);
    const game = reserveOrganizerToken(active);
    return { game, outbox: null, result: game };
  });
  const renewed = { ...reserved, organizerTokenVersion: reserved.organizerTokenReserved };
  const order = { recipient: ORGANIZER, kind: "organizerLinkRenewed" } as const;
  // The mail server may be slow.
  leavePlace();
  let isSent: boolean;
  try {
    isSent = await mail.sendNow(renewed, order, `organizer-${renewed.organizerTokenVersion}`);
  } catch (error) {
    if (error instanceof GameError) throw error;
    logError("organizer link not mailed", error, { game: game.id });
    throw new GameError("EMAIL_NOT_ACCEPTED");
  }
  const noted = (recipient: number | null) => () => ({
    add: [{ ...order, recipient, isSent: true }],
    update: [],
  });
  try {
    await store.changeGame(code, (active) => {
      if (active?.id !== renewed.id) throw new GameError("GAME_NOT_FOUND");
      if (!isSent || active.organizerEmail !== renewed.organizerEmail) {
        // The mail went to an address that is no longer the organizer's, or was withheld because its address has
        // reported the game. Both must look the same, or an organizer could briefly enter an address to test it.
        throw new GameError("EMAIL_NOT_ACCEPTED");
      }
      // If the link was renewed again in the meantime, the link of the later mail stays valid.
      const organizerTokenVersion = Math.max(
        active.organizerTokenVersion,
        renewed.organizerTokenVersion,
      );
      return {
        game: { ...active, organizerTokenVersion },
        outbox: noted(ORGANIZER),
        result: undefined,
      };
    });
  } catch (error) {
    // The mail counts toward the limits, but its link opens nothing.
    await store.addMails(game.id, noted(null)).catch((reason) =>
      logError("mail of a renewal not noted", reason, { game: game.id })
    );
    throw error;
  }
}

/**
 * Mails the lost links of everyone with this address: one mail each, because several people may share a mailbox. Beyond
 * the hourly limit of the address, a random selection is mailed, so that the others get theirs another time. If there
 * is no one to mail, a mail without a recipient is written and dropped later. All wait for a random time, so that later
 * requests do not reveal whether the address is known.
 */
export async function recoverLinks(
  { store, tokens }: {
    store: Pick<MailStore, "countRecentMails" | "addMails">;
    tokens: Pick<Tokens, "mailKey">;
  },
  mail: Pick<Mailer, "wake" | "recoverySpan">,
  game: Game,
  { type, email = "", language }: Pick<SendEmail, "type" | "email" | "language">,
): Promise<void> {
  const key = addressKey(email);
  const owns = (address: string | null) => address !== null && addressKey(address) === key;
  const kind = type === "recoverOrganizerLink" ? "organizerRecovery" : "participantRecovery";
  const recipients = kind === "organizerRecovery"
    ? owns(game.organizerEmail) ? [ORGANIZER] : []
    : game.participants.filter((one) => owns(one.email)).map(({ number }) => number);
  const recent = await store.countRecentMails(game.id, recipients, kind);
  const room = RECOVERIES_PER_ADDRESS - [...recent.values()].reduce((sum, one) => sum + one, 0);
  const allowed = recipients.filter((one) => (recent.get(one) ?? 0) < RECOVERY_MAILS_PER_HOUR);
  const order = (): Omit<NewMail, "recipient"> => ({
    kind,
    // Unique, because a mail that is merged into another would be sent with it.
    topic: crypto.randomUUID(),
    payload: { onlyTo: tokens.mailKey(email) },
    delay: Math.random() * mail.recoverySpan,
    ...(language ? { language } : {}),
  });
  const mails: NewMail[] = drawn(allowed, room).map((recipient) => ({ recipient, ...order() }));
  if (mails.length === 0) mails.push({ recipient: null, ...order() });
  await store.addMails(game.id, addToOutbox(mails));
  mail.wake();
}

/** Selects up to `room` numbers at random and keeps their order. */
function drawn(numbers: readonly number[], room: number): number[] {
  const rest = [...numbers];
  while (rest.length > Math.max(0, room)) rest.splice(Math.floor(Math.random() * rest.length), 1);
  return rest;
}
