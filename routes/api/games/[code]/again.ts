import { playAgainSchema } from "@/lib/game/again.ts";
import { organizerView } from "@/lib/game/views.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf, requestKeyOf } from "@/lib/http/api.ts";
import { readJson } from "@/lib/http/body.ts";
import { chargeCreation } from "@/lib/http/charge_creation.ts";
import { playAgain } from "@/lib/operations/again.ts";

export const handler = apiHandler({
  async POST(ctx) {
    const { services, client } = ctx.state;
    const body = await readJson(ctx.req, playAgainSchema);
    const organizerToken = body.organizerToken || credentialOf(ctx).organizerToken;
    const { game, emails, emailResults } = await playAgain(
      services,
      ctx.params.code ?? "",
      body,
      {
        credential: { organizerToken },
        client,
        key: requestKeyOf(ctx.req),
        beforeDrawing: (creation) => chargeCreation(ctx.state, creation),
      },
    );
    return json({ ...organizerView(game, services.tokens, new Date(), emails), emailResults }, 201);
  },
});
