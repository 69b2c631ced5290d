import assert from "node:assert/strict";
import type { z } from "zod";
import type { errorSchema } from "@/lib/http/answer_schemas.ts";
import { openApiDocument } from "@/lib/http/openapi.ts";

const { paths } = openApiDocument("test");

/** Fails where an operation of the API's document does not know a refusal that it answers with. */
export function assertDocumented(
  method: string,
  path: string,
  status: number,
  { code }: z.infer<typeof errorSchema>,
): void {
  const [address = ""] = path.split("?");
  const template = paths[address] ? address : address.replace(/\d{6}/, "{code}");
  const operation = paths[template]?.[method.toLowerCase()];
  // What is no operation is answered by those who refuse unknown paths and methods.
  if (!operation) return;
  const known = operation.responses[status]?.description;
  assert(known?.includes(`\`${code}\``), `${method} ${template}: ${status} ${code}`);
}
