import { HttpError } from "fresh";
import { readCover } from "@/lib/mail/cover_picture.ts";
import { define } from "@/lib/state.ts";

/** One part of a caught mail, as a mail program would get it: `?part=html`, `text`, `cover` or `calendar`. */
export const handler = define.handlers({
  async GET({ state: { services }, params, url }) {
    const found = services.mail?.trap?.caught.find(({ number }) =>
      String(number) === params.number
    );
    if (!found) throw new HttpError(404);
    const { html, text, cover, calendar } = found.mail;
    switch (url.searchParams.get("part")) {
      case "html":
        return new Response(html.replace(/(?<=src=")cid:[^"]*/, "?part=cover"), {
          headers: { "content-type": "text/html; charset=utf-8" },
        });
      case "cover":
        return new Response(await readCover(cover), { headers: { "content-type": "image/png" } });
      case "text":
        return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
      case "calendar":
        if (calendar === null) throw new HttpError(404);
        return new Response(calendar, {
          headers: { "content-type": "text/calendar; charset=utf-8" },
        });
      default:
        throw new HttpError(404);
    }
  },
});
