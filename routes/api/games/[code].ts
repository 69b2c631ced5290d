import { patchGameSchema } from "@/lib/game/action_schemas.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { viewGame, viewUnserved } from "@/lib/game/views.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf, isLookedAt, requestKeyOf } from "@/lib/http/api.ts";
import { readJson } from "@/lib/http/body.ts";
import { requireNotLockedOut } from "@/lib/http/middleware/limit_requests.ts";
import { chargeReader } from "@/lib/http/charge_reader.ts";
import { requestCost } from "@/lib/http/request_cost.ts";
import { archiveGame, performAction } from "@/lib/operations/change.ts";
import { eraseGame, eraseMe } from "@/lib/operations/erase.ts";
import { claimsFor } from "@/lib/http/claim_links.ts";
import { openGame, openInvitation } from "@/lib/operations/open.ts";
import { sendMessage, sendThanks } from "@/lib/operations/messages.ts";
import { openInRoom } from "@/lib/operations/open_in_room.ts";
import { agreeHandover } from "@/lib/operations/seal.ts";
import { renewOrganizerToken } from "@/lib/operations/recover.ts";

export const handler = apiHandler({
  async GET(ctx) {
    const { services } = ctx.state;
    const code = ctx.params.code ?? "";
    const credential = credentialOf(ctx);
    const invitationToken = ctx.url.searchParams.get("invitationToken");
    if (invitationToken && !credential.organizerToken && !credential.participantToken) {
      return json(await openInvitation(services, code, invitationToken));
    }
    const markViewed = isLookedAt(ctx.req);
    const { game, access, emails } = await openGame(services, code, credential, { markViewed });
    // In a sealed game nobody sees a pair unnoticed.
    if (access.role === "participant" && !markViewed && pairsHiddenFromOrganizer(game)) {
      access.seesAssignment = false;
    }
    if (access.role === "public") await requireNotLockedOut(ctx);
    chargeReader(ctx.state, game, access);
    return json(viewGame(game, access, services.tokens, new Date(), emails));
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
    if (action.action === "openInRoom") {
      const token = action.organizerToken || credential.organizerToken;
      const { name, desiredGift, wish } = await openInRoom(
        services,
        code,
        action.participantId,
        token,
      );
      return json({ receiver: { name, desiredGift, wish } });
    }
    if (action.action === "eraseMe") {
      await eraseMe(services, code, {
        participantToken: action.participantToken || credential.participantToken,
        participantId: action.participantId || credential.participantId,
      });
      return json({ success: true, message: "What was known of you is erased for good" });
    }
    if (action.action === "sendMessage" || action.action === "sendThanks") {
      const options = { showsPair: true };
      const { game, access } = action.action === "sendMessage"
        ? await sendMessage(services, code, action, credential, options)
        : await sendThanks(services, code, action, credential, options);
      return json(viewGame(game, access, services.tokens, new Date()));
    }
    if (action.action === "agreeHandover") {
      const token = action.participantToken || credential.participantToken;
      await agreeHandover(services, code, token);
      return json({ success: true, message: "The gift is shown to the new link" });
    }
    const done = await performAction(services, code, action, credential, {
      showsPair: true,
      beforeOrganizing: (work) => ctx.state.chargeCost(requestCost(work)),
      key: requestKeyOf(ctx.req),
    });
    const { game, access, emails, unserved, participantToken, hasLeft } = done;
    if (hasLeft) return json({ success: true, message: "You have left the game" });
    return json({
      ...viewGame(game, access, services.tokens, new Date(), emails),
      ...(unserved && { unserved: viewUnserved(game, unserved) }),
      ...(participantToken && { participantToken }),
      ...(action.action === "issueClaim" && claimsFor(ctx, game, action.participantId)),
    });
  },

  async DELETE(ctx) {
    const code = ctx.params.code ?? "";
    await archiveGame(ctx.state.services, code, credentialOf(ctx).organizerToken);
    return json({ success: true, message: "The game is archived", archivedCode: code });
  },
});
