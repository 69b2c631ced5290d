import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { AddressCipher } from "./address_cipher.ts";
import { DeviceCipher } from "./device_cipher.ts";
import { addressKey, addressKeys, bareAddress, isAmong } from "./identity.ts";
import { LatestMap } from "./latest_map.ts";
import { MessageCipher } from "./message_cipher.ts";
import type { Game, Participant } from "./types.ts";

/** 22 base64url characters: 132 bits. */
const TOKEN_LENGTH = 22;

/** The version of every link when first handed out. */
export const FIRST_VERSION = 1;

/** One AES block. Half of it, 64 bits, must be zero, and each guess takes a mail. */
const MAIL_NAME_BYTES = 16;
const MAIL_NAME = /^[0-9a-f]{32}$/i;

/**
 * Derives every token of every game from one server key: HMAC-SHA256 over the purpose, the game, the person and the
 * token's version. None is stored, so a leaked database opens no game; raising a version ends the token before it.
 * While the key is being changed, tokens of the earlier keys are also valid.
 */
export class Tokens {
  /** Never empty; tokens are made with the first. */
  readonly #keys: readonly Uint8Array[];
  /** Encrypts messages, with the same keys. */
  readonly messages: MessageCipher;
  /** Encrypts postal addresses. */
  readonly addresses: AddressCipher;
  /** Encrypts push subscriptions. */
  readonly devices: DeviceCipher;
  readonly #shown = new ShownTokens();

  /**
   * @param key 32 bytes or more, secret to the service.
   * @param older earlier keys, whose tokens are still valid.
   */
  constructor(key: Uint8Array, ...older: readonly Uint8Array[]) {
    this.#keys = [key, ...older];
    this.messages = new MessageCipher(this.#keys);
    this.addresses = new AddressCipher(this.#keys);
    this.devices = new DeviceCipher(this.#keys);
  }

  organizer(game: OrganizerKey): string {
    return this.#derive(PARTS.organizer(game));
  }

  isOrganizer(game: OrganizerKey, given: string): boolean {
    return this.#isOf(PARTS.organizer(game), given);
  }

  participant(game: GameKey, participant: ParticipantKey): string {
    return this.#derive(PARTS.participant(game, participant));
  }

  isParticipant(game: GameKey, participant: ParticipantKey, given: string): boolean {
    return this.#isOf(PARTS.participant(game, participant), given);
  }

  /**
   * Finds the participant whose token this is; undefined if there is none. A token that was right before is remembered;
   * any other is compared with everyone's, even after a match, so that the time reveals nothing.
   */
  holder<One extends ParticipantKey>(game: PeopleOf<One>, given: string): One | undefined {
    if (given.length !== TOKEN_LENGTH) return undefined;
    let found = this.knownHolder(game, given);
    if (found) return found;
    for (const one of game.participants) {
      if (this.isParticipant(game, one, given)) found = one;
    }
    if (found) this.#shown.add(game.id, given, found);
    return found;
  }

  /** Finds the participant of a remembered token, without deriving any. */
  knownHolder<One extends ParticipantKey>(game: PeopleOf<One>, given: string): One | undefined {
    const known = this.#shown.find(game.id, given);
    // Remembered for its version only: a token ends when that rises, or its holder leaves.
    return known &&
      game.participants.find(({ number, tokenVersion }) =>
        number === known.number && tokenVersion === known.tokenVersion
      );
  }

  /**
   * Remembers those of many tokens that belong to a participant of a game. Derives each participant's token once for
   * each key, and compares it with all of them, even after a match.
   */
  learn(game: PeopleOf<ParticipantKey>, given: readonly string[]): void {
    const whole = given.filter(({ length }) => length === TOKEN_LENGTH);
    if (whole.length === 0) return;
    for (const one of game.participants) {
      for (const key of this.#keys) {
        const token = Buffer.from(toToken(hmac(key, PARTS.participant(game, one))));
        for (const text of whole) {
          if (isSameSecret(text, token)) this.#shown.add(game.id, text, one);
        }
      }
    }
  }

  /** Lets a participant take their place, once. */
  claim(game: GameKey, participant: ClaimKey): string {
    return this.#derive(PARTS.claim(game, participant));
  }

  isClaim(game: GameKey, participant: ClaimKey, given: string): boolean {
    return this.#isOf(PARTS.claim(game, participant), given);
  }

  invitation(game: InvitationKey): string {
    return this.#derive(PARTS.invitation(game));
  }

  isInvitation(game: InvitationKey, given: string): boolean {
    return this.#isOf(PARTS.invitation(game), given);
  }

  /** Opens only the picture that chats show of a link to the game. */
  preview(game: GameKey): string {
    return this.#derive(PARTS.preview(game));
  }

  isPreview(game: GameKey, given: string): boolean {
    return this.#isOf(PARTS.preview(game), given);
  }

  /** Identifies a pair, so that a changed receiver is noticed; names no one and opens nothing. */
  pair(game: GameKey, giver: PairKey): string {
    return this.#derive(PARTS.pair(game, giver));
  }

  isPair(game: GameKey, giver: PairKey, given: string): boolean {
    return this.#isOf(PARTS.pair(game, giver), given);
  }

  /** Ties a form to the reader of its page, and opens nothing. @param name identifies the reader */
  reader(name: string): string {
    return this.#derive(["reader", name]);
  }

  isReader(name: string, given: string): boolean {
    return this.#isOf(["reader", name], given);
  }

  /** Opens only the switch that ends notices of one game to one address. */
  unsubscribe(game: GameKey, address: string): string {
    return this.#derive(PARTS.unsubscribe(game, address));
  }

  isUnsubscribe(game: GameKey, address: string, given: string): boolean {
    return this.#isOf(PARTS.unsubscribe(game, address), given);
  }

  /**
   * Hashes under which a game keeps the opt-out of an address that has left it: with the current key, then with each
   * earlier key.
   */
  optOutHashes(game: GameKey, address: string): [string, ...string[]] {
    const [first = "", ...others] = this.#keysOf([addressKey(address)], "opt-out", game.id);
    return [first, ...others];
  }

  /** True if an address has ended the reminders and notices of a game. @param optOuts as the game keeps them */
  isOptedOut(game: GameKey, address: string, optOuts: ReadonlySet<string>): boolean {
    return optOuts.size > 0 && (isAmong(optOuts, address) ||
      this.optOutHashes(game, address).some((hash) => optOuts.has(hash)));
  }

  /**
   * The key under which an address is counted, or kept if it wants no mail. The address cannot be read back.
   * Sub-addresses (`ana+gifts@example.org`) count as the main address: otherwise everyone would have any number.
   */
  mailKey(address: string): string {
    return this.#derive(["mail", toMailbox(address)]);
  }

  /** `mailKey` with the current key, with each earlier key, and then with the domain as earlier releases spelled it. */
  mailKeys(address: string): string[] {
    return this.#keysOf(mailboxesOf(address).same, "mail");
  }

  /** Keys of earlier releases that spelled the whole address differently; they may be another address's keys. */
  formerMailKeys(address: string): string[] {
    return this.#keysOf(mailboxesOf(address).others, "mail");
  }

  #keysOf(mailboxes: readonly string[], ...purpose: Parts): string[] {
    return mailboxes.flatMap((mailbox) =>
      this.#keys.map((key) => toToken(hmac(key, [...purpose, mailbox])))
    );
  }

  /** Opens only the switch that ends all mails to one address. */
  declining(address: string): string {
    const key = this.mailKey(address);
    return key + this.#derive(["declining", key]);
  }

  /** The `mailKey` that a `declining` token is for; null if the token is invalid. */
  declinedKey(token: string): string | null {
    const key = token.slice(0, TOKEN_LENGTH);
    return this.#isOf(["declining", key], token.slice(TOKEN_LENGTH)) ? key : null;
  }

  /**
   * Hashes under which a game keeps an address that has reported it: with the current key, then with each earlier key,
   * and as earlier releases spelled it. They differ in each game, and are the same for all sub-addresses.
   */
  reportHashes(game: GameKey, address: string): [string, ...string[]] {
    const { same, others: former } = mailboxesOf(address);
    const [first = "", ...others] = this.#keysOf([...same, ...former], "report", game.id);
    return [first, ...others];
  }

  /** Lets the reader of one mail of a game report it, and opens nothing. @param mail its id */
  report(game: GameKey, mail: string, address: string): string {
    const [hash] = this.reportHashes(game, address);
    return hash + this.#derive(["report mail", game.id, mail, hash]);
  }

  /** The hash of the address that a `report` token of this mail is for; null if the token is invalid. */
  reportedHash(game: GameKey, mail: string, token: string): string | null {
    const hash = token.slice(0, TOKEN_LENGTH);
    const parts = ["report mail", game.id, mail, hash];
    return this.#isOf(parts, token.slice(TOKEN_LENGTH)) ? hash : null;
  }

  /** Confirms that an address is the organizer's, and opens nothing. Only a mail to that address contains it. */
  confirmation(game: GameKey, address: string): string {
    return this.#derive(PARTS.confirmation(game, address));
  }

  isConfirmation(game: GameKey, address: string, given: string): boolean {
    return this.#isOf(PARTS.confirmation(game, address), given);
  }

  /** Proves that a link was opened from a mail to this address: the organizer sees the link, but never this mark. */
  mailMark(game: GameKey, address: string): string {
    return this.#derive(PARTS.mailMark(game, address));
  }

  isMailMark(game: GameKey, address: string, given: string): boolean {
    return this.#isOf(PARTS.mailMark(game, address), given);
  }

  /** The key under which a client is counted for a day; it cannot be traced to the client's address or another day. */
  clientKey(client: string, day: number): string {
    return this.#derive(["client", client, day]);
  }

  /** The id under which `viewer` sees `other` in a protected game: shaped like a UUID, opens nothing. */
  alias(game: GameKey, viewer: { number: number }, other: { number: number }): string {
    const hex = hmac(this.#key, ["alias", game.id, viewer.number, other.number]).toString("hex");
    const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${
      hex.slice(17, 20)
    }-${hex.slice(20, 32)}`;
  }

  /** Keyed hashes of a text, to recognize it without storing it: with the current key, then with each earlier key. */
  hashes(purpose: string, ...parts: readonly string[]): [string, ...string[]] {
    const [first = "", ...others] = this.#keys.map((key) =>
      hmac(key, [purpose, ...parts]).toString("base64url")
    );
    return [first, ...others];
  }

  /**
   * A mail's public name: its id in the outbox and its revision, encrypted as one block. Ids count up over all games:
   * two of them would tell how many mails were written between them, and so whether a change has reached a giver. In
   * hexadecimal digits, because mail servers may change the case of an address.
   */
  mailName(id: string, revision = 0): string {
    const block = Buffer.alloc(MAIL_NAME_BYTES);
    block.writeBigUInt64BE(BigInt(id));
    block.writeUInt32BE(revision, 8);
    return createCipheriv(...mailNameCipher(this.#key)).setAutoPadding(false).update(block)
      .toString("hex");
  }

  /** The id of the mail that has this name, with revision 0; null if the name is invalid. */
  mailId(name: string): string | null {
    if (!MAIL_NAME.test(name)) return null;
    for (const key of this.#keys) {
      const block = createDecipheriv(...mailNameCipher(key)).setAutoPadding(false)
        .update(Buffer.from(name, "hex"));
      if (block.readBigUInt64BE(8) === 0n) return String(block.readBigUInt64BE());
    }
    return null;
  }

  get #key(): Uint8Array {
    const [key] = this.#keys;
    if (!key) throw new Error("Tokens need a key");
    return key;
  }

  #derive(parts: Parts): string {
    return toToken(hmac(this.#key, parts));
  }

  /** Tries every key, even after a match, so that the time reveals nothing. */
  #isOf(parts: Parts, given: string): boolean {
    // The length is no secret, and comparing a long text with the tokens of a whole game would take long.
    if (given.length !== TOKEN_LENGTH) return false;
    let isOne = false;
    for (const key of this.#keys) {
      if (isSameSecret(given, toToken(hmac(key, parts)))) isOne = true;
    }
    return isOne;
  }
}

/** Maximum number of remembered tokens; the oldest are dropped first. */
const REMEMBERED = 10_000;

/** The part of a token that is used for look-up; the rest, 96 bits, is compared in constant time. */
const HINT_LENGTH = 6;

/**
 * Participants' tokens that were right, in memory only, so that a page need not derive those of the whole game. Wrong
 * tokens are not kept: to push out others' tokens takes as many right ones.
 */
class ShownTokens {
  readonly #shown = new LatestMap<string, ParticipantKey & { token: Uint8Array }>(REMEMBERED);

  /** The participant and version that the token was derived for. */
  find(gameId: string, token: string): ParticipantKey | undefined {
    const known = this.#shown.get(hintOf(gameId, token));
    return known && isSameSecret(token, known.token) ? known : undefined;
  }

  add(gameId: string, token: string, { number, tokenVersion }: ParticipantKey): void {
    this.#shown.set(hintOf(gameId, token), { number, tokenVersion, token: Buffer.from(token) });
  }
}

const hintOf = (gameId: string, token: string) => gameId + token.slice(0, HINT_LENGTH);

/** What a token is derived from: first its purpose. */
type Parts = readonly (string | number)[];
type GameKey = Pick<Game, "id">;
type OrganizerKey = Pick<Game, "id" | "organizerTokenVersion">;
type InvitationKey = Pick<Game, "id" | "invitationTokenVersion">;
type ClaimKey = Pick<Participant, "number" | "claimVersion">;
type PairKey = Pick<Participant, "number" | "receiver">;
type ParticipantKey = Pick<Participant, "number" | "tokenVersion">;
type PeopleOf<One> = GameKey & { participants: readonly One[] };

/** What the token of each purpose is derived from. */
const PARTS = {
  organizer: (game: OrganizerKey) => ["organizer", game.id, game.organizerTokenVersion],
  participant: (
    { id }: GameKey,
    one: ParticipantKey,
  ) => ["participant", id, one.number, one.tokenVersion],
  claim: ({ id }: GameKey, one: ClaimKey) => ["claim", id, one.number, one.claimVersion],
  invitation: (game: InvitationKey) => ["invitation", game.id, game.invitationTokenVersion],
  preview: ({ id }: GameKey) => ["preview", id],
  pair: ({ id }: GameKey, giver: PairKey) => ["pair", id, giver.number, giver.receiver ?? ""],
  unsubscribe: ({ id }: GameKey, address: string) => ["unsubscribe", id, address],
  confirmation: ({ id }: GameKey, address: string) => ["confirmation", id, addressKey(address)],
  mailMark: ({ id }: GameKey, address: string) => ["mail mark", id, addressKey(address)],
};

/** Characters that are special in a URL: no domain has them, and the parser would cut or decode them. */
const SPECIAL_IN_URL = /[/\\?#%:]/;

/** The address without its sub-address, and with its domain in the form that is looked up (UTS 46). */
function toMailbox(address: string): string {
  const key = withoutTag(addressKey(address));
  if (/^[!-~]*$/.test(key) || SPECIAL_IN_URL.test(key)) return key;
  const bare = bareAddress(address).trim();
  const domain = URL.parse(`http://${bare.slice(bare.lastIndexOf("@") + 1)}`)?.hostname;
  return domain ? key.slice(0, key.lastIndexOf("@") + 1) + domain : key;
}

/**
 * The address without its sub-address, now and in earlier releases: `same` also with its domain as written, `others`
 * with invisible characters, or with "ß" as "ss".
 */
function mailboxesOf(address: string): { same: string[]; others: string[] } {
  const [key, ...former] = addressKeys(address).map(withoutTag);
  const same = new Set([toMailbox(address), key ?? ""]);
  return { same: [...same], others: [...new Set(former).difference(same)] };
}

const withoutTag = (key: string) => key.replace(/\+[^@]*(?=@)/, "");

function mailNameCipher(key: Uint8Array): ["aes-256-ecb", Buffer, null] {
  return ["aes-256-ecb", hmac(key, ["mail name"]), null];
}

function hmac(key: Uint8Array, parts: Parts): Buffer {
  return createHmac("sha256", key).update(parts.join("\n")).digest();
}

function toToken(mac: Buffer): string {
  return mac.toString("base64url").slice(0, TOKEN_LENGTH);
}

/** Compares two secrets in a time that depends on the length of the first alone. */
export function isSameSecret(given: string, expected: string | Uint8Array): boolean {
  const a = Buffer.from(given);
  const b = typeof expected === "string" ? Buffer.from(expected) : expected;
  return timingSafeEqual(a, a.length === b.length ? b : Buffer.alloc(a.length)) &&
    a.length === b.length;
}
