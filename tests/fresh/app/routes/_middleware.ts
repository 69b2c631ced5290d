import { define } from "../define.ts";

export default define.middleware((ctx) => {
  ctx.state.trail.push("root");
  return ctx.next();
});
