import { patchGameSchema } from "@/lib/game/schemas.ts";
import { viewGame, viewUnserved } from "@/lib/game/views.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf, isLookedAt, requestKeyOf } from "@/lib/http/api.ts";
import { readJson } from "@/lib/http/body.ts";
import { requireLookups } from "@/lib/http/middleware/limit_requests.ts";
import { priceOf } from "@/lib/http/price.ts";
import { archiveGame, performAction } from "@/lib/operations/change.ts";
import { eraseGame, eraseMe } from "@/lib/operations/erase.ts";
import { openGame } from "@/lib/operations/open.ts";
import { renewOrganizerToken } from "@/lib/operations/recover.ts";

export const handler = apiHandler({
  async GET(ctx) {
    const { services } = ctx.state;
    const { game, access, emails } = await openGame(
      services,
      ctx.params.code ?? "",
      credentialOf(ctx),
      { markViewed: isLookedAt(ctx.req) },
    );
    if (access.role === "public") await requireLookups(ctx);
    if (access.role === "organizer") ctx.state.spend(priceOf(game));
    return json(viewGame(game, access, services.tokens, emails));
  },

  async PATCH(ctx) {
    const { services } = ctx.state;
    const code = ctx.params.code ?? "";
    const credential = credentialOf(ctx);
    const action = await readJson(ctx.req, patchGameSchema);
    if (action.action === "regenerateOrganizerToken") {
      const token = action.organizerToken || credential.organizerToken;
      await renewOrganizerToken(services, code, token, ctx.state.client);
      return json({
        success: true,
        message: "The new management link is on its way to the organizer; the old one has ended",
        emailSent: true,
      });
    }
    if (action.action === "eraseGame") {
      const token = action.organizerToken || credential.organizerToken;
      await eraseGame(services, code, action.confirmName, token);
      return json({ success: true, message: "The game is erased for good" });
    }
    if (action.action === "eraseMe") {
      await eraseMe(services, code, {
        participantToken: action.participantToken || credential.participantToken,
        participantId: action.participantId || credential.participantId,
      });
      return json({ success: true, message: "What was known of you is erased for good" });
    }
    const done = await performAction(services, code, action, credential, {
      showsPair: true,
      beforeOrganizing: (work) => ctx.state.spend(priceOf(work)),
      key: requestKeyOf(ctx.req),
    });
    const { game, access, emails, unserved, participantToken } = done;
    return json({
      ...viewGame(game, access, services.tokens, emails),
      ...(unserved && { unserved: viewUnserved(game, unserved) }),
      ...(participantToken && { participantToken }),
    });
  },

  async DELETE(ctx) {
    const code = ctx.params.code ?? "";
    await archiveGame(ctx.state.services, code, credentialOf(ctx).organizerToken);
    return json({ success: true, message: "The game is archived", archivedCode: code });
  },
});
