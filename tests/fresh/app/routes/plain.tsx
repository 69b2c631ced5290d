import { define } from "../define.ts";

export default define.page(function Plain() {
  return <h1>Plain</h1>;
});
