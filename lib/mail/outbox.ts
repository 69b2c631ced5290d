import { traceparent } from "../monitoring/spans.ts";
import {
  type MailPayload,
  type NewMail,
  type NewNotice,
  NOTICE,
  noticeTopic,
  type OutboxDecision,
  type WaitingMail,
} from "../store/store.ts";
import { MAILS } from "./kinds.ts";
import { MAIL_DELAY } from "./mail_delay.ts";
import { dependsOnPair } from "./notices.ts";

/** A waiting mail, or a new one. */
interface Entry {
  mail: NewMail;
  /** null for a new mail. */
  id: string | null;
  /** True if the waiting mail may already have reached its reader. */
  mayHaveArrived: boolean;
  /** Maximum number of seconds until it is due, if a mail was merged into it; otherwise null. */
  dueIn: number | null;
}

/**
 * Merges new mails with waiting ones. Only one mail of a kind and topic waits for each reader. A newer one is
 * merged into it: the newer facts win, and changed details keep the oldest `before` that the reader has not seen. A
 * mail whose content another waiting kind covers (`joins` in the table of kinds) is merged into that one, unless it
 * `isAlone`. Mails to people who have left are never merged, because two of them may have shared an address. Notices
 * of one browser are merged in the same way; those that depend on a pair keep their time.
 *
 * Does not use pg-boss: this outbox is written in the change's transaction on SQLite and Postgres, and its mails can
 * still be changed while they wait.
 */
export function addToOutbox(
  newMails: readonly NewMail[],
  newNotices: readonly NewNotice[] = [],
): OutboxDecision {
  const mails = withTrace(newMails);
  const notices = withTrace(newNotices);
  return (waiting) => {
    const entries = waiting.flatMap((one): Entry[] => {
      const { id, recipient, kind, topic, payload, mayHaveArrived = false } = one;
      if (kind === NOTICE) return [];
      return [{ id, mail: { recipient, kind, topic, payload }, mayHaveArrived, dueIn: null }];
    });
    const places = new Map(entries.map((entry) => [placeOf(entry.mail), entry]));
    for (const mail of mails) {
      const entry = mail.recipient === null ? undefined : findEntry(places, mail);
      if (!entry) {
        const added = { mail, id: null, mayHaveArrived: false, dueIn: null };
        entries.push(added);
        places.set(placeOf(mail), added);
      } else if (!mail.isOnce) {
        entry.mail = join(entry.mail, mail, entry.mayHaveArrived);
        // The longest delay, because the minimum of several random delays would be shorter.
        const dueIn = mail.delay === undefined ? 0 : MAIL_DELAY.most;
        entry.dueIn = Math.min(entry.dueIn ?? Infinity, dueIn);
      }
    }
    const joined = entries.flatMap(({ id, dueIn, mail: { payload = {}, language = null } }) =>
      id !== null && dueIn !== null
        ? [{ id, payload, language, ...dueIn > 0 && { delay: dueIn } }]
        : []
    );
    const { add, update, refresh } = joinNotices(notices, waiting);
    return {
      add: entries.filter(({ id }) => id === null).map(({ mail }) => mail),
      ...add.length > 0 && { notices: add },
      update: [...joined, ...update],
      ...refresh.length > 0 && { refresh },
    };
  };
}

/** Adds notices for browsers without a waiting one, and updates the facts of waiting notices. */
function joinNotices(notices: readonly NewNotice[], waiting: readonly WaitingMail[]) {
  const known = new Map<string, WaitingMail | null>(
    waiting.flatMap((one) => one.payload.notice ? [[noticeTopic(one.payload.notice), one]] : []),
  );
  const add: NewNotice[] = [];
  const update: { id: string; payload: MailPayload; language: null }[] = [];
  const refresh: string[] = [];
  for (const notice of notices) {
    const { device, kind, recipient, payload = {}, isOnce } = notice;
    const place = noticeTopic(notice);
    const covering = [
      ...(MAILS[kind].joins ?? []).map((other) => noticeTopic({ device, kind: other })),
      place,
    ].find((one) => known.has(one));
    if (covering === undefined) {
      add.push(notice);
      known.set(place, null);
      continue;
    }
    const one = known.get(covering);
    if (!one || isOnce) continue;
    if (dependsOnPair(kind, recipient)) refresh.push(one.id);
    else if (covering === place) {
      const joined = joinPayloads(one.payload, payload, one.mayHaveArrived);
      update.push({ id: one.id, payload: joined, language: null });
    }
  }
  return { add, update, refresh };
}

/** Marks mails with the current trace, so that their sending shows up in it. */
export function withTrace<One extends Pick<NewMail, "payload">>(
  mails: readonly One[],
): readonly One[] {
  const trace = traceparent();
  return trace ? mails.map((mail) => ({ ...mail, payload: { ...mail.payload, trace } })) : mails;
}

/** The waiting mail that a new one is merged into. */
function findEntry(places: Map<string, Entry>, mail: NewMail): Entry | undefined {
  const { kind, recipient, isAlone = false } = mail;
  for (const other of isAlone ? [] : MAILS[kind].joins ?? []) {
    const entry = places.get(placeOf({ recipient, kind: other }));
    if (entry) return entry;
  }
  return places.get(placeOf(mail));
}

/**
 * @param newer of the same kind and topic, or of a kind that the waiting one covers.
 * @param mayHaveArrived true if the waiting mail may already have reached its reader.
 */
function join(waiting: NewMail, newer: NewMail, mayHaveArrived: boolean): NewMail {
  const payload = waiting.kind === newer.kind
    ? joinPayloads(waiting.payload, newer.payload, mayHaveArrived)
    : waiting.payload;
  const { language: _, ...rest } = waiting;
  return {
    ...rest,
    ...(payload ? { payload } : {}),
    ...(newer.language ? { language: newer.language } : {}),
  };
}

function joinPayloads(
  older: MailPayload = {},
  newer: MailPayload = {},
  mayHaveArrived = false,
): MailPayload {
  // A reader who may have seen a change must be notified if it is undone.
  const before = older.before &&
    (mayHaveArrived ? { ...older.before, ...newer.before } : { ...newer.before, ...older.before });
  return { ...older, ...newer, ...(before ? { before } : {}) };
}

/** The key under which only one mail waits. */
function placeOf({ recipient, kind, topic = "" }: Pick<NewMail, "recipient" | "kind" | "topic">) {
  return `${recipient} ${kind} ${topic}`;
}
