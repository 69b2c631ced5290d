import {
  type ClaimedMail,
  type ClaimedNotice,
  type NewMail,
  type NewNotice,
  NOTICE,
  noticeTopic,
  type OutboxChange,
} from "./store.ts";

/** A row of the outbox: a mail, or a notice for a browser. */
export type NewRow = Omit<NewMail, "kind"> & { kind: NewMail["kind"] | typeof NOTICE };

export function toRow({ device, kind, topic = "", payload, ...rest }: NewNotice): NewRow {
  return {
    ...rest,
    kind: NOTICE,
    topic: noticeTopic({ device, kind, topic }),
    payload: { ...payload, notice: { device, kind, topic } },
  };
}

/** The rows that a change adds. */
export function rowsOf({ add, notices = [] }: Pick<OutboxChange, "add" | "notices">): NewRow[] {
  return [...add, ...notices.map(toRow)];
}

/** Converts claimed rows to notices. */
export function toClaimedNotices(rows: readonly ClaimedMail[]): ClaimedNotice[] {
  return rows.flatMap((row) => {
    const { notice } = row.payload;
    return notice && row.recipient !== null
      ? [{ ...row, ...notice, recipient: row.recipient }]
      : [];
  });
}
