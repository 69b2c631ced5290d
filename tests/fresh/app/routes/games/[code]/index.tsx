import { page } from "fresh";
import { define } from "../../../define.ts";

export const handler = define.handlers({
  GET: (ctx) => page({ code: `${ctx.params.code}`, problem: "" }),
  async POST(ctx) {
    const form = await ctx.req.formData();
    const name = form.get("name");
    if (name === "") {
      return page({ code: `${ctx.params.code}`, problem: "Name missing" }, { status: 422 });
    }
    return ctx.redirect(`/games/${ctx.params.code}`, 303);
  },
});

export default define.page<typeof handler>(function Game({ data }) {
  return (
    <section>
      <h1>Game {data.code}</h1>
      {data.problem && <p role="alert">{data.problem}</p>}
    </section>
  );
});
