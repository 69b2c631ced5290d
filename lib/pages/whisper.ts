import type { Context } from "fresh";
import { hidesPairs, isWithheld } from "../game/seal.ts";
import { GameError } from "../game/errors.ts";
import { type MessagesView, type Partner, PARTNERS } from "../game/messages.ts";
import { isOver, isRevealed } from "../game/finale.ts";
import { isLookedAt } from "../http/api.ts";
import { pageCredential } from "../http/cookies.ts";
import type { Reader } from "../i18n/reader.ts";
import { type OwnAccess, readMessages } from "../operations/messages.ts";
import { openGame } from "../operations/open.ts";
import type { State } from "../state.ts";
import { suggestLanguage } from "./reader.ts";

type Ctx = Context<State>;

/** One of a participant's conversations, as their page shows it. */
export interface Conversation extends OwnAccess {
  reader: Reader;
  partner: Partner;
  /** Whether their gift has to be opened first, so that nothing here tells of who is in it. */
  isClosed: boolean;
  messages: MessagesView;
  /** Whether the event is over. */
  isOver: boolean;
  /** Whether the two know of each other by now, as everybody sees all pairs. */
  isRevealed: boolean;
}

/**
 * Opens a conversation for the signed-in participant; what it shows counts as read.
 *
 * @throws {GameError} 404, 401 or 403 for game and sign-in: who came in by name alone has no conversations.
 */
export async function openConversation(ctx: Ctx): Promise<Conversation> {
  const { services } = ctx.state;
  const code = ctx.params.code ?? "";
  const credential = pageCredential(ctx.req.headers, code, "participant");
  const { game, access } = await openGame(services, code, credential, { markViewed: false });
  if (access.role !== "participant" || !access.hasToken) {
    throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  }
  const own = { game, access };
  const { participant } = access;
  const isUnopened = participant.viewedAt === null;
  const asked = PARTNERS.find((one) => one === ctx.url.searchParams.get("with"));
  const partner = asked ?? (isUnopened ? "giver" : "receiver");
  const isClosed = isWithheld(game, participant) ||
    (isUnopened && (partner === "receiver" || hidesPairs(game)));
  const messages = await readMessages(
    services,
    own,
    isClosed ? [] : [partner],
    isLookedAt(ctx.req),
  );
  const now = new Date();
  return {
    ...own,
    reader: suggestLanguage(ctx, participant.language ?? game.language),
    partner,
    isClosed,
    messages,
    isOver: isOver(game, now),
    isRevealed: isRevealed(game, now),
  };
}
