import type { Partner, StoredMessage } from "../../game/messages.ts";
import type { EmailStatuses, MailFailure, MailKind } from "../../game/types.ts";
import {
  type AddingOutcome,
  type ClaimedMail,
  type ClaimedNotice,
  type CountedMails,
  DatabaseBusy,
  type DeviceStore,
  type MailKey,
  type MailStore,
  type MailTraffic,
  type MessageStore,
  type NewDevice,
  type NewReport,
  type OutboxDecision,
  type PairTurn,
  type StoredDevice,
  type WritingOutcome,
  type WrittenMessage,
} from "../store.ts";
import type { Connection, Value } from "./connection.ts";
import * as devices from "./devices.ts";
import { explain } from "./failure.ts";
import { nextVersion, readCode, readVersion } from "./games.ts";
import { toClaimedNotices } from "../notices.ts";
import { hasFutureTimestamp, redating } from "./future_timestamps.ts";
import * as messages from "./messages.ts";
import * as outbox from "./outbox.ts";
import * as reports from "./reports.ts";
import type { Writer } from "./writer.ts";
import type { Statement } from "./writes.ts";

/** Attempts to add mails when the game keeps changing. */
const ATTEMPTS = 100;

/** Stores mails, messages and devices; the base of the whole store, because it has the connections. */
export class SqliteMailStore implements MailStore, MessageStore, DeviceStore {
  protected readonly reader: Connection;
  protected readonly writer: Writer;
  /** For each code, the promise of the last queued change. */
  readonly #changing = new Map<string, Promise<unknown>>();

  constructor(reader: Connection, writer: Writer) {
    this.reader = reader;
    this.writer = writer;
  }

  addMails(gameId: string, decide: OutboxDecision): Promise<string[]> {
    return this.inTurnById(gameId, () => this.#addMails(gameId, decide));
  }

  async #addMails(gameId: string, decide: OutboxDecision): Promise<string[]> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const now = Date.now();
      const write = await this.read((db) => {
        const version = readVersion(db, gameId);
        const mails = decide(outbox.readWaiting(db, gameId));
        const { add, notices = [], update, remove = [] } = mails;
        const count = add.length + notices.length + update.length + remove.length;
        if (version === null || count === 0) return null;
        return [
          nextVersion(gameId, version),
          ...outbox.outboxChanges(gameId, mails, now),
        ];
      });
      if (!write) return [];
      const rows = await this.writer.write(write);
      if (rows) return idsOf(rows.slice(1).flat());
    }
    throw new DatabaseBusy("Others keep changing the outbox of this game");
  }

  /** Runs the changes of one game one after the other, so that few are decided twice. */
  protected async inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#changing.get(key);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    this.#changing.set(key, end);
    try {
      await before;
      return await work();
    } finally {
      if (this.#changing.get(key) === end) this.#changing.delete(key);
      resolve();
    }
  }

  /** The same by a game's id, in the same queue as changes by its code: two queues would starve each other. */
  protected async inTurnById<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const code = await this.read((db) => readCode(db, id));
    return await this.inTurn(code ?? id, work);
  }

  claimMails(limit: number, leaseSeconds: number): Promise<ClaimedMail[]> {
    return this.#claim(limit, leaseSeconds, "mails");
  }

  async claimNotices(limit: number, leaseSeconds: number): Promise<ClaimedNotice[]> {
    return toClaimedNotices(await this.#claim(limit, leaseSeconds, "notices"));
  }

  async #claim(
    limit: number,
    leaseSeconds: number,
    channel: outbox.Channel,
  ): Promise<ClaimedMail[]> {
    const now = Date.now();
    const rows = await this.writer.write([
      outbox.expiry(now),
      outbox.claim(limit, inSeconds(leaseSeconds), now, channel),
    ]);
    const ids = idsOf(rows?.[1]);
    return ids.length === 0 ? [] : await this.read((db) => outbox.readClaimed(db, ids, now));
  }

  renewLeases(ids: readonly string[], leaseSeconds: number): Promise<void> {
    return this.write(outbox.leaseRenewal(ids, inSeconds(leaseSeconds)));
  }

  releaseLeases(): Promise<void> {
    return this.write(outbox.leaseRelease());
  }

  returnMails(ids: readonly string[], seconds: number): Promise<void> {
    return this.write(outbox.giveBack(ids, inSeconds(seconds)));
  }

  finishMail(mail: Pick<ClaimedMail, "id" | "revision">): Promise<void> {
    return this.write(outbox.finish(mail, Date.now()));
  }

  postponeMail({ id }: MailKey, seconds: number, reason: MailFailure): Promise<void> {
    return this.write(outbox.postponement(id, inSeconds(seconds), reason));
  }

  failMail({ id }: MailKey, reason: MailFailure): Promise<void> {
    return this.write(outbox.giveUp(id, reason, Date.now()));
  }

  readMailKey(id: string) {
    return this.read((db) => outbox.readKey(db, id));
  }

  async bounceMail({ id }: MailKey, reason: MailFailure): Promise<boolean> {
    const rows = await this.writer.write([outbox.bounce(id, reason, Date.now())]);
    return idsOf(rows?.[0]).length > 0;
  }

  dropMail({ id }: MailKey): Promise<void> {
    return this.write(...outbox.drop(id, Date.now()));
  }

  hastenMails(reasons: readonly MailFailure[]): Promise<void> {
    return this.write(outbox.hasten(reasons, Date.now()));
  }

  async redateMails(leaseSeconds: number): Promise<void> {
    const now = Date.now();
    // Rarely changes anything, so check first and spare the disk.
    const isWrong = await this.read((db) => hasFutureTimestamp(db, leaseSeconds, now));
    if (isWrong) await this.write(redating(leaseSeconds, now));
  }

  nextMailIn(): Promise<number | null> {
    return this.#nextIn("mails");
  }

  nextNoticeIn(): Promise<number | null> {
    return this.#nextIn("notices");
  }

  async #nextIn(channel: outbox.Channel): Promise<number | null> {
    const due = await this.read((db) => outbox.readNextDue(db, channel));
    return due === null ? null : (due - Date.now()) / 1000;
  }

  countMails(
    _gameId: string,
    ids: readonly string[],
  ): Promise<CountedMails> {
    return this.read((db) => outbox.readCounts(db, ids));
  }

  async addMessage(gameId: string, written: WrittenMessage): Promise<WritingOutcome> {
    const rows = await this.writer.write(messages.writing(gameId, written, Date.now()));
    return rows ? "stored" : await this.read((db) => messages.refusalOf(db, gameId, written));
  }

  readMessages(gameId: string, number: number): Promise<StoredMessage[]> {
    return this.read((db) => messages.readMessages(db, gameId, number));
  }

  countUnread(
    gameId: string,
    number: number,
    version: number | null,
  ): Promise<Record<Partner, number>> {
    return this.read((db) => messages.countUnread(db, gameId, number, version));
  }

  markRead(gameId: string, number: number, from: Partner): Promise<void> {
    return this.write(...messages.reading(gameId, number, from));
  }

  readMailTraffic(gameId: string): Promise<MailTraffic> {
    return this.read((db) => outbox.readTraffic(db, gameId, Date.now()));
  }

  countRecentMails(
    gameId: string,
    recipients: readonly number[],
    kind: MailKind,
  ): Promise<ReadonlyMap<number, number>> {
    return this.read((db) => outbox.readRecentCounts(db, gameId, recipients, kind, Date.now()));
  }

  readEmailStatuses(gameId: string): Promise<EmailStatuses> {
    return this.read((db) => outbox.readStatuses(db, gameId));
  }

  setUnsubscribed(gameId: string, addressKey: string, isUnsubscribed: boolean): Promise<void> {
    return this.write(outbox.unsubscription(gameId, addressKey, isUnsubscribed));
  }

  readUnsubscribed(gameId: string): Promise<Set<string>> {
    return this.read((db) => outbox.readUnsubscribed(db, gameId));
  }

  async addReport(gameId: string, report: NewReport): Promise<boolean> {
    const at = new Date().toISOString();
    const rows = await this.writer.write(reports.reporting(gameId, report, at));
    return rows?.[1]?.length === 1;
  }

  removeReport(gameId: string, hash: string): Promise<void> {
    return this.write(reports.reportRemoval(gameId, hash));
  }

  readReports(gameId: string): Promise<Set<string>> {
    return this.read((db) => reports.readReports(db, gameId));
  }

  async setMailPaused(gameId: string, isPaused: boolean): Promise<boolean> {
    const at = isPaused ? new Date().toISOString() : null;
    const rows = await this.writer.write([reports.pausing(gameId, at)]);
    return rows?.[0]?.length === 1;
  }

  async addDevice(gameId: string, device: NewDevice, max: number): Promise<AddingOutcome> {
    const rows = await this.writer.write([devices.adding(gameId, device, max)]);
    return rows
      ? { id: device.id, isNew: true }
      : await this.read((db) => devices.outcomeOf(db, gameId, device));
  }

  async removeDevice(
    gameId: string,
    recipient: number,
    which: { id: string } | { marks: readonly string[] },
  ): Promise<boolean> {
    const rows = await this.writer.write([devices.removal(gameId, recipient, which)]);
    return idsOf(rows?.[0]).length > 0;
  }

  readDevice(gameId: string, id: string): Promise<StoredDevice | null> {
    return this.read((db) => devices.readDevice(db, gameId, id));
  }

  async takePairTurn(gameId: string, id: string, mail: string, age: number): Promise<PairTurn> {
    const now = Date.now();
    const writtenAt = now - Math.round(age * 1000);
    const taking = devices.takingTurn(gameId, id, mail, now, writtenAt);
    return await this.writer.write([taking])
      ? "yes"
      : await this.read((db) => devices.readTurn(db, gameId, id, now, writtenAt));
  }

  endPairTurn(gameId: string, id: string, mail: string): Promise<void> {
    return this.write(devices.endingTurn(gameId, id, mail, Date.now()));
  }

  /** Reads one state of the database. */
  protected read<Result>(work: (db: Connection) => Result): Promise<Result> {
    return new Promise<Result>((resolve) => resolve(this.reader.snapshot(() => work(this.reader))))
      .catch(explain);
  }

  /** Stores statements together; if a guard fails, nothing is stored. */
  protected async write(...statements: Statement[]): Promise<void> {
    await this.writer.write(statements);
  }
}

/** What statements with `returning id` gave back. */
export function idsOf(rows: readonly (readonly Value[])[] = []): string[] {
  return rows.map(([id]) => String(id));
}

/** A moment this many seconds from now, in whole ms, as stored in the columns. */
export function inSeconds(seconds: number): number {
  return Date.now() + Math.round(seconds * 1000);
}
