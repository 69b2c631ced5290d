import assert from "node:assert/strict";
import type { z } from "zod";
import type { errorSchema } from "@/lib/http/answer_schemas.ts";
import { PATHS } from "@/lib/http/openapi_paths.ts";

/** The path template that the OpenAPI document has for a path. */
export function templateOf(path: string): string {
  const [address = ""] = path.split("?");
  if (PATHS[address]) return address;
  return address.replace(/\d{6}/, "{code}").replace(/(?<=\/photos\/).+/, "{photo}");
}

/** Asserts that the OpenAPI document lists this refusal for the operation. */
export function assertDocumented(
  method: string,
  path: string,
  status: number,
  { code }: z.infer<typeof errorSchema>,
): void {
  const template = templateOf(path);
  const operation = PATHS[template]?.[method.toLowerCase()];
  // Unknown paths and methods are refused by handlers outside the document.
  if (!operation) return;
  const known = operation.responses[status]?.description;
  assert(known?.includes(`\`${code}\``), `${method} ${template}: ${status} ${code}`);
}
