import type { World } from "./worlds.ts";
import { ORIGIN } from "./worlds.ts";
import type { Play } from "./play.ts";

/**
 * Opens every page of the organizer, for the real game and for all games that the API's answers allow. @returns the
 * paths of pages that differ.
 */
export async function differingPages(play: Play, others: readonly World[]): Promise<string[]> {
  const { worlds, chance } = play;
  const { tokens } = worlds.services;
  const requests = play.games.filter(({ archivedAt }) => archivedAt === null).flatMap((game) => {
    const { code, participants } = game;
    const cookie = `organizer_${code}=${tokens.organizer(game)}; lang=en`;
    const id = participants[0]?.id ?? "";
    const paths = [
      "/organize",
      "/organize/pairs",
      "/organize/tools",
      "/organize/people.csv",
      "/organize/progress",
      `/organize/people/${id}`,
      `/organize/confirm?action=removeParticipant&participantId=${id}`,
      "/organize/room",
      "/created",
      "/slips",
    ];
    const held = new Set(play.heldNames(game));
    const own = participants.filter(({ name }) => held.has(name)).flatMap((one) =>
      ["", "/whisper", "/my-data.json"].map((path) => ({
        path: `/games/${code}${path}`,
        cookie: `participant_${code}=${tokens.participant(game, one)}; lang=en`,
      }))
    );
    return [...paths.map((path) => ({ path: `/games/${code}${path}`, cookie })), ...own];
  });
  const read = async (world: World, path: string, cookie: string) => {
    worlds.world = world;
    chance.setClock(play.now);
    chance.seedIds(1);
    const answer = await worlds.ask(new Request(ORIGIN + path, { headers: { cookie } }));
    return `${answer.status} ${await answer.text()}`;
  };
  const differing: string[] = [];
  for (const { path, cookie } of requests) {
    const real = await read(play.world, path, cookie);
    for (const other of others) {
      if (await read(other, path, cookie) === real) continue;
      differing.push(path);
      break;
    }
  }
  worlds.world = play.world;
  return differing;
}
