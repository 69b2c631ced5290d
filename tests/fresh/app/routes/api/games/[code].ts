import { HttpError } from "fresh";
import { define } from "../../../define.ts";

export const handler = define.handlers({
  GET: (ctx) => Response.json({ code: ctx.params.code, route: ctx.route }),
  POST() {
    throw new HttpError(409, "Taken");
  },
});
