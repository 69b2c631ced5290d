import { define } from "../../define.ts";

export const config = { skipInheritedLayouts: true };

export default define.page(function Grouped() {
  return <h1>Grouped</h1>;
});
