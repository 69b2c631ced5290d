import { gamePath } from "@/lib/browser/links.ts";
import { GameError } from "@/lib/game/errors.ts";
import { otherCredentials, withCookies } from "@/lib/http/cookies.ts";
import { performAction } from "@/lib/operations/change.ts";
import { openClaim } from "@/lib/operations/seal.ts";
import { readForm } from "@/lib/http/form.ts";
import { JOINED } from "@/lib/pages/flash_messages.ts";
import { formKey } from "@/lib/pages/forms.ts";
import { suggestLanguage } from "@/lib/http/reader.ts";
import { addAccount } from "@/lib/pages/device/remembered_people.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { ownCredential } from "@/lib/pages/participant/own_game.ts";
import { enterOrAsk } from "../(_components)/show_game.tsx";
import { ClaimScreen, EndedClaimScreen } from "../(_components)/ClaimScreen.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    return await show(ctx);
  },

  async POST(ctx) {
    const { services } = ctx.state;
    const { code = "", claim: claimToken = "" } = ctx.params;
    const key = (await readForm(ctx.req)).text("key");
    try {
      const { game, participantToken } = await performAction(
        services,
        code,
        { action: "claimPlace", claimToken },
        {},
        { key: formKey(key) },
      );
      if (!participantToken) throw new Error("Whoever takes their place gets a token");
      const cookies = addAccount(ctx, game, { participantToken });
      return withCookies(ctx.redirect(`${gamePath(code)}?done=${JOINED}`, 303), ...cookies);
    } catch (error) {
      if (!(error instanceof GameError) || error.code !== "CLAIM_ENDED") throw error;
      return await show(ctx);
    }
  },
});

async function show(ctx: Ctx): Promise<Response> {
  const { services } = ctx.state;
  const { code = "", claim: claimToken = "" } = ctx.params;
  const claim = await openClaim(services, code, claimToken);
  const { game, participant, state } = claim;
  const reader = suggestLanguage(ctx, participant.language ?? game.language);
  const { participantToken } = ownCredential(ctx).credential;
  // A second click, or a later visit, on the device that has claimed the place.
  if (
    state !== "open" && participantToken &&
    services.tokens.isParticipant(game, participant, participantToken)
  ) {
    return ctx.redirect(gamePath(code), 303);
  }
  // This device has claimed the place, but another participant is signed in now.
  const used = otherCredentials(ctx.req.headers, code).find((other) =>
    other.participantToken &&
    services.tokens.isParticipant(game, participant, other.participantToken)
  );
  if (state !== "open" && used?.participantToken) {
    return await enterOrAsk(ctx, used.participantToken);
  }
  if (state === "open") return await ctx.render(<ClaimScreen reader={reader} claim={claim} />);
  const canSend = services.mail !== null;
  return await ctx.render(<EndedClaimScreen {...{ reader, claim, canSend }} />, { status: 403 });
}
