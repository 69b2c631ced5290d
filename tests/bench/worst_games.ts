/** Creates the games that expensive requests refer to. */
import { range } from "@/tests/support/draws.ts";
import { inDays } from "../support/games.ts";
import type { OpenedGame, PreparedGames } from "./worst_requests.ts";
import { name, randomPair } from "./worst_rules.ts";

/** Number of people with long wishes or a request for another receiver: setting up all would take minutes. */
const BUSY = 100;

/** Creates the games through the API of a service. */
export async function prepareGames(url: string): Promise<PreparedGames> {
  const games = {
    large: await createGame(url, 990, {}),
    opened: await createGame(url, 990, {}),
    wordy: await createGame(url, 1_000, {}),
    asking: await createGame(url, 1_000, { exclusions: manyPairs() }),
    homes: await createGame(url, 990, {
      households: range(49).map((home) => range(20).map((i) => name(20 * home + i))),
    }),
    pairs: await createGame(url, 990, { exclusions: range(12_000).map(() => randomPair(990)) }),
  };
  const { opened, wordy, asking, homes, pairs } = games;
  for (const { token } of opened.participants.slice(7)) {
    const answer = await fetch(`${url}/api/games/${opened.code}?participantToken=${token}`);
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`Cannot read a game: ${answer.status}`);
  }
  const words = "\u3042".repeat(1_000);
  await each(url, wordy, { action: "updateWish", wish: words, desiredGift: words });
  await each(url, asking, { action: "requestReassignment" });
  for (const game of [homes, pairs]) {
    await each(url, game, { action: "confirmAssignment" });
    await each(
      url,
      { ...game, participants: game.participants.slice(0, 10) },
      { action: "requestReassignment" },
    );
  }
  return games;
}

/** 16,000 of the 499,500 pairs among 1,000 people. */
function manyPairs(): [string, string][] {
  return range(16_000).map((i) => {
    const apart = 1 + 31 * Math.floor(i / 1_000);
    return [name(i % 1_000), name((i + apart) % 1_000)];
  });
}

/** Creates a game with `size` people. @param more further fields of the body */
export async function createGame(
  url: string,
  size: number,
  more: Record<string, unknown>,
): Promise<OpenedGame> {
  const answer = await fetch(`${url}/api/games`, {
    method: "POST",
    body: JSON.stringify({
      name: "x",
      date: inDays(30),
      participants: range(size).map((i) => ({ name: name(i) })),
      ...more,
    }),
  });
  if (!answer.ok) throw new Error(`No game was made: ${await answer.text()}`);
  return await answer.json();
}

/** Creates only the two games that crowds use, because creating all takes minutes. */
export async function prepareLargeGames(
  url: string,
): Promise<Pick<PreparedGames, "large" | "asking">> {
  const large = await createGame(url, 990, {});
  const asking = await createGame(url, 1_000, { exclusions: manyPairs() });
  await each(url, asking, { action: "requestReassignment" });
  return { large, asking };
}

/** Performs an action for many people of a game. */
async function each(
  url: string,
  { code, participants }: OpenedGame,
  action: Record<string, unknown>,
): Promise<void> {
  for (const { id } of participants.slice(0, BUSY)) {
    const answer = await fetch(`${url}/api/games/${code}`, {
      method: "PATCH",
      body: JSON.stringify({ ...action, participantId: id }),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`Cannot prepare a game: ${answer.status}`);
  }
}
