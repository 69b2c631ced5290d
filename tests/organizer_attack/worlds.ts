/** The service on an exchangeable world: the real game, or a possible one. */
import { App } from "fresh";
import { Mailer } from "@/lib/mail/mailer.ts";
import { composeMail } from "@/lib/mail/compose.tsx";
import type { MailLinks } from "@/lib/mail/mail_links.ts";
import { MailLimits } from "@/lib/mail/limits.ts";
import { MailTrap } from "@/lib/mail/transport.ts";
import { findRecipient } from "@/lib/mail/recipient.ts";
import { MAILS_VISIBLE_WHEN_SEALED } from "@/lib/game/seal.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import { errorAnswer } from "@/lib/http/answers.ts";
import { limitRequests } from "@/lib/http/middleware/limit_requests.ts";
import { provideServices } from "@/lib/http/middleware/provide_services.ts";
import { inRequest } from "@/lib/monitoring/request_id.ts";
import { baseUrl } from "@/lib/settings.ts";
import type { Services } from "@/lib/services.ts";
import type { State } from "@/lib/state.ts";
import type { Found, Lookup, MailCounts, NewMail, Store, StoredChange } from "@/lib/store/store.ts";
import type { WritingOutcome, WrittenMessage } from "@/lib/store/store.ts";
import { handler as oneGame } from "@/routes/api/games/[code].ts";
import { handler as again } from "@/routes/api/games/[code]/again.ts";
import { handler as allGames } from "@/routes/api/games/index.ts";
import { handler as sendMails } from "@/routes/api/email/send.ts";
import { serveInProcess, startApp } from "../support/app.ts";
import { remembering } from "./remember.ts";

/** The stored state of one line of games. Never modified in place. */
export interface World {
  /** By id, in order of creation. */
  readonly games: ReadonlyMap<string, Game>;
  /** All mails ever written: game, recipient, kind and topic of each. */
  readonly letters: ReadonlySet<string>;
}

export const EMPTY_WORLD: World = { games: new Map(), letters: new Set() };

/** A request to the API. */
export interface Sent {
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
}

/** A mail as received. */
export interface Arrived {
  to: string;
  text: string;
}

/** A store that holds one world. Verbs that no attack needs throw. */
class WorldStore {
  world = EMPTY_WORLD;
  posted: { gameId: string; mail: NewMail }[] = [];
  /** Id and code for the next new game; null: its own. */
  identity: Pick<Game, "id" | "code"> | null = null;
  /** A verb that was called but is not implemented here. */
  missing: string | null = null;

  #put(game: Game): void {
    this.world = { ...this.world, games: new Map(this.world.games).set(game.id, game) };
  }

  #post(gameId: string, mails: readonly NewMail[]): void {
    const letters = new Set(this.world.letters);
    for (const mail of mails) {
      const letter = [gameId, mail.recipient, mail.kind, mail.topic ?? ""].join(" ");
      if (mail.isOnce && letters.has(letter)) continue;
      letters.add(letter);
      this.posted.push({ gameId, mail });
    }
    this.world = { ...this.world, letters };
  }

  #find(code: string, isArchived: boolean): Game[] {
    return [...this.world.games.values()].reverse()
      .filter((game) => game.code === code && (game.archivedAt !== null) === isArchived)
      // Copied because readers record views in the objects they get.
      .map((game) => ({ ...game, participants: game.participants.map((one) => ({ ...one })) }));
  }

  readGame(code: string) {
    return Promise.resolve(this.#find(code, false)[0] ?? this.#find(code, true)[0] ?? null);
  }

  async readGameWithEmails(code: string) {
    const game = await this.readGame(code);
    return game && { game, emails: new Map() };
  }

  readGameById(id: string) {
    return Promise.resolve(this.world.games.get(id) ?? null);
  }

  readArchivedGames(code: string) {
    return Promise.resolve(this.#find(code, true));
  }

  createGame(game: Game, mails: readonly NewMail[]) {
    const created = { ...game, ...this.identity };
    this.#put(created);
    this.#post(created.id, mails);
    return Promise.resolve({ game: created, mailIds: [] });
  }

  /** @param remembers the id of the game whose pairs the new game remembers; only one game may. */
  async createGameOnce(
    game: Game,
    mails: readonly NewMail[],
    _request: unknown,
    remembers: string | null = null,
  ) {
    const remembered = remembers === null ? undefined : this.world.games.get(remembers);
    if (remembers !== null && remembered?.isRemembered !== false) return null;
    if (remembered) this.#put({ ...remembered, isRemembered: true });
    return await this.createGame(game, mails);
  }

  changeGame<Result>(
    code: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    { mailed = false }: Lookup = {},
  ): Promise<Result> {
    const game = this.#find(code, false)[0] ?? null;
    const found = {
      mailed: mailed && game ? this.#mailed(game) : new Set<number>(),
      request: null,
    };
    return this.#change(game, () => decide(game, found));
  }

  changeGameById<Result>(
    id: string,
    decide: (game: Game | null) => StoredChange<Result>,
  ): Promise<Result> {
    const game = this.world.games.get(id) ?? null;
    return this.#change(game, () => decide(game));
  }

  /** Async, so that a decision that throws rejects. */
  // deno-lint-ignore require-await
  async #change<Result>(before: Game | null, decide: () => StoredChange<Result>): Promise<Result> {
    const { game, outbox, result } = decide();
    if (game) this.#put(game);
    if (before && outbox) this.#post(before.id, outbox([]).add);
    return result;
  }

  #mailed({ id, participants }: Game): Set<number> {
    const hasLetter = (number: number) =>
      [...this.world.letters].some((letter) => letter.startsWith(`${id} ${number} `));
    return new Set(participants.flatMap(({ number }) => hasLetter(number) ? number : []));
  }

  markViewed(
    { id }: Pick<Game, "id">,
    { number, receiver, tokenVersion }: Pick<Participant, "number" | "receiver" | "tokenVersion">,
    now: Date,
  ) {
    const game = this.world.games.get(id);
    const viewer = game?.participants.find((one) => one.number === number);
    const isNew = viewer && (viewer.viewedAt === null || viewer.receiverChange !== null);
    if (!game || !isNew) return Promise.resolve(false);
    const isSame = viewer.receiver === receiver && viewer.tokenVersion === tokenVersion;
    if (!isSame) return Promise.resolve(false);
    const at = now.toISOString();
    const seen = {
      ...viewer,
      viewedAt: viewer.viewedAt ?? at,
      firstViewedAt: viewer.firstViewedAt ?? at,
      receiverChange: null,
    };
    const participants = game.participants.map((one) => one === viewer ? seen : one);
    this.#put({ ...game, participants });
    return Promise.resolve(true);
  }

  /** Texts are not stored, because no one learns a pair from what they wrote themselves. */
  addMessage(gameId: string, { mail }: WrittenMessage): Promise<WritingOutcome> {
    if (mail) this.#post(gameId, [mail]);
    return Promise.resolve("stored");
  }

  addMails(gameId: string, outbox: (waiting: []) => { add: readonly NewMail[] }) {
    this.#post(gameId, outbox([]).add);
    return Promise.resolve([]);
  }
}

/** Verbs that an empty database answers equally well. */
const ASKED_OF_BASE: readonly string[] = [
  "engine",
  "overwriteErased",
  "limits",
  "readEmailStatuses",
  "readUnsubscribed",
  "readReports",
  "readMailTraffic",
  "readMessages",
  "countUnread",
  "countRecentMails",
  "readLatestMail",
  "listPhotos",
  "readWishLists",
  "readWishMarks",
];

function storeOf(verbs: WorldStore, base: Store): Store {
  const answers = new Map<string | symbol, unknown>();
  return new Proxy(base, {
    get(target, name) {
      if (name in verbs) {
        const verb: unknown = Reflect.get(verbs, name);
        return typeof verb === "function" ? verb.bind(verbs) : verb;
      }
      if (typeof name === "string" && !ASKED_OF_BASE.includes(name)) {
        verbs.missing = name;
        throw new Error(`A world has no ${name}`);
      }
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        if (!answers.has(name)) answers.set(name, member.apply(target, given));
        return answers.get(name);
      };
    },
  });
}

/** Sends no mail by itself: `takeMails` reads the mails of a world. */
class StillMailer extends Mailer {
  override wake(): void {}

  override settle() {
    const none: MailCounts = { sent: 0, failed: 0, queued: 0 };
    return Promise.resolve({ organizer: none, participants: none });
  }
}

/** A service whose world can be swapped between two requests. */
export class Worlds implements AsyncDisposable {
  readonly services: Services;
  readonly #verbs: WorldStore;
  readonly #links: MailLinks;
  readonly #whole: (request: Request) => Promise<Response>;
  readonly #short: (request: Request) => Promise<Response>;
  readonly #composed = new Map<string, string | null>();
  readonly #close: () => Promise<void>;

  private constructor(
    { services, verbs, links, whole, close }: {
      services: Services;
      verbs: WorldStore;
      links: MailLinks;
      whole: (request: Request) => Promise<Response>;
      close: () => Promise<void>;
    },
  ) {
    this.services = services;
    this.#verbs = verbs;
    this.#links = links;
    this.#whole = whole;
    this.#short = apiAlone(services);
    this.#close = close;
  }

  static async open(): Promise<Worlds> {
    const base = await startApp({ PUBLIC_URL: ORIGIN });
    const { settings } = base.services;
    const tokens = remembering(base.services.tokens);
    const verbs = new WorldStore();
    const store = storeOf(verbs, base.services.store);
    const links = {
      tokens,
      baseUrl: baseUrl(settings),
      operator: settings.operator,
      siteName: null,
      senderName: "",
      bounceAddress: null,
      confirmsSenders: false,
    };
    const mail = new StillMailer(store, new MailTrap(), links, new MailLimits(false));
    const services = { ...base.services, tokens, store, mail };
    const whole = await serveInProcess(services);
    const close = async () => await base[Symbol.asyncDispose]();
    return new Worlds({ services, verbs, links, whole, close });
  }

  get world(): World {
    return this.#verbs.world;
  }

  set world(world: World) {
    this.#verbs.world = world;
  }

  /** Sends a request through the whole service, like any client on the Internet. */
  ask(request: Request): Promise<Response> {
    return this.#whole(request);
  }

  /** Sends it only to the API's routes, without the surrounding service: many times as fast. */
  askShort(request: Request): Promise<Response> {
    return this.#short(request);
  }

  /** Gives the next new game the same identity as in another world. */
  createAs(identity: Pick<Game, "id" | "code"> | null): void {
    this.#verbs.identity = identity;
  }

  /**
   * Returns the mails written since the last call. Mails to addresses that are not `isRead` have no text. Others have
   * their text if whether they are sent may depend on pairs, and only their kind otherwise.
   */
  takeMails(isRead: (address: string) => boolean): Arrived[] {
    const { posted, world, missing } = this.#verbs;
    if (missing) throw new Error(`The store of the worlds lacks the verb ${missing}`);
    this.#verbs.posted = [];
    return posted.flatMap(({ gameId, mail }): Arrived[] => {
      const game = world.games.get(gameId);
      const recipient = game && findRecipient(game, mail);
      if (!game || !recipient) return [];
      const { address: to } = recipient;
      if (!isRead(to)) return [{ to, text: "" }];
      if (MAILS_VISIBLE_WHEN_SEALED.includes(mail.kind)) return [{ to, text: mail.kind }];
      const text = this.#compose(game, mail, recipient.participant);
      return text === null ? [] : [{ to, text }];
    });
  }

  /** Text of a mail, or null if it is not sent. Composed once for all worlds that look the same to its reader. */
  #compose(game: Game, mail: NewMail, reader: Participant | null): string | null {
    const others = game.participants.map(({ number, name, email }) => [number, name, email]);
    const key = JSON.stringify([mail, { ...game, participants: others, memory: [] }, reader]);
    const known = this.#composed.get(key);
    if (known !== undefined) return known;
    const composed = composeMail(this.#links, game, { ...mail, id: "1" }, new Set(), new Date());
    const text = composed && `${mail.kind}\n${composed.text}`;
    this.#composed.set(key, text);
    return text;
  }

  /** Forgets composed mails, because each game has different ones. */
  forgetMails(): void {
    this.#composed.clear();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

export const ORIGIN = "http://localhost";

function apiAlone(services: Services): (request: Request) => Promise<Response> {
  return new App<State>()
    .use(async (ctx) => {
      try {
        // Assigns an id to the request, like the whole service.
        return await inRequest(() => ctx.next());
      } catch (error) {
        return errorAnswer(error);
      }
    })
    .use(provideServices(() => Promise.resolve(services)))
    .use(limitRequests())
    .all("/api/games", allGames)
    .all("/api/games/:code", oneGame)
    .all("/api/games/:code/again", again)
    .all("/api/email/send", sendMails)
    .handler();
}
