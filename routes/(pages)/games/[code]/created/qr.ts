import { GameError } from "@/lib/game/errors.ts";
import { participantLinks } from "@/lib/pages/game_links.ts";
import { openManaged } from "@/lib/pages/organizer.ts";
import { drawQrCode } from "@/lib/pages/qr_code.ts";
import { define } from "@/lib/state.ts";

/** The QR code of one participant's link, as a picture of its own: most of them are never looked at. */
export const handler = define.handlers({
  async GET(ctx) {
    const people = participantLinks(ctx, await openManaged(ctx));
    const id = ctx.url.searchParams.get("participant");
    const person = people.find((one) => one.id === id);
    if (!person) throw new GameError("PARTICIPANT_NOT_FOUND");
    const { size, path } = drawQrCode(person.link);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
      `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/>` +
      `<path d="${path}" stroke="#000"/></svg>`;
    return new Response(svg, { headers: { "content-type": "image/svg+xml" } });
  },
});
