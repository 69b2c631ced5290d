import type { Game } from "@/lib/game/types.ts";
import type { ClaimedMail, NewMail, Store } from "@/lib/store/store.ts";
import { v7 as newTimedId } from "uuid";
import { makeGame } from "../support/games.ts";
import { add } from "../support/outbox.ts";

/** A game that verbs refer to. */
export interface Place {
  id: string;
  code: string;
  /** Address of a participant. */
  email: string;
}

/** A measured database. */
export interface Side {
  store: Store;
  /** Results that one verb leaves for the next. */
  claimed: ClaimedMail[];
  ids: string[];
}

/** How to call a verb once, and what to prepare before it is called for each of these games. */
export interface Verb {
  call: (side: Side, game: Place) => Promise<unknown>;
  prepare?: (side: Side, games: readonly Place[]) => Promise<void>;
}

const LEASE = 600;
const LATER = 86_400;

/** Verbs of a store whose work concerns one game, or a page of a list. */
export const VERBS: Readonly<Record<string, Verb>> = {
  ping: { call: ({ store }) => store.ping() },
  createGame: { call: ({ store }) => store.createGame(newGame(), []) },
  "createGame, without addresses": { call: ({ store }) => store.createGame(newGame(false), []) },
  "createGame, with mails": { call: ({ store }) => store.createGame(newGame(), mailsOf(5)) },
  createGameOnce: {
    call: ({ store }) =>
      store.createGameOnce(newGame(), [], { key: unique(), body: "a body", runningFor: 10 }),
  },
  readGame: { call: ({ store }, { code }) => store.readGame(code) },
  readGameWithEmails: { call: ({ store }, { code }) => store.readGameWithEmails(code) },
  readGameById: { call: ({ store }, { id }) => store.readGameById(id) },
  readArchivedGames: { call: ({ store }, { code }) => store.readArchivedGames(code) },
  "findAddress, of one game": { call: ({ store }, { email }) => store.findAddress([email], 10, 5) },
  "findAddress, of none": {
    call: ({ store }) => store.findAddress([`${unique()}@example.org`], 10, 5),
  },
  "changeGame: a wish": { call: (side, game) => change(side, game, wish) },
  "changeGame: a new draw": { call: (side, game) => change(side, game, turnRound) },
  "changeGame: one joins": { call: (side, game) => change(side, game, join, mailsOf(2)) },
  "changeGame: one leaves": {
    call: (side, game) => change(side, game, leave),
    prepare: (side, games) => forEach(games, (game) => change(side, game, join)),
  },
  changeGameById: {
    call: ({ store }, { id }) =>
      store.changeGameById(id, (game) => ({
        game: game && { ...game, name: unique() },
        outbox: null,
        result: undefined,
      })),
  },
  markViewed: {
    call: ({ store }, { id }) =>
      store.markViewed({ id }, { number: 1, receiver: 2, tokenVersion: 1 }, new Date()),
  },
  listExpiredGames: { call: ({ store }) => store.listExpiredGames("2031-12-31", null, 25) },
  listGamesWithoutNearMail: {
    call: ({ store }) => store.listGamesWithoutNearMail("2031-12-01", "2031-12-03", null, 25),
  },
  listDueDraws: { call: ({ store }) => store.listDueDraws(new Date(), null, 25) },
  listArchivedGames: { call: ({ store }) => store.listArchivedGames(new Date(), null, 25) },
  eraseArchived: {
    call: ({ store, ids }) => store.eraseArchived([ids.pop() ?? ""]),
    prepare: (side, games) =>
      forEach(games, async () => {
        const archivedAt = new Date().toISOString();
        const { game } = await side.store.createGame({ ...newGame(), archivedAt }, []);
        side.ids.push(game.id);
      }),
  },
  addMails: { call: ({ store }, { id }) => store.addMails(id, add(reminder())) },
  claimMails: {
    call: async (side) => side.claimed.push(...await side.store.claimMails(1, LEASE)),
    prepare: write,
  },
  renewLeases: {
    call: ({ store, claimed: [mail] }) => store.renewLeases([mail?.id ?? ""], LEASE),
  },
  finishMail: ofClaimed((store, mail) => store.finishMail(mail)),
  postponeMail: ofClaimed((store, mail) => store.postponeMail(mail, LATER, "receiverBusy")),
  failMail: ofClaimed((store, mail) => store.failMail(mail, "addressRefused")),
  dropMail: ofClaimed((store, mail) => store.dropMail(mail)),
  returnMails: ofClaimed((store, { id }) => store.returnMails([id], LATER)),
  bounceMail: ofClaimed(
    (store, mail) => store.bounceMail(mail, "mailboxFull"),
    (store, mail) => store.finishMail(mail),
  ),
  readMailKey: { call: ({ store, claimed: [mail] }) => store.readMailKey(mail?.id ?? "") },
  countMails: {
    call: ({ store, claimed: [mail] }, { id }) => store.countMails(id, [mail?.id ?? ""]),
  },
  readMailTraffic: { call: ({ store }, { id }) => store.readMailTraffic(id) },
  countRecentMails: { call: ({ store }, { id }) => store.countRecentMails(id, [1, 2], "reminder") },
  readGivenUp: { call: ({ store }, { id }) => store.readGivenUp(id, ["reminder"]) },
  readLatestMail: { call: ({ store }, { id }) => store.readLatestMail(id, "reminder") },
  readEmailStatuses: { call: ({ store }, { id }) => store.readEmailStatuses(id) },
  setUnsubscribed: { call: ({ store }, { id }) => store.setUnsubscribed(id, unique(), true) },
  readUnsubscribed: { call: ({ store }, { id }) => store.readUnsubscribed(id) },
  addMessage: { call: write1 },
  readMessages: { call: ({ store }, { id }) => store.readMessages(id, 1) },
  countUnread: { call: ({ store }, { id }) => store.countUnread(id, 2, null) },
  markRead: {
    call: async ({ store }, { id }) =>
      store.markRead(id, 2, "giver", (await store.readMessages(id, 2)).map((one) => one.id)),
    prepare: writeAll,
  },
  "limits.addCounts": {
    call: ({ store }) =>
      store.limits.addCounts([{ kind: "lookups", key: unique(), hour: 1, add: 1 }]),
  },
  "limits.setDeclined": { call: ({ store }) => store.limits.setDeclined(unique(), true) },
  "limits.isDeclined": { call: ({ store }) => store.limits.isDeclined(unique()) },
  readKeyFingerprint: { call: ({ store }) => store.readKeyFingerprint() },
  keepKeyFingerprint: { call: ({ store }) => store.keepKeyFingerprint("a fingerprint") },
  readClock: { call: ({ store }) => store.readClock() },
  takeTurn: { call: ({ store }) => store.takeTurn("a task", 0) },
  readRequest: { call: ({ store }) => store.readRequest([unique()]) },
  endRequest: { call: ({ store }) => store.endRequest(unique()) },
  forgetRequests: { call: ({ store }) => store.forgetRequests() },
};

/** Verbs that scan all queued mails, or an index of all active games, each time. */
export const WALKS: Readonly<Record<string, Verb>> = {
  nextMailIn: { call: ({ store }) => store.nextMailIn() },
  hastenMails: { call: ({ store }) => store.hastenMails(["serverRefused"]) },
  redateMails: { call: ({ store }) => store.redateMails(LEASE) },
  readStatistics: { call: ({ store }) => store.readStatistics() },
};

const unique = () => crypto.randomUUID();

/** An address at a random position among existing ones in the index. */
const newAddress = (number: number) =>
  `person${number}.${Math.floor(Math.random() * 800_000)}.${unique()}@example.org`;

/** Makes a game of five people, with a time-ordered id as in the running service. */
function newGame(hasAddresses = true): Game {
  const participants = Array.from({ length: 5 }, (_, index) => ({
    name: `Person ${index + 1}`,
    ...hasAddresses ? { email: newAddress(index + 1) } : {},
  }));
  return { ...makeGame(5, { participants }), id: newTimedId() };
}

function reminder(): NewMail {
  return { recipient: 1, kind: "reminder", topic: unique(), payload: { message: "Soon!" } };
}

function mailsOf(count: number): NewMail[] {
  return Array.from({ length: count }, (_, index) => ({ ...reminder(), recipient: index + 1 }));
}

async function forEach(games: readonly Place[], work: (game: Place) => Promise<unknown>) {
  for (const game of games) await work(game);
}

function change(
  { store }: Side,
  { code }: Place,
  decide: (game: Game) => Game,
  mails: readonly NewMail[] = [],
): Promise<void> {
  return store.changeGame(code, (game) => ({
    game: game && decide(game),
    outbox: add(...mails),
    result: undefined,
  }));
}

function wish(game: Game): Game {
  const [first, ...others] = game.participants;
  return first ? { ...game, participants: [{ ...first, wish: unique() }, ...others] } : game;
}

/** Reverses a draw. Two calls cancel out, so that the first two people remain a pair in every other one. */
function turnRound(game: Game): Game {
  const giverOf = new Map(game.participants.map((one) => [one.receiver, one.number]));
  return {
    ...game,
    participants: game.participants.map((one) => ({
      ...one,
      receiver: giverOf.get(one.number) ?? null,
    })),
  };
}

/** Adds a person, to whom the previously last one gives. */
function join(game: Game): Game {
  const last = game.participants.at(-1);
  if (!last) return game;
  const number = game.nextNumber;
  const newest = { ...last, number, id: unique(), name: `Person ${number}`, email: null };
  return {
    ...game,
    nextNumber: number + 1,
    participants: [...game.participants.slice(0, -1), { ...last, receiver: number }, newest],
  };
}

function leave(game: Game): Game {
  const gone = game.participants.at(-1);
  return {
    ...game,
    participants: game.participants.slice(0, -1).map((one) =>
      one.receiver === gone?.number ? { ...one, receiver: gone.receiver } : one
    ),
  };
}

async function write({ store }: Side, games: readonly Place[]): Promise<void> {
  await forEach(games, ({ id }) => store.addMails(id, add(reminder())));
}

/** A verb for one claimed mail. */
function ofClaimed(
  call: (store: Store, mail: ClaimedMail) => Promise<unknown>,
  first?: (store: Store, mail: ClaimedMail) => Promise<unknown>,
): Verb {
  return {
    async call(side) {
      const mail = side.claimed.pop();
      if (!mail) throw new Error("No mail was claimed");
      await call(side.store, mail);
    },
    async prepare(side, games) {
      await write(side, games);
      side.claimed.push(...await side.store.claimMails(games.length, LEASE));
      if (first) {
        for (const mail of side.claimed.slice(-games.length)) await first(side.store, mail);
      }
    },
  };
}

/** Sends a message from the first person to the second one, who gets a mail unless one is queued. */
function write1({ store }: Side, { id }: Place): Promise<unknown> {
  return store.addMessage(id, {
    message: {
      id: unique(),
      giver: 1,
      receiver: 2,
      isFromGiver: true,
      isThanks: false,
      giverVersion: 1,
      receiverVersion: 1,
      question: null,
      text: "a sealed text of some length, as they are",
      sentAt: new Date().toISOString(),
    },
    sender: { number: 1, tokenVersion: 1 },
    limit: { count: 1000, since: new Date(Date.now() - LATER * 1000).toISOString() },
    mail: { recipient: 2, kind: "messageWaiting", topic: "giver", delay: LATER },
  });
}

async function writeAll(side: Side, games: readonly Place[]): Promise<void> {
  await forEach(games, (game) => write1(side, game));
}
