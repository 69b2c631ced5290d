/** Typed client for the gift exchange API: browsers, Deno, Node ≥ 20.3 and Bun, without dependencies. */
import type {
  Answers,
  CreatedGame,
  CreateGame,
  EmailResult,
  Error as Refusal,
  GameAction,
  InvitationView,
  OrganizerView,
  ParticipantView,
  PublicView,
  SendEmail,
  Statuses,
} from "./types.ts";
import { REPEATABLE_ACTIONS } from "./types.ts";

export type * from "./types.ts";

/** Credentials that open a game; without any of them, its public view is opened. */
export interface Credential {
  organizerToken?: string;
  participantToken?: string;
  /** Opens unprotected games only. */
  participantId?: string;
  invitationToken?: string;
}

/** The view that a credential opens; a union if a key may be absent. */
export type ViewOf<Shown extends Credential> = Opened<
  Shown,
  "organizerToken",
  OrganizerView,
  Opened<
    Shown,
    "participantToken",
    ParticipantView,
    Opened<
      Shown,
      "invitationToken",
      InvitationView,
      Opened<Shown, "participantId", ParticipantView, PublicView>
    >
  >
>;

/** The view that a key opens if present, otherwise that of the following keys: the service uses the first one. */
type Opened<Shown, Key extends keyof Credential, View, Otherwise> = Shown extends
  Record<Key, string> ? View
  : Shown extends { [Name in Key]?: infer Token }
    ? [Extract<Token, string>] extends [never] ? Otherwise : View | Otherwise
  : Otherwise;

export type ActionName = GameAction["action"];
/** An action by name, with its fields. */
export type ActionOf<Name extends ActionName> =
  & { action: Name }
  & Extract<GameAction, { action: Name }>;

/** The reason for a failure; a switch on `code` narrows it. A newer service may send codes that are not listed here. */
export type Problem =
  | {
    [Code in keyof Statuses]: {
      code: Code;
      status: Statuses[Code];
      /** A human-readable sentence in English. */
      message: string;
      /** The fields of the body that caused it. */
      details?: Refusal["details"];
      /** Seconds until a retry may succeed. */
      retryAfter?: number;
      /** The current list and its revision, for `STALE_WISHES`. */
      wishes?: Refusal["wishes"];
      wishesRevision?: Refusal["wishesRevision"];
    };
  }[keyof Statuses]
  /** No answer arrived; the request may have been carried out. */
  | { code: "UNREACHABLE"; message: string }
  /** The answer is not from the service but, for example, from a proxy. */
  | { code: "UNEXPECTED_ANSWER"; status: number; message: string; retryAfter?: number };

/**
 * Thrown for every failed request, except if its signal is aborted or the request cannot be sent. The latter, such as
 * a token with a line break, throws a `TypeError`.
 */
export class GiftExchangeError extends Error {
  override name = "GiftExchangeError";

  constructor(readonly problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
  }

  /** True if the same request may succeed later. */
  get isTemporary(): boolean {
    const { problem } = this;
    return problem.code === "UNREACHABLE" || problem.code === "IN_PROGRESS" ||
      [429, 502, 503, 504].includes(problem.status);
  }

  /** Seconds to wait before a retry, if the service has said so. */
  get retryAfter(): number | undefined {
    return "retryAfter" in this.problem ? this.problem.retryAfter : undefined;
  }
}

export interface ClientOptions {
  /** Key for creating games, if the operator requires one. */
  createKey?: string;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface RequestOptions {
  /** Aborts the request, which then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface RepeatableOptions extends RequestOptions {
  /**
   * By default a new one for each call. Pass your own to repeat a call after a crash without performing it twice. It
   * must have at least 16 characters and be hard to guess.
   */
  idempotencyKey?: string;
}

export interface WatchOptions extends RequestOptions {
  /** Milliseconds between requests; 30,000 by default. */
  interval?: number;
}

/** Maximum number of times a request is sent. */
const ATTEMPTS = 4;
/** Longest wait before a retry within a call, in ms. If `Retry-After` is longer, the call fails at once. */
const MAX_WAIT = 60_000;
/** Timeout of an attempt, in ms. */
const TIMEOUT = 30_000;

interface Call extends RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** True if sending the request twice has the same effect as sending it once. */
  isRepeatable: boolean;
  /** True if the result of mails that have all failed, which comes with status 503, is a result, too. */
  mayFail?: boolean;
}

/**
 * Client of a gift exchange service.
 *
 * Idempotent requests are retried while the service is busy or unreachable: reads, and operations with an idempotency
 * key. All others are sent once.
 */
export class GiftExchange {
  readonly #url: string;
  readonly #createKey: string | undefined;
  readonly #fetch: NonNullable<ClientOptions["fetch"]>;

  /**
   * @param url of the service, such as `https://gifts.example.org`
   * @throws {TypeError} if it is not an http or https URL.
   */
  constructor(url: string, options: ClientOptions = {}) {
    if (!/^https?:$/.test(new URL(url).protocol)) {
      throw new TypeError("Expected an address such as https://gifts.example.org");
    }
    this.#url = url.replace(/\/+$/, "");
    this.#createKey = options.createKey;
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
  }

  /** Creates a game; keep its `code` and `organizerToken`. @throws {GiftExchangeError} */
  createGame(game: CreateGame, options: RepeatableOptions = {}): Promise<CreatedGame> {
    const headers = {
      ...keyHeader(options),
      ...(this.#createKey !== undefined && { "x-create-key": this.#createKey }),
    };
    const call = { ...options, headers, body: game, isRepeatable: true };
    return this.#call("POST", "/api/games", call);
  }

  /**
   * Reads a game. Reading a participant's view that contains their pair counts as opening their gift.
   *
   * @throws {GiftExchangeError}
   */
  open<Shown extends Credential = Record<never, never>>(
    code: string,
    credential?: Shown,
    options: RequestOptions = {},
  ): Promise<ViewOf<Shown>> {
    return this.#read(code, credential, options);
  }

  /** Performs an action on a game. @throws {GiftExchangeError} */
  act<Name extends ActionName>(
    code: string,
    action: ActionOf<Name>,
    options: RepeatableOptions = {},
  ): Promise<Answers[Name]> {
    const isRepeatable = REPEATABLE_ACTIONS.some((name) => name === action.action);
    const headers = isRepeatable ? keyHeader(options) : {};
    return this.#call("PATCH", gamePath(code), { ...options, headers, body: action, isRepeatable });
  }

  /**
   * Sends emails of a game, such as reminders. If all of them failed, `success` is false.
   *
   * @throws {GiftExchangeError}
   */
  sendEmail(email: SendEmail, options: RequestOptions = {}): Promise<EmailResult> {
    const call = { ...options, body: email, isRepeatable: false, mayFail: true };
    return this.#call("POST", "/api/email/send", call);
  }

  /**
   * Yields a game now and whenever it has changed. Does not count as opening a gift: the view lacks the pair until the
   * gift is opened, and always while the game is sealed, unless all pairs are revealed; `open` shows it. Continues
   * after temporary problems. Ends once the organizer's view says that the game is archived.
   *
   * @throws {GiftExchangeError} for any other problem. For everyone except the organizer, an archived game is one:
   * `GAME_NOT_FOUND`, or another such as `INVALID_TOKEN` once its code is reused. Throws the signal's reason when it
   * is aborted.
   */
  async *watch<Shown extends Credential = Record<never, never>>(
    code: string,
    credential?: Shown,
    { interval = 30_000, ...options }: WatchOptions = {},
  ): AsyncGenerator<ViewOf<Shown>, void, undefined> {
    let before: string | undefined;
    let id: unknown;
    while (true) {
      let wait = interval;
      try {
        // Not `Sec-Purpose`, which browsers do not let scripts set.
        const view = await this.#read(code, credential, options, { "x-purpose": "prefetch" });
        // Codes are reused, and a public view needs no token, so this may be another game.
        if ("id" in view && view.id !== (id ??= view.id)) {
          const message = "The game is archived, and another one has its code";
          throw new GiftExchangeError({ code: "GAME_NOT_FOUND", status: 404, message });
        }
        const now = JSON.stringify(view);
        if (now !== before) yield view;
        if ("isArchived" in view && view.isArchived) return;
        before = now;
      } catch (error) {
        if (!(error instanceof GiftExchangeError) || !error.isTemporary) throw error;
        wait = Math.max(wait, (error.retryAfter ?? 0) * 1000);
      }
      await pause(wait, options.signal);
    }
  }

  #read<Shown extends Credential>(
    code: string,
    credential: Shown | undefined,
    options: RequestOptions,
    more?: Record<string, string>,
  ): Promise<ViewOf<Shown>> {
    const shown: Credential = credential ?? {};
    const { organizerToken, participantToken, participantId, invitationToken } = shown;
    const query = new URLSearchParams({
      ...(participantId !== undefined && { participantId }),
      ...(invitationToken !== undefined && { invitationToken }),
    });
    const headers = {
      ...more,
      ...(organizerToken !== undefined && { "x-organizer-token": organizerToken }),
      ...(participantToken !== undefined && { "x-participant-token": participantToken }),
    };
    const path = `${gamePath(code)}${query.size > 0 ? `?${query}` : ""}`;
    return this.#call("GET", path, { ...options, headers, isRepeatable: true });
  }

  async #call<Body>(method: string, path: string, call: Call): Promise<Body> {
    for (let attempt = 1;; attempt++) {
      try {
        return await this.#send(method, path, call);
      } catch (error) {
        const isFinal = !call.isRepeatable || attempt === ATTEMPTS;
        if (isFinal || !(error instanceof GiftExchangeError) || !error.isTemporary) throw error;
        // With jitter, so that clients that failed at the same time do not retry at the same time.
        const backoff = 0.25 * 2 ** attempt * (0.5 + Math.random() / 2);
        const wait = 1000 * (error.retryAfter ?? backoff);
        if (wait > MAX_WAIT) throw error;
        await pause(wait, call.signal);
      }
    }
  }

  async #send<Body>(method: string, path: string, call: Call): Promise<Body> {
    const { signal } = call;
    const timeout = AbortSignal.timeout(TIMEOUT);
    // Built before the `try`, because a request that cannot be sent is the caller's mistake and must not be retried.
    const headers = new Headers(call.headers);
    const body = JSON.stringify(call.body);
    if (body !== undefined) headers.set("content-type", "application/json");
    const init = {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      credentials: "omit",
      // The service never redirects, and another host must not get the tokens.
      redirect: "manual",
    } as const;
    let answer: Response;
    let text: string;
    try {
      answer = await this.#fetch(this.#url + path, init);
      text = await answer.text();
    } catch (cause) {
      signal?.throwIfAborted();
      const message = `No answer from ${new URL(this.#url).host}`;
      throw new GiftExchangeError({ code: "UNREACHABLE", message }, { cause });
    }
    const json = parseJson(text);
    const hasFailed = call.mayFail && answer.status === 503 && typeof json?.sent === "number";
    const isResult = answer.ok || hasFailed;
    if (isResult && json !== undefined) return json;
    throw new GiftExchangeError(toProblem(answer, json));
  }
}

function gamePath(code: string): string {
  return `/api/games/${encodeURIComponent(code)}`;
}

/** Not `crypto.randomUUID`, which browsers provide only on https pages. */
function keyHeader({ idempotencyKey }: RepeatableOptions): Record<string, string> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { "idempotency-key": idempotencyKey ?? fresh };
}

/** @returns undefined if the text is not JSON. */
function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toProblem({ status, headers }: Response, body?: Partial<Refusal> | null): Problem {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  const facts = { status, ...(seconds >= 0 && { retryAfter: seconds }) };
  const { code, error: message, ...present } = body ?? {};
  const refusal = { ...facts, code, message, ...present };
  if (isProblem(refusal)) return refusal;
  return { ...facts, code: "UNEXPECTED_ANSWER", message: `Unexpected answer, status ${status}` };
}

function isProblem(value: { code?: unknown; message?: unknown }): value is Problem {
  return typeof value.code === "string" && typeof value.message === "string";
}

/** Resolves after `ms` milliseconds. @throws the signal's reason when it is aborted */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
