/** One sealed game, played against the service by an organizer who wants to know its pairs. */
import { endOfEvent } from "@/lib/game/finale.ts";
import { hasSent, isOnItsWay } from "@/lib/game/parcels.ts";
import { keptBy } from "@/lib/game/keepers.ts";
import { isRevealBlocked, pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import { type Arrived, EMPTY_WORLD, type Sent, type World, type Worlds } from "./worlds.ts";
import type { Chance } from "./chance.ts";
import { type Exchange, isOwn, observe } from "./belief.ts";

/** The next action. People are identified by name, so that a move means the same in every game it is tried in. */
export interface Move {
  /** `own`: with the link of a place that the organizer holds; `honest`: by another person, unseen. */
  by: "organizer" | "own" | "honest" | "clock";
  /**
   * An action of the API, or `create`, `again`, `look`, `send`, `join` (an honest person), `take` (a place with its
   * claim), `give` (the claim to its person).
   */
  act: string;
  /** Index of the game in its line: 0 for the first. */
  game?: number;
  who?: string;
  /** The rest of the body, or `hours` for the clock. */
  fields?: Record<string, unknown>;
}

const HOUR = 3_600_000;
const START = Date.parse("2026-12-01T09:00:00Z");
/** Maximum number of kept people, without an address, whose gifts are open to their keeper. */
const MOST_KEPT = 3;

/** Plays moves, and records what the organizer gains with them. */
export class Play {
  world: World = EMPTY_WORLD;
  now = START;
  /** Links that the organizer holds: of invented people, and of places that they took first. */
  readonly #held = new Set<string>();
  /** Links that the organizer read after another person had them. */
  readonly #stolen = new Set<string>();
  /** Links of honest people, by game and address or name. */
  readonly #links = new Map<string, string>();
  /** Gifts that were opened on the organizer's phone, with the receivers they named. */
  readonly #room = new Map<string, number>();
  /** Pairs that the organizer saw with held links, by game, giver and receiver. */
  readonly #seen = new Set<string>();
  /** End of each game by its latest day so far; never, if that had passed at its creation. */
  readonly #ends = new Map<string, number>();
  #count = 0;

  constructor(readonly worlds: Worlds, readonly chance: Chance, readonly seed: number) {}

  get games(): Game[] {
    return [...this.world.games.values()];
  }

  /** @returns the requests sent for it; empty if it is impossible now. */
  async make(move: Move): Promise<Exchange[]> {
    const { by, act, who, fields = {} } = move;
    if (by === "clock") {
      this.now += Number(fields.hours) * HOUR;
      return await this.#lookAsOrganizer(this.#game(move));
    }
    if (act === "create") {
      const created = await this.#send("POST", "/api/games", fields);
      return [created, ...await this.#lookAsOrganizer(this.#game(move))];
    }
    const game = this.#game(move);
    if (!game) return [];
    const path = `/api/games/${game.code}`;
    const organizerToken = this.worlds.services.tokens.organizer(game);
    const person = game.participants.find(({ name }) => name === who);
    const isTargetless = who === undefined;
    if (!isTargetless && !person) return [];
    const target = person && { participantId: person.id };
    if (by === "organizer") {
      switch (act) {
        case "again":
          return [await this.#send("POST", `${path}/again`, { organizerToken, ...fields })];
        case "send": {
          const body = { code: game.code, organizerToken, ...target, ...fields };
          return [await this.#send("POST", "/api/email/send", body)];
        }
        case "joinInvitation": {
          const invitationToken = this.worlds.services.tokens.invitation(game);
          const body = { action: act, invitationToken, ...fields };
          return [await this.#send("PATCH", path, body), ...await this.#lookAsOrganizer(game)];
        }
        case "take":
        case "give":
          return person ? await this.#claim(game, person, organizerToken, act === "take") : [];
        case "openInRoom":
          if (person) this.#noteRoom(game, person);
      }
      const body = { action: act, organizerToken, ...target, ...fields };
      return [await this.#send("PATCH", path, body)];
    }
    if (act === "join") return await this.#join(game, fields);
    if (!person) return [];
    const participantToken = this.worlds.services.tokens.participant(game, person);
    const isSeen = by === "own";
    const hasLink = isSeen
      ? this.#held.has(participantToken) || this.#stolen.has(participantToken)
      : this.#links.get(placeOf(game, person)) === participantToken;
    if (!hasLink) return [];
    const first = act === "look"
      ? await this.#send("GET", `${path}?participantToken=${participantToken}`, undefined, isSeen)
      : await this.#send(
        "PATCH",
        path,
        { action: act, ...target, participantToken, ...fields },
        isSeen,
      );
    return [first, ...await this.#lookAsOrganizer(game)];
  }

  #game({ game = 0 }: Move): Game | undefined {
    return this.games[game];
  }

  /** An honest person joins with the invitation. */
  async #join(game: Game, fields: Record<string, unknown>) {
    const { tokens } = this.worlds.services;
    const body = { action: "joinInvitation", invitationToken: tokens.invitation(game), ...fields };
    const joined = await this.#send("PATCH", `/api/games/${game.code}`, body, false);
    const after = this.world.games.get(game.id) ?? game;
    for (const one of after.participants) {
      if (one.number < game.nextNumber) continue;
      this.#links.set(placeOf(game, one), tokens.participant(after, one));
    }
    return [joined, ...await this.#lookAsOrganizer(game)];
  }

  /** Issues a claim, which the organizer or its person takes at once. */
  async #claim(game: Game, person: Participant, organizerToken: string, isTaken: boolean) {
    const path = `/api/games/${game.code}`;
    const body = { action: "issueClaim", organizerToken, participantId: person.id };
    const issued = await this.#send("PATCH", path, body);
    const after = this.world.games.get(game.id) ?? game;
    const place = after.participants.find(({ number }) => number === person.number);
    if (!place || place.claimOpenedAt !== null || place.claimIssuedAt === null) return [issued];
    const claimToken = this.worlds.services.tokens.claim(after, place);
    const taken = await this.#send("PATCH", path, { action: "claimPlace", claimToken }, isTaken);
    const taker = this.world.games.get(game.id)?.participants
      .find(({ number }) => number === person.number);
    if (taker) {
      const link = this.worlds.services.tokens.participant(game, taker);
      if (isTaken) this.#get(link);
      else this.#links.set(placeOf(game, taker), link);
    }
    return [issued, taken, ...await this.#lookAsOrganizer(game)];
  }

  async #lookAsOrganizer(game: Game | undefined): Promise<Exchange[]> {
    const present = game && this.world.games.get(game.id);
    if (!present) return [];
    const token = this.worlds.services.tokens.organizer(present);
    return [await this.#send("GET", `/api/games/${present.code}?organizerToken=${token}`)];
  }

  async #send(
    method: Sent["method"],
    path: string,
    body?: unknown,
    isRead = true,
  ): Promise<Exchange> {
    const { worlds, chance } = this;
    const seed = this.seed * 1009 + this.#count++;
    const request = { method, path, ...(body === undefined ? {} : { body }) };
    chance.setClock(this.now);
    chance.seedDraws(seed);
    chance.seedIds(seed);
    const before = this.world;
    worlds.world = before;
    worlds.createAs(null);
    const { observed, answer, mails } = await observe(worlds, { request, isRead }, false);
    this.world = worlds.world;
    const created = this.games.find(({ id }) => !before.games.has(id)) ?? null;
    this.#noteDays(before);
    this.#notePlaces(before);
    this.#hand(mails, isRead ? answer : "");
    return {
      request,
      isRead,
      now: this.now,
      idSeed: seed,
      created: created && { id: created.id, code: created.code },
      observed,
    };
  }

  /** Records the links that arrived by mail or in an answer to the organizer. */
  #hand(mails: readonly Arrived[], answer: string): void {
    const [, token] = /"participantToken":"([^"]+)"/.exec(answer) ?? [];
    if (token) this.#get(token);
    const mailboxes = new Set(mails.map(({ to }) => to));
    for (const game of this.games) {
      for (const one of game.participants) {
        if (!one.email || !mailboxes.has(one.email)) continue;
        const link = this.worlds.services.tokens.participant(game, one);
        if (isOwn(one.email)) this.#get(link);
        else this.#links.set(placeOf(game, one), link);
      }
    }
  }

  #get(link: string): void {
    const isSomebodys = [...this.#links.values()].includes(link);
    (isSomebodys ? this.#stolen : this.#held).add(link);
  }

  #noteRoom(game: Game, { number, email, receiver, firstViewedAt }: Participant): void {
    if (email || receiver === null || firstViewedAt) return;
    this.#room.set(`${game.id} ${number}`, receiver);
  }

  #noteDays(before: World): void {
    for (const game of this.games) {
      const ends = endOfEvent(game);
      const wasDrawn = before.games.get(game.id)?.isGathering === false;
      const known = this.#ends.get(game.id) ?? 0;
      const isMadeInTime = game.isGathering || wasDrawn || ends > this.now;
      this.#ends.set(game.id, isMadeInTime ? Math.max(known, ends) : Infinity);
    }
  }

  /** Transfers knowledge of a place to the person who replaces its participant. */
  #notePlaces(before: World): void {
    for (const game of this.games) {
      const numbers = new Set(game.participants.map(({ number }) => number));
      const old = before.games.get(game.id)?.participants ?? [];
      const gone = old.filter(({ number }) => !numbers.has(number));
      const newcomer = game.participants.find(({ number }) =>
        old.length > 0 && old.every((one) => one.number !== number)
      );
      const [leaver] = gone;
      if (leaver && newcomer && old.length === game.participants.length) {
        for (const { number, receiver } of old) {
          if (!this.#seen.has(`${game.id} ${number} ${receiver}`)) continue;
          const after = (one: number | null) => one === leaver.number ? newcomer.number : one;
          this.#seen.add(`${game.id} ${after(number)} ${after(receiver)}`);
        }
      }
      const held = this.heldIn(game);
      for (const { number, receiver, viewedAt } of game.participants) {
        if (viewedAt && held.has(number)) this.#seen.add(`${game.id} ${number} ${receiver}`);
      }
    }
  }

  /**
   * Returns the pairs that the organizer may know: those of places that they hold, of gifts that they keep, and of
   * gifts seen in the room, as far as allowed. All pairs once the seal is broken, the finale was started, or an event
   * with reveal afterEvent is over.
   */
  heldIn(game: Game): Map<number, number> {
    const { tokens } = this.worlds.services;
    const isOver = game.reveal === "afterEvent" && !game.isGathering &&
      this.now >= (this.#ends.get(game.id) ?? Infinity);
    const isShown = isOver || game.finaleStartedAt !== null || !pairsHiddenFromOrganizer(game);
    const held = new Map<number, number>();
    for (const one of game.participants) {
      if (one.receiver === null) continue;
      const isHeld = this.#held.has(tokens.participant(game, one)) && !isRevealBlocked(game, one);
      const isSeenInRoom = this.#room.get(`${game.id} ${one.number}`) === one.receiver;
      const wasSeen = this.#seen.has(`${game.id} ${one.number} ${one.receiver}`);
      if (isShown || isHeld || isSeenInRoom || wasSeen) held.set(one.number, one.receiver);
      if (!isHeld || one.keeps.length > MOST_KEPT) continue;
      for (const kept of keptBy(game, one)) {
        const hasOwnLink = kept.email !== null || kept.isEmailProved;
        if (!hasOwnLink && kept.receiver !== null) held.set(kept.number, kept.receiver);
      }
    }
    return held;
  }

  /**
   * Returns the pairs, `GIVER RECEIVER` by number, that parcels rule out, a limit named in docs/limits.md: senders with
   * held places that expect none, and all others with held places that do.
   */
  ruledOut(game: Game): Set<string> {
    const { tokens } = this.worlds.services;
    const now = new Date(this.now);
    const places = game.participants.filter((one) => this.#held.has(tokens.participant(game, one)));
    const waiting = places.filter((one) => !isOnItsWay(one, now));
    const senders = game.participants.filter((giver) => {
      const receiver = game.participants.find(({ number }) => number === giver.receiver);
      return receiver && hasSent(giver, receiver) && isOnItsWay(receiver, now);
    });
    const coming = places.filter(({ number }) => senders.some((one) => one.receiver === number));
    const others = game.participants.filter((one) => !senders.includes(one));
    const pairs = (givers: readonly Participant[], receivers: readonly Participant[]) =>
      givers.flatMap((giver) => receivers.map(({ number }) => `${giver.number} ${number}`));
    return new Set([...pairs(senders, waiting), ...pairs(others, coming)]);
  }

  /** Names of participants whose link the organizer has. */
  heldNames(game: Game): string[] {
    const { tokens } = this.worlds.services;
    const links = this.#held.union(this.#stolen);
    return game.participants.filter((one) => links.has(tokens.participant(game, one)))
      .map(({ name }) => name);
  }

  /** Names of honest participants who hold their link. */
  honestNames(game: Game): string[] {
    const { tokens } = this.worlds.services;
    return game.participants
      .filter((one) => this.#links.get(placeOf(game, one)) === tokens.participant(game, one))
      .map(({ name }) => name);
  }
}

function placeOf({ id }: Game, { number }: Participant): string {
  return `${id} ${number}`;
}
