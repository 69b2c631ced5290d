import { prepareGame } from "@/lib/game/create.ts";
import { cryptoRandom } from "@/lib/draw/random.ts";
import { randomBytes } from "node:crypto";
import { NONCE_BYTES } from "@/lib/game/sealed_text.ts";
import { personKeysOf } from "@/lib/game/pair_history.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";
import { Tokens } from "@/lib/game/tokens.ts";
import type { DecisionContext, Game, Participant } from "@/lib/game/types.ts";
import type { Wish } from "@/lib/game/wishes.ts";

export const tokens = new Tokens(new TextEncoder().encode("a key that only tests know"));

/** The dependencies of a decision, as in the running service. */
export const decisionContext: DecisionContext = {
  random: cryptoRandom,
  now: new Date(),
  newId: () => crypto.randomUUID(),
  newGameId: () => crypto.randomUUID(),
  personKeys: personKeysOf(tokens),
  sealAddress: (text, place) => tokens.addresses.seal(text, place, randomBytes(NONCE_BYTES)),
};

/** A date `days` from today, in UTC. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
}

/** People named P1, P2, …, each with an address. */
export function people(count: number): { name: string; email: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `P${index + 1}`,
    email: `p${index + 1}@example.org`,
  }));
}

/** Makes a new game with that many people, without storing it. */
export function makeGame(count: number, body: Record<string, unknown> = {}): Game {
  return prepareGame(
    createGameSchema.parse({
      name: "Winter party",
      date: inDays(30),
      participants: people(count),
      ...body,
    }),
    "en",
    decisionContext,
  ).draw().game;
}

/** Makes an item of a wish list. */
export function wishItem(title: string, fields: Partial<Wish> = {}): Wish {
  const rest = { url: "", price: null, note: "", photo: null };
  return { id: crypto.randomUUID(), title, ...rest, ...fields };
}

/** The access of a participant who uses their token. */
export function accessOf(participant: Participant) {
  return { role: "participant", participant, seesAssignment: true, hasToken: true } as const;
}
