import { type EmailStatuses, type Game, ORGANIZER } from "../game/types.ts";
import { readMailbox, type ReturnedMail } from "../mail/bounce_mailbox.ts";
import { parseDeliveryStatus } from "../mail/delivery_status.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { findReturnPath } from "../mail/return_path.ts";
import { log, logError } from "../monitoring/log.ts";
import type { Services } from "../services.ts";
import type { ClaimedMail, NewMail } from "../store/store.ts";

/** Maximum time for reading the mailbox, in ms. */
const PATIENCE = 120_000;
/** Seconds in which no other instance reads the mailbox; shorter than the pause between two runs. */
const TURN = 150;

/**
 * Reads the bounces in the mailbox, marks their mails as failed, and notifies the organizer once for each person.
 * Runs every few minutes, on one instance at a time. A mailbox that cannot be read is logged and left for the next
 * run.
 *
 * @returns the number of bounced mails.
 */
export async function readBounces(services: Services): Promise<number> {
  const { settings: { bounces }, store, mail } = services;
  if (!bounces || !mail) return 0;
  let count = 0;
  try {
    if (!await store.takeTurn("bounces", TURN)) return 0;
    await readMailbox(bounces.imapUrl, async (returned) => {
      if (await noteBounce(services, bounces.address, returned)) count++;
    }, AbortSignal.timeout(PATIENCE));
  } catch (error) {
    // A code such as "AUTHENTICATIONFAILED"; the error itself says only that some command failed.
    const code = error instanceof Error && "serverResponseCode" in error;
    logError("mailbox of mails that come back not read", error, {
      code: code ? String(error.serverResponseCode) : null,
    });
  }
  if (count > 0) {
    log("mails came back", { mails: count });
    mail.wake();
  }
  return count;
}

/**
 * Marks the mail that a notification is about as failed. A notification without the mail's own return path, which
 * only this service can create, changes nothing.
 *
 * @param address the base of all bounce addresses.
 * @returns true if one of our mails has bounced permanently.
 */
export async function noteBounce(
  { store, tokens, push }: Services,
  address: string,
  { headers, report }: ReturnedMail,
): Promise<boolean> {
  const id = findReturnPath(address, tokens, headers);
  const reason = parseDeliveryStatus(report);
  if (!id || !reason) return false;
  const sent = await store.readMailKey(id);
  if (!sent || !await store.bounceMail({ id, gameId: sent.gameId }, reason)) return false;
  const game = await store.readGameById(sent.gameId);
  const mails = game ? bounceMails(game, sent, await store.readEmailStatuses(game.id)) : [];
  if (game && mails.length > 0) {
    const toAddress = game.organizerEmail ? mails : [];
    await store.addMails(sent.gameId, addToOutbox(toAddress, push.like(game, mails)));
    push.wake();
  }
  return true;
}

/**
 * Returns the mail that notifies the organizer, once for each person; also used for notices in the organizer's
 * browsers. Empty for mails to the organizer, for mails that the organizer may not see, and if the organizer sees a
 * later mail to the person, because the address may have been corrected since.
 */
function bounceMails(
  game: Game,
  { recipient, kind }: Pick<ClaimedMail, "recipient" | "kind">,
  statuses: EmailStatuses,
): NewMail[] {
  const isKnown = game.participants.some(({ number }) => number === recipient);
  if (!isKnown || recipient === null || !game.sendEmails) return [];
  const latest = statuses.get(recipient);
  if (latest?.status !== "failed" || latest.kind !== kind) return [];
  return [{
    recipient: ORGANIZER,
    kind: "mailBounced",
    topic: String(recipient),
    payload: { participant: recipient },
    isOnce: true,
  }];
}
