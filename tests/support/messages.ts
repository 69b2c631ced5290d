import assert from "node:assert/strict";
import { type Message, type MessagesView, messagesViewSchema } from "@/lib/game/messages.ts";
import type { TestApp } from "./app.ts";
import { type Client, type CreatedGame, succeeds } from "./client.ts";
import { named } from "./views.ts";

export type Person = CreatedGame["participants"][number];

/** The giver and receiver of a pair, by the receiver's name, and everyone else. */
export function conversation(
  game: CreatedGame,
  name: string,
): { giver: Person; receiver: Person; others: Person[] } {
  const receiver = named(game, name);
  const pair = game.assignments.find(({ receiverId }) => receiverId === receiver.id);
  const giver = game.participants.find(({ id }) => id === pair?.giverId);
  assert(giver);
  const others = game.participants.filter((one) => one.id !== giver.id && one.id !== receiver.id);
  return { giver, receiver, others };
}

/** Sends a message to the other person of the pair. */
export async function say(
  client: Client,
  { code }: Pick<CreatedGame, "code">,
  { token }: Pick<Person, "token">,
  message: { to: "receiver" | "giver"; text?: string; question?: string },
): Promise<void> {
  const body = { action: "sendMessage", participantToken: token, ...message };
  const { status, text } = await client.patchGame({ code }, body);
  assert.equal(status, 200, text);
}

export async function readMessages(
  client: Client,
  { code }: Pick<CreatedGame, "code">,
  { token }: Pick<Person, "token">,
): Promise<MessagesView> {
  const headers = { "x-participant-token": token };
  return succeeds(await client.get(`/api/games/${code}/messages`, headers), messagesViewSchema);
}

/** The texts of messages, with ">" before the reader's own and "<" before the other's. */
export function textsOf(messages: readonly Message[]): string[] {
  return messages.map(({ mine, text, question }) => `${mine ? ">" : "<"} ${text ?? question}`);
}

/**
 * Makes two people swap receivers, so that a different person gives to `receiver`.
 *
 * @param wanted the new giver; absent: anyone possible.
 * @returns the new giver
 */
export async function giveTo(
  { services: { store } }: TestApp,
  game: CreatedGame,
  receiver: string,
  wanted?: string,
): Promise<Person> {
  const giver = await store.changeGame(game.code, (before) => {
    assert(before);
    const target = named(before, receiver);
    const from = before.participants.find((one) => one.receiver === target.number);
    const to = before.participants.find((one) =>
      one !== from && one !== target && one.receiver !== from?.number &&
      (wanted === undefined || one.name === wanted)
    );
    assert(from && to, `somebody else may give to ${receiver}`);
    const participants = before.participants.map((one) =>
      one === from
        ? { ...one, receiver: to.receiver, viewedAt: null }
        : one === to
        ? { ...one, receiver: from.receiver, viewedAt: null }
        : one
    );
    return { game: { ...before, participants }, outbox: null, result: to.name };
  });
  return named(game, giver);
}
