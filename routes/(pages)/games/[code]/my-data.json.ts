import { credentialFromCookie } from "@/lib/http/cookies.ts";
import { openOwnData } from "@/lib/operations/open.ts";
import { define } from "@/lib/state.ts";

/** All data about the signed-in participant, as a file. A link from another site must not open a gift. */
export const handler = define.handlers({
  async GET(ctx) {
    const code = ctx.params.code ?? "";
    const credential = credentialFromCookie(ctx.req.headers, code, "participant");
    const data = await openOwnData(ctx.state.services, code, credential, { markViewed: false });
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        "content-type": "application/json",
        "content-disposition": `attachment; filename="my-data-${code}.json"`,
      },
    });
  },
});
