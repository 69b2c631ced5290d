import { explainError } from "@/lib/i18n/errors.ts";
import { errorBody, toGameError } from "@/lib/http/answers.ts";
import { credentialFromCookie } from "@/lib/http/cookies.ts";
import { toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import { readPhoto } from "@/lib/http/photos.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { addPhoto } from "@/lib/operations/photos.ts";
import { define } from "@/lib/state.ts";

/** Stores a photo for the signed-in participant; called by a script. Errors are in the reader's language. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services, client } = ctx.state;
    const { code = "" } = ctx.params;
    try {
      const credential = credentialFromCookie(ctx.req.headers, code, "participant");
      const photo = await addPhoto(services, code, await readPhoto(ctx.req), credential, client);
      return Response.json({ photo }, { status: 201 });
    } catch (error) {
      const refusal = toGameError(await toLimitedError(ctx, error));
      const { status, retryAfter } = refusal;
      const said = { ...errorBody(refusal), error: explainError(refusal, readerOf(ctx).t) };
      return Response.json(said, {
        status,
        headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
      });
    }
  },
});
