import { createHash } from "node:crypto";
import {
  type Access,
  authorizeReader,
  type Credential,
  findParticipant,
  requireOrganizer,
} from "./game/access.ts";
import { archiveGame as decideArchival, decide } from "./game/actions.ts";
import { createGame as decideCreation } from "./game/create.ts";
import { GameError, gameNotFound, refusal, tokenRequired } from "./game/errors.ts";
import { identityKey } from "./game/members.ts";
import { cryptoRandom } from "./draw/random.ts";
import type { CreateGame, GameAction, SendEmail } from "./game/schemas.ts";
import { isSameSecret } from "./game/tokens.ts";
import {
  type EmailStatuses,
  type Game,
  type Language,
  ORGANIZER,
  type Participant,
  type Surroundings,
} from "./game/types.ts";
import { composeMail, NEAR_DAYS } from "./mail/compose.tsx";
import { gameMailsPerHour, tooManyMails } from "./mail/limits.ts";
import type { Mailer } from "./mail/mailer.ts";
import { mailsFor } from "./mail/mails_for.ts";
import { log, logError } from "./monitoring/log.ts";
import type { Services } from "./services.ts";
import * as store from "./store/games.ts";
import {
  countRecentMails,
  insertMails,
  insertNearEvents,
  insertSentMail,
  type MailCounts,
  type NewMail,
  readEmailStatuses,
  readMailTraffic,
  readUnsubscribed,
  setUnsubscribed,
} from "./store/outbox.ts";

/** Whole days after the event when a game is archived by itself. */
const ARCHIVE_AFTER_DAYS = 3;
/** Games looked up at a time during archival. */
const ARCHIVE_BATCH = 200;

/** How long the mail with a new organizer link may take until it counts as not accepted, in ms. */
const LINK_MAIL_TIMEOUT = 10_000;
/** Links that are sent to one person in an hour at the most, however often they are asked for. */
const RECOVERIES_PER_HOUR = 5;

/** A game and what its asker may see of it. */
export interface OpenGame {
  game: Game;
  access: Access;
  /** How the latest mails fare; empty for all but the organizer. */
  emails: EmailStatuses;
}

/** A new game and how its mails fare. */
export interface CreatedGame {
  game: Game;
  emails: EmailStatuses;
  emailResults: EmailResults;
}

/** What became of the mails of a creation when it was answered. */
export interface EmailResults {
  organizerEmailSent: boolean;
  participantEmailsSent: number;
  participantEmailsFailed: number;
  /** Those that go out later. */
  participantEmailsQueued: number;
}

/**
 * Draws and stores a new game; where it sends mails, waits up to 10 s for them.
 *
 * @param client who is asking, as a key for limits.
 * @throws {GameError} 400 for a rule that the body breaks, 429 where the client has caused too much mail.
 */
export async function createGame(
  { db, mail }: Services,
  body: CreateGame,
  fallbackLanguage: Language,
  client: string,
): Promise<CreatedGame> {
  const change = decideCreation(body, fallbackLanguage, surroundings());
  const mails = mail ? mailsFor(change) : [];
  mail?.limits.mails(client, mails.length, Date.now());
  const { game, mailIds } = await store.createGame(db, change.game, mails, cryptoRandom);
  if (!mail || mailIds.length === 0) {
    return {
      game,
      emails: new Map(),
      emailResults: {
        organizerEmailSent: false,
        participantEmailsSent: 0,
        participantEmailsFailed: 0,
        participantEmailsQueued: 0,
      },
    };
  }
  const { organizer, participants } = await mail.settle(mailIds);
  return {
    game,
    emails: await readEmailStatuses(db, game.id),
    emailResults: {
      organizerEmailSent: organizer.sent > 0,
      participantEmailsSent: participants.sent,
      participantEmailsFailed: participants.failed,
      participantEmailsQueued: participants.queued,
    },
  };
}

/**
 * Loads a game for somebody who wants to read it.
 *
 * @param markViewed whether being shown one's assignment counts as having seen it.
 * @throws {GameError} 404, 401 or 403 as `authorizeReader` says.
 */
export async function openGame(
  services: Services,
  code: string,
  credential: Credential,
  { markViewed }: { markViewed: boolean },
): Promise<OpenGame> {
  const { game, emails } = await findForReader(services, code, credential);
  const access = authorizeReader(game, credential, services.tokens);
  if (markViewed && access.role === "participant" && access.seesAssignment) {
    const { participant } = access;
    if (!participant.viewedAt) {
      const now = new Date();
      await store.markViewed(services.db, game, participant, now);
      participant.viewedAt = now.toISOString();
    }
  }
  return { game, access, emails };
}

/**
 * Carries out one action of the contract.
 *
 * @param credential what the request showed in its headers and query.
 * @throws {GameError} as `decide` says; 404 for a game that is not active.
 */
export async function performAction(
  services: Services,
  code: string,
  action: GameAction,
  credential: Credential,
): Promise<OpenGame> {
  if (!isCode(code)) throw gameNotFound();
  const { db, mail } = services;
  const { game, access, mails } = await store.changeGame(db, code, (before) => {
    if (!before) throw gameNotFound();
    const decision = decide(before, action, credential, services.tokens, surroundings());
    const mails = mail ? mailsFor(decision) : [];
    return { game: decision.game, mails, result: { ...decision, mails } };
  });
  if (mails.length > 0) mail?.wake();
  const emails = access.role === "organizer"
    ? await readEmailStatuses(db, game.id)
    : new Map<never, never>();
  return { game, access, emails };
}

/**
 * Archives a game at its organizer's wish.
 *
 * @throws {GameError} 401 without a token, 404 for an unknown code, 409 for a game archived already
 * (whatever the token), 403 for a wrong token.
 */
export async function archiveGame(
  services: Services,
  code: string,
  organizerToken: string | undefined,
): Promise<void> {
  const game = isCode(code) ? await store.readGame(services.db, code) : null;
  if (!game) throw gameNotFound();
  if (!organizerToken) throw tokenRequired("organizer");
  await store.changeGame(services.db, code, (active) => {
    if (!active) {
      throw new GameError(409, "ALREADY_ARCHIVED", `Game ${code} is archived already`);
    }
    requireOrganizer(active, organizerToken, services.tokens);
    const change = decideArchival(active, new Date());
    return { game: change.game, mails: services.mail ? mailsFor(change) : [], result: undefined };
  });
  services.mail?.wake();
}

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
  const { db, mail, tokens } = services;
  const game = await findActiveGame(services, code);
  requireOrganizer(game, organizerToken, tokens);
  if (!mail) {
    throw refusal(
      "EMAIL_NOT_CONFIGURED",
      "The organizer link cannot be renewed: this service has no e-mail set up to send the new one",
    );
  }
  if (!game.organizerEmail) {
    throw refusal(
      "ORGANIZER_EMAIL_MISSING",
      "The organizer link cannot be renewed: add the organizer's e-mail address to the game first",
    );
  }
  await limitMails(services, mail, game, 1, client);
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
    throw new GameError(
      503,
      "EMAIL_NOT_ACCEPTED",
      "The mail with the new organizer link could not be sent, so the old link still holds: try again later",
    );
  }
  await store.changeGame(db, code, (active) => {
    if (!active) throw gameNotFound();
    requireOrganizer(active, organizerToken, tokens);
    const { organizerTokenVersion } = renewed;
    return { game: { ...active, organizerTokenVersion }, mails: [], result: undefined };
  });
  await insertSentMail(db, game.id, order);
}

/** What became of the mails that were asked for. */
export interface SendResult extends MailCounts {
  success: boolean;
  /** A sentence for people. */
  message: string;
}

/**
 * Sends the mails that somebody asks for, and waits up to 10 s for them. A recovery is answered the same at
 * once, whether or not the address is known; it is looked up only afterwards.
 *
 * @param client who is asking, as a key for limits.
 * @throws {GameError} 404, 401 or 403 for game, token and participant; 503 where no mail can be sent; 400
 * where the one person meant has no address; 429 for too much mail.
 */
export async function sendEmail(
  services: Services,
  body: SendEmail,
  credential: Credential,
  client: string,
): Promise<SendResult> {
  const { db, mail, tokens } = services;
  const game = await findActiveGame(services, body.code);
  const isRecovery = body.type === "recoverOrganizerLink" || body.type === "recoverParticipantLink";
  if (!isRecovery) {
    requireOrganizer(game, body.organizerToken || credential.organizerToken, tokens);
    if (body.participantId) findParticipant(game, body.participantId);
  }
  if (!mail) {
    throw new GameError(
      503,
      "EMAIL_NOT_CONFIGURED",
      "This service has no e-mail set up: pass the personal links on by hand",
    );
  }
  if (isRecovery) {
    mail.limits.recovery(client, game.id, Date.now());
    mail.inBackground(() => recoverLink(services, mail, game, body));
    return {
      success: true,
      message: "If this address belongs to the game, a mail with the link is on its way to it",
      sent: 0,
      failed: 0,
      queued: 0,
    };
  }
  const mails = await requestedMails(services, game, body);
  if (mails.length === 0) {
    return { success: true, message: "There is nobody to send this to", ...NO_MAILS };
  }
  await limitMails(services, mail, game, mails.length, client);
  const { organizer, participants } = await mail.settle(await insertMails(db, game.id, mails));
  const sent = organizer.sent + participants.sent;
  const failed = organizer.failed + participants.failed;
  const queued = organizer.queued + participants.queued;
  return {
    success: sent + queued > 0 || failed === 0,
    message: [
      `${sent} sent`,
      ...(queued > 0 ? [`${queued} waiting to be sent`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ].join(", "),
    sent,
    failed,
    queued,
  };
}

const NO_MAILS: MailCounts = { sent: 0, failed: 0, queued: 0 };

/** @throws {GameError} 400 where the one person meant has no address or has ended reminders. */
async function requestedMails(
  { db }: Services,
  game: Game,
  { type, participantId, customMessage, language }: SendEmail,
): Promise<NewMail[]> {
  const override = language ? { language } : {};
  const to = (participants: Participant[], mail: Omit<NewMail, "recipient">): NewMail[] =>
    participants.filter((one) => one.email)
      .map(({ number }) => ({ recipient: number, ...mail, ...override }));
  const chosen = participantId ? findParticipant(game, participantId) : null;
  if (chosen && !chosen.email && type !== "organizer") {
    throw refusal(
      "EMAIL_MISSING",
      `${chosen.name} has no e-mail address: add one, or pass the personal link on by hand`,
      "participantId",
    );
  }
  switch (type) {
    case "organizer":
      if (!game.organizerEmail) {
        throw refusal(
          "ORGANIZER_EMAIL_MISSING",
          "The organizer has no e-mail address: add it to the game first",
        );
      }
      return [{ recipient: ORGANIZER, kind: "organizerWelcome", ...override }];
    case "participant":
      return to(chosen ? [chosen] : [], { kind: "assignment" });
    case "allParticipants":
      return to(game.participants, { kind: "assignment" });
    case "failedParticipants": {
      const emails = await readEmailStatuses(db, game.id);
      return to(
        game.participants.filter(({ number }) => emails.get(number)?.status === "failed"),
        { kind: "assignment" },
      );
    }
    case "reminder":
    case "reminderAll": {
      const unsubscribed = await readUnsubscribed(db, game.id);
      const wants = ({ email }: Participant) => email && !unsubscribed.has(identityKey(email));
      const one = type === "reminder" ? chosen : null;
      if (one && !wants(one)) {
        throw refusal(
          "UNSUBSCRIBED",
          `${one.name} has chosen to get no reminders of this game`,
          "participantId",
        );
      }
      return to(one ? [one] : game.participants.filter(wants), {
        kind: "reminder",
        topic: customMessage ? createHash("sha256").update(customMessage).digest("hex") : "",
        payload: { message: customMessage },
      });
    }
    case "recoverOrganizerLink":
    case "recoverParticipantLink":
      return [];
  }
}

/** Sends the link of the person with this address, if there is one and they got not too many already. */
async function recoverLink(
  { db }: Services,
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
  if (await countRecentMails(db, game.id, recipient, kind) >= RECOVERIES_PER_HOUR) return;
  await insertMails(db, game.id, [{ recipient, kind, ...(language ? { language } : {}) }]);
  mail.wake();
}

/** @throws {GameError} 429 where the game or the client has caused too much mail in the last hour. */
async function limitMails(
  { db }: Services,
  mail: Mailer,
  game: Game,
  count: number,
  client: string,
): Promise<void> {
  const { sent, queued, seconds } = await readMailTraffic(db, game.id);
  if (sent + queued + count > gameMailsPerHour(game)) throw tooManyMails(seconds);
  mail.limits.mails(client, count, Date.now());
}

/**
 * Writes the reminder of every game whose event is near, once for each participant over all instances
 * and runs. To be run daily and at the start.
 *
 * @returns how many were written.
 */
export async function remindOfNearEvents({ db, mail }: Services, now: Date): Promise<number> {
  if (!mail) return 0;
  const day = (ahead: number) =>
    new Date(now.getTime() + ahead * 24 * 3_600_000).toISOString().slice(0, 10);
  const count = await insertNearEvents(db, day(0), day(NEAR_DAYS), NEAR_DAYS);
  if (count > 0) {
    log("reminders of near events", { count });
    mail.wake();
  }
  return count;
}

/** One address's choice about reminders and notices of one game. */
export interface Subscription {
  game: Game;
  /** The reader's. */
  language: Language;
  isUnsubscribed: boolean;
}

/**
 * The choice that a link in a mail opens; null where the link fits nobody in the game (any more).
 *
 * @param change sets the choice.
 */
export async function openSubscription(
  { db, tokens }: Services,
  gameId: string,
  token: string,
  change?: { isUnsubscribed: boolean },
): Promise<Subscription | null> {
  const game = isUuid(gameId) ? await store.readGameById(db, gameId) : null;
  if (!game) return null;
  const readers = [
    { email: game.organizerEmail, language: game.language },
    ...game.participants.map(({ email, language }) => ({
      email,
      language: language ?? game.language,
    })),
  ];
  for (const { email, language } of readers) {
    const key = email && identityKey(email);
    if (!key || !isSameSecret(token, tokens.unsubscribe(game, key))) continue;
    if (change) await setUnsubscribed(db, game.id, key, change.isUnsubscribed);
    const isUnsubscribed = change?.isUnsubscribed ??
      (await readUnsubscribed(db, game.id)).has(key);
    return { game, language, isUnsubscribed };
  }
  return null;
}

/** What an archival run did. */
export interface ArchivalResult {
  archivedCount: number;
  failedCount: number;
  totalFound: number;
}

/**
 * Archives every active game whose date is three days ago or longer. One that fails is counted, logged
 * and left for the next run; the others go on.
 */
export async function archiveExpiredGames(
  services: Services,
  now: Date,
): Promise<ArchivalResult> {
  const lastDate = new Date(now.getTime() - ARCHIVE_AFTER_DAYS * 24 * 3_600_000)
    .toISOString().slice(0, 10);
  const result: ArchivalResult = { archivedCount: 0, failedCount: 0, totalFound: 0 };
  for (let after: string | null = null;;) {
    const batch: { id: string; code: string }[] = await store.listExpiredGames(
      services.db,
      lastDate,
      after,
      ARCHIVE_BATCH,
    );
    const last = batch.at(-1);
    if (!last) break;
    after = last.id;
    result.totalFound += batch.length;
    for (const { id, code } of batch) {
      try {
        if (await archiveExpired(services, id, code, lastDate, now)) result.archivedCount++;
      } catch (error) {
        result.failedCount++;
        logError("archival of one game failed", error, { game: id });
      }
    }
  }
  log("archival", { ...result });
  if (result.archivedCount > 0) services.mail?.wake();
  return result;
}

/** @returns false where the game was archived or put off meanwhile, by its organizer or another instance. */
async function archiveExpired(
  { db, mail }: Services,
  id: string,
  code: string,
  lastDate: string,
  now: Date,
): Promise<boolean> {
  return await store.changeGame(db, code, (game) => {
    if (!game || game.id !== id || game.date > lastDate) {
      return { game: null, mails: [], result: false };
    }
    const change = decideArchival(game, now);
    return { game: change.game, mails: mail ? mailsFor(change) : [], result: true };
  });
}

/**
 * The game that this asker means by a code: the active one, else the last archived; and, since codes
 * are used again, an older archived one whose organizer shows its token.
 */
async function findForReader(
  { db, tokens }: Services,
  code: string,
  { organizerToken }: Credential,
): Promise<{ game: Game; emails: EmailStatuses }> {
  if (!isCode(code)) throw gameNotFound();
  if (!organizerToken) {
    const game = await store.readGame(db, code);
    if (!game) throw gameNotFound();
    return { game, emails: new Map() };
  }
  const latest = await store.readGameWithEmails(db, code);
  if (!latest) throw gameNotFound();
  const isItsOwn = (game: Game) => isSameSecret(organizerToken, tokens.organizer(game));
  if (isItsOwn(latest.game)) return latest;
  const older = (await store.readArchivedGames(db, code)).find(isItsOwn);
  return older ? { game: older, emails: await readEmailStatuses(db, older.id) } : latest;
}

/** @throws {GameError} 404 where there is none. */
async function findActiveGame({ db }: Services, code: string): Promise<Game> {
  const game = isCode(code) ? await store.readGame(db, code) : null;
  if (!game || game.archivedAt) throw gameNotFound();
  return game;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

function isCode(code: string): boolean {
  return /^[1-9]\d{5}$/.test(code);
}

/** What a decision gets of the outside, now. */
export function surroundings(): Surroundings {
  return { random: cryptoRandom, now: new Date(), newId: () => crypto.randomUUID() };
}
