import { calendarFile } from "@/lib/mail/calendar_file.ts";
import { requireNotLockedOut } from "@/lib/http/middleware/limit_requests.ts";
import { readerOf, suggestLanguage } from "@/lib/http/reader.ts";
import { openGame } from "@/lib/operations/open.ts";
import { define } from "@/lib/state.ts";
import { ownCredential } from "@/lib/pages/participant/own_game.ts";
import { download } from "@/lib/pages/download.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { code, credential } = ownCredential(ctx);
    const { game, access } = await openGame(ctx.state.services, code, credential, {
      markViewed: false,
    });
    if (access.role === "public") await requireNotLockedOut(ctx);
    const own = access.role === "participant" ? access.participant.language : null;
    suggestLanguage(ctx, own ?? game.language);
    const file = calendarFile(game, readerOf(ctx).language, ctx.state.origin);
    return download(`${code}.ics`, "text/calendar; charset=utf-8", file);
  },
});
