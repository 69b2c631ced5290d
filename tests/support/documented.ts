import assert from "node:assert/strict";
import type { z } from "zod";
import type { errorSchema } from "@/lib/http/answer_schemas.ts";
import { PATHS } from "@/lib/http/openapi_paths.ts";

/** An address as the API's document calls it. */
export function templateOf(path: string): string {
  const [address = ""] = path.split("?");
  if (PATHS[address]) return address;
  return address.replace(/\d{6}/, "{code}").replace(/(?<=\/photos\/).+/, "{photo}");
}

/** Fails where an operation of the API's document does not know a refusal that it answers with. */
export function assertDocumented(
  method: string,
  path: string,
  status: number,
  { code }: z.infer<typeof errorSchema>,
): void {
  const template = templateOf(path);
  const operation = PATHS[template]?.[method.toLowerCase()];
  // What is no operation is answered by those who refuse unknown paths and methods.
  if (!operation) return;
  const known = operation.responses[status]?.description;
  assert(known?.includes(`\`${code}\``), `${method} ${template}: ${status} ${code}`);
}
