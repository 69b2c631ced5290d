import { pushBodySchema, removalBodySchema } from "@/lib/game/actions/devices.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf } from "@/lib/http/api.ts";
import { readJson } from "@/lib/http/body.ts";
import { addDevice, removeDevice } from "@/lib/operations/devices.ts";

export const handler = apiHandler({
  async POST(ctx) {
    const { services, client } = ctx.state;
    const asked = { action: "addDevice" as const, ...await readJson(ctx.req, pushBodySchema) };
    const { id, isNew } = await addDevice(
      services,
      ctx.params.code ?? "",
      asked,
      credentialOf(ctx),
      client,
    );
    return json({ device: id }, isNew ? 201 : 200);
  },

  async DELETE(ctx) {
    const asked = {
      action: "removeDevice" as const,
      ...await readJson(ctx.req, removalBodySchema),
    };
    await removeDevice(ctx.state.services, ctx.params.code ?? "", asked, credentialOf(ctx));
    return new Response(null, { status: 204 });
  },
});
