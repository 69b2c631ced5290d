import { HttpError } from "fresh";
import { define } from "../../define.ts";

export const handler = define.handlers((ctx) => {
  const status = ctx.error instanceof HttpError ? ctx.error.status : 500;
  return ctx.json({ status }, { status });
});
