import { GameError } from "@/lib/game/errors.ts";
import { invitationLink, participantLinks } from "@/lib/pages/organizer/game_links.ts";
import { whileActive } from "@/lib/pages/organizer/managed_game.ts";
import { drawQrCode } from "@/lib/pages/qr_code.ts";
import { define } from "@/lib/state.ts";

/** The QR code of a participant's link, or of the invitation. A separate picture, because most are never looked at. */
export const handler = define.handlers({
  GET: (ctx) =>
    whileActive(ctx, (managed) => {
      const { searchParams } = ctx.url;
      const id = searchParams.get("participant");
      const link = searchParams.has("invitation")
        ? invitationLink(ctx, managed)
        : participantLinks(ctx, managed).find((one) => one.id === id)?.link;
      if (!link) throw new GameError("PARTICIPANT_NOT_FOUND");
      const { size, path } = drawQrCode(link);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
        `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/>` +
        `<path d="${path}" stroke="#000"/></svg>`;
      return new Response(svg, { headers: { "content-type": "image/svg+xml" } });
    }),
});
