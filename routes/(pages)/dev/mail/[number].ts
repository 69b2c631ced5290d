import { HttpError } from "fresh";
import { knownName } from "@/lib/i18n/translate.ts";
import { readCover } from "@/lib/mail/cover_picture.ts";
import { define } from "@/lib/state.ts";

/** The parts of an email, and their media types. */
const MEDIA_TYPES = {
  html: "text/html; charset=utf-8",
  text: "text/plain; charset=utf-8",
  cover: "image/png",
  calendar: "text/calendar; charset=utf-8",
};

/** One part of a caught email, as a mail program would get it: `?part=html`, `text`, `cover` or `calendar`. */
export const handler = define.handlers({
  async GET({ state: { services }, params, url }) {
    const found = services.mail?.trap?.caught.find(({ number }) =>
      String(number) === params.number
    );
    const part = knownName(MEDIA_TYPES, [url.searchParams.get("part") ?? ""]);
    if (!found || !part) throw new HttpError(404);
    const { html, text, cover, calendar } = found.mail;
    const body = {
      ...{ text, calendar },
      html: html.replace(/(?<=src=")cid:[^"]*/, "?part=cover"),
      cover: part === "cover" && cover ? await readCover(cover) : null,
    }[part];
    if (body === null) throw new HttpError(404);
    return new Response(body, { headers: { "content-type": MEDIA_TYPES[part] } });
  },
});
