import assert from "node:assert/strict";
import { answersOf, OPERATION_NAMES, refusalsOf } from "@/lib/game/operations.ts";
import { GENERAL_REFUSALS, REFUSALS_OF_BODY } from "@/lib/http/openapi_operations.ts";

const ANY: readonly string[] = [...GENERAL_REFUSALS, ...REFUSALS_OF_BODY];

/** Asserts that a response to PATCH contains only what the row of its operation states. */
export function assertStated(
  body: unknown,
  answer: { status: number; body: unknown; text: string },
): void {
  const asked = wordOf(body, "action");
  const name = OPERATION_NAMES.find((known) => known === asked);
  if (!name) return;
  if (answer.status === 200) {
    const isStated = answersOf(name).some((schema) => schema.safeParse(answer.body).success);
    assert(isStated, `${name} does not state this answer: ${answer.text}`);
  } else {
    const code = wordOf(answer.body, "code");
    const stated: readonly string[] = [...refusalsOf(name), ...ANY];
    assert(stated.includes(code), `${name} does not state ${code}: ${answer.text}`);
  }
}

function wordOf(value: unknown, key: string): string {
  if (typeof value !== "object" || value === null) return "";
  return String(Object.entries(value).find(([name]) => name === key)?.[1] ?? "");
}
