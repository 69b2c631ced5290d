import { whisperPath } from "../../browser/links.ts";
import type { ParticipantAccess } from "../../game/access.ts";
import { isGiftClosed } from "../../game/assignments.ts";
import { pairsHiddenFromOrganizer } from "../../game/seal.ts";
import type { Game, Participant } from "../../game/types.ts";
import { type Partner, PARTNERS } from "../../game/messages.ts";
import { isOver, isRevealed, isTimeToThank } from "../../game/finale.ts";
import { isLookedAt } from "../../http/api.ts";
import { readMessages } from "../../operations/messages.ts";
import type { OwnAccess } from "../../operations/open.ts";
import type { Ctx } from "../../state.ts";
import { openOwnGame } from "./own_game.ts";

/** One of a participant's conversations, as their page shows it. */
export type Conversation = Awaited<ReturnType<typeof openConversation>>;

/**
 * Opens a conversation for the signed-in participant; what it shows counts as read.
 *
 * @throws {GameError} 404, 401 or 403 for game and sign-in; 401 for a participant without a token.
 */
export async function openConversation(ctx: Ctx) {
  const { services } = ctx.state;
  const { game, access, reader } = await openOwnGame(ctx);
  const own = { game, access };
  const { participant } = access;
  const isUnopened = isGiftClosed(game, participant);
  const asked = PARTNERS.find((one) => one === ctx.url.searchParams.get("with"));
  const partner = asked ?? (isUnopened ? "giver" : "receiver");
  const isClosed = isClosedTo(game, participant, partner);
  const now = new Date();
  const { t } = reader;
  const areKnown = isRevealed(game, now);
  const knownName = (isPartner: (one: Participant) => boolean) =>
    areKnown && !isUnopened
      ? game.participants.find((one) => isPartner(one) && one.erasedAt === null)?.name
      : undefined;
  const messages = await readMessages(services, own, {
    isOpen: !isUnopened,
    read: isClosed || !isLookedAt(ctx.req) ? [] : [partner],
  });
  return {
    ...own,
    reader,
    partner,
    /** `Tokens.pair`, which ties the forms to the receiver; null with the giver, or while the gift is closed. */
    seen: partner === "receiver" && !isClosed ? services.tokens.pair(game, participant) : null,
    /** True if the gift must be opened first, so that nothing here reveals who is in it. */
    isClosed,
    messages,
    isOver: isOver(game, now),
    /** True if a note of thanks can be written here. */
    mayThank: partner === "giver" && mayThank(game, access, now),
    /** True once everyone sees all pairs, so that the two know each other. */
    isRevealed: areKnown,
    /** What each partner is called: by name once the two know each other. */
    called: {
      receiver: knownName((one) => one.number === participant.receiver) ?? t("whisper.receiver"),
      giver: knownName((one) => one.receiver === participant.number) ?? t("whisper.giver"),
    },
  };
}

/** True if a conversation is closed until the participant opens their gift. */
function isClosedTo(game: Game, participant: Participant, partner: Partner): boolean {
  return isGiftClosed(game, participant) &&
    (partner === "receiver" || pairsHiddenFromOrganizer(game));
}

/** Where a participant writes a note of thanks to their giver; null if they cannot. */
export function thanksPath(game: Game, access: ParticipantAccess, now: Date): string | null {
  return mayThank(game, access, now) ? `${whisperPath(game.code, "giver")}#thanks` : null;
}

/** True if a participant can write a note of thanks to their giver. */
export function mayThank(
  game: Game,
  { participant, hasToken }: Pick<OwnAccess["access"], "participant" | "hasToken">,
  now: Date,
): boolean {
  return hasToken && isTimeToThank(game, now) && !isClosedTo(game, participant, "giver");
}
