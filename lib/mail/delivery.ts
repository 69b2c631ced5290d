import { type Game, ORGANIZER } from "../game/types.ts";
import { logError } from "../monitoring/log.ts";
import { mailCount } from "../monitoring/metrics.ts";
import type { SpanNotes } from "../monitoring/spans.ts";
import { type ClaimedMail, GIVE_UP_AFTER, type Store } from "../store/store.ts";
import { type ComposedMail, composeMail, messageIdOf } from "./compose.tsx";
import type { MailLinks } from "./mail_links.ts";
import { type AddressLimits, countedAs, isReported, refusalOf } from "./limits.ts";
import { MAILS } from "./kinds.ts";
import { type OwnPlace, readOwnPlaces } from "./own_links.ts";
import { type Held, OutboxLoop } from "./outbox_loop.ts";
import { pauseBefore, PAUSES } from "./pauses.ts";
import { returnPathOf } from "./return_path.ts";
import { DeliveryError, type Envelope, type Transport } from "./transport.ts";

/** Maximum time of one attempt in ms. */
const SEND_TIMEOUT = 10 * 60_000;
/** Maximum number of remembered postponed mails; callers that wait for mails need them. */
const REMEMBERED = 10_000;

/** The outcome of an attempt. */
type MailOutcome = "sent" | "withheld" | "postponed" | "failed";

type HeldMail = Held<ClaimedMail>;

/**
 * Sends the mails of the outbox.
 *
 * A mail arrives twice only if the process or the connection died, or the machine slept, while it was being sent: SMTP
 * has no way to ask whether the server had accepted it. Both copies have the same Message-ID.
 */
export class Delivery extends OutboxLoop<ClaimedMail> {
  readonly #flooded = new Set<string>();
  /** How long the mail server took to accept the latest mail, in ms; initially a typical time. */
  #sendingTime = 500;

  /** @param addresses limits per address; null for no limits. */
  constructor(
    store: Store,
    private readonly transport: Transport,
    private readonly links: MailLinks,
    private readonly addresses: AddressLimits | null,
  ) {
    super(store, {
      claim: (limit, leaseSeconds) => store.claimMails(limit, leaseSeconds),
      nextIn: () => store.nextMailIn(),
    });
  }

  override async close(patience: number): Promise<void> {
    await super.close(patience);
    this.transport.close();
  }

  protected override onClaim({ id }: ClaimedMail): void {
    this.#flooded.delete(id);
  }

  /** How many of these mails were postponed because of the limits of their address. */
  countFlooded(ids: readonly string[]): number {
    return ids.filter((id) => this.#flooded.has(id)).length;
  }

  /** @returns true if the mail was handed to the mail server. */
  protected override async deliver(mail: HeldMail, span: SpanNotes): Promise<boolean> {
    const snapshot = this.snapshots.read(mail.gameId, mail.claimedAt);
    const { game, unsubscribed, reports } = await snapshot.data;
    if (game?.mailPausedAt && !MAILS[mail.kind].listsOwnLinks) {
      await this.returnMails([mail], 0);
      return false;
    }
    if (mail.recipient === null && mail.address === null) {
      await this.#rehearse(mail, game);
      await this.store.dropMail(mail);
      return false;
    }
    const places = game && MAILS[mail.kind].listsOwnLinks
      ? await readOwnPlaces(this.store, this.links.tokens, game, mail)
      : undefined;
    const composed = game && this.#compose(mail, game, unsubscribed, places);
    if (!composed) {
      if (composed === undefined) {
        mailCount.add(1, { outcome: "failed", kind: mail.kind, reason: "internal" });
        await this.store.failMail(mail, "internal");
      } else await this.store.dropMail(mail);
      return false;
    }
    const { onlyTo } = mail.payload ?? {};
    const isForOther = onlyTo && !this.links.tokens.mailKeys(composed.to).includes(onlyTo);
    if (isForOther) {
      await this.store.dropMail(mail);
      return false;
    }
    if (game && await this.dropIfRead(game, mail)) return false;
    const room = await snapshot.room;
    if (room.left <= 0 && !places) {
      await this.returnMails([mail], room.seconds + 1);
      return false;
    }
    const refusal = await refusalOf(this.store.limits, this.links.tokens, composed.to);
    if (refusal) {
      await this.store.failMail(mail, refusal);
      return false;
    }
    const counted = countedAs(this.links.tokens, game, composed);
    const takenAt = Date.now();
    const wait = await this.addresses?.take(counted, takenAt) ?? 0;
    if (wait > 0) {
      await this.postpone(mail, wait, "addressFlooded");
      if (this.#flooded.size >= REMEMBERED) this.#flooded.clear();
      this.#flooded.add(mail.id);
      return false;
    }
    if (this.isLost(mail)) {
      await this.quietly(this.addresses?.giveBack(counted, takenAt));
      return false;
    }
    // Hidden mails do not count: the fate of visible mails must not reveal how many hidden ones there are.
    if (!composed.isHidden) room.left--;
    // A list of links may belong to any game of its address, and already leaves out reported games.
    const isWithheld = !places && isReported(this.links.tokens, game, reports, composed.to);
    const outcome = isWithheld
      ? await this.#withhold(mail, composed)
      : await this.#send(mail, composed);
    span.note({ "mail.outcome": outcome });
    const isDone = outcome === "sent" || outcome === "withheld";
    if (!isDone) await this.quietly(this.addresses?.giveBack(counted, takenAt));
    return true;
  }

  /** Takes as long as a real mail, so that a request with an unknown address cannot be distinguished. */
  async #rehearse(mail: HeldMail, game: Game | null): Promise<void> {
    const [someone] = game?.participants ?? [];
    if (!game || !someone) return;
    const email = "nobody@example.org";
    const peopled = {
      ...game,
      organizerEmail: email,
      participants: [{ ...someone, email }, ...game.participants.slice(1)],
    };
    const recipient = mail.kind === "organizerRecovery" ? ORGANIZER : someone.number;
    const composed = this.#compose({ ...mail, recipient }, peopled, new Set());
    if (!composed) return;
    const messageId = this.#messageIdOf(mail);
    await this.transport.rehearse({ mail: composed, messageId });
  }

  #messageIdOf({ id, revision }: HeldMail): string {
    return messageIdOf(this.links, this.links.tokens.mailName(id, revision));
  }

  async #send(mail: HeldMail, composed: ComposedMail): Promise<MailOutcome> {
    const { bounceAddress, tokens } = this.links;
    try {
      // The Message-ID includes the revision, because newer facts change the mail's text.
      await this.hand({
        mail: composed,
        messageId: this.#messageIdOf(mail),
        returnPath: bounceAddress && returnPathOf(bounceAddress, tokens, mail.id),
      }, SEND_TIMEOUT);
    } catch (error) {
      return await this.#onFailure(mail, error);
    }
    return await this.#noteDone(mail, "sent");
  }

  /** Hands a mail to the mail server. @param patience ms @throws {DeliveryError} if it was not accepted. */
  async hand(envelope: Envelope, patience: number): Promise<void> {
    const begun = performance.now();
    await this.transport.send(envelope, AbortSignal.timeout(patience));
    this.#sendingTime = performance.now() - begun;
  }

  /**
   * Takes about as long as `hand` and fails in the same way, but sends nothing. The result must not reveal who has
   * reported a game.
   *
   * @param patience ms
   * @throws {DeliveryError} if the mail server is down, or has not answered in time.
   */
  async feign(envelope: Envelope, patience: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lateness = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DeliveryError("connectionLost", false, false)), patience);
    });
    try {
      await Promise.race([lateness, this.#imitate(envelope, patience)]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #imitate(envelope: Envelope, patience: number): Promise<void> {
    await Promise.all([
      this.transport.rehearse(envelope),
      this.transport.verify(),
      new Promise((resolve) => setTimeout(resolve, Math.min(this.#sendingTime, patience))),
    ]);
    // Mails sent in the meantime may have shown that the server is down.
    await this.transport.verify();
  }

  /**
   * Sends nothing to an address that has reported the game, but treats the mail like any other: neither its outcome
   * nor its timing must reveal who has reported.
   */
  async #withhold(mail: HeldMail, composed: ComposedMail): Promise<MailOutcome> {
    try {
      await this.feign({ mail: composed, messageId: this.#messageIdOf(mail) }, SEND_TIMEOUT);
    } catch (error) {
      return await this.#onFailure(mail, error);
    }
    return await this.#noteDone(mail, "withheld");
  }

  async #noteDone(mail: HeldMail, outcome: "sent" | "withheld"): Promise<MailOutcome> {
    await this.noteSent(mail);
    mailCount.add(1, { outcome, kind: mail.kind });
    await this.#onServed();
    return outcome;
  }

  /** @returns undefined if composing failed: a defect in one mail must not stop the others. */
  #compose(mail: ClaimedMail, game: Game, unsubscribed: Set<string>, places?: OwnPlace[]) {
    try {
      return composeMail(this.links, game, mail, unsubscribed, new Date(), places);
    } catch (error) {
      logError("mail could not be composed", error, { mail: mail.id, kind: mail.kind });
      return undefined;
    }
  }

  async #onFailure(mail: HeldMail, error: unknown): Promise<MailOutcome> {
    const isKnown = error instanceof DeliveryError;
    const { reason, isPermanent, isDown } = isKnown
      ? error
      : new DeliveryError("internal", false, false);
    if (!isKnown) {
      logError("mail could not be sent", error, { mail: mail.id, kind: mail.kind });
    }
    const outcome = isPermanent || mail.age > GIVE_UP_AFTER ? "failed" : "postponed";
    mailCount.add(1, { outcome, kind: mail.kind, reason });
    if (outcome === "failed") {
      await this.store.failMail(mail, reason);
    } else {
      await this.store.postponeMail(mail, pauseBefore(mail.attempts, PAUSES), reason);
    }
    if (isDown) {
      if (this.serverFailures === 0) {
        logError("mail server does not serve", new Error(reason));
      }
      // Mails that were being sent at the same time fail together and count once.
      if (mail.isProbe || this.serverFailures === 0) this.serverFailures++;
      await this.giveBack(0);
    } else if (reason !== "connectionLost") {
      await this.#onServed();
    }
    return outcome;
  }

  /** Called when the server is up: makes the mails due that waited for it. */
  async #onServed(): Promise<void> {
    if (this.serverFailures === 0) return;
    this.serverFailures = 0;
    await this.#hasten();
    this.repeatSoon(() => this.#hasten());
  }

  async #hasten(): Promise<void> {
    if (this.serverFailures > 0) return;
    await this.store.hastenMails(["serverUnreachable", "serverRefused"]);
    this.wake();
  }
}
