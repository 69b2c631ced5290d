import type { Game } from "@/lib/game/types.ts";
import type { NewMail, Store } from "@/lib/store/store.ts";
import { makeGame } from "./games.ts";

/** Stores a game. @returns it with its code */
export async function keep(
  store: Store,
  game: Game,
  mails: readonly NewMail[] = [],
): Promise<Game> {
  return (await store.createGame(game, mails)).game;
}

/** Archives the active game with this code. */
export async function archive(store: Store, code: string): Promise<void> {
  await store.changeGame(code, (game) => ({
    game: game && { ...game, archivedAt: new Date().toISOString() },
    outbox: null,
    result: undefined,
  }));
}

/** Erases a game. @returns its last state; null if it did not exist */
export function erase(store: Store, id: string): Promise<Game | null> {
  return store.changeGameById(id, (game) => ({
    game: null,
    isErased: true,
    outbox: null,
    result: game,
  }));
}

/** Stores a game of four in which P1 gives to P2, P2 to P3 and so on. */
export function makeRing(store: Store, body: Record<string, unknown> = {}): Promise<Game> {
  const game = makeGame(4, body);
  const participants = game.participants.map((one) => ({ ...one, receiver: one.number % 4 + 1 }));
  return keep(store, { ...game, participants });
}
