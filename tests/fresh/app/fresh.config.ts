import { Builder } from "fresh/dev";

const builder = new Builder({ root: import.meta.dirname ?? ".", target: "es2022" });
builder.onTransformStaticFile(
  { pluginName: "accent", filter: /\.css$/ },
  ({ text }) => ({ content: text.replaceAll("ACCENT", "#d22") }),
);

await builder.build();
