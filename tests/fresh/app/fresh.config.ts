import { Builder } from "fresh/dev";

const builder = new Builder({ root: import.meta.dirname ?? "." });
builder.onTransformStaticFile(
  { pluginName: "accent", filter: /\.css$/ },
  ({ text }) => ({ content: text.replaceAll("ACCENT", "#d22") }),
);

if (Deno.args.includes("build")) await builder.build();
else await builder.listen(() => import("./main.ts"));
