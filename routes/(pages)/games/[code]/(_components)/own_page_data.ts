import { revealedPairs } from "./Pairs.tsx";
import { gamePath, participantPath } from "@/lib/browser/links.ts";
import type { ParticipantAccess } from "@/lib/game/access.ts";
import { isRevealed, mayStartFinale, willReveal } from "@/lib/game/finale.ts";
import { inviterOf, isInviter } from "@/lib/game/identity.ts";
import { paperOf, papersOf } from "@/lib/game/paper.ts";
import { isAddressOfOther } from "@/lib/game/postal_address.ts";
import type { Game } from "@/lib/game/types.ts";
import { isListOfOther, wishHeadOf } from "@/lib/game/wishes.ts";
import { credentialFromCookie, otherCredentials } from "@/lib/http/cookies.ts";
import { PARTICIPANT_ACTIONS, type ParticipantAction } from "@/lib/pages/actions.ts";
import { isJustDrawn, JOINED, participantNews } from "@/lib/pages/flash_messages.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { keptGiftsOf } from "@/lib/pages/participant/kept_gifts.ts";
import { suggestLanguage } from "@/lib/http/reader.ts";
import { devicesHere } from "@/lib/pages/device/notified_devices.ts";
import { rememberedParticipants } from "@/lib/pages/device/remembered_people.ts";
import { finaleTime, momentOf, waitsFor } from "@/lib/pages/participant/moment.ts";
import { readerName } from "@/lib/pages/participant/own_game.ts";
import { thanksPath } from "@/lib/pages/participant/whisper.ts";
import type { Ctx } from "@/lib/state.ts";
import { loadStanding } from "./own_standing.ts";

/** The data of a participant's page, for all its parts. */
export type OwnPageData = Awaited<ReturnType<typeof loadOwnPage>>;

/** Loads the data of a participant's page. @param refused the form that was refused */
export async function loadOwnPage(
  ctx: Ctx,
  { game, access }: { game: Game; access: ParticipantAccess },
  refused: RefusedForm<ParticipantAction> | null,
) {
  const { services, origin } = ctx.state;
  const { tokens } = services;
  const { participant } = access;
  const { headers } = ctx.req;
  const { code } = game;
  const now = new Date();
  const standing = await loadStanding(services, game, access, now);
  const { view, own, isOpened } = standing;
  const reader = suggestLanguage(ctx, own.language ?? game.language);
  const organizer = inviterOf(view, own.name);
  const isOrganizer = isInviter(game, own.name);
  const hasJoined = ctx.url.searchParams.get("done") === JOINED;
  const awaited = waitsFor(game, now);
  const news = participantNews(ctx.url, reader.t, organizer);
  const refusedAt = refused && PARTICIPANT_ACTIONS[refused.action].section;
  return {
    ...standing,
    reader,
    /** The organizer's name; "": unknown, or the reader's own. */
    organizer,
    isOrganizer,
    /** True if the organizer is signed in as such on this device, so that no one else gets a link to their page. */
    isOrganizerHere: isOrganizer &&
      Object.keys(credentialFromCookie(headers, code, "organizer")).length > 0,
    path: gamePath(code),
    readerId: readerName(game, participant),
    /** `Tokens.pair` of the participant: ties questions to their receiver to that person. */
    seen: tokens.pair(game, participant),
    /** Their wrapping paper. */
    paper: paperOf(game.id, participant.number),
    /** Their personal link; null if they came in by name alone. */
    link: access.hasToken
      ? origin + participantPath(code, tokens.participant(game, participant))
      : null,
    hasMail: services.mail !== null,
    sendsMails: game.sendEmails,
    /** The ids under which people in this browser are notified. */
    devicesHere: devicesHere(headers, code),
    /** The gifts that they open for others. Once all pairs are revealed, only those still wrapped. */
    kept: keptGiftsOf(game, access, view).filter((one) => !view.revealed || !one.hasBeenOpened),
    /** The other participants remembered by this device. */
    others: await rememberedParticipants(
      ctx.state,
      [game],
      participant,
      otherCredentials(headers, code),
    ),
    /** Their place in a sealed game; null in other games. */
    place: game.isSealed ? participant : null,
    /** True if their giver sees an address, or a list, that this link did not enter. */
    isAddressOfOther: access.hasToken && isAddressOfOther(game, participant),
    isListOfOther: access.hasToken && isListOfOther(game, participant),
    /** The `revision` of their wish list. */
    wishesRevision: wishHeadOf(game, participant.number)?.revision ?? 0,
    /** True once all pairs are revealed: receivers no longer change, and no one can leave. */
    isFixed: isRevealed(game, now),
    willReveal: willReveal(game, now),
    /** Where they write a note of thanks to their giver; null if they cannot. */
    thanksAt: thanksPath(game, access, now),
    now,
    /** All pairs; none until they are revealed. */
    pairs: revealedPairs(game, view, own.id),
    hasOwnGift: view.state === "drawn" && !(view.revealed && (isOpened || view.isWithheld)),
    /**
     * What they wait for with the page open, and its current version. The finale is only for participants who came in
     * with their link.
     */
    waitsFor: access.hasToken || awaited === "draw" ? awaited : null,
    moment: momentOf(game, now),
    /** When the finale starts today, as HH:MM; "" if not before the day is over. */
    finaleTime: finaleTime(game, now),
    mayStartFinale: mayStartFinale(game, now),
    /** Everyone's wrapping papers, if the names were drawn just now. */
    drawn: isJustDrawn(ctx.url, game) ? papersOf(game) : null,
    /** The wrapping papers of all others, while people join. */
    othersPapers: papersOf({
      id: game.id,
      participants: game.isGathering ? game.participants.filter((one) => one !== participant) : [],
    }),
    /** True if they have joined just now. */
    hasJoined,
    /** True if they named housemates when joining, but the draw came first: the organizer does not see them. */
    hasUnreadHome: hasJoined && !game.isGathering && participant.livesWith.length > 0,
    /** The flash message. */
    news,
    /** What a section shows: its form if that was refused, and its flash message. */
    at: (section: NonNullable<typeof refusedAt>) => ({
      refused: refusedAt === section ? refused : null,
      news: news?.section === section ? news.sentence : null,
    }),
  };
}
