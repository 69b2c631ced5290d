import { inDays, people } from "../support/games.ts";

/** A request of the load generator. */
export interface LoadRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The scenarios, as named in the table. */
export const SCENARIOS = [
  "participant's GET",
  "organizer's GET",
  "POST",
  "PATCH",
  "participant's page",
  "organizer's page",
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** A game that requests refer to. */
export interface LoadedGame {
  code: string;
  organizerToken: string;
  participant: { id: string; token: string };
}

/** The body of a new game with `size` people. */
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
      const { code, organizerToken, participants: [participant] } = await answer.json();
      games.push({ code, organizerToken, participant });
    }
  };
  await Promise.all(Array.from({ length: 8 }, create));
  return games.slice(0, count);
}

/** A header that all browsers send with page requests, but load generators do not. */
const PACKED = { "accept-encoding": "gzip" };

/** The requests of a scenario, each about a different game, so that none waits for another's lock. */
export function requestsOf(scenario: Scenario, games: readonly LoadedGame[]): LoadRequest[] {
  switch (scenario) {
    case "participant's GET":
      return games.map(({ code, participant }) => ({
        method: "GET",
        path: `/api/games/${code}?participantToken=${participant.token}`,
      }));
    case "organizer's GET":
      return games.map(({ code, organizerToken }) => ({
        method: "GET",
        path: `/api/games/${code}?organizerToken=${organizerToken}`,
      }));
    case "POST":
      return [{ method: "POST", path: "/api/games", body: newGame(3) }];
    case "PATCH":
      // Two for each game, so that every request changes something.
      return ["one", "two"].flatMap((wish) =>
        games.map(({ code, participant }) => ({
          method: "PATCH" as const,
          path: `/api/games/${code}`,
          body: JSON.stringify({ action: "updateWish", participantId: participant.id, wish }),
        }))
      );
    case "organizer's page":
      return games.map(({ code, organizerToken }) => ({
        method: "GET",
        path: `/games/${code}/organize`,
        headers: { cookie: `organizer_${code}=${organizerToken}`, ...PACKED },
      }));
    case "participant's page":
      return games.map(({ code, participant }) => ({
        method: "GET",
        path: `/games/${code}`,
        headers: { cookie: `participant_${code}=${participant.token}`, ...PACKED },
      }));
  }
}
