import { define } from "../../define.ts";

export default define.page(async function NewGame({ url }) {
  await Promise.resolve();
  if (url.searchParams.has("away")) {
    return new Response(null, { status: 303, headers: { location: "/" } });
  }
  return <h1>New game</h1>;
});
