import assert from "node:assert/strict";
import { amend, makeStored, operationTest, person } from "@/tests/support/operations.ts";
import type { Game } from "../../game/types.ts";
import { signIn, signOut } from "../../http/cookies.ts";
import { archiveGame } from "../../operations/change.ts";
import type { Services } from "../../services.ts";
import { findOwnGames, rememberOpened } from "./own_games.ts";

const origin = "https://gifts.example.org";

/** A browser with these cookies, as the pages see it. */
function device(services: Services, ...cookies: string[]) {
  const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
  let charged = 0;
  const seen = {
    req: { headers: new Headers({ cookie }) },
    state: { services, origin, chargeCost: (cost: number) => void (charged += cost) },
  };
  return {
    seen,
    find: async () =>
      (await findOwnGames(seen)).map(({ game, roles }) => [game.name, roles.join()]),
    charged: () => charged,
  };
}

const page = () => new Response("");

/** The cookie of a device that has opened a game as P1. */
async function opened(services: Services, game: Game): Promise<{ own: string; signedIn: string }> {
  const token = services.tokens.participant(game, person(game, "P1"));
  const signedIn = signIn({ state: { origin } }, game, { participantToken: token });
  const own = await rememberOpened(device(services, signedIn).seen, game.code, page());
  assert(own);
  return { own, signedIn };
}

operationTest("findOwnGames() lists the games that this device has opened", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services, { name: "Winter party" });
  const { own } = await opened(services, game);
  assert(!own.includes(tokens.participant(game, person(game, "P1"))), "it opens nothing");
  const known = device(services, own);
  assert.deepEqual(await known.find(), [["Winter party", "participant"]]);
  assert.equal(known.charged(), 1);
  assert.deepEqual(await device(services, own.replace("participant", "organizer")).find(), []);
  const forged = own.replace(/participant\.[^;]+/, `participant.${"A".repeat(16)}`);
  assert.deepEqual(await device(services, forged).find(), []);

  await archiveGame(services, game.code, tokens.organizer(game));
  assert.deepEqual(await known.find(), []);
  const next = { ...game, id: crypto.randomUUID(), name: "Another game of this code" };
  assert.equal((await services.store.createGame(next, [])).game.code, game.code);
  assert.deepEqual(await known.find(), []);
});

operationTest(
  "rememberOpened() remembers games that a valid sign-in opens, until it ends",
  async (services) => {
    const game = await makeStored(services);
    const { own, signedIn } = await opened(services, game);
    const remember = (answer: Response, ...cookies: string[]) =>
      rememberOpened(device(services, ...cookies).seen, game.code, answer);
    assert.equal(await remember(page(), signedIn, own), null, "known already");
    assert.equal(await remember(page()), null);
    assert.equal(await remember(new Response("", { status: 403 }), signedIn), null);
    const left = new Response("", {
      headers: { "set-cookie": signOut({ state: { origin } }, game.code, "participant") },
    });
    assert.match(await remember(left, own) ?? "", /^games=;.*Max-Age=0/);
    await amend(services, game, {
      participants: game.participants.map((one) => ({ ...one, tokenVersion: 2 })),
    });
    assert.equal(await remember(page(), signedIn), null, "the link has ended");
  },
);

operationTest(
  "rememberOpened() keeps the eight latest games of a device, those of other people too",
  async (services) => {
    const game = await makeStored(services);
    const organizer = services.tokens.organizer(game);
    const signedIn = signIn({ state: { origin } }, game, { organizerToken: organizer });
    const lines = (count: number, mark = "A".repeat(16)) =>
      Array.from({ length: count }, (_, index) => `10000${index}.organizer.${mark}`);
    const remember = async (known: string[], cookie = signedIn) => {
      const seen = device(services, cookie, `games=${known.join("~")}`).seen;
      const set = await rememberOpened(seen, game.code, page());
      return set && decodeURIComponent(set.split(";")[0] ?? "").slice("games=".length).split("~");
    };
    const [own = "", ...rest] = await remember(lines(8)) ?? [];
    assert(own.startsWith(`${game.code}.organizer.`));
    assert.deepEqual(rest, lines(7), "the oldest gives way");
    assert.equal(await remember([...lines(7), own]), null, "it is the eighth");
    assert.deepEqual(await remember(lines(2, "short")), [own], "what is no line is left out");
    const wrong = signIn({ state: { origin } }, game, { organizerToken: "wrong" });
    assert.equal(await remember(lines(1), wrong), null);
  },
);
