import { define } from "../define.ts";

export default define.page(function Boom() {
  throw new Error("Boom");
});
