import { HttpError } from "fresh";
import { ErrorPage } from "@/components/ErrorPage.tsx";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

export default define.page(function AnyErrorPage(props) {
  const { error } = props;
  return error instanceof HttpError
    ? <ErrorPage status={error.status} code={error.message} reader={readerOf(props)} />
    : <ErrorPage status={500} code="INTERNAL" reader={readerOf(props)} />;
});
