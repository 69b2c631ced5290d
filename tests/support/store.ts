import type { Game } from "@/lib/game/types.ts";
import type { NewMail, Store } from "@/lib/store/store.ts";

/** Stores a game. @returns it with the code that it got */
export async function keep(
  store: Store,
  game: Game,
  mails: readonly NewMail[] = [],
): Promise<Game> {
  return (await store.createGame(game, mails)).game;
}

/** Ends the active game with this code. */
export async function archive(store: Store, code: string): Promise<void> {
  await store.changeGame(code, (game) => ({
    game: game && { ...game, archivedAt: new Date().toISOString() },
    outbox: null,
    result: undefined,
  }));
}

/** Takes a game out. @returns it as it was; null: it was not there */
export function erase(store: Store, id: string): Promise<Game | null> {
  return store.changeGameById(id, (game) => ({
    game: null,
    isErased: true,
    outbox: null,
    result: game,
  }));
}
