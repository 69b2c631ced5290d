import { requireOrganizer } from "../game/access.ts";
import { reserveOrganizerToken } from "../game/actions/links.ts";
import { GameError } from "../game/errors.ts";
import { normalizedKey } from "../game/identity.ts";
import type { SendEmail } from "../game/schemas.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import { RECOVERIES_PER_ADDRESS, RECOVERY_MAILS_PER_HOUR } from "../mail/limits.ts";
import type { Mailer } from "../mail/mailer.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { logError } from "../monitoring/log.ts";
import type { Services } from "../services.ts";
import type { MailStore, NewMail } from "../store/store.ts";
import { findActiveGame } from "./open.ts";

/**
 * Renews the organizer's link and mails it: first the mail with the new link, then, where the mail server
 * has accepted it, the end of the old one, together with the note that the new one was mailed. Its version is
 * put aside before it is mailed, so that a renewal that fails on the way leaves the old link working and the
 * mailed one dead for good.
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
  const authorize = (active: Game | null) => {
    if (!active) throw new GameError("GAME_NOT_FOUND");
    requireOrganizer(active, organizerToken, tokens);
    return active;
  };
  const reserved = await store.changeGame(code, (active) => {
    const game = reserveOrganizerToken(authorize(active));
    return { game, outbox: null, result: game };
  });
  const renewed = { ...reserved, organizerTokenVersion: reserved.organizerTokenReserved };
  const order = { recipient: ORGANIZER, kind: "organizerLinkRenewed" } as const;
  try {
    await mail.sendNow(renewed, order, `organizer-${renewed.organizerTokenVersion}`);
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
      const before = authorize(active);
      if (before.organizerEmail !== renewed.organizerEmail) {
        // The mail went to an address that is not the organizer's any more.
        throw new GameError("EMAIL_NOT_ACCEPTED");
      }
      const { organizerTokenVersion } = renewed;
      return {
        game: { ...before, organizerTokenVersion },
        outbox: noted(ORGANIZER),
        result: undefined,
      };
    });
  } catch (error) {
    // It went out, and counts; but it brought nobody a link that opens anything.
    await store.addMails(game.id, noted(null)).catch((reason) =>
      logError("mail of a renewal not noted", reason, { game: game.id })
    );
    throw error;
  }
}

/**
 * Sends their links to the people with this address, a mail to each, since one mailbox may serve several;
 * where they are too many, to some that are drawn, so that another time it is the others' turn. None where
 * nobody has it, or to who got too many already: then a mail is written that goes nowhere. Either waits for a
 * time that is drawn, so that requests that come next are not slower for a known address.
 */
export async function recoverLinks(
  store: Pick<MailStore, "countRecentMails" | "addMails">,
  mail: Pick<Mailer, "wake" | "recoverySpan">,
  game: Game,
  { type, email = "", language }: Pick<SendEmail, "type" | "email" | "language">,
): Promise<void> {
  const key = normalizedKey(email);
  const owns = (address: string | null) => address !== null && normalizedKey(address) === key;
  const kind = type === "recoverOrganizerLink" ? "organizerRecovery" : "participantRecovery";
  const recipients = kind === "organizerRecovery"
    ? owns(game.organizerEmail) ? [ORGANIZER] : []
    : game.participants.filter((one) => owns(one.email)).map(({ number }) => number);
  const recent = await store.countRecentMails(game.id, recipients, kind);
  const room = RECOVERIES_PER_ADDRESS - [...recent.values()].reduce((sum, one) => sum + one, 0);
  const allowed = recipients.filter((one) => (recent.get(one) ?? 0) < RECOVERY_MAILS_PER_HOUR);
  const order = (): Omit<NewMail, "recipient"> => ({
    kind,
    // Of its own: one that joins another would go out with it.
    topic: crypto.randomUUID(),
    delay: Math.random() * mail.recoverySpan,
    ...(language ? { language } : {}),
  });
  const mails: NewMail[] = drawn(allowed, room).map((recipient) => ({ recipient, ...order() }));
  if (mails.length === 0) mails.push({ recipient: null, ...order() });
  await store.addMails(game.id, addToOutbox(mails));
  mail.wake();
}

/** As many of these as there is room for, whichever; in their order. */
function drawn(numbers: readonly number[], room: number): number[] {
  const rest = [...numbers];
  while (rest.length > Math.max(0, room)) rest.splice(Math.floor(Math.random() * rest.length), 1);
  return rest;
}
