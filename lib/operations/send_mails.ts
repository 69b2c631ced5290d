import { createHash } from "node:crypto";
import { type Credential, findParticipant, requireOrganizer } from "../game/access.ts";
import { devicesOf } from "../game/devices.ts";
import { GameError } from "../game/errors.ts";
import type { SendEmail } from "../game/schemas.ts";
import { mayReadFreeText } from "../game/senders.ts";
import { type Game, ORGANIZER, type Participant } from "../game/types.ts";
import { addToOutbox } from "../mail/outbox.ts";
import type { Services } from "../services.ts";
import type { MailCounts, NewMail, NewNotice } from "../store/store.ts";
import { leavePlace } from "../work/places.ts";
import { readAfterChange } from "./after_change.ts";
import { findActiveGame } from "./open.ts";
import { recoverLinks } from "./recover.ts";

/** The outcome of requested mails. */
export interface SendResult extends MailCounts {
  /** Number of people whose mail leaves out the custom message; see `countWithoutMessage`. */
  withoutMessage?: number;
  /** Number of people who get a notice on their devices and no mail; undefined if none. */
  notified?: number;
  /** False if mails failed and none was sent or is queued. */
  success: boolean;
  /** A human-readable summary. */
  message: string;
}

/**
 * Sends requested mails, and waits up to 10 s for them. A request for a lost link gets the same answer at once for
 * every address, and the address is looked up afterwards.
 *
 * @param client the client's key for limits.
 * @throws {GameError} 404, 401 or 403 for game, token and participant; 503 if no mail can be sent and no device can be
 * notified; 400 if a single recipient has neither address nor device, or has opted out of reminders; 429 for too many
 * mails.
 */
export async function sendEmail(
  services: Services,
  body: SendEmail,
  credential: Credential,
  client: string,
): Promise<SendResult> {
  const { mail, tokens } = services;
  const game = await findActiveGame(services, body.code);
  if (!isRecovery(body)) {
    requireOrganizer(game, body.organizerToken || credential.organizerToken, tokens);
    if (body.participantId) findParticipant(game, body.participantId);
  }
  if (!mail && !isReminder(body)) throw new GameError("EMAIL_NOT_CONFIGURED");
  if (mail && isRecovery(body)) {
    // Counted by address, so that requests for other addresses do not use up the limit of this one.
    const asked = `${game.id} ${tokens.mailKey(body.email ?? "")}`;
    await mail.inBackground(
      () => recoverLinks(services, mail, game, body),
      () => mail.limits.recovery(client, asked, performance.now()),
    );
    return {
      success: true,
      message: "If this address belongs to the game, a mail with the link is on its way to it",
      sent: 0,
      failed: 0,
      queued: 0,
    };
  }
  return await deliver(services, game, await requestedMails(services, game, body), client);
}

/**
 * Sends a reminder to some participants, as `sendEmail` does to one or all. People without an address get it on their
 * devices; people who have opted out of reminders are left out.
 *
 * @param ids of the participants.
 * @throws {GameError} as `sendEmail` does.
 */
export async function remindSome(
  services: Services,
  { code, customMessage }: Pick<SendEmail, "code" | "customMessage">,
  ids: ReadonlySet<string>,
  credential: Credential,
  client: string,
): Promise<SendResult> {
  const { tokens } = services;
  const game = await findActiveGame(services, code);
  requireOrganizer(game, credential.organizerToken, tokens);
  const wants = await reminded(services, game);
  const mails = game.participants
    .filter((one) => ids.has(one.id) && wants(one))
    .map(({ number }) => ({ recipient: number, ...reminder(customMessage) }));
  return await deliver(services, game, mails, client);
}

/**
 * Adds the organizer's mails to the outbox, and waits up to 10 s for them. The recipients are also notified in their
 * browsers; without a mail server or an address, only there.
 *
 * @throws {GameError} 429 for too many mails; 503 if there is no mail server and no browser to notify.
 */
async function deliver(
  { store, mail, push }: Services,
  game: Game,
  asked: NewMail[],
  client: string,
): Promise<SendResult> {
  const notices = push.like(game, asked);
  const lacking = new Set<number | null>(
    game.participants.flatMap(({ number, email }) => email === null ? number : []),
  );
  const mails = asked.filter(({ recipient }) => !lacking.has(recipient));
  if (!mail) {
    if (notices.length === 0) throw new GameError("EMAIL_NOT_CONFIGURED");
    await store.addMails(game.id, addToOutbox([], notices));
    push.wake();
    return { success: true, message: ON_DEVICES, ...NO_MAILS, notified: countReaders(notices) };
  }
  if (mails.length + notices.length === 0) {
    return { success: true, message: "There is nobody to send this to", ...NO_MAILS };
  }
  if (mails.some(({ recipient }) => recipient !== ORGANIZER)) mail.requireSender(game);
  await mail.requireRoom(game, mails.length, client);
  leavePlace();
  const ids = await store.addMails(game.id, addToOutbox(mail.hold(game, mails), notices));
  const { organizer, participants } = await readAfterChange(
    () => mail.settle(game.id, ids),
    { organizer: NO_MAILS, participants: { ...NO_MAILS, queued: mails.length } },
  );
  push.wake();
  const sent = organizer.sent + participants.sent;
  const failed = organizer.failed + participants.failed;
  const queued = organizer.queued + participants.queued;
  const isMailed = new Set(mails.map(({ recipient }) => recipient));
  const notified = countReaders(notices.filter(({ recipient }) => !isMailed.has(recipient)));
  const mailed = game.participants.flatMap((one) => isMailed.has(one.number) ? one.id : []);
  return {
    success: sent + queued > 0 || failed === 0,
    message: mails.length === 0 ? ON_DEVICES : [
      `${sent} sent`,
      ...(queued > 0 ? [`${queued} waiting to be sent`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ].join(", "),
    sent,
    failed,
    queued,
    ...notified > 0 && { notified },
    ...mails.some(({ payload }) => payload?.message) && {
      withoutMessage: countWithoutMessage({ mail }, game, new Set(mailed)),
    },
  };
}

const ON_DEVICES = "It comes to their devices";

function countReaders(notices: readonly Pick<NewNotice, "recipient">[]): number {
  return new Set(notices.map(({ recipient }) => recipient)).size;
}

/**
 * Counts the recipients whose mail leaves out the organizer's own text, because they have never opened a mail of the
 * game and the organizer's address is not confirmed.
 *
 * @param ids of the recipients; people without an address are not counted.
 */
export function countWithoutMessage(
  { mail }: Pick<Services, "mail">,
  game: Game,
  ids: ReadonlySet<string>,
): number {
  // Held mails are sent after the organizer has confirmed their address, and then include the text.
  if (!mail || mail.holds(game)) return 0;
  return game.participants.filter((one) =>
    one.email !== null && ids.has(one.id) && !mayReadFreeText(game, one)
  ).length;
}

/** True for a request for a lost link, which needs no token. */
export function isRecovery({ type }: Pick<SendEmail, "type">): boolean {
  return type === "recoverOrganizerLink" || type === "recoverParticipantLink";
}

function isReminder({ type }: Pick<SendEmail, "type">): boolean {
  return type === "reminder" || type === "reminderAll";
}

const NO_MAILS: MailCounts = { sent: 0, failed: 0, queued: 0 };

/**
 * Returns the mails of a request; reminders and mails to all include people without an address. The id is used only by
 * types with one recipient.
 *
 * @throws {GameError} 400 if a single recipient cannot be reached (503 without a mail server) or has opted out
 */
async function requestedMails(
  services: Services,
  game: Game,
  { type, participantId, customMessage, language }: SendEmail,
): Promise<NewMail[]> {
  const { store, mail } = services;
  const override = language ? { language } : {};
  const to = (participants: Participant[], mail: Omit<NewMail, "recipient">): NewMail[] =>
    participants.map(({ number }) => ({ recipient: number, ...mail, ...override }));
  const isToOne = type === "participant" || type === "reminder";
  const chosen = isToOne && participantId ? findParticipant(game, participantId) : null;
  const hasDevice = chosen && type === "reminder" && devicesOf(game, chosen.number).length > 0;
  if (chosen && !chosen.email && !hasDevice) {
    if (!mail) throw new GameError("EMAIL_NOT_CONFIGURED");
    throw new GameError("EMAIL_MISSING", { name: chosen.name, path: "participantId" });
  }
  const link = { kind: game.isGathering ? "joined" : "assignment" } as const;
  switch (type) {
    case "organizer":
      if (!game.organizerEmail) throw new GameError("ORGANIZER_EMAIL_MISSING");
      return [{ recipient: ORGANIZER, kind: "organizerWelcome", ...override }];
    case "participant":
      return to(chosen ? [chosen] : [], link);
    case "allParticipants":
      return to(game.participants, link);
    case "failedParticipants": {
      const emails = await store.readEmailStatuses(game.id);
      return to(
        game.participants.filter(({ number, email }) =>
          email !== null && emails.get(number)?.status === "failed"
        ),
        link,
      );
    }
    case "reminder":
    case "reminderAll": {
      const wants = await reminded(services, game);
      if (chosen && !wants(chosen)) {
        throw new GameError("UNSUBSCRIBED", { name: chosen.name, path: "participantId" });
      }
      return to(chosen ? [chosen] : game.participants.filter(wants), reminder(customMessage));
    }
    case "recoverOrganizerLink":
    case "recoverParticipantLink":
      return [];
  }
}

/** Returns a predicate that is true for participants who have not opted out of reminders. */
async function reminded({ store, tokens }: Pick<Services, "store" | "tokens">, game: Game) {
  const unsubscribed = await store.readUnsubscribed(game.id);
  return ({ email }: Participant) =>
    email === null || !tokens.isOptedOut(game, email, unsubscribed);
}

/** The content of a reminder. It is merged into a waiting one with the same message. */
function reminder(message: string): Pick<NewMail, "kind" | "topic" | "payload"> {
  return {
    kind: "reminder",
    topic: message ? createHash("sha256").update(message).digest("hex") : "",
    payload: { message },
  };
}
