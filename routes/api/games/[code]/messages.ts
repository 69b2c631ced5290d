import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf, isLookedAt } from "@/lib/http/api.ts";
import { openMessages } from "@/lib/operations/messages.ts";

export const handler = apiHandler({
  async GET(ctx) {
    const { messages } = await openMessages(
      ctx.state.services,
      ctx.params.code ?? "",
      credentialOf(ctx),
      { isLookedAt: isLookedAt(ctx.req) },
    );
    return json(messages);
  },
});
