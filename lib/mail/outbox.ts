import { traceparent } from "../monitoring/spans.ts";
import type { MailPayload, NewMail, OutboxDecision } from "../store/store.ts";
import { MAILS } from "./kinds.ts";

/** A mail that waits already, or is to wait from now on. */
interface Entry {
  mail: NewMail;
  /** null: it does not wait yet. */
  id: string | null;
  /** Whether something has joined it. */
  isJoined: boolean;
}

/**
 * What becomes of new mails beside those that wait already. Of one kind and topic only one waits for a
 * person: a newer one joins it, with the newer facts, and of changed details with the oldest `before`.
 * What another kind that waits will tell anyway (`joins` in the table of kinds) joins that one. Mails to
 * people who have left join nothing: two of them may have shared an address.
 *
 * Why not pg-boss: this outbox is written in the transaction of the change, on SQLite as on Postgres, and
 * what waits in it can still be changed.
 */
export function addToOutbox(newMails: readonly NewMail[]): OutboxDecision {
  const mails = withTrace(newMails);
  return (waiting) => {
    const entries = waiting.map(({ id, recipient, kind, topic, payload }): Entry => ({
      mail: { recipient, kind, topic, payload },
      id,
      isJoined: false,
    }));
    const places = new Map(entries.map((entry) => [placeOf(entry.mail), entry]));
    for (const mail of mails) {
      const entry = mail.recipient === null ? undefined : findEntry(places, mail);
      if (!entry) {
        const added = { mail, id: null, isJoined: false };
        entries.push(added);
        places.set(placeOf(mail), added);
      } else if (!mail.isOnce) {
        entry.mail = join(entry.mail, mail);
        entry.isJoined = true;
      }
    }
    return {
      add: entries.filter(({ id }) => id === null).map(({ mail }) => mail),
      update: entries.flatMap(({ id, isJoined, mail: { payload = {}, language = null } }) =>
        id !== null && isJoined ? [{ id, payload, language }] : []
      ),
    };
  };
}

/** Mails that will be seen in the trace of what is being done just now, whoever sends them, and when. */
export function withTrace(mails: readonly NewMail[]): readonly NewMail[] {
  const trace = traceparent();
  return trace ? mails.map((mail) => ({ ...mail, payload: { ...mail.payload, trace } })) : mails;
}

/** The mail that a new one joins. */
function findEntry(places: Map<string, Entry>, mail: NewMail): Entry | undefined {
  const { kind, recipient } = mail;
  for (const other of MAILS[kind].joins ?? []) {
    const entry = places.get(placeOf({ recipient, kind: other }));
    if (entry) return entry;
  }
  return places.get(placeOf(mail));
}

/** @param newer of the same kind and topic, or of a kind that the waiting one speaks for */
function join(waiting: NewMail, newer: NewMail): NewMail {
  const payload = waiting.kind === newer.kind
    ? joinPayloads(waiting.payload, newer.payload)
    : waiting.payload;
  const { language: _, ...rest } = waiting;
  return {
    ...rest,
    ...(payload ? { payload } : {}),
    ...(newer.language ? { language: newer.language } : {}),
  };
}

function joinPayloads(older: MailPayload = {}, newer: MailPayload = {}): MailPayload {
  const before = older.before && { ...newer.before, ...older.before };
  return { ...older, ...newer, ...(before ? { before } : {}) };
}

/** The same for mails of which only one waits. */
function placeOf({ recipient, kind, topic = "" }: Pick<NewMail, "recipient" | "kind" | "topic">) {
  return `${recipient} ${kind} ${topic}`;
}
