/** The statuses an {@linkcode HttpError} can carry. */
type ErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415)
  | (416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511);

/**
 * An error that becomes the response with its status; handlers, middleware and components throw it.
 * @example `throw new HttpError(404, "GAME_NOT_FOUND");`
 */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: ErrorStatus;

  constructor(status: ErrorStatus, message?: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
