import { formatMoment } from "../../browser/format.ts";
import { joinPath, organizerPath, participantPath } from "../../browser/links.ts";
import { progressOf } from "../../game/progress.ts";
import { pairsHiddenFromOrganizer } from "../../game/seal.ts";
import { openClaims } from "../../http/claim_links.ts";
import type { OrganizerView } from "../../game/view_schemas.ts";
import type { Reader } from "../../i18n/reader.ts";
import type { Ctx } from "../../state.ts";
import type { ManagedGame } from "./managed_game.ts";

/** A person with their link. */
export type PersonLink = ReturnType<typeof participantLinks>[number];

/** Every participant's link, for the organizer. */
export function participantLinks(ctx: Ctx, { game, view, hasMail }: ManagedGame) {
  const base = ctx.state.origin;
  const claims = pairsHiddenFromOrganizer(game) ? openClaims(ctx, game) : null;
  const progress = progressOf(game, view, hasMail, new Date());
  return view.participants.flatMap((person, index) => {
    const link = progress[index]?.link;
    // They have erased their data.
    if (link === "gone") return [];
    const { id, name, email, token, claim, emailStatus: mail, language, receiverChange } = person;
    const open = claims?.get(id);
    return {
      // In a sealed game the token is "".
      ...{ id, name, email, token, claim, mail, language, receiverChange },
      /** True if the game sends emails to their address. */
      isMailed: email !== "" && view.sendEmails && hasMail,
      /** True if the link has not reached them yet. */
      isNeeded: link === "needed",
      /** In a sealed game the valid claim link; "" if there is none. */
      link: claims ? open?.claimUrl ?? "" : base + participantPath(view.code, token),
      /** When the claim link expires. ISO 8601, UTC. */
      until: open?.expiresAt ?? null,
    };
  });
}

/** In a sealed game: says how a participant can claim their place. */
export function wayIn(
  { timeZone }: Pick<OrganizerView, "timeZone">,
  { isMailed, until, claim }: Pick<PersonLink, "isMailed" | "until" | "claim">,
  { t, locale }: Pick<Reader, "t" | "locale">,
): string {
  const moment = (at: string) => formatMoment(at, locale, timeZone);
  if (until) return t("sealed.links.until", { when: moment(until) });
  if (claim?.openedAt) return t("sealed.links.opened", { when: moment(claim.openedAt) });
  return t(claim ? "sealed.links.expired" : isMailed ? "sealed.links.byMail" : "sealed.links.none");
}

/** A participant's link, for the organizer; "" in a sealed game without a valid claim link. */
export function personLink(
  ctx: Ctx,
  { game }: Pick<ManagedGame, "game">,
  { id, token }: Pick<ManagedGame["view"]["participants"][number], "id" | "token">,
): string {
  return pairsHiddenFromOrganizer(game)
    ? openClaims(ctx, game).get(id)?.claimUrl ?? ""
    : ctx.state.origin + participantPath(game.code, token);
}

/** The organizer's own link. */
export function organizerLink(ctx: Ctx, { view }: ManagedGame): string {
  return ctx.state.origin + organizerPath(view.code, view.organizerToken);
}

/** The invitation link. */
export function invitationLink(ctx: Ctx, { view }: ManagedGame): string {
  return ctx.state.origin + joinPath(view.code, view.invitationToken);
}
