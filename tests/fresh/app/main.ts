import { App, csp, staticFiles } from "fresh";
import type { State } from "./define.ts";

export const app = new App<State>()
  .use(csp({ useNonce: true }))
  .use(async (ctx) => {
    ctx.state.trail = ["main"];
    const response = await ctx.next();
    response.headers.set("X-Trail", ctx.state.trail.join(" "));
    return response;
  })
  .use(staticFiles())
  .fsRoutes();
