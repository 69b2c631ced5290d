import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import { readOwnPlaces } from "./own_links.ts";

const HOME = "home@example.org";

/** The places that a mail to P1 of a game lists, where the store finds the address in these places. */
async function list(game: Game, found = [ORGANIZER, 1, 2, 3]): Promise<(string | null)[]> {
  const places = await readOwnPlaces(
    {
      findAddress: () =>
        Promise.resolve(found.map((number) => ({ gameId: game.id, number, email: HOME }))),
      readGameById: () => Promise.resolve(game),
      addMails: () => Promise.resolve([]),
      readReports: () => Promise.resolve(new Set()),
    },
    tokens,
    game,
    { id: "1", recipient: 1 },
  );
  return places.map(({ participant }) => participant?.name ?? null);
}

Deno.test("readOwnPlaces() lists the places that still have the address", async () => {
  const game = makeGame(4, { organizerEmail: "HOME@example.org" });
  for (const one of game.participants.slice(0, 2)) one.email = HOME;
  assert.deepEqual(await list(game), [null, "P1", "P2"]);
  assert.deepEqual(await list(game, [2]), ["P2"]);
  game.organizerEmail = "olga@example.org";
  assert.deepEqual(await list(game), ["P1", "P2"]);
  assert.deepEqual(await list({ ...game, archivedAt: game.createdAt }), []);
});

Deno.test("readOwnPlaces() leaves out a claimed place of a sealed game until its address is proved", async () => {
  const game = makeGame(4, { isSealed: true });
  const [first, second] = game.participants;
  assert(first && second);
  Object.assign(first, { email: HOME });
  Object.assign(second, { email: HOME, claimOpenedAt: game.createdAt });
  assert.deepEqual(await list(game), ["P1"]);
  second.isEmailProved = true;
  assert.deepEqual(await list(game), ["P1", "P2"]);
  Object.assign(second, { isEmailProved: false });
  assert.deepEqual(await list({ ...game, isSealed: false }), ["P1", "P2"]);
});

Deno.test("readOwnPlaces() notes in every game that a link is sent, but not the mail that sends it", async () => {
  const [game, other] = [makeGame(3), makeGame(3)];
  for (const one of [...game.participants, ...other.participants]) one.email = HOME;
  const noted: [string, (number | null)[]][] = [];
  const own = await readOwnPlaces(
    {
      findAddress: () =>
        Promise.resolve(
          [game, other].flatMap(({ id }) =>
            [1, 2].map((number) => ({ gameId: id, number, email: HOME }))
          ),
        ),
      readGameById: (id) => Promise.resolve(id === game.id ? game : other),
      addMails(id, decide) {
        const { add } = decide([]);
        for (const mail of add) {
          assert.deepEqual(
            [mail.kind, mail.topic, mail.isOnce, mail.isSent],
            ["ownLinks", "7", true, true],
          );
        }
        noted.push([id, add.map(({ recipient }) => recipient).toSorted()]);
        return Promise.resolve([]);
      },
      readReports: () => Promise.resolve(new Set()),
    },
    tokens,
    game,
    { id: "7", recipient: 1 },
  );
  assert.deepEqual(new Map(noted), new Map([[game.id, [2]], [other.id, [1, 2]]]));
  assert.equal(own.length, 4);
});
