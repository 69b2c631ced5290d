import type { Context } from "fresh";
import { hasUnopenedGift } from "../../game/assignments.ts";
import { GameError } from "../../game/errors.ts";
import type { PostalAddress } from "../../game/postal_address.ts";
import { participantView } from "../../game/views.ts";
import { credentialFromCookie } from "../../http/cookies.ts";
import { likelyRegion } from "../../i18n/languages.ts";
import { openGame } from "../../operations/open.ts";
import type { State } from "../../state.ts";
import { suggestLanguage } from "../../http/reader.ts";

/** What a participant's page about parcels shows. */
export type ByPost = Awaited<ReturnType<typeof openByPost>>;

/**
 * Opens what concerns the signed-in participant's parcels. It tells of the person they give to only once they have
 * opened their gift.
 *
 * @throws {GameError} 404, 401 or 403 for game and sign-in, 400 where gifts do not go by post.
 */
export async function openByPost(ctx: Context<State>) {
  const { services } = ctx.state;
  const code = ctx.params.code ?? "";
  const { headers } = ctx.req;
  const credential = credentialFromCookie(headers, code, "participant");
  const { game, access } = await openGame(services, code, credential, { markViewed: false });
  if (access.role !== "participant" || !access.hasToken) {
    throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  }
  if (!game.byPost) throw new GameError("NOT_BY_POST");
  const { participant } = access;
  const reader = suggestLanguage(ctx, participant.language ?? game.language);
  const view = participantView(game, access, services.tokens, new Date());
  const isOpened = view.receiver !== null && !hasUnopenedGift(participant);
  return {
    game,
    view,
    reader,
    name: participant.name,
    credential,
    /** Where to send to: undefined until they have opened their gift, null where it is not given. */
    sendTo: isOpened ? view.receiver?.postalAddress ?? null : undefined,
    /** Where they want to get theirs. */
    ownAddress: view.postalAddress ?? null satisfies PostalAddress | null,
    parcels: view.parcels ?? null,
    /** Where they most likely live. */
    region: likelyRegion(headers, reader.language),
  };
}
