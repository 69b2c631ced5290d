import { isMailHidden } from "../game/seal.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import { readMailbox, type ReturnedMail } from "../mail/bounce_mailbox.ts";
import { parseDeliveryStatus } from "../mail/delivery_status.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { findReturnPath } from "../mail/return_path.ts";
import { log, logError } from "../monitoring/log.ts";
import type { Services } from "../services.ts";
import type { ClaimedMail, NewMail } from "../store/store.ts";

/** How long one instance may read the mailbox, in ms. */
const PATIENCE = 120_000;
/** How long no other one reads it then, in seconds: less than the pause between two runs of the cron. */
const TURN = 150;

/**
 * Reads which mails have come back, marks them as failed, and tells the organizer once for each person. To
 * be run every few minutes; one instance at a time does. A mailbox that cannot be read is logged and left
 * for the next run.
 *
 * @returns how many mails have come back.
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
    // "AUTHENTICATIONFAILED" and the like: the error itself says that some command failed.
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

/** @returns whether one of our mails came back for good. */
async function noteBounce(
  { store, tokens }: Services,
  address: string,
  { headers, report }: ReturnedMail,
): Promise<boolean> {
  const path = findReturnPath(address, headers);
  const reason = parseDeliveryStatus(report);
  if (!path || !reason) return false;
  const sent = await store.readMailKey(path.id);
  if (!sent || !tokens.isBounceMark(sent.gameId, path.id, path.mark)) return false;
  if (!await store.bounceMail({ id: path.id, gameId: sent.gameId }, reason)) return false;
  const game = await store.readGameById(sent.gameId);
  const mails = game ? bounceMails(game, sent) : [];
  if (mails.length > 0) await store.addMails(sent.gameId, addToOutbox(mails));
  return true;
}

/** Tells the organizer once for each person, and nobody that mails to the organizer come back. */
function bounceMails(
  game: Game,
  { recipient, kind }: Pick<ClaimedMail, "recipient" | "kind">,
): NewMail[] {
  if (isMailHidden(game, kind)) return [];
  const isKnown = game.participants.some(({ number }) => number === recipient);
  if (!isKnown || recipient === null || !game.organizerEmail || !game.sendEmails) return [];
  return [{
    recipient: ORGANIZER,
    kind: "mailBounced",
    topic: String(recipient),
    payload: { participant: recipient },
    isOnce: true,
  }];
}
