import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf } from "@/lib/http/api.ts";
import { readPhoto } from "@/lib/http/photos.ts";
import { addPhoto } from "@/lib/operations/photos.ts";

export const handler = apiHandler({
  async POST(ctx) {
    const { services, client } = ctx.state;
    const bytes = await readPhoto(ctx.req);
    const { code = "" } = ctx.params;
    const photo = await addPhoto(services, code, bytes, credentialOf(ctx), client);
    return json({ photo }, 201);
  },
});
