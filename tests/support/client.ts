import assert from "node:assert/strict";
import type { z } from "zod";
import type { gameActionSchema } from "@/lib/game/operations.ts";
import type { createGameSchema, sendEmailSchema } from "@/lib/game/schemas.ts";
import {
  approvedViewSchema,
  type OrganizerView,
  organizerViewSchema,
  type ParticipantView,
  participantViewSchema,
  type PublicView,
  publicViewSchema,
} from "@/lib/game/view_schemas.ts";
import { erasedSchema, newcomerViewSchema, renewedSchema } from "@/lib/game/action_answers.ts";
import {
  archivedSchema,
  createdGameSchema,
  errorSchema,
  sentSchema,
} from "@/lib/http/answer_schemas.ts";
import { inDays, people } from "./games.ts";
import { assertStated } from "./stated.ts";

export type NewGame = z.input<typeof createGameSchema>;
export type CreatedGame = z.infer<typeof createdGameSchema>;
export type ApprovedView = z.infer<typeof approvedViewSchema>;
export type NewcomerView = z.infer<typeof newcomerViewSchema>;
type Action = z.input<typeof gameActionSchema>;
type Mail = z.input<typeof sendEmailSchema>;

/** The fields of an action, except for its tokens. */
export type Fields<Name extends Action["action"]> = Omit<
  Extract<Action, { action: Name }>,
  "action" | "organizerToken" | "participantToken"
>;
type OrganizerAction = Exclude<
  Extract<Action, { organizerToken?: string | undefined }>["action"],
  "approveAllReassignments"
>;
type ParticipantAction = Extract<Action, { participantToken?: string | undefined }>["action"];

/** What the organizer needs to open a game; a created game has it. */
export type Managed = Pick<CreatedGame, "code" | "organizerToken">;
/** What identifies a participant: their token, their id, or both. */
export interface Shown {
  participantToken?: string;
  participantId?: string;
}

/** A response: status, headers, the raw text, and its JSON; null without one. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/**
 * A client of the JSON API. The verbs assert success, and a response with exactly the fields of its schema. `send` and
 * its short forms assert nothing, for use with `refuses` and the like.
 */
export class Client {
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #origin: string;

  /**
   * @param fetch handles a request, over the network or within this process.
   * @param origin of the service.
   */
  constructor(fetch: (request: Request) => Promise<Response>, origin = "http://localhost") {
    this.#fetch = fetch;
    this.#origin = origin;
  }

  /** Sends a request. @param body text and bytes are sent unchanged, anything else as JSON; undefined for none */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await this.#fetch(
      new Request(this.#origin + path, {
        method,
        headers,
        ...(body === undefined
          ? {}
          : { body: isSentUnchanged(body) ? body : JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    const json: unknown = isJson && text ? JSON.parse(text) : null;
    const sent = { status: answer.status, headers: answer.headers, text, body: json };
    if (method === "PATCH" && isJson) assertStated(body, sent);
    return sent;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("GET", path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("POST", path, body, headers);
  }

  /** Reads a game with any credential. */
  getGame({ code }: Pick<Managed, "code">, shown: Record<string, string> = {}): Promise<Answer> {
    return this.get(`/api/games/${code}?${new URLSearchParams(shown)}`);
  }

  /** Sends any action. */
  patchGame({ code }: Pick<Managed, "code">, body: unknown): Promise<Answer> {
    return this.send("PATCH", `/api/games/${code}`, body);
  }

  /** Archives a game with any credential. */
  deleteGame(
    { code }: Pick<Managed, "code">,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.send("DELETE", `/api/games/${code}`, undefined, headers);
  }

  /** Creates a game: with four people, in 30 days, unless the body says otherwise. */
  async createGame(body: Partial<NewGame> = {}): Promise<CreatedGame> {
    const game: NewGame = {
      name: "Winter party",
      date: inDays(30),
      participants: people(4),
      ...body,
    };
    return succeeds(await this.post("/api/games", game), createdGameSchema, 201);
  }

  /** Plays a game again with any credential. */
  repeatGame(
    { code }: Pick<Managed, "code">,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.post(`/api/games/${code}/again`, body, headers);
  }

  /** Creates the next round of a game: in 30 days, unless the body says otherwise. */
  async playAgain(
    game: Managed,
    body: Partial<NewGame> = {},
  ): Promise<CreatedGame> {
    const { organizerToken } = game;
    const answer = await this.repeatGame(game, { date: inDays(30), organizerToken, ...body });
    return succeeds(answer, createdGameSchema, 201);
  }

  async readAsOrganizer({ code, organizerToken }: Managed): Promise<OrganizerView> {
    const headers = { "x-organizer-token": organizerToken };
    return succeeds(await this.get(`/api/games/${code}`, headers), organizerViewSchema);
  }

  async readAsParticipant(game: Pick<Managed, "code">, shown: Shown): Promise<ParticipantView> {
    return succeeds(await this.getGame(game, { ...shown }), participantViewSchema);
  }

  async readPublic(game: Pick<Managed, "code">): Promise<PublicView> {
    return succeeds(await this.getGame(game), publicViewSchema);
  }

  /** Performs an action of the organizer. */
  async manage<Name extends OrganizerAction>(
    game: Managed,
    action: Name,
    fields: Fields<Name>,
  ): Promise<OrganizerView> {
    const { organizerToken } = game;
    const answer = await this.patchGame(game, { action, organizerToken, ...fields });
    return succeeds(answer, organizerViewSchema);
  }

  /** Grants all requests for another receiver, as the organizer. */
  async approveAll(game: Managed): Promise<ApprovedView> {
    const { organizerToken } = game;
    const action = "approveAllReassignments";
    return succeeds(await this.patchGame(game, { action, organizerToken }), approvedViewSchema);
  }

  /** Performs an action of a participant. */
  async act<Name extends ParticipantAction>(
    game: Pick<Managed, "code">,
    action: Name,
    fields: Fields<Name> & Shown,
  ): Promise<ParticipantView> {
    return succeeds(await this.patchGame(game, { action, ...fields }), participantViewSchema);
  }

  /** Joins a game with its invitation. */
  async join(
    game: Pick<Managed, "code">,
    fields: Fields<"joinInvitation">,
  ): Promise<NewcomerView> {
    const answer = await this.patchGame(game, { action: "joinInvitation", ...fields });
    return succeeds(answer, newcomerViewSchema);
  }

  /** Revokes the organizer's link; the new one is sent by email. */
  async renewOrganizerToken(game: Managed): Promise<z.infer<typeof renewedSchema>> {
    const { organizerToken } = game;
    const action = "regenerateOrganizerToken";
    return succeeds(await this.patchGame(game, { action, organizerToken }), renewedSchema);
  }

  async archive(game: Managed): Promise<z.infer<typeof archivedSchema>> {
    const headers = { "x-organizer-token": game.organizerToken };
    return succeeds(await this.deleteGame(game, headers), archivedSchema);
  }

  /** Erases a game. */
  async erase(game: Managed & { name: string }): Promise<z.infer<typeof erasedSchema>> {
    const { organizerToken, name: confirmName } = game;
    const body = { action: "eraseGame", organizerToken, confirmName };
    return succeeds(await this.patchGame(game, body), erasedSchema);
  }

  /** Erases a participant's data. */
  async eraseMe(
    game: Pick<Managed, "code">,
    participantToken: string,
  ): Promise<z.infer<typeof erasedSchema>> {
    return succeeds(
      await this.patchGame(game, { action: "eraseMe", participantToken }),
      erasedSchema,
    );
  }

  /** Reads all data about a participant with any credential. */
  getOwnData(
    { code }: Pick<Managed, "code">,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.get(`/api/games/${code}/my-data`, headers);
  }

  /** Requests emails of a game, as its organizer if there is an organizer token. */
  async sendEmail(
    game: Pick<Managed, "code"> & Partial<Managed>,
    mail: Omit<Mail, "code" | "organizerToken">,
  ): Promise<z.infer<typeof sentSchema>> {
    const { code, organizerToken } = game;
    return succeeds(
      await this.post("/api/email/send", { code, organizerToken, ...mail }),
      sentSchema,
    );
  }
}

/** Asserts success, and a response with exactly the fields of the schema. */
export function succeeds<Body>(
  answer: Answer,
  schema: z.ZodType<Body>,
  status: 200 | 201 = 200,
): Body {
  assert.equal(answer.status, status, answer.text);
  return hasShape(answer, schema);
}

/** True if a body is sent unchanged. */
function isSentUnchanged(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}

/** Asserts that a response has exactly the fields of the schema. @returns its body */
export function hasShape<Body>({ body, text }: Answer, schema: z.ZodType<Body>): Body {
  const parsed = schema.safeParse(body);
  assert(parsed.success, `${parsed.error}: ${text}`);
  assert.deepEqual(body, parsed.data, "the answer holds more than its schema names");
  return parsed.data;
}

/** Asserts an error with this status and code. @returns its body */
export function refuses(
  answer: Answer,
  status: number,
  code: string,
  what = answer.text,
): z.infer<typeof errorSchema> {
  const error = hasShape(answer, errorSchema);
  assert.deepEqual([answer.status, error.code], [status, code], what);
  return error;
}
