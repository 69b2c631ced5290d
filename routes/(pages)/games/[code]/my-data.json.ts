import { openOwnData } from "@/lib/operations/open.ts";
import { define } from "@/lib/state.ts";
import { ownCredential } from "@/lib/pages/participant/own_game.ts";
import { download } from "@/lib/pages/download.ts";

/** All data about the signed-in participant, as a file. A link from another site must not open a gift. */
export const handler = define.handlers({
  async GET(ctx) {
    const { code, credential } = ownCredential(ctx);
    const data = await openOwnData(ctx.state.services, code, credential, { markViewed: false });
    return download(`my-data-${code}.json`, "application/json", JSON.stringify(data, null, 2));
  },
});
