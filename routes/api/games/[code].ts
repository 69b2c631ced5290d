import { patchGameSchema } from "@/lib/game/schemas.ts";
import { viewGame, viewUnserved } from "@/lib/game/views.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf } from "@/lib/http/api.ts";
import { readJson } from "@/lib/http/body.ts";
import { archiveGame, performAction } from "@/lib/operations/change.ts";
import { openGame } from "@/lib/operations/open.ts";
import { renewOrganizerToken } from "@/lib/operations/recover.ts";

export const handler = apiHandler({
  async GET(ctx) {
    const { services } = ctx.state;
    const { game, access, emails } = await openGame(
      services,
      ctx.params.code ?? "",
      credentialOf(ctx),
      { markViewed: ctx.req.method === "GET" },
    );
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
    const done = await performAction(services, code, action, credential, { markViewed: true });
    const { game, access, emails, unserved } = done;
    const view = viewGame(game, access, services.tokens, emails);
    if (unserved) return json({ ...view, unserved: viewUnserved(game, unserved) });
    return json(
      action.action === "joinInvitation" && access.role === "participant"
        ? { ...view, participantToken: services.tokens.participant(game, access.participant) }
        : view,
    );
  },

  async DELETE(ctx) {
    const code = ctx.params.code ?? "";
    await archiveGame(ctx.state.services, code, credentialOf(ctx).organizerToken);
    return json({ success: true, message: "The game is archived", archivedCode: code });
  },
});
