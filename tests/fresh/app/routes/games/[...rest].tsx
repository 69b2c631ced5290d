import { define } from "../../define.ts";

export default define.page(function Rest({ params }) {
  return <h1>Rest {params.rest}</h1>;
});
