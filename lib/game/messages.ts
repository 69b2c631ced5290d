/** Messages between the two people of a pair, without revealing the giver. */
import { z } from "zod";
import { type ParticipantAccess, seesPair } from "./access.ts";
import { GameError } from "./errors.ts";
import type { MessageCipher, MessagePlace } from "./message_cipher.ts";
import { memberByNumber } from "./members.ts";
import { isRevealBlocked, mayHearOfReceiver, pairsHiddenFromOrganizer } from "./seal.ts";
import { type Game, type Participant, RECEIVER_CHANGES } from "./types.ts";

/** Predefined questions; each side reads them in their own language. */
export const QUESTIONS = [
  "size",
  "allergies",
  "colour",
  "hobby",
  "haveEnough",
  "pleaseWish",
  "surpriseOrWish",
  "postalAddress",
] as const;
type Question = (typeof QUESTIONS)[number];

/** The other side of a thread: the participant's receiver or giver. */
export const PARTNERS = ["receiver", "giver"] as const;
export type Partner = (typeof PARTNERS)[number];
export const partner = z.enum(PARTNERS, `to must be one of ${PARTNERS.join(", ")}`)
  .describe("receiver: the participant's receiver; giver: their giver");

/** A stored message. Messages of a game are in the order they were stored. */
export interface StoredMessage extends Omit<MessagePlace, "gameId"> {
  /** Versions of the two links when it was written. */
  giverVersion: number;
  receiverVersion: number;
  /** True for the thank-you note after the event, of which a receiver has one. */
  isThanks: boolean;
  question: Question | null;
  /** Encrypted by `MessageCipher`; null for a predefined question. */
  text: string | null;
  /** Rounded to the minute, to reveal little about who was online. ISO 8601, UTC. */
  sentAt: string;
  /** True if the pair has changed since: then it is no longer in the giver's thread. */
  isOver: boolean;
  /** True if its recipient has seen it; shown to no one else. */
  isRead: boolean;
}

/** A message to be stored. */
export type NewMessage = Omit<StoredMessage, "isOver" | "isRead">;

const messageSchema = z.object({
  id: z.string(),
  mine: z.boolean(),
  text: z.string().optional(),
  question: z.enum(QUESTIONS).optional().describe("A predefined question, instead of text"),
  at: z.iso.datetime().describe("ISO 8601, UTC, to the minute"),
}).meta({ id: "Message" });
export type Message = z.infer<typeof messageSchema>;

const thread = z.array(messageSchema);
export const thanksSchema = z.object({ text: z.string(), at: z.iso.datetime() }).nullable();

/** The fields that the data export has, too. */
const threadsShape = {
  toReceiver: thread.describe("The current conversation with the participant's receiver"),
  toGiver: thread.describe("With one's giver"),
  earlier: z.array(thread).describe(
    "With those one gave to before, one list each; read-only, with all notes of thanks but the latest",
  ),
  thanks: thanksSchema.describe(
    "The note that someone the participant gave to wrote after the event; of several the latest",
  ),
  muted: z.object({ receiver: z.boolean(), giver: z.boolean() }).describe(
    "Of which thread one wants no mails",
  ),
};

export const threadsSchema = z.object(threadsShape).meta({ id: "OwnMessages" });
export type Threads = z.infer<typeof threadsSchema>;

/** Answer of GET /api/games/{code}/messages. */
export const messagesViewSchema = z.object({
  ...threadsShape,
  hasThanked: z.boolean().describe(
    "True if the participant has written their note after the event",
  ),
  unread: z.object({ receiver: z.int(), giver: z.int() }).describe(
    "The number of unread messages; shown to the participant only",
  ),
  questions: z.array(z.enum(QUESTIONS)).describe("Those that stand ready"),
  receiverChange: z.enum(RECEIVER_CHANGES).nullable().describe(
    "As in one’s own record: this answer opens the gift, too, and is the last to hold it",
  ),
}).meta({ id: "Messages" });
export type MessagesView = z.infer<typeof messagesViewSchema>;

/**
 * A participant's two threads. `toReceiver` is the thread with their current receiver, so it is empty if they
 * do not see their pair.
 *
 * @param stored all messages they wrote or got, as giver or receiver.
 */
export function viewMessages(
  game: Game,
  access: ParticipantAccess,
  stored: readonly StoredMessage[],
  cipher: MessageCipher,
): MessagesView {
  const { participant } = access;
  const all = ofHolder(game, participant, stored);
  const isMine = (one: StoredMessage) => endsOf(one).sender === participant.number;
  const view = (messages: readonly StoredMessage[]): Message[] =>
    messages.flatMap((one) => {
      const content = contentOf(one, game, cipher);
      return content ? [{ id: one.id, mine: isMine(one), ...content, at: one.sentAt }] : [];
    });
  const { given, present, got } = threadsOf(game, access, all);
  const unread = unreadMessages(game, access, stored);
  const former = [
    ...Map.groupBy(given.filter(({ isOver }) => isOver), ({ receiver }) => receiver).values(),
  ].filter((messages) => messages.some((one) => showsFormerPair(game, participant, one)));
  const shown = new Set([...present, ...former.flat()]);
  const thanks = given.findLast((one) => one.isThanks && shown.has(one));
  return {
    toReceiver: view(present.filter(({ isThanks }) => !isThanks)),
    toGiver: view(got.filter(({ isThanks }) => !isThanks)),
    earlier: former.map((messages) => view(messages.filter((one) => one !== thanks)))
      .filter((messages) => messages.length > 0),
    thanks: viewThanks(thanks ? [thanks] : [], game, cipher),
    muted: { receiver: participant.mutesReceiver, giver: participant.mutesGiver },
    hasThanked: got.some(({ isThanks }) => isThanks),
    unread: { receiver: unread.receiver.length, giver: unread.giver.length },
    questions: QUESTIONS.filter((one) => one !== "postalAddress" || game.byPost),
    receiverChange: seesPair(game, access) ? participant.receiverChange : null,
  };
}

/**
 * True if a message proves that the giver of a former pair knew of it: they wrote or read it, or had opened a gift when
 * they were thanked. Any other message would reveal that there was someone else before. In a sealed game the thanks
 * prove nothing, because the gift may have been opened with an earlier link.
 */
function showsFormerPair(
  game: Game,
  { firstViewedAt }: Participant,
  { isFromGiver, isRead, isThanks, sentAt }: StoredMessage,
): boolean {
  if (isFromGiver || isRead) return true;
  return isThanks && !pairsHiddenFromOrganizer(game) && firstViewedAt !== null &&
    toMinute(new Date(firstViewedAt)) <= sentAt;
}

/** The unread messages among those that a participant may read. @param stored see `viewMessages` */
export function unreadMessages(
  game: Game,
  access: ParticipantAccess,
  stored: readonly StoredMessage[],
): Record<Partner, StoredMessage[]> {
  const { participant } = access;
  const { present, got } = threadsOf(game, access, ofHolder(game, participant, stored));
  const isUnread = (one: StoredMessage) =>
    !one.isRead && endsOf(one).recipient === participant.number;
  return { receiver: present.filter(isUnread), giver: got.filter(isUnread) };
}

/** The reader's messages: with all their receivers, with the present one, and with their giver. */
function threadsOf(game: Game, access: ParticipantAccess, all: readonly StoredMessage[]) {
  const { number } = access.participant;
  const given = seesPair(game, access) ? all.filter(({ giver }) => giver === number) : [];
  return {
    given,
    present: given.filter(({ isOver }) => !isOver),
    got: all.filter(({ receiver }) => receiver === number),
  };
}

/**
 * True if a participant has asked their present receiver for a wish, so that there is no need to ask again.
 *
 * @param stored see `viewMessages`
 */
export function hasAskedForWish(
  game: Game,
  access: ParticipantAccess,
  stored: readonly StoredMessage[],
): boolean {
  const { present } = threadsOf(game, access, ofHolder(game, access.participant, stored));
  return present.some(({ question, isFromGiver }) => question === "pleaseWish" && isFromGiver);
}

/** The thank-you note that a participant has written. @param stored see `viewMessages` */
export function viewOwnThanks(
  game: Game,
  { participant }: Pick<ParticipantAccess, "participant">,
  stored: readonly StoredMessage[],
  cipher: MessageCipher,
): MessagesView["thanks"] {
  const got = ofHolder(game, participant, stored)
    .filter(({ receiver }) => receiver === participant.number);
  return viewThanks(got, game, cipher);
}

/** The messages that the current holder of a participant's link may read. */
function ofHolder(
  game: Game,
  participant: Participant,
  stored: readonly StoredMessage[],
): readonly StoredMessage[] {
  if (isRevealBlocked(game, participant)) return [];
  return stored.filter((message) => isOfLink(game, participant, message));
}

/** The thank-you note among these messages. */
function viewThanks(
  messages: readonly StoredMessage[],
  game: Game,
  cipher: MessageCipher,
): MessagesView["thanks"] {
  const message = messages.find(({ isThanks }) => isThanks);
  const text = message && contentOf(message, game, cipher)?.text;
  return text === undefined || !message ? null : { text, at: message.sentAt };
}

/** The content of a message; null if it was encrypted with a key that the server no longer has. */
function contentOf(
  message: StoredMessage,
  { id: gameId }: Game,
  cipher: MessageCipher,
): Pick<Message, "text" | "question"> | null {
  if (message.question !== null) return { question: message.question };
  const text = message.text === null ? null : cipher.open(message.text, { ...message, gameId });
  return text === null ? null : { text };
}

/**
 * True if a message was written under the participant's current link. In a sealed game the holder of a later
 * link may be someone else, even the organizer, so it opens nothing written before.
 */
function isOfLink(game: Game, { number, tokenVersion }: Participant, message: StoredMessage) {
  const { giver, giverVersion, receiverVersion } = message;
  return !pairsHiddenFromOrganizer(game) ||
    (giver === number ? giverVersion : receiverVersion) === tokenVersion;
}

/**
 * The sender and recipient of a message under the current pairs.
 *
 * @throws {GameError} 400 before the draw, or if the gift is locked for this link.
 */
export function directionOf(game: Game, participant: Participant, to: Partner) {
  if (game.isGathering) throw new GameError("NOT_DRAWN_YET");
  if (isRevealBlocked(game, participant)) throw new GameError("GIFT_WITHHELD");
  const giver = to === "receiver"
    ? participant
    : game.participants.find(({ receiver }) => receiver === participant.number);
  if (!giver || giver.receiver === null) throw new Error("A giver has no receiver");
  const receiver = memberByNumber(game, (one) => one)(giver.receiver);
  return {
    giver: giver.number,
    receiver: receiver.number,
    isFromGiver: to === "receiver",
    giverVersion: giver.tokenVersion,
    receiverVersion: receiver.tokenVersion,
  };
}

/** The sender and the recipient of a message, by number. */
export function endsOf(
  { giver, receiver, isFromGiver }: Pick<StoredMessage, "giver" | "receiver" | "isFromGiver">,
): { sender: number; recipient: number } {
  return isFromGiver
    ? { sender: giver, recipient: receiver }
    : { sender: receiver, recipient: giver };
}

/** True if a participant wants mails about one of their threads. */
export function wantsMailAbout(game: Game, participant: Participant, from: Partner): boolean {
  const { mutesReceiver, mutesGiver } = participant;
  return from === "receiver"
    ? mayHearOfReceiver(game, participant) && !mutesReceiver
    : !isRevealBlocked(game, participant) && !mutesGiver;
}

/**
 * The notices of a new message; none for one from the receiver while the gift is closed. Dropping that mail when it is
 * due is not enough: a waiting mail delays the next one, which would reveal it.
 */
export function newsOfMessage(
  { participant, from }: { participant: number; from: Partner },
  { game }: { game: Game },
) {
  const reader = game.participants.find(({ number }) => number === participant);
  const isHidden = from === "receiver" && reader && !mayHearOfReceiver(game, reader);
  return isHidden ? [] : [{ recipient: participant, payload: { from }, topic: from }];
}

/** A time without its seconds. ISO 8601, UTC. */
export function toMinute(time: Date): string {
  return new Date(Math.floor(time.getTime() / 60_000) * 60_000).toISOString();
}
