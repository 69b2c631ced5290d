import type { Context } from "fresh";
import { isRevealBlocked, pairsHiddenFromOrganizer } from "../../game/seal.ts";
import type { Game, Participant } from "../../game/types.ts";
import { GameError } from "../../game/errors.ts";
import { type MessagesView, type Partner, PARTNERS } from "../../game/messages.ts";
import { isOver, isRevealed } from "../../game/finale.ts";
import { isLookedAt } from "../../http/api.ts";
import { credentialFromCookie } from "../../http/cookies.ts";
import type { Reader } from "../../i18n/reader.ts";
import { type OwnAccess, readMessages } from "../../operations/messages.ts";
import { openGame } from "../../operations/open.ts";
import type { State } from "../../state.ts";
import { suggestLanguage } from "../../http/reader.ts";

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
  /** Whether one writes a note of thanks here. */
  mayThank: boolean;
  /** Whether the two know of each other by now, as everyone sees all pairs. */
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
  const credential = credentialFromCookie(ctx.req.headers, code, "participant");
  const { game, access } = await openGame(services, code, credential, { markViewed: false });
  if (access.role !== "participant" || !access.hasToken) {
    throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  }
  const own = { game, access };
  const { participant } = access;
  const isUnopened = participant.viewedAt === null;
  const asked = PARTNERS.find((one) => one === ctx.url.searchParams.get("with"));
  const partner = asked ?? (isUnopened ? "giver" : "receiver");
  const isClosed = isClosedTo(game, participant, partner);
  const now = new Date();
  const messages = await readMessages(
    services,
    own,
    isClosed ? [] : [partner],
    isLookedAt(ctx.req),
  );
  return {
    ...own,
    reader: suggestLanguage(ctx, participant.language ?? game.language),
    partner,
    isClosed,
    messages,
    isOver: isOver(game, now),
    mayThank: partner === "giver" && mayThank(game, access, now),
    isRevealed: isRevealed(game, now),
  };
}

/** Whether someone's gift has to be opened before a conversation shows anything, or takes anything. */
function isClosedTo(game: Game, participant: Participant, partner: Partner): boolean {
  const isUnopened = participant.viewedAt === null;
  return isRevealBlocked(game, participant) ||
    (isUnopened && (partner === "receiver" || pairsHiddenFromOrganizer(game)));
}

/** Whether the conversation with their giver offers someone to write a note of thanks. */
export function mayThank(
  game: Game,
  { participant, hasToken }: Pick<OwnAccess["access"], "participant" | "hasToken">,
  now: Date,
): boolean {
  return hasToken && isOver(game, now) && !isClosedTo(game, participant, "giver");
}
