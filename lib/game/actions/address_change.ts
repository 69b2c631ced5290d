/** How a participant's address changes; the organizer of a sealed game uses `changeAddressSealed`. */
import type { z } from "zod";
import { findParticipant } from "../access.ts";
import { newcomerViewSchema } from "../action_answers.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import { language, optionalEmail, renewLink } from "../fields.ts";
import { addressKey } from "../identity.ts";
import { nextVersion } from "../link_versions.ts";
import { KEEPS_PAIRS, operation, participantBody } from "../operation.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import type { Change, DecisionContext, Game, Participant } from "../types.ts";
import { participantViewSchema } from "../view_schemas.ts";
import { addressGone, linkRenewed } from "./seal.ts";

const addressBody = participantBody("updateParticipantEmail", {
  email: optionalEmail,
  language: language.optional(),
  renewLink,
});

export const updateParticipantEmailRow = operation(addressBody, {
  by: { participant: updateParticipantEmail },
  needsMailedParticipants: true,
  ...KEEPS_PAIRS,
  answers: [participantViewSchema, newcomerViewSchema],
});

/** A participant changes their own address, and proves it if they act with their token. */
export function updateParticipantEmail(
  game: Game,
  action: z.infer<typeof addressBody>,
  context: DecisionContext,
): Change {
  const participant = findParticipant(game, action.participantId);
  const { hasToken = false } = context;
  // In an unprotected game anyone may know the id, so an id alone leaves the owner's link as it is.
  const isByAnyone = !hasToken && !game.isProtected;
  const known = isByAnyone ? {} : context;
  const { game: moved, events } = changeAddress(game, participant, action, known);
  const language = action.language ?? participant.language;
  const hasMoved = addressKey(participant.email ?? "") !== addressKey(action.email);
  const { number, tokenVersion: from, addressTokenVersion } = participant;
  const { tokenVersion: to } = findParticipant(moved, participant.id);
  const isRenewed = hasToken && from !== to;
  // If the link was renewed, the new one is mailed there anyway.
  const isEntered = hasToken && hasMoved && action.email !== "" && from === to;
  const changed = changeParticipant(moved, participant, {
    language,
    isEmailProved: hasToken,
    ...hasMoved && { isEmailSetById: isByAnyone },
    ...isRenewed && addressTokenVersion === from && { addressTokenVersion: to },
  }, [
    ...events,
    ...isEntered ? [{ type: "addressEntered", participant: number, wasMailed: true } as const] : [],
  ]);
  return { ...changed, ...isRenewed && { renewal: { participant: number, from, to } } };
}

/**
 * Changes a participant's address if one is sent; "" removes it. The old address is notified. If mails with the
 * personal link went there, or are about to, the link is renewed by default: their reader may be someone else. In a
 * sealed game any mail counts: the organizer must not see that one about the pairs had gone there.
 */
export function changeAddress(
  game: Game,
  participant: Participant,
  { email, renewLink }: { email?: string | undefined; renewLink: boolean },
  { mailed, hasMail = true }: Pick<DecisionContext, "mailed" | "hasMail">,
): Change {
  if (email === undefined) return withoutEvents(game);
  const { email: old, number, tokenVersion, isEmailSetById } = participant;
  if (addressKey(old ?? "") === addressKey(email)) {
    return changeParticipant(game, participant, { email: email || null });
  }
  // An earlier release mailed links to addresses that an id alone had set, so such a link always ends.
  const isStale = isEmailSetById || (renewLink && old !== null);
  const mayBeMailed = (hasMail && pairsHiddenFromOrganizer(game)) || mailed?.has(number) === true;
  const isRenewed = isStale && mayBeMailed;
  return changeParticipant(
    game,
    participant,
    {
      email: email || null,
      tokenVersion: isRenewed ? nextVersion(game, tokenVersion) : tokenVersion,
      isEmailProved: false,
      isEmailSetById: false,
    },
    [...addressGone(game, participant), ...isRenewed ? [linkRenewed(participant)] : []],
  );
}
