import { sitePicturePath } from "@/lib/browser/links.ts";
import { PICTURE_COST } from "@/lib/http/request_cost.ts";
import { findPictured } from "@/lib/operations/preview.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { gamePicture } from "@/lib/preview/game_picture.ts";
import { define } from "@/lib/state.ts";

/**
 * The picture in the link preview of a game. Its key opens nothing else and cannot be guessed: without it, every code
 * has the picture of the service, whether the game exists or not.
 */
export const handler = define.handlers({
  async GET(ctx) {
    const { state: { services, chargeCost, takePlace }, params: { code = "", key = "" }, req } =
      ctx;
    const game = await findPictured(services, code, key);
    const { language, siteName } = readerOf(ctx);
    if (!game) return ctx.redirect(sitePicturePath(language, siteName), 302);
    const { png, etag } = await gamePicture(game, () => {
      chargeCost(PICTURE_COST);
      return takePlace();
    });
    const isKnown = req.headers.get("if-none-match") === etag;
    return new Response(isKnown ? null : png, {
      status: isKnown ? 304 : 200,
      headers: { "content-type": "image/png", etag },
    });
  },
});
