import assert from "node:assert/strict";
import type { Game } from "@/lib/game/types.ts";
import type {
  ClaimedMail,
  NewMail,
  OutboxDecision,
  Store,
  WaitingMail,
} from "@/lib/store/store.ts";
import { makeGame } from "./games.ts";

/** Duration of a lease that no test outlives, in seconds. */
export const LONG = 60;

export const REMINDER: NewMail = {
  recipient: 1,
  kind: "reminder",
  topic: "soon",
  language: "de",
  payload: { message: "Soon!" },
};

export async function keepWith(store: Store, mails: readonly NewMail[] = []) {
  return await store.createGame(makeGame(3), mails);
}

export function add(...mails: NewMail[]): OutboxDecision {
  return () => ({ add: mails, update: [] });
}

/** Claims the only mail that is due. */
export async function claimOne(store: Store): Promise<ClaimedMail> {
  const [mail, ...others] = await store.claimMails(10, LONG);
  assert(mail, "a mail is due");
  assert.deepEqual(others, []);
  return mail;
}

export async function waitingIn(store: Store, { id }: Game): Promise<readonly WaitingMail[]> {
  let waiting: readonly WaitingMail[] = [];
  await store.addMails(id, (given) => {
    waiting = given;
    return { add: [], update: [] };
  });
  return waiting;
}
