import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Game, Participant } from "./types.ts";

/** 22 base64url characters: 132 bits. */
const TOKEN_LENGTH = 22;

/** 16 hexadecimal digits: 64 bits, tried only by way of a mail each. */
const BOUNCE_MARK_LENGTH = 16;

/**
 * Derives every token of every game from one server key: HMAC-SHA256 over the purpose, the game, the
 * person and the token's version. None is stored, so a leaked database opens no game; raising a version
 * ends the token before it.
 */
export class Tokens {
  readonly #key: Uint8Array;

  /** @param key 32 bytes or more, secret to the service. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  organizer(game: Pick<Game, "id" | "organizerTokenVersion">): string {
    return this.#derive("organizer", game.id, game.organizerTokenVersion);
  }

  participant(game: Pick<Game, "id">, participant: ParticipantKey): string {
    return this.#derive("participant", game.id, participant.number, participant.tokenVersion);
  }

  invitation(game: Pick<Game, "id" | "invitationTokenVersion">): string {
    return this.#derive("invitation", game.id, game.invitationTokenVersion);
  }

  /** Opens nothing but the switch that ends notices of one game to one address. */
  unsubscribe(game: Pick<Game, "id">, address: string): string {
    return this.#derive("unsubscribe", game.id, address);
  }

  /** The id under which `viewer` sees `other` in a protected game: shaped like a UUID, opens nothing. */
  alias(game: Pick<Game, "id">, viewer: { number: number }, other: { number: number }): string {
    const hex = this.#hmac("hex", "alias", game.id, viewer.number, other.number);
    const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${
      hex.slice(17, 20)
    }-${hex.slice(20, 32)}`;
  }

  /**
   * Marks where one mail comes back to, so that nobody else can say that it did. In hexadecimal digits,
   * because mail servers may change the case of an address.
   */
  bounceMark(gameId: string, mailId: string): string {
    return this.#hmac("hex", "bounce", gameId, mailId).slice(0, BOUNCE_MARK_LENGTH);
  }

  isBounceMark(gameId: string, mailId: string, given: string): boolean {
    return isSameSecret(given, this.bounceMark(gameId, mailId));
  }

  #derive(...parts: (string | number)[]): string {
    return this.#hmac("base64url", ...parts).slice(0, TOKEN_LENGTH);
  }

  #hmac(encoding: "hex" | "base64url", ...parts: (string | number)[]): string {
    return createHmac("sha256", this.#key).update(parts.join("\n")).digest(encoding);
  }
}

type ParticipantKey = Pick<Participant, "number" | "tokenVersion">;

/** Compares two secrets in a time that depends on the length of the first alone. */
export function isSameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return timingSafeEqual(a, a.length === b.length ? b : Buffer.alloc(a.length)) &&
    a.length === b.length;
}
