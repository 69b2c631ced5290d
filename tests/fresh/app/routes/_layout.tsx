import { define } from "../define.ts";

export default define.layout(function Layout({ Component }) {
  return (
    <main>
      <Component />
    </main>
  );
});
