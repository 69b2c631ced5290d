import assert from "node:assert/strict";
import type { z } from "zod";
import type { errorSchema } from "@/lib/http/answer_schemas.ts";
import { PATHS } from "@/lib/http/openapi_paths.ts";

/** Fails where an operation of the API's document does not know a refusal that it answers with. */
export function assertDocumented(
  method: string,
  path: string,
  status: number,
  { code }: z.infer<typeof errorSchema>,
): void {
  const [address = ""] = path.split("?");
  const template = PATHS[address] ? address : address.replace(/\d{6}/, "{code}");
  const operation = PATHS[template]?.[method.toLowerCase()];
  // What is no operation is answered by those who refuse unknown paths and methods.
  if (!operation) return;
  const known = operation.responses[status]?.description;
  assert(known?.includes(`\`${code}\``), `${method} ${template}: ${status} ${code}`);
}
