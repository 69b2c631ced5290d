import { createRequestSchema } from "@/lib/game/schemas.ts";
import { organizerView } from "@/lib/game/views.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler, requestKeyOf } from "@/lib/http/api.ts";
import { readJson } from "@/lib/http/body.ts";
import { chargeCreation } from "@/lib/http/charge_creation.ts";
import { negotiateLanguage } from "@/lib/i18n/languages.ts";
import { requireCreateKey } from "@/lib/http/create_key.ts";
import { createGame } from "@/lib/operations/create.ts";

export const handler = apiHandler({
  async POST({ req, state }) {
    const { services, client } = state;
    const { createKey, ...body } = await readJson(req, createRequestSchema);
    requireCreateKey(services.settings, req.headers.get("x-create-key") || createKey);
    await chargeCreation(state, body);
    const { game, emails, emailResults } = await createGame(
      services,
      body,
      negotiateLanguage(req.headers),
      client,
      requestKeyOf(req),
    );
    return json({
      ...organizerView(game, services.tokens, new Date(), emails),
      emailResults,
    }, 201);
  },
});
