import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf, isLookedAt } from "@/lib/http/api.ts";
import { openOwnData } from "@/lib/operations/open.ts";

export const handler = apiHandler({
  async GET(ctx) {
    return json(
      await openOwnData(ctx.state.services, ctx.params.code ?? "", credentialOf(ctx), {
        markViewed: isLookedAt(ctx.req),
      }),
    );
  },
});
