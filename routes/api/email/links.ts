import { done } from "@/lib/game/done.ts";
import { ownLinksSchema } from "@/lib/game/schemas.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";
import { readJson } from "@/lib/http/body.ts";
import { requestOwnLinks } from "@/lib/operations/own_links.ts";

export const handler = apiHandler({
  async POST(ctx) {
    const body = await readJson(ctx.req, ownLinksSchema);
    await requestOwnLinks(ctx.state.services, body, ctx.state.client);
    return json(done("linksRequested"), 202);
  },
});
