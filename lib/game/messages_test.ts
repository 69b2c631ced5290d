import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { makeGame, tokens } from "@/tests/support/games.ts";
import type { ParticipantAccess } from "./access.ts";
import { GameError } from "./errors.ts";
import { NONCE_BYTES } from "./sealed_text.ts";
import {
  directionOf,
  endsOf,
  hasAskedForWish,
  newsOfMessage,
  type StoredMessage,
  toMinute,
  viewMessages,
  viewOwnThanks,
  wantsMailAbout,
} from "./messages.ts";
import type { Game, Participant } from "./types.ts";

/** P1 gives to P2, P2 to P3, P3 to P1. */
function ring(body: Record<string, unknown> = {}): Game {
  const game = makeGame(3, { isProtected: true, ...body });
  const participants = game.participants.map((one) => ({
    ...one,
    receiver: one.number % 3 + 1,
    viewedAt: "2026-12-01T10:00:00.000Z",
  }));
  return { ...game, participants };
}

function by(game: Game, number: number, seesAssignment = true): ParticipantAccess {
  const participant = game.participants.find((one) => one.number === number) ?? assert.fail();
  return { role: "participant", participant, seesAssignment, hasToken: true };
}

let count = 0;
/** Messages that one of a pair has written; "text?" is a predefined question. */
function message(
  game: Game,
  [giver, receiver, isFromGiver]: [number, number, boolean],
  text: string,
  fields: Partial<StoredMessage> = {},
): StoredMessage {
  const id = `m${++count}`;
  const place = { gameId: game.id, giver, receiver, isFromGiver, id };
  return {
    ...{ id, giver, receiver, isFromGiver },
    giverVersion: 1,
    receiverVersion: 1,
    isThanks: false,
    question: null,
    text: tokens.messages.seal(text, place, randomBytes(NONCE_BYTES)),
    sentAt: "2026-12-02T10:00:00.000Z",
    isOver: false,
    isRead: false,
    ...fields,
  };
}

const view = (game: Game, access: ParticipantAccess, stored: StoredMessage[]) => {
  const { toReceiver, toGiver, earlier, ...rest } = viewMessages(
    game,
    access,
    stored,
    tokens.messages,
  );
  const told = (messages: typeof toReceiver) =>
    messages.map(({ mine, text, question }) => `${mine ? ">" : "<"} ${text ?? question}`);
  return {
    toReceiver: told(toReceiver),
    toGiver: told(toGiver),
    earlier: earlier.map(told),
    ...rest,
  };
};

Deno.test("viewMessages() keeps the two threads of a person apart", () => {
  const game = ring();
  const stored = [
    message(game, [2, 3, true], "Which size?"),
    message(game, [2, 3, false], "Large", { isRead: true }),
    message(game, [1, 2, true], "", { text: null, question: "hobby" }),
    message(game, [1, 2, false], "Chess"),
    message(game, [2, 3, false], "Or small"),
  ];
  const seen = view(game, by(game, 2), stored);
  assert.deepEqual(seen.toReceiver, ["> Which size?", "< Large", "< Or small"]);
  assert.deepEqual(seen.toGiver, ["< hobby", "> Chess"]);
  assert.deepEqual(seen.unread, { receiver: 1, giver: 1 });
  assert.deepEqual([seen.earlier, seen.thanks, seen.hasThanked], [[], null, false]);
  const unopened = view(game, by(game, 2, false), stored);
  assert.deepEqual([unopened.toReceiver, unopened.unread.receiver], [[], 0]);
  assert.deepEqual(unopened.toGiver, seen.toGiver);
});

Deno.test("viewMessages() shows former pairs only if they have been in touch", () => {
  const game = ring();
  const over = { isOver: true };
  const stored = [
    message(game, [2, 1, true], "Mine", over),
    message(game, [2, 1, false], "Theirs", over),
    message(game, [2, 4, false], "Read", { ...over, isRead: true }),
    message(game, [2, 5, false], "Never read", over),
  ];
  const { toReceiver, earlier, unread } = view(game, by(game, 2), stored);
  assert.deepEqual(toReceiver, []);
  assert.deepEqual(earlier, [["> Mine", "< Theirs"], ["< Read"]]);
  assert.deepEqual(unread, { receiver: 0, giver: 0 });
});

Deno.test("viewMessages() shows thanks to the giver, and to their author separately", () => {
  const game = ring();
  const stored = [message(game, [1, 2, false], "Thank you!", { isThanks: true })];
  const giver = view(game, by(game, 1), stored);
  assert.deepEqual(giver.thanks, { text: "Thank you!", at: "2026-12-02T10:00:00.000Z" });
  assert.deepEqual([giver.toReceiver, giver.hasThanked], [[], false]);
  assert.equal(view(game, by(game, 1, false), stored).thanks, null);
  const author = view(game, by(game, 2), stored);
  assert.deepEqual([author.thanks, author.hasThanked, author.toGiver], [null, true, []]);
  const own = (number: number) =>
    viewOwnThanks(game, by(game, number), stored, tokens.messages)?.text;
  assert.deepEqual([own(1), own(2), own(3)], [undefined, "Thank you!", undefined]);
});

Deno.test("viewMessages() shows thanks to the giver, even after they give to another person", () => {
  const thanked = (
    game: Game,
    receiver: number,
    text: string,
    fields: Partial<StoredMessage> = {},
  ) => message(game, [1, receiver, false], text, { isThanks: true, isOver: true, ...fields });
  const opened = (firstViewedAt: string | null, body: Record<string, unknown> = {}) => {
    const game = ring(body);
    const participants = game.participants.map((one) => ({ ...one, firstViewedAt }));
    return { ...game, participants };
  };
  const seen = (game: Game, stored: StoredMessage[], seesAssignment = true) => {
    const { thanks, earlier } = view(game, by(game, 1, seesAssignment), stored);
    return [thanks?.text, earlier];
  };
  // Within the minute of the note, which is stored without its seconds.
  const game = opened("2026-12-02T10:00:59.000Z");
  assert.deepEqual(seen(game, [thanked(game, 3, "Unread")]), ["Unread", []]);
  assert.deepEqual(seen(game, [thanked(game, 3, "Closed")], false), [undefined, []]);
  const present = thanked(game, 2, "Present", { isOver: false });
  const asked = message(game, [1, 4, true], "Which size?", { isOver: true });
  assert.deepEqual(
    seen(game, [asked, thanked(game, 4, "First"), thanked(game, 3, "Second"), present]),
    ["Present", [["> Which size?", "< First"], ["< Second"]]],
  );
  assert.deepEqual(
    seen(game, [thanked(game, 3, "First"), asked, thanked(game, 4, "Second")]),
    ["Second", [["< First"], ["> Which size?"]]],
  );
  // Others would learn from it that they had a different receiver before.
  for (const never of [opened(null), opened("2026-12-02T10:01:00.000Z")]) {
    assert.deepEqual(seen(never, [thanked(never, 3, "Unread")]), [undefined, []]);
    const read = thanked(never, 3, "Read", { isRead: true });
    assert.deepEqual(seen(never, [read]), ["Read", []]);
  }
  // An earlier link may have opened it.
  const sealed = opened("2026-12-01T10:00:00.000Z", { isSealed: true });
  assert.deepEqual(seen(sealed, [thanked(sealed, 3, "Unread")]), [undefined, []]);
  assert.deepEqual(seen(sealed, [thanked(sealed, 3, "Read", { isRead: true })]), ["Read", []]);
});

Deno.test("viewMessages() opens nothing for a later link of a sealed game, and nothing unreadable", () => {
  for (const isSealed of [false, true]) {
    const game = ring({ isSealed });
    const stored = [
      message(game, [1, 2, true], "Old", { receiverVersion: 1, giverVersion: 2 }),
      message(game, [2, 3, true], "Older", { giverVersion: 1, receiverVersion: 2 }),
    ];
    const [, holder] = game.participants;
    assert(holder);
    const later = (fields: Partial<Participant>) => {
      const participant = { ...holder, tokenVersion: 2, ...fields };
      const participants = game.participants.map((one) => one === holder ? participant : one);
      const { toGiver, toReceiver } = view(
        { ...game, participants },
        { ...by(game, 2), participant },
        stored,
      );
      return toGiver.length + toReceiver.length;
    };
    assert.equal(later({}), isSealed ? 0 : 2);
    assert.equal(later({ tokenVersion: 1 }), 2);
    assert.equal(later({ tokenVersion: 1, revealBlockedForTokenVersion: 1 }), isSealed ? 0 : 2);
  }
  const game = ring();
  const foreign = message({ ...game, id: "another" }, [1, 2, true], "Foreign");
  assert.deepEqual(view(game, by(game, 2), [foreign]).toGiver, []);
});

Deno.test("viewMessages() offers the question for the address if gifts go by post", () => {
  for (const byPost of [false, true]) {
    const game = ring({ byPost });
    const { questions, muted } = view(game, by(game, 1), []);
    assert.equal(questions.includes("postalAddress"), byPost);
    assert(questions.includes("hobby"));
    assert.deepEqual(muted, { receiver: false, giver: false });
  }
});

Deno.test("directionOf() finds both ends, unless there are none or the gift is locked", () => {
  const game = ring();
  game.participants.forEach((one) => one.tokenVersion = 10 + one.number);
  const to = (number: number, partner: "giver" | "receiver", of = game) =>
    directionOf(of, by(of, number).participant, partner);
  assert.deepEqual(to(1, "receiver"), {
    ...{ giver: 1, receiver: 2, isFromGiver: true },
    ...{ giverVersion: 11, receiverVersion: 12 },
  });
  assert.deepEqual(to(1, "giver"), {
    ...{ giver: 3, receiver: 1, isFromGiver: false },
    ...{ giverVersion: 13, receiverVersion: 11 },
  });
  const refusal = (of: Game) => {
    try {
      to(1, "giver", of);
    } catch (error) {
      return error instanceof GameError ? error.code : assert.fail();
    }
  };
  assert.equal(refusal({ ...game, isGathering: true }), "NOT_DRAWN_YET");
  const locked = game.participants.map((one) => ({ ...one, revealBlockedForTokenVersion: 1 }));
  assert.equal(refusal({ ...game, isSealed: true, participants: locked }), "GIFT_WITHHELD");
  assert.equal(refusal(game), undefined);
});

Deno.test("endsOf() names sender and recipient; wantsMailAbout() respects muted threads", () => {
  const pair = { giver: 1, receiver: 2 };
  assert.deepEqual(endsOf({ ...pair, isFromGiver: true }), { sender: 1, recipient: 2 });
  assert.deepEqual(endsOf({ ...pair, isFromGiver: false }), { sender: 2, recipient: 1 });
  const game = ring();
  const { participant } = by(game, 1);
  for (const [mutesReceiver, mutesGiver] of [[true, false], [false, true], [false, false]]) {
    const one = { ...participant, mutesReceiver: !!mutesReceiver, mutesGiver: !!mutesGiver };
    assert.equal(wantsMailAbout(game, one, "receiver"), !mutesReceiver);
    assert.equal(wantsMailAbout(game, one, "giver"), !mutesGiver);
  }
  const locked = { ...participant, revealBlockedForTokenVersion: 1 };
  assert.equal(wantsMailAbout({ ...game, isSealed: true }, locked, "giver"), false);
});

Deno.test("newsOfMessage() in a sealed game reports a receiver's message only if the gift is open", () => {
  const to = (isSealed: boolean, viewedAt: string | null) => {
    const made = makeGame(3, { isSealed });
    const participants = made.participants.map((one) => ({ ...one, viewedAt }));
    const game = { ...made, participants };
    return (["giver", "receiver"] as const).map((from) =>
      newsOfMessage({ participant: 1, from }, { game }).length
    );
  };
  assert.deepEqual([to(true, null), to(true, "2026-12-01T10:00:00.000Z"), to(false, null)], [
    [1, 0],
    [1, 1],
    [1, 1],
  ]);
});

Deno.test("toMinute() rounds down to the minute", () => {
  assert.equal(toMinute(new Date("2026-12-02T10:04:59.999Z")), "2026-12-02T10:04:00.000Z");
});

Deno.test("hasAskedForWish() considers only questions that the giver has asked their present receiver", () => {
  const game = ring();
  const asks = (fields: Partial<StoredMessage>, isFromGiver = true, seesAssignment = true) => {
    const asked = message(game, [1, 2, isFromGiver], "", { text: null, ...fields });
    return hasAskedForWish(game, by(game, 1, seesAssignment), [asked]);
  };
  const question = "pleaseWish" as const;
  assert.equal(asks({ question }), true);
  assert.equal(asks({ question }, false), false, "it came from the other side");
  assert.equal(asks({ question: "size" }), false);
  assert.equal(asks({ question, isOver: true }), false, "it was another receiver");
  assert.equal(asks({ question }, true, false), false, "the gift is closed");
});
