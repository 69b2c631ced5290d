import type { Context } from "fresh";
import type { Credential } from "../game/access.ts";
import { type ErrorCode, GameError } from "../game/errors.ts";
import type { Game } from "../game/types.ts";
import { type OrganizerView, organizerView } from "../game/views.ts";
import type { Translate } from "../i18n/translate.ts";
import { openGame } from "../operations/open.ts";
import type { SendResult } from "../operations/send_mails.ts";
import type { State } from "../state.ts";
import { pageCredential } from "../http/cookies.ts";
import type { Reader } from "../i18n/reader.ts";
import { suggestLanguage } from "./reader.ts";

type Ctx = Context<State>;

/** A game as its signed-in organizer has it in hands. */
export interface ManagedGame {
  game: Game;
  view: OrganizerView;
  credential: Credential;
  reader: Reader;
  /** Whether this service can send mails. */
  hasMail: boolean;
}

/**
 * Opens the game of the address for its organizer, by the organizer's cookie and nothing else.
 *
 * @throws {GameError} 401 without the cookie, 403 for a wrong one, 404 for no such game.
 */
export async function openManaged(ctx: Ctx): Promise<ManagedGame> {
  const { services } = ctx.state;
  const code = ctx.params.code ?? "";
  const credential = pageCredential(ctx.req.headers, code, "organizer");
  if (!credential.organizerToken) throw new GameError("TOKEN_REQUIRED", { which: "organizer" });
  const { game, access, emails } = await openGame(services, code, credential, {
    markViewed: false,
  });
  if (access.role !== "organizer") throw new GameError("INVALID_TOKEN");
  return {
    game,
    view: organizerView(game, services.tokens, emails),
    credential,
    reader: suggestLanguage(ctx, game.language),
    hasMail: services.mail !== null,
  };
}

/** Refusals that the organizer reads on the page itself rather than on an error page. */
export const SHOWN_REFUSALS: readonly ErrorCode[] = [
  "PARTICIPANT_NOT_FOUND",
  "EMAIL_NOT_CONFIGURED",
  "EMAIL_NOT_ACCEPTED",
  "TOO_MANY_MAILS",
];

/** What can have been done before a page shows: texts `organize.done.X`. */
const DONE = [
  "addParticipant",
  "removeParticipant",
  "updateParticipantDetails",
  "updateGameDetails",
  "regenerateToken",
  "regenerateInvitationToken",
  "approveReassignment",
  "cancelReassignmentRequest",
  "approveAllReassignments",
  "forceReassignParticipant",
  "reassignAll",
  "setExclusions",
  "archive",
  "hide",
  "gone",
] as const;
type Done = (typeof DONE)[number];

/** The query that tells the next page what was done. @param moved how many people got somebody else */
export function doneQuery(done: Done, moved?: number): string {
  return `?done=${done}${moved === undefined ? "" : `&moved=${moved}`}`;
}

/** The query that tells the next page what became of mails. */
export function mailsQuery({ sent, failed, queued }: SendResult): string {
  return `?sent=${sent}&failed=${failed}&queued=${queued}`;
}

/** What was just done, in sentences; empty where nothing was. */
export function newsOf({ searchParams }: URL, t: Translate): string[] {
  const count = (name: string) => {
    const text = searchParams.get(name) ?? "";
    return /^\d{1,4}$/.test(text) ? Number(text) : null;
  };
  const news: string[] = [];
  const done = DONE.find((known) => known === searchParams.get("done"));
  if (done) news.push(t(`organize.done.${done}`));
  const moved = count("moved");
  if (done && moved === 0) news.push(t("organize.movedNobody"));
  if (done && moved) news.push(t("organize.moved", { count: moved }), t("organize.movedHint"));
  const mails = (["sent", "queued", "failed"] as const).flatMap((status) => {
    const number = count(status);
    return number === null ? [] : [{ status, number }];
  });
  if (mails.length > 0 && mails.every(({ number }) => number === 0)) {
    news.push(t("organize.mails.nobody"));
  }
  for (const { status, number } of mails) {
    if (number > 0) news.push(t(`organize.mails.${status}`, { count: number }));
  }
  return news;
}
