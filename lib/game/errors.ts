import type { z } from "zod";
import { namesOf } from "./derive.ts";
import { CATALOGUE, type CatalogueEntry, type ErrorDetail } from "./error_catalogue.ts";

export type { ErrorDetail, UnservedGroup } from "./error_catalogue.ts";

/** A stable code for programs. */
export type ErrorCode = keyof typeof CATALOGUE;

/** Details that any error can have. */
interface MoreFacts {
  /** The field of the body that caused it. */
  path?: string;
  /** Every field that caused it. */
  details?: readonly ErrorDetail[];
  /** Seconds until a retry may succeed. */
  retryAfter?: number;
  /** More members of the answer, which its reader may see. */
  present?: Readonly<Record<string, unknown>>;
}

/** The facts of an error's sentence; none if it is always the same. */
type Facts = {
  [Code in ErrorCode]: (typeof CATALOGUE)[Code]["sentence"] extends (facts: infer Own) => string
    ? [facts: Own & MoreFacts]
    : [facts?: MoreFacts];
};

const ENTRIES: {
  [Code in ErrorCode]: CatalogueEntry<string | ((...facts: Facts[Code]) => string)>;
} = CATALOGUE;

/** All codes. */
export const ERROR_CODES = namesOf(CATALOGUE);

/** The HTTP status of a code. */
export function statusOf(code: ErrorCode): CatalogueEntry["status"] {
  return ENTRIES[code].status;
}

/** True if pages show this error at a form, with a text of their own. */
export function isOnPages(code: ErrorCode): boolean {
  return ENTRIES[code].isOnPages;
}

/**
 * An error that the requester may read, by its code in the catalogue. Anything else that is thrown is a
 * defect and is shown as one neutral sentence.
 */
export class GameError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = "GameError";
  readonly status: CatalogueEntry["status"];
  /** The facts of its sentence: one object, or nothing. */
  readonly facts: Facts[Code];
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds until the same may succeed. */
  readonly retryAfter: number | undefined;
  /** More members of the answer. */
  readonly present: Readonly<Record<string, unknown>> | undefined;

  constructor(readonly code: Code, ...facts: Facts[Code]) {
    const { status, sentence } = ENTRIES[code];
    const message = typeof sentence === "string" ? sentence : sentence(...facts);
    super(message);
    const [{ path, details, retryAfter, present } = {}] = facts;
    this.status = status;
    this.facts = facts;
    this.details = details ?? (path === undefined ? undefined : [{ path, message }]);
    this.retryAfter = retryAfter;
    this.present = present;
  }

  /** True if this error has the code; narrows the type of its facts. */
  is<Known extends ErrorCode>(code: Known): this is GameError<Known> {
    const own: ErrorCode = this.code;
    return own === code;
  }
}

/** The error for a body that does not match its schema: up to 50 issues, with the first as the sentence. */
export function invalid({ issues }: z.ZodError): GameError {
  const details = issues.slice(0, 50).map(({ path, message }) => ({
    path: path.join("."),
    message,
  }));
  return new GameError("VALIDATION_FAILED", { details });
}
