import { asset } from "fresh/runtime";
import { define } from "../define.ts";

export default define.layout(function App({ Component }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Fixture</title>
        <link rel="stylesheet" href={asset("/styles.css")} />
        <style>{"p { margin: 0 }"}</style>
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
});
