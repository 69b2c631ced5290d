import { CATALOGUE, type CatalogueEntry, type ErrorDetail } from "./error_catalogue.ts";

export type { ErrorDetail, UnservedGroup } from "./error_catalogue.ts";

/** A stable word for programs. */
export type ErrorCode = keyof typeof CATALOGUE;

/** What any refusal can say besides. */
interface MoreFacts {
  /** The field of the body that caused it. */
  path?: string;
  /** Every field that caused it. */
  details?: readonly ErrorDetail[];
  /** Seconds until the same may succeed. */
  retryAfter?: number;
}

/** What a refusal's sentence is made of; nothing must be said where it is always the same. */
type Facts = {
  [Code in ErrorCode]: (typeof CATALOGUE)[Code]["sentence"] extends () => string
    ? [facts?: MoreFacts]
    : [facts: Parameters<(typeof CATALOGUE)[Code]["sentence"]>[0] & MoreFacts];
};

const ENTRIES: {
  [Code in ErrorCode]: Omit<CatalogueEntry, "sentence"> & {
    sentence: (...facts: Facts[Code]) => string;
  };
} = CATALOGUE;

/** All codes. */
export const ERROR_CODES = Object.keys(CATALOGUE).filter(isErrorCode);

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(CATALOGUE, text);
}

/** The HTTP status that a code comes with. */
export function statusOf(code: ErrorCode): CatalogueEntry["status"] {
  return ENTRIES[code].status;
}

/** Whether pages show this refusal beside a form, in words of their own. */
export function isOnPages(code: ErrorCode): boolean {
  return ENTRIES[code].isOnPages === true;
}

/**
 * A refusal that its asker may read, by its code of the catalogue. Everything else that is thrown is a
 * defect and is shown as one neutral sentence.
 */
export class GameError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = "GameError";
  readonly status: CatalogueEntry["status"];
  /** What its sentence is made of: one object, or nothing. */
  readonly facts: Facts[Code];
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds until the same may succeed. */
  readonly retryAfter: number | undefined;

  constructor(readonly code: Code, ...facts: Facts[Code]) {
    const message = ENTRIES[code].sentence(...facts);
    super(message);
    const [{ path, details, retryAfter } = {}] = facts;
    this.status = ENTRIES[code].status;
    this.facts = facts;
    this.details = details ?? (path === undefined ? undefined : [{ path, message }]);
    this.retryAfter = retryAfter;
  }

  /** Whether it is the refusal of this code, and so has its facts. */
  is<Known extends ErrorCode>(code: Known): this is GameError<Known> {
    const own: ErrorCode = this.code;
    return own === code;
  }
}
