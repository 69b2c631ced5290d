import { calendarFile } from "@/lib/mail/calendar_file.ts";
import { credentialFromCookie } from "@/lib/http/cookies.ts";
import { requireNotLockedOut } from "@/lib/http/middleware/limit_requests.ts";
import { readerOf, suggestLanguage } from "@/lib/http/reader.ts";
import { openGame } from "@/lib/operations/open.ts";
import { define } from "@/lib/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const code = ctx.params.code ?? "";
    const credential = credentialFromCookie(ctx.req.headers, code, "participant");
    const { game, access } = await openGame(ctx.state.services, code, credential, {
      markViewed: false,
    });
    if (access.role === "public") await requireNotLockedOut(ctx);
    const own = access.role === "participant" ? access.participant.language : null;
    suggestLanguage(ctx, own ?? game.language);
    return new Response(calendarFile(game, readerOf(ctx).language, ctx.state.origin), {
      headers: {
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": `attachment; filename="${code}.ics"`,
      },
    });
  },
});
