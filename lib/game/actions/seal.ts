import { z } from "zod";
import { findParticipant } from "../access.ts";
import { claimIssuedSchema, claimsIssuedSchema, handedOverSchema } from "../action_answers.ts";
import { hasOpened } from "../assignments.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import { stateOfClaim } from "../claims.ts";
import { GameError } from "../errors.ts";
import { participantId, token } from "../fields.ts";
import { normalizedKey } from "../identity.ts";
import { operation, organizerBody } from "../operation.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import { FIRST_VERSION } from "../tokens.ts";
import type { Change, DecisionContext, Game, GameEvent, Participant } from "../types.ts";

const issueBody = organizerBody("issueClaim", {
  participantId: participantId.optional().describe(
    "Without it: all who have no address, and no link that opens their place",
  ),
});

export const issueClaimRow = operation(issueBody, {
  by: { organizer: issueClaim },
  draws: false,
  whenOver: "allowed",
  sealedOrganizerLearns: "all",
  answers: [claimIssuedSchema, claimsIssuedSchema],
  refusals: ["NOT_SEALED"],
});

export const breakSealRow = operation(organizerBody("breakSeal", {}), {
  by: { organizer: breakSeal },
  draws: false,
  whenOver: "allowed",
  sealedOrganizerLearns: "all",
  refusals: ["NOT_SEALED"],
});

const claimBody = z.object({
  action: z.literal("claimPlace"),
  claimToken: token.optional().describe("The end of the claim's link"),
});

export const claimPlaceRow = operation(claimBody, {
  by: { claiming: claimPlace },
  draws: false,
  whenOver: "allowed",
  sealedOrganizerLearns: "all",
  refusals: ["CLAIM_ENDED"],
});

const handoverBody = z.object({
  action: z.literal("agreeHandover"),
  participantToken: token.optional().describe(
    "Of the link that opened the gift, which has ended since; may also come as the header x-participant-token",
  ),
});

export const agreeHandoverRow = operation(handoverBody, {
  by: { formerHolder: null },
  draws: false,
  whenOver: "allowed",
  sealedOrganizerLearns: "nothing",
  answers: [handedOverSchema],
  refusals: [],
});

/** `revealBlockedForTokenVersion` where whoever opened the gift holds no link that could agree. */
export const NOBODY = 0;

/**
 * Ends someone's link in a sealed game, for a new one that someone else may hold: a gift that was opened by
 * the old one stays closed for it, and one that they keep is not theirs to see any more.
 */
export function withhold(
  { participants }: Pick<Game, "participants">,
  participant: Participant,
): Pick<Participant, "tokenVersion" | "revealBlockedForTokenVersion" | "isEmailProved" | "keeps"> {
  const { tokenVersion, revealBlockedForTokenVersion, keeps } = participant;
  const opened = new Set(
    participants.flatMap((one) => one.firstViewedAt !== null || hasOpened(one) ? one.number : []),
  );
  return {
    tokenVersion: tokenVersion + 1,
    revealBlockedForTokenVersion: revealBlockedForTokenVersion ??
      (hasOpened(participant) ? tokenVersion : null),
    isEmailProved: false,
    keeps: keeps.filter((number) => !opened.has(number)),
  };
}

/**
 * For whom a gift is withheld from someone who takes the whole place of someone else, with a link of their
 * own, so that the one before can agree to nothing: it stays closed until it is drawn again.
 */
export function blockedForNewcomer(game: Game, leaver: Participant): number | null {
  const isOpened = leaver.revealBlockedForTokenVersion !== null || hasOpened(leaver);
  return pairsHiddenFromOrganizer(game) && isOpened ? NOBODY : null;
}

/** Makes the links by which someone takes their place; the one before has ended. */
export function issueClaim(
  game: Game,
  { participantId }: z.infer<typeof issueBody>,
  { now, hasMail = true }: DecisionContext,
): Change {
  const sendsMails = game.sendEmails && hasMail;
  const chosen = participantId === undefined
    ? game.participants.filter((one) => lacksLink(one, sendsMails, now))
    : [findParticipant(game, participantId)];
  if (!pairsHiddenFromOrganizer(game)) throw new GameError("NOT_SEALED");
  const numbers = new Set(chosen.map(({ number }) => number));
  return {
    game: {
      ...game,
      participants: game.participants.map((one) =>
        !numbers.has(one.number) ? one : {
          ...one,
          claimVersion: one.claimVersion + 1,
          claimIssuedAt: now.toISOString(),
          claimOpenedAt: null,
        }
      ),
    },
    events: chosen.map(({ number }) => ({ type: "claimIssued", participant: number })),
    issued: { participantId },
  };
}

/**
 * Whether someone has no way to their place: no address that mails go to, no claim that still opens, and never
 * had one.
 *
 * @param sendsMails whether this game, on this service, sends mails at all.
 */
export function lacksLink(one: Participant, sendsMails: boolean, now: Date): boolean {
  const claim = stateOfClaim(one, now);
  const isMailed = sendsMails && one.email !== null;
  return !isMailed && one.erasedAt === null && one.firstViewedAt === null && claim !== "open" &&
    claim !== "opened";
}

/**
 * A participant takes their place by its claim, which ends, as does the link before. The address is forgotten:
 * the organizer may have entered one of their own, and each mail to it would bring the new link.
 */
export function claimPlace(game: Game, participant: Participant, { now }: DecisionContext): Change {
  const { name, email, language } = participant;
  const unopened = { viewedAt: null, firstViewedAt: null };
  const seen = wasOpenedByKeeperAlone(game, participant) ? unopened : {};
  return changeParticipant(game, participant, {
    ...withhold(game, { ...participant, ...seen }),
    ...seen,
    email: null,
    claimOpenedAt: now.toISOString(),
  }, [
    ...email === null ? [] : [
      { type: "addressChanged", name, email, language: language ?? game.language } as const,
    ],
  ]);
}

/**
 * Whether a gift was opened by a keeper and by no one else: the participant can have had no link before the
 * claim, as one who joined by themselves has.
 */
function wasOpenedByKeeperAlone({ participants }: Game, one: Participant): boolean {
  const { number, email, isEmailProved, tokenVersion, openedInRoomAt, firstConfirmedAt } = one;
  const hadNoLink = email === null && !isEmailProved && tokenVersion === FIRST_VERSION &&
    openedInRoomAt === null && firstConfirmedAt === null;
  return hadNoLink && participants.some(({ keeps }) => keeps.includes(number));
}

/** Who opened the gift agrees that it is shown to who holds the link now. */
export function agreeHandover(game: Game, participant: Participant): Game {
  return changeParticipant(game, participant, { revealBlockedForTokenVersion: null }).game;
}

/** The organizer sees the pairs from now on, and everyone is told; once broken it stays so. */
export function breakSeal(game: Game, _: unknown, { now }: DecisionContext): Change {
  if (!game.isSealed) throw new GameError("NOT_SEALED");
  if (!pairsHiddenFromOrganizer(game)) return withoutEvents(game);
  return {
    game: {
      ...game,
      sealBrokenAt: now.toISOString(),
      // Earlier games were sealed, too: what never comes in draws that are seen now would tell their pairs.
      memory: [],
      participants: game.participants.map((one) => ({
        ...one,
        revealBlockedForTokenVersion: null,
      })),
    },
    events: [{ type: "sealBroken" }],
  };
}

/** The organizer renews someone's link, which goes to their address, or not at all. */
export function renewLinkSealed(game: Game, participant: Participant): Change {
  const events = participant.email === null ? [] : [renewed(participant)];
  return changeParticipant(game, participant, withhold(game, participant), events);
}

/**
 * The organizer gives someone another address: their link ends, the new one goes to the new address, and the
 * old address is told.
 */
export function changeAddressSealed(
  game: Game,
  participant: Participant,
  email: string | undefined,
): Change {
  if (email === undefined) return withoutEvents(game);
  const { name, email: old } = participant;
  const address = email || null;
  if (normalizedKey(old ?? "") === normalizedKey(email)) {
    return changeParticipant(game, participant, { email: address });
  }
  const language = participant.language ?? game.language;
  return changeParticipant(game, participant, { email: address, ...withhold(game, participant) }, [
    ...old === null ? [] : [{ type: "addressChanged", name, email: old, language } as const],
    ...address === null ? [] : [renewed(participant)],
  ]);
}

/** Sent whatever the game says of mails: there is no other way to the new link. */
function renewed({ number }: Participant): GameEvent {
  return { type: "participantLinkRenewed", participant: number, wasMailed: true };
}
