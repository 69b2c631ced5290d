import type { Middleware } from "fresh";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";
import { originOf } from "../origin.ts";

/** Middleware: gives every route what this process has open, and says where its asker has reached it. */
export function provideServices(services: () => Promise<Services>): Middleware<State> {
  return async (ctx) => {
    ctx.state.services = await services();
    ctx.state.origin = originOf(ctx.req, ctx.state.services.settings);
    return await ctx.next();
  };
}
