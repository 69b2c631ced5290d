import { randomInt } from "node:crypto";
import type { Tokens } from "../game/tokens.ts";
import type { Change, Game } from "../game/types.ts";
import type { Settings } from "../settings.ts";
import type { NewMail, NewNotice, OutboxDecision, Store } from "../store/store.ts";
import { AddressLimits } from "./limits.ts";
import type { Mailer } from "./mailer.ts";
import { type Below, noticesFor, toDevices } from "./notices.ts";
import { addToOutbox } from "./outbox.ts";
import { PushDelivery } from "./push_delivery.ts";
import type { PushNetwork } from "./push_network.ts";
import { PushTransport } from "./push_transport.ts";

/** How long closing waits for notices being delivered, in ms. */
const CLOSING_PATIENCE = 10_000;

const below: Below = (n) => randomInt(n);

/** Notifies people in their browsers. */
export class Push {
  readonly #delivery: PushDelivery;

  constructor(settings: Settings, store: Store, tokens: Tokens, network: PushNetwork) {
    const { siteName, rateLimit } = settings;
    this.#delivery = new PushDelivery(store, new PushTransport(network, settings), {
      tokens,
      siteName,
      limits: rateLimit === null ? null : new AddressLimits(store.limits),
      below,
    });
  }

  /** The notices after a change. */
  noticesFor(change: Change): NewNotice[] {
    return noticesFor(change, new Date(), below);
  }

  /** The notices that correspond to these mails, for all browsers of their recipients. */
  like(game: Game, mails: readonly Omit<NewMail, "address">[]): NewNotice[] {
    return mails.flatMap(({ kind, ...mail }) => toDevices(game, kind, [mail], new Date(), below));
  }

  /** Must be called when something new is in the outbox. */
  wake(): void {
    this.#delivery.wake();
  }

  async close(): Promise<void> {
    await this.#delivery.close(CLOSING_PATIENCE);
  }
}

/** The channels that notify people. */
interface Messengers {
  mail: Pick<Mailer, "mailsFor"> | null;
  push: Pick<Push, "noticesFor">;
}

/** Puts the mails and notices after a change into the outbox; null if there are none. */
export function newsOf({ mail, push }: Messengers, change: Change): OutboxDecision | null {
  const mails = mail?.mailsFor(change) ?? [];
  const notices = push.noticesFor(change);
  return mails.length + notices.length > 0 ? addToOutbox(mails, notices) : null;
}

/** Must be called once the mails and notices are stored. */
export function wake(
  { mail, push }: { mail: Pick<Mailer, "wake"> | null; push: Pick<Push, "wake"> },
): void {
  mail?.wake();
  push.wake();
}
