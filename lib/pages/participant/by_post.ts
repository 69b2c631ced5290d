import { hasUnopenedGift } from "../../game/assignments.ts";
import { todayIn } from "../../game/calendar.ts";
import { actsFor } from "../../game/keepers.ts";
import { GameError } from "../../game/errors.ts";
import { isAddressOfOther, type PostalAddress } from "../../game/postal_address.ts";
import { participantView } from "../../game/views.ts";
import { likelyRegion } from "../../i18n/languages.ts";
import type { Ctx } from "../../state.ts";
import { isShownPair, openOwnGame } from "./own_game.ts";

/** What a participant's page about parcels shows. */
export type ByPost = Awaited<ReturnType<typeof openByPost>>;

/**
 * Loads the parcels of the signed-in participant, or of the person with the id `for` in the URL, whose gift they keep.
 * Names a receiver only once that gift has been opened.
 *
 * @throws {GameError} 404, 401 or 403 for game, sign-in and the kept person; 400 if the game's gifts do not go by post,
 * or the kept person's gift is withheld.
 */
export async function openByPost(ctx: Ctx) {
  const { services } = ctx.state;
  const { game, access, credential, reader } = await openOwnGame(ctx);
  if (!game.byPost) throw new GameError("NOT_BY_POST");
  const { participant } = access;
  const keptId = ctx.url.searchParams.get("for") ?? undefined;
  const person = actsFor(game, participant, keptId, services.tokens);
  const now = new Date();
  const view = participantView(game, access, services.tokens, now);
  const kept = view.keeping.find(({ participantId }) => participantId === keptId) ?? null;
  const { receiver, parcels = null } = kept ?? view;
  const isOpened = receiver !== null && !hasUnopenedGift(person);
  const ownAddress: PostalAddress | null = kept ? null : view.postalAddress ?? null;
  return {
    game,
    reader,
    /** The reader's name. */
    name: participant.name,
    /** The person whose parcels these are, if not the reader's own. */
    kept: kept && {
      id: kept.participantId,
      name: kept.name,
      /** A keeper sees only whether the person has given an address. */
      address: kept.address ?? "none",
    },
    credential,
    /** The receiver's address: undefined until the gift has been opened; null if they have given none. */
    sendTo: isOpened ? receiver.postalAddress ?? null : undefined,
    /** `Tokens.pair` of the person whose parcels these are: ties reports about the parcel to its receiver. */
    seen: services.tokens.pair(game, person),
    /** True if a form with this `seen` was shown for the same receiver. */
    isSame: (seen: string) => isShownPair(services.tokens, game, person, seen),
    /** The reader's own address; null if they have given none, or look after a kept person's parcels. */
    ownAddress,
    /** True if their giver sees an address that this link did not enter. */
    isAddressOfOther: !kept && isAddressOfOther(game, participant),
    parcels,
    /** Today's date where the event takes place. */
    today: todayIn(game.timeZone, now),
    /** The region where the reader most likely lives. */
    region: likelyRegion(ctx.req.headers, reader.language),
  };
}
