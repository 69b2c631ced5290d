import { HttpError } from "fresh";
import { define } from "../define.ts";

export default define.page(function ErrorPage({ error }) {
  return <h1>Error {error instanceof HttpError ? error.status : "unexpected"}</h1>;
});
