import { devicesOf } from "../game/devices.ts";
import { isInviter } from "../game/identity.ts";
import { pairsHiddenFromOrganizer } from "../game/seal.ts";
import type { Tokens } from "../game/tokens.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import { logError } from "../monitoring/log.ts";
import { pushCount } from "../monitoring/metrics.ts";
import type { SpanNotes } from "../monitoring/spans.ts";
import type { ClaimedNotice, Store, StoredDevice } from "../store/store.ts";
import { composeNotice } from "./compose_notice.ts";
import { MAILS } from "./kinds.ts";
import type { AddressLimits } from "./limits.ts";
import { type Below, dependsOnPair, drawPairDelay, secondsOfNight } from "./notices.ts";
import { type Held, OutboxLoop } from "./outbox_loop.ts";
import { pauseBefore, PAUSES } from "./pauses.ts";
import { padded, type PushTransport } from "./push_transport.ts";
import { hasOptedOut } from "./recipient.ts";
import { morningOf } from "./send_after.ts";

/** Settings that all notices share. */
interface NoticeOptions {
  tokens: Tokens;
  /** The operator's name for the site; null to use the name in the locales. */
  siteName: string | null;
  /** Limits per browser; null for no limits. */
  limits: AddressLimits | null;
  below: Below;
}

/**
 * Delivers the notices of the outbox. A notice arrives twice only if the process or the connection died, or the
 * machine slept, while it was being sent. Its topic and its tag then let the second replace the first.
 */
export class PushDelivery extends OutboxLoop<ClaimedNotice> {
  constructor(
    store: Store,
    private readonly transport: PushTransport,
    private readonly options: NoticeOptions,
  ) {
    super(store, {
      claim: (limit, leaseSeconds) => store.claimNotices(limit, leaseSeconds),
      nextIn: () => store.nextNoticeIn(),
    });
  }

  protected override async deliver(notice: Held<ClaimedNotice>, span: SpanNotes): Promise<boolean> {
    const { tokens, siteName, below } = this.options;
    const { game, unsubscribed } = await this.snapshots.read(notice.gameId, notice.claimedAt).data;
    if (game?.mailPausedAt) {
      await this.returnMails([notice], 0);
      return false;
    }
    const device = game && await this.#findDevice(game, notice);
    const text = device && this.#compose(game, notice, siteName);
    if (!device || !text) {
      await this.store.dropMail(notice);
      return false;
    }
    if (await this.dropIfRead(game, notice)) return false;
    const place = { gameId: game.id, id: device.id };
    const opened = tokens.devices.open(device.sealed, place);
    if (!opened) {
      // The device was encrypted with a secret that is no longer set, as was the key its browser subscribed with.
      await this.#forget(game, notice);
      return false;
    }
    const isEnded = !MAILS[notice.kind].isEssential && !opened.isAfterOptOut &&
      hasOptedOut(tokens, game, notice.recipient, unsubscribed);
    if (isEnded) {
      await this.store.dropMail(notice);
      return false;
    }
    const isPair = dependsOnPair(notice.kind, notice.recipient);
    if (isPair && !await this.#mayTellOfPair(game, notice, device, below)) return false;
    const key = tokens.hashes("notices", opened.subscription.endpoint)[0];
    const takenAt = Date.now();
    const counted = { key, askedKey: null };
    const wait = await this.options.limits?.take(counted, takenAt) ?? 0;
    if (wait > 0) {
      await this.postpone(notice, wait, "addressFlooded");
      return false;
    }
    if (this.isLost(notice)) {
      await this.quietly(this.options.limits?.giveBack(counted, takenAt));
      return false;
    }
    const topic = tokens.hashes("topic", device.id, isPair ? "pair" : notice.kind)[0].slice(0, 32);
    const { subscription, vapid } = opened;
    const outcome = await this.transport.send(subscription, vapid, text, topic);
    span.note({ "push.outcome": outcome.type });
    pushCount.add(1, { outcome: outcome.type, kind: notice.kind });
    switch (outcome.type) {
      case "sent":
        // Recorded first, so that later news counts as newer than this notice.
        if (isPair) await this.quietly(this.store.endPairTurn(game.id, device.id, notice.id));
        await this.noteSent(notice);
        break;
      case "gone":
        await this.#forget(game, notice);
        break;
      case "refused":
        await this.store.failMail(notice, "messageRefused");
        break;
      case "later":
        await this.postpone(
          notice,
          outcome.seconds ?? pauseBefore(notice.attempts, PAUSES),
          outcome.reason,
        );
    }
    if (outcome.type !== "sent") {
      await this.quietly(this.options.limits?.giveBack(counted, takenAt));
    }
    return true;
  }

  /** Finds the device of a notice. @returns null if it was removed, or if the link that added it has ended */
  async #findDevice(game: Game, notice: ClaimedNotice): Promise<StoredDevice | null> {
    const isTheirs = devicesOf(game, notice.recipient).some(({ id }) => id === notice.device);
    return isTheirs ? await this.store.readDevice(game.id, notice.device) : null;
  }

  /**
   * True if a notice that depends on a pair may go to this device now. Otherwise it is returned to wait longer, or
   * dropped if other people share the device or a newer notice has already said the same.
   */
  async #mayTellOfPair(
    game: Game,
    notice: Held<ClaimedNotice>,
    { id, sharedWith }: StoredDevice,
    below: Below,
  ): Promise<boolean> {
    const now = new Date();
    if (secondsOfNight(game.timeZone, now) > 0) {
      await this.returnMails([notice], drawPairDelay(game.timeZone, now, below));
      return false;
    }
    const isShared = sharedWith.some((number) => !isSamePerson(game, number, notice.recipient));
    const turn = isShared
      ? "told"
      : await this.store.takePairTurn(game.id, id, notice.id, ageOfNews(notice, now));
    if (turn === "yes") return true;
    if (turn === "told") await this.store.dropMail(notice);
    else await this.returnMails([notice], turn);
    return false;
  }

  /**
   * Drops the notice and removes its device. After a notice about a pair of a sealed game the device stays until
   * another notice removes it, because its removal would show the organizer who was notified.
   */
  async #forget(game: Game, notice: ClaimedNotice): Promise<void> {
    if (!pairsHiddenFromOrganizer(game) || !dependsOnPair(notice.kind, notice.recipient)) {
      await this.store.removeDevice(notice.gameId, notice.recipient, { id: notice.device });
    }
    await this.store.dropMail(notice);
  }

  /** @returns null also if composing failed: a defect in one notice must not stop the others. */
  #compose(game: Game, notice: ClaimedNotice, siteName: string | null): string | null {
    try {
      const payload = composeNotice(game, notice, siteName, new Date());
      return payload && padded(payload);
    } catch (error) {
      logError("notice could not be composed", error, { mail: notice.id, kind: notice.kind });
      return null;
    }
  }
}

/**
 * Seconds since the reader's page began to show what a notice is about. News about parcels is shown from a certain
 * morning on, which is the start of the topic: a notice sent before that morning does not cover it.
 */
function ageOfNews(notice: ClaimedNotice, now: Date): number {
  const { age } = notice;
  const morning = morningOf(notice);
  if (!morning) return age;
  const shownFor = (now.getTime() - morning.getTime()) / 1000;
  return shownFor >= 0 ? Math.min(age, shownFor) : age;
}

/** True if one number is the organizer's and the other is that of the same person as a participant. */
function isSamePerson(game: Game, one: number, other: number): boolean {
  const number = [one, other].includes(ORGANIZER) ? Math.max(one, other) : null;
  const participant = game.participants.find((someone) => someone.number === number);
  return participant !== undefined && isInviter(game, participant.name);
}
