import assert from "node:assert/strict";
import { CATALOGUE } from "./error_catalogue.ts";
import { ERROR_CODES, type ErrorCode, GameError, isOnPages, statusOf } from "./errors.ts";

/** Codes by status, except those with 400. */
const STATUSES: Record<number, ErrorCode[]> = {
  401: ["TOKEN_REQUIRED", "PROTECTED_GAME", "CREATE_KEY_REQUIRED", "UNAUTHORIZED"],
  403: ["FOREIGN_FORM", "INVALID_TOKEN", "INVALID_CREATE_KEY", "CLAIM_ENDED", "NOT_KEPT"],
  404: [
    ...["NOT_FOUND", "GAME_NOT_FOUND", "PARTICIPANT_NOT_FOUND", "PROPOSAL_NOT_FOUND"] as const,
    ...["PHOTO_NOT_FOUND", "WISH_NOT_FOUND"] as const,
  ],
  405: ["METHOD_UNKNOWN", "METHOD_NOT_ALLOWED"],
  408: ["BODY_TOO_SLOW"],
  409: ["ALREADY_ARCHIVED", "KEY_REUSED", "IN_PROGRESS", "STALE_WISHES", "TOO_MANY_DEVICES"],
  413: ["BODY_TOO_LARGE", "PHOTO_TOO_LARGE"],
  429: ["TOO_MANY_MESSAGES", "TOO_MANY_MAILS", "TOO_MANY_REQUESTS"],
  500: ["CLEANUP_NOT_CONFIGURED", "INTERNAL"],
  503: [
    ...["PHOTO_SPACE_FULL", "EMAIL_NOT_CONFIGURED", "EMAIL_NOT_ACCEPTED", "SERVICE_BUSY"] as const,
    "DATABASE_UNAVAILABLE",
  ],
};

/** Codes that no form of a page can meet, or only once its page is out of date, or that it shows in its own words. */
const API_ONLY: ErrorCode[] = [
  ...["MALFORMED_JSON", "MALFORMED_FORM", "VALIDATION_FAILED", "BODY_TOO_LARGE"] as const,
  ...["BODY_TOO_SLOW", "NOT_FOUND", "MALFORMED_ADDRESS", "FOREIGN_FORM"] as const,
  ...["METHOD_UNKNOWN", "METHOD_NOT_ALLOWED", "TOKEN_REQUIRED", "PROTECTED_GAME"] as const,
  ...["INVALID_TOKEN", "CREATE_KEY_REQUIRED", "INVALID_CREATE_KEY", "ALREADY_ARCHIVED"] as const,
  ...["KEY_REUSED", "IN_PROGRESS", "DRAW_IMPOSSIBLE", "NOT_ALL_AT_ONCE"] as const,
  ...["SEAL_NEEDS_PROTECTION", "CANNOT_SEAL", "USE_BREAK_SEAL", "NOT_SEALED"] as const,
  ...["CLAIM_ENDED", "GIFT_WITHHELD", "STALE_WISHES", "UNKNOWN_WISH", "UNKNOWN_PHOTO"] as const,
  ...["PHOTO_NOT_FOUND", "TOO_MANY_DEVICES", "NOT_KEPT", "TOO_MANY_REQUESTS"] as const,
  ...["SERVICE_BUSY", "UNAUTHORIZED", "CLEANUP_NOT_CONFIGURED", "DATABASE_UNAVAILABLE"] as const,
  ...["GAME_NOT_FOUND", "WISH_NOT_FOUND", "PHOTO_TOO_LARGE", "TOO_MANY_HOUSEHOLDS"] as const,
  ...["NOT_DRAWN_YET", "NOT_BY_POST", "TOO_EARLY", "INTERNAL", "PUSH_HOST"] as const,
  "REASSIGNMENT_NOT_ALLOWED",
];

Deno.test("the catalogue gives each error its status, and to pages the errors that their forms can meet", () => {
  for (const code of ERROR_CODES) {
    const status = Object.keys(STATUSES).find((one) => STATUSES[Number(one)]?.includes(code));
    assert.equal(statusOf(code), Number(status ?? 400), code);
    assert.equal(isOnPages(code), !API_ONLY.includes(code), code);
  }
});

Deno.test("the catalogue's sentences state the facts of the case, and what to do", () => {
  const rows: [string, ...RegExp[]][] = [
    [new GameError("MALFORMED_JSON", { what: "not JSON" }).message, /body is not JSON/],
    [new GameError("VALIDATION_FAILED", { details: [] }).message, /body is not valid/],
    [
      new GameError("METHOD_NOT_ALLOWED", { method: "PUT", allow: "GET, POST" }).message,
      /^PUT is not available here, only GET, POST$/,
    ],
    [new GameError("TOKEN_REQUIRED", { which: "claim" }).message, /needs the claim token/],
    [new GameError("ALREADY_ARCHIVED", { code: "482915" }).message, /game 482915: it is already/],
    [new GameError("UNKNOWN_PERSON", { reference: "Zoe" }).message, /"Zoe" is not a participant/],
    [new GameError("TOO_FEW_PARTICIPANTS", {}).message, /at least 3 /, /let more people join/],
    [new GameError("TOO_FEW_PARTICIPANTS", { name: "Ana" }).message, /before you remove Ana,/],
    [new GameError("TOO_MANY_PARTICIPANTS").message, /at most 1000 participants/],
    [new GameError("TOO_MANY_HOUSEHOLDS").message, /may name 10,000 people/],
    [new GameError("NO_PENDING_REQUEST", { name: "Ana" }).message, /^Ana has not asked/],
    [new GameError("NO_OTHER_PERSON", { name: "Ana" }).message, /nobody else for Ana to/],
    [new GameError("NOT_ALL_AT_ONCE", { name: "Ana" }).message, /\(Ana is one of the others\)/],
    [new GameError("KEEPERS_ARE_SEALED").message, /up to 3 others/],
    [new GameError("ALREADY_OPENED_IN_ROOM", { name: "Ana" }).message, /^Ana has opened/],
    [new GameError("TOO_MANY_MESSAGES", { retryAfter: 1 }).message, /up to 30 messages a day/],
    [new GameError("PHOTO_TYPE").message, /at most 1024 pixels/],
    [new GameError("PHOTO_TOO_LARGE").message, /at most 100 KiB/],
    [new GameError("TOO_MANY_PHOTOS").message, /at most 20 photos/],
    [new GameError("WISHES_TOO_LARGE").message, /at most 8192 bytes/],
    [new GameError("TOO_MANY_DEVICES").message, /At most 5 devices/],
    [new GameError("EVENT_OVER", { isDrawn: true }).message, /can be changed any more/],
    [new GameError("EVENT_OVER", { isDrawn: false }).message, /choose a later date/],
    [new GameError("EMAIL_MISSING", { name: "Ana" }).message, /^Ana has no e-mail address/],
    [new GameError("UNSUBSCRIBED", { name: "Ana" }).message, /^Ana has opted out/],
    [new GameError("TOO_MANY_MAILS", { retryAfter: 61 }).message, /in 2 min$/],
    [new GameError("TOO_MANY_REQUESTS", { retryAfter: 7 }).message, /again in 7 seconds/],
    [new GameError("SERVICE_BUSY", { retryAfter: 7 }).message, /busy.* in 7 seconds/],
  ];
  for (const [sentence, ...patterns] of rows) {
    for (const pattern of patterns) assert.match(sentence, pattern);
  }
});

Deno.test("each sentence of the catalogue is unique", () => {
  const facts = {
    details: [],
    method: "PUT",
    reference: "Zoe",
    name: "Ana",
    givers: ["Ana"],
    receivers: [],
    retryAfter: 60,
  };
  const seen = new Map<string, string>();
  for (const [code, { sentence }] of Object.entries(CATALOGUE)) {
    const text = typeof sentence === "string" ? sentence : Reflect.apply(sentence, null, [facts]);
    assert(!text.endsWith("."), code);
    assert.equal(seen.get(text), undefined, `${code} says the same`);
    seen.set(text, code);
  }
});
