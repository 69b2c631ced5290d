import { lacksLink } from "@/lib/game/actions/seal.ts";
import { papersOf } from "@/lib/game/paper.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { linksCost } from "@/lib/http/request_cost.ts";
import { isJustDrawn } from "@/lib/pages/flash_messages.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import {
  invitationLink,
  organizerLink,
  participantLinks,
} from "@/lib/pages/organizer/game_links.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { organizerNotices } from "@/lib/pages/organizer/notices.ts";
import { ownCredential } from "@/lib/pages/participant/own_game.ts";
import type { Ctx } from "@/lib/state.ts";

/** The data of the page of all links. */
export type LinksPageData = ReturnType<typeof loadLinksPage>;

/** Loads the data of the page of all links. @param refused the form for the organizer's address, if it was refused */
export function loadLinksPage(
  ctx: Ctx,
  managed: ManagedGame,
  refused: RefusedForm | null,
) {
  const { view, game, hasMail, reader } = managed;
  ctx.state.chargeCost(linksCost(view));
  const isHidden = pairsHiddenFromOrganizer(game);
  const now = new Date();
  const sendsMails = view.sendEmails && hasMail;
  return {
    ...{ view, reader, hasMail, refused },
    people: participantLinks(ctx, managed),
    /** The search that narrows the list. */
    search: ctx.url.searchParams.get("search") ?? "",
    /** The organizer's token as a participant, on this device; "": they do not take part here. */
    ownToken: ownCredential(ctx).credential.participantToken ?? "",
    isGathering: view.state === "gathering",
    /** True if the pairs are hidden from the organizer, who then gets no participant's link. */
    isHidden,
    /** Everyone's wrapping papers, if the names were drawn just now. */
    drawn: isJustDrawn(ctx.url, game) ? papersOf(game) : null,
    /** True if someone in a sealed game has no link to their place yet. */
    missing: isHidden && game.participants.some((one) => lacksLink(one, sendsMails, now)),
    /** The organizer's own link. */
    ownLink: organizerLink(ctx, managed),
    notices: organizerNotices(ctx, managed),
    invitation: invitationLink(ctx, managed),
  };
}
