import { done } from "@/lib/game/done.ts";
import { patchGameSchema } from "@/lib/game/operations.ts";
import { viewUnserved } from "@/lib/game/views.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf, isLookedAt, requestKeyOf } from "@/lib/http/api.ts";
import { readJson } from "@/lib/http/body.ts";
import { requireNotLockedOut } from "@/lib/http/middleware/limit_requests.ts";
import { chargeReader } from "@/lib/http/charge_reader.ts";
import { requestCost } from "@/lib/http/request_cost.ts";
import { archiveGame } from "@/lib/operations/change.ts";
import { claimsFor } from "@/lib/http/claim_links.ts";
import { openGame, openInvitation } from "@/lib/operations/open.ts";
import { perform } from "@/lib/operations/verbs.ts";
import { viewWithWishes } from "@/lib/operations/shown_wishes.ts";

export const handler = apiHandler({
  async GET(ctx) {
    const { services } = ctx.state;
    const code = ctx.params.code ?? "";
    const credential = credentialOf(ctx);
    const invitationToken = ctx.url.searchParams.get("invitationToken");
    if (invitationToken && !credential.organizerToken && !credential.participantToken) {
      return json(await openInvitation(services, code, invitationToken));
    }
    const opened = await openGame(services, code, credential, {
      markViewed: isLookedAt(ctx.req),
      hidesUnmarked: true,
      async charge(game, access) {
        if (access.role === "public") await requireNotLockedOut(ctx);
        chargeReader(ctx.state, game, access);
      },
    });
    return json(await viewWithWishes(services, opened));
  },

  async PATCH(ctx) {
    const { services } = ctx.state;
    const code = ctx.params.code ?? "";
    const credential = credentialOf(ctx);
    const action = await readJson(ctx.req, patchGameSchema);
    const performed = await perform(services, code, action, credential, {
      client: ctx.state.client,
      showsPair: true,
      beforeOrganizing: (size) => ctx.state.chargeCost(requestCost(size)),
      key: requestKeyOf(ctx.req),
    });
    if ("answer" in performed) return json(performed.answer);
    const { game, unserved, issued, participantToken, hasLeft } = performed;
    if (hasLeft) return json(done("left"));
    return json({
      ...await viewWithWishes(services, performed),
      ...(unserved && { unserved: viewUnserved(game, unserved) }),
      ...(participantToken && { participantToken }),
      ...(issued && claimsFor(ctx, game, issued.participantId)),
    });
  },

  async DELETE(ctx) {
    const code = ctx.params.code ?? "";
    await archiveGame(ctx.state.services, code, credentialOf(ctx).organizerToken);
    return json({ ...done("archived"), archivedCode: code });
  },
});
