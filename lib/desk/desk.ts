import { z } from "zod";
import { addressKey } from "../game/identity.ts";
import { pairsHiddenFromOrganizer } from "../game/seal.ts";
import type { Game } from "../game/types.ts";
import { blockingSubjects, toBlockedSubject } from "../mail/blocking.ts";
import { spellingsOf } from "../mail/own_links.ts";
import type { AddressInGame, BlockedSender, DeskStore, GameSummary } from "../store/desk_store.ts";
import type { Store } from "../store/store.ts";

/** Maximum number of games and log lines in one answer. */
const LISTED = 50;
/** Maximum number of attempts to remove erased data from the database's files. */
const OVERWRITING = 20;
/** Maximum number of occurrences of an address that are read, and of organizers that are read at a time. */
const FOUND = 5_000;

const CODE = /^(?:\d{6}|\d{8})$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Lists of games: reported games, the latest report first; games whose mails wait for the organizer's confirmation,
 * most waiting mails first; active games, most mails first.
 */
export const LISTS = {
  reports: "listReported",
  held: "listHeld",
  largest: "listLargest",
} as const;

/** A command that cannot be carried out; the message says why, and what to do. */
export class DeskError extends Error {
  override name = "DeskError";

  /** @param games the games to choose from, if there are several */
  constructor(message: string, readonly games: readonly GameSummary[] = []) {
    super(message);
  }
}

/** What `show` reports about a game. */
export type GameReport = ReturnType<typeof report>;

/** A list of games, cut off at a maximum. `isCut`: there are more. */
export type GameList = Awaited<ReturnType<Desk["list"]>>;

/** Whether a block has changed, and the active games of blocked organizers, which continue. */
export type BlockResult = Awaited<ReturnType<Desk["block"]>>;

/** Lines of the log, without the ids of games; `code` is null for a line about no game or about an erased one. */
export type Log = Awaited<ReturnType<Desk["readLog"]>>;

/**
 * The operator's desk: finds and changes games while services are running. Every act is logged before it is carried
 * out.
 */
export class Desk {
  constructor(private readonly store: Store, private readonly desk: DeskStore) {}

  /** Finds the games with this code, with this address in them, or created on this day in UTC (YYYY-MM-DD). */
  async find(text: string) {
    const what = text.trim();
    if (CODE.test(what)) {
      await this.#log("find", "by code");
      return await this.#list(await this.desk.findByCode(what, LISTED + 1));
    }
    if (z.iso.date().safeParse(what).success) {
      await this.#log("find", "by day");
      return await this.#list(await this.desk.findByDay(what, LISTED + 1));
    }
    if (what.includes("@")) {
      await this.#log("find", "by address");
      const found = await this.desk.findByAddress(spellingsOf(what), FOUND);
      const key = addressKey(what);
      return await this.#list(gamesOf(found.filter(({ email }) => addressKey(email) === key)));
    }
    throw new DeskError("Expected a code, an address, or a day like 2026-12-24");
  }

  /** Reports the state and the counts of one game. @param which its code or id */
  async show(which: string): Promise<GameReport> {
    const { game, summary } = await this.#open("show", which);
    await this.#log("show", "", game.id);
    return report(game, summary);
  }

  /**
   * Pauses all mail of a game, which then waits, or resumes it.
   *
   * @returns `isChanged`: false if it was already paused, or not paused
   */
  async pause(which: string, isPaused: boolean) {
    const act = isPaused ? "pause" : "resume";
    const { game, summary } = await this.#open(act, which);
    await this.#log(act, "", game.id);
    const isChanged = await this.store.setMailPaused(game.id, isPaused);
    const [after = summary] = await this.desk.readSummaries([game.id]);
    return { game: after, isChanged };
  }

  /**
   * Deletes a game for good.
   *
   * @param confirm called once the game is found; if it returns false, nothing is erased.
   * @returns null if it was not confirmed
   */
  async erase(which: string, confirm: (game: GameSummary) => boolean) {
    const { game, summary } = await this.#open("erase", which);
    if (!confirm(summary)) {
      await this.#log("erase", "not confirmed", game.id);
      return null;
    }
    await this.#log("erase", `${summary.people} people`, game.id);
    await this.store.changeGameById(game.id, () => ({
      game: null,
      isErased: true,
      outbox: null,
      result: undefined,
    }));
    return { game: summary, isOverwritten: await this.#overwriteErased() };
  }

  /**
   * Blocks an address or a domain, or unblocks it.
   *
   * @returns `isChanged`: false if nothing changed; and the active games of blocked organizers, which continue
   */
  async block(text: string, isBlocked: boolean) {
    const subject = toBlockedSubject(text);
    if (!subject) throw new DeskError("Expected an address or a domain like example.org");
    const isAddress = subject.includes("@");
    await this.#log(isBlocked ? "block" : "unblock", isAddress ? "an address" : "a domain");
    const isChanged = await this.desk.setBlocked(subject, isBlocked);
    if (!isBlocked) return { subject, isChanged, games: [], isCut: false };
    return { subject, isChanged, ...await this.#list(await this.#findBlocked(subject)) };
  }

  async listBlocked(): Promise<{ blocked: BlockedSender[] }> {
    await this.#log("list", "blocked");
    return { blocked: await this.desk.readBlocked() };
  }

  async list(which: keyof typeof LISTS) {
    await this.#log("list", which);
    return await this.#list(await this.desk[LISTS[which]](LISTED + 1));
  }

  /** Reads what was done at the desk, the latest first. */
  async readLog() {
    await this.#log("log", "");
    const lines = await this.desk.readLines(LISTED);
    return { lines: lines.map(({ at, act, detail, code }) => ({ at, act, detail, code })) };
  }

  /** @throws {DeskError} if there is no such game, or several have had this code. */
  async #open(act: string, which: string): Promise<{ game: Game; summary: GameSummary }> {
    const named = which.trim().toLowerCase();
    if (!CODE.test(named) && !ID.test(named)) {
      throw new DeskError("Expected the code of a game, or its id");
    }
    const ids = ID.test(named) ? [named] : await this.desk.findByCode(named, LISTED);
    const [summary, ...others] = await this.desk.readSummaries(ids);
    if (summary && others.length > 0) {
      await this.#log(act, "several games of one code");
      throw new DeskError(
        "Several games have had this code: name one by its id",
        [summary, ...others],
      );
    }
    const game = summary ? await this.store.readGameById(summary.id) : null;
    if (summary && game) return { game, summary };
    await this.#log(act, "no such game");
    throw new DeskError("No game has this code or id");
  }

  /**
   * Ids of the active games whose organizers a subject blocks, the newest first; at least one more than is listed, if
   * there are that many. Addresses are not compared in SQL, because databases lower-case them differently.
   */
  async #findBlocked(subject: string): Promise<string[]> {
    const domain = subject.slice(subject.indexOf("@") + 1);
    const found: string[] = [];
    let before: string | null = null;
    do {
      const page: AddressInGame[] = await this.desk.findOrganizers(domain, before, FOUND);
      const blocked = page.filter(({ email }) => blockingSubjects(email).includes(subject));
      found.push(...blocked.map(({ gameId }) => gameId));
      before = page.length < FOUND ? null : page.at(-1)?.gameId ?? null;
    } while (before !== null && found.length <= LISTED);
    return found;
  }

  /** While a service is busy, only some attempts succeed. */
  async #overwriteErased(): Promise<boolean> {
    for (let attempt = 1; !await this.store.overwriteErased(); attempt++) {
      if (attempt === OVERWRITING) return false;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return true;
  }

  async #list(ids: readonly string[]) {
    const games = await this.desk.readSummaries(ids.slice(0, LISTED));
    return { games, isCut: ids.length > LISTED };
  }

  #log(act: string, detail: string, gameId: string | null = null): Promise<void> {
    return this.desk.addLine({ at: new Date().toISOString(), act, detail, gameId });
  }
}

/** Ids of games, the newest first. */
function gamesOf(found: readonly AddressInGame[]): string[] {
  // Ids begin with the time.
  return [...new Set(found.map(({ gameId }) => gameId))].sort().reverse();
}

/** Reports the organizer and counts, but no participant, pair, token, wish, note or message. */
function report(game: Game, summary: GameSummary) {
  const addresses = game.participants.flatMap(({ email }) => email ?? []);
  const domains = new Set(addresses.map((email) => addressKey(email.replace(/^.*@/, ""))));
  return {
    ...summary,
    organizer: { name: game.organizerName, email: game.organizerEmail },
    isProtected: game.isProtected,
    isSealed: pairsHiddenFromOrganizer(game),
    sendsMails: game.sendEmails,
    language: game.language,
    participants: {
      withAddress: addresses.length,
      /** Number of different domains of these addresses. */
      domains: domains.size,
      /** Number of participants who have opened their gift. */
      opened: game.participants.filter(({ viewedAt }) => viewedAt !== null).length,
    },
  };
}
