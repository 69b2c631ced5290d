import { inDays, people } from "../support/games.ts";

/** One request that a load generator sends. */
export interface LoadRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What is measured, in the words of the table. */
export const SCENARIOS = ["GET", "POST", "PATCH", "page"] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** A game that requests are about. */
export interface LoadedGame {
  code: string;
  participant: { id: string; token: string };
}

/** The body of a new game of so many people. */
export function newGame(size: number): string {
  return JSON.stringify({ name: "Party", date: inDays(9), participants: people(size) });
}

/** Creates games through the API of a service. */
export async function createGames(url: string, count: number, size = 3): Promise<LoadedGame[]> {
  const games: LoadedGame[] = [];
  const body = newGame(size);
  const create = async () => {
    while (games.length < count) {
      const answer = await fetch(`${url}/api/games`, { method: "POST", body });
      const { code, participants: [participant] } = await answer.json();
      games.push({ code, participant });
    }
  };
  await Promise.all(Array.from({ length: 8 }, create));
  return games.slice(0, count);
}

/** The requests of a scenario, each about another game, so that none waits for its turn at one. */
export function requestsOf(scenario: Scenario, games: readonly LoadedGame[]): LoadRequest[] {
  switch (scenario) {
    case "GET":
      return games.map(({ code }) => ({ method: "GET", path: `/api/games/${code}` }));
    case "POST":
      return [{ method: "POST", path: "/api/games", body: newGame(3) }];
    case "PATCH":
      // Two for each game, so that every one changes something.
      return ["one", "two"].flatMap((wish) =>
        games.map(({ code, participant }) => ({
          method: "PATCH" as const,
          path: `/api/games/${code}`,
          body: JSON.stringify({ action: "updateWish", participantId: participant.id, wish }),
        }))
      );
    case "page":
      return games.map(({ code, participant }) => ({
        method: "GET",
        path: `/games/${code}`,
        headers: { cookie: `participant_${code}=${participant.token}` },
      }));
  }
}
