import type { Context } from "fresh";
import { hasUnopenedGift } from "../../game/assignments.ts";
import { GameError } from "../../game/errors.ts";
import type { PostalAddress } from "../../game/postal_address.ts";
import { participantView } from "../../game/views.ts";
import { likelyRegion } from "../../i18n/languages.ts";
import type { State } from "../../state.ts";
import { openOwnGame } from "./own_game.ts";

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
  const { game, access, credential, reader } = await openOwnGame(ctx);
  if (!game.byPost) throw new GameError("NOT_BY_POST");
  const { participant } = access;
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
    region: likelyRegion(ctx.req.headers, reader.language),
  };
}
