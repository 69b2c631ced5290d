import assert from "node:assert/strict";
import { LIMITS } from "@/lib/game/types.ts";
import { startApp, type TestApp, testOnBoth } from "./support/app.ts";
import { type Client, type CreatedGame, refuses } from "./support/client.ts";
import { hostilePhotos, PHOTOS } from "./support/photos.ts";
import { sql } from "./support/sql.ts";
import { named } from "./support/views.ts";

const [PHOTO = new Uint8Array()] = PHOTOS.values();

/** Uploads a photo like the page. */
function send(client: Client, { code }: CreatedGame, cookie: string, photo = PHOTO, headers = {}) {
  return client.post(`/games/${code}/photos`, photo, {
    cookie,
    "sec-fetch-site": "same-origin",
    ...headers,
  });
}

function cookieOf(game: CreatedGame, name = "P1"): string {
  return `participant_${game.code}=${named(game, name).token}`;
}

async function countPhotos({ services }: TestApp): Promise<number> {
  return (await sql(services, "select 1 as one from photos")).length;
}

Deno.test("a page's photo is kept for the signed-in participant, or refused in their language", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame();
  const cookie = cookieOf(game);
  const [polyglot, told] = ["PHOTO_TYPE", "PHOTO_HAS_METADATA"].map((problem) =>
    hostilePhotos().find((one) => one.problem === problem)?.bytes
  );
  const noPicture = refuses(await send(client, game, cookie, polyglot), 400, "PHOTO_TYPE");
  const tellsMore = refuses(await send(client, game, cookie, told), 400, "PHOTO_HAS_METADATA");
  assert.notEqual(tellsMore.error, noPicture.error, "a photo that tells more is a picture");
  refuses(await send(client, game, cookie, new Uint8Array()), 400, "PHOTO_TYPE");
  const large = new Uint8Array(LIMITS.photoBytes + 1);
  const inEnglish = refuses(await send(client, game, cookie, large), 413, "PHOTO_TOO_LARGE");
  const inGerman = await send(client, game, `${cookie}; lang=de`, large);
  assert.notEqual(Object(inGerman.body).error, inEnglish.error);
  assert.equal((await send(client, game, cookie, new Uint8Array(300_000))).status, 413);

  refuses(await send(client, game, ""), 401, "TOKEN_REQUIRED");
  refuses(await send(client, game, `participant_${game.code}=wrong`), 403, "INVALID_TOKEN");
  const byId = `participant_${game.code}=id.${named(game, "P1").id}`;
  refuses(await send(client, game, byId), 401, "TOKEN_REQUIRED");
  const asOrganizer = `organizer_${game.code}=${game.organizerToken}`;
  refuses(await send(client, game, asOrganizer), 401, "TOKEN_REQUIRED");
  refuses(await send(client, { ...game, code: "999999" }, cookie), 404, "GAME_NOT_FOUND");
  for (const site of ["cross-site", "same-site"]) {
    const foreign = await send(client, game, cookie, PHOTO, {
      "sec-fetch-site": site,
      origin: "https://elsewhere.example",
    });
    assert.equal(foreign.status, 403, site);
  }
  assert.equal(await countPhotos(app), 0);

  for (let count = 1; count <= LIMITS.photos; count++) {
    const added = await send(client, game, cookie);
    assert.equal(added.status, 201, added.text);
  }
  refuses(await send(client, game, cookie), 400, "TOO_MANY_PHOTOS");
  assert.equal(await countPhotos(app), LIMITS.photos);
  await client.archive(game);
  refuses(await send(client, game, cookie), 404, "GAME_NOT_FOUND");
});

testOnBoth("photos are limited per hour, by person and by client", async (env) => {
  await using app = await startApp({ ...env, RATE_LIMIT: "100000" });
  const { client, fetch } = app;
  const game = await client.createGame();
  // Those refused for another reason count, too.
  const most = 5 * LIMITS.photos;
  const answers = await Promise.all(
    Array.from({ length: most }, () => send(client, game, cookieOf(game))),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 400]));
  const post = (of: CreatedGame, name: string, from?: string) =>
    fetch(
      new Request(`http://localhost/api/games/${of.code}/photos`, {
        method: "POST",
        headers: { "x-participant-token": named(of, name).token },
        body: PHOTO,
      }),
      from,
    );
  const refused = await post(game, "P1");
  assert.equal(refused.status, 429);
  const wait = Number(refused.headers.get("retry-after"));
  assert(wait > 0 && wait <= 3600, `${wait} s`);
  assert.equal((await send(client, game, cookieOf(game))).status, 429);
  assert.equal((await post(game, "P2")).status, 201, "nobody else is kept from theirs");
  const elsewhere = await client.createGame();
  assert.equal((await post(elsewhere, "P1")).status, 201, "another game");

  await sql(app.services, "update rate_counts set count = 600 where kind = 'photosOfClient'");
  assert.equal((await post(elsewhere, "P1")).status, 429, "another game of the same client");
  assert.equal((await post(elsewhere, "P1", "198.51.100.7")).status, 201, "another client");
});

testOnBoth("photos sent at once exceed their space only by their own size", async (env) => {
  await using app = await startApp({ ...env, PHOTO_SPACE_MB: "1" });
  const { client, services: { store, settings } } = app;
  const game = await client.createGame();
  const stored = await store.readGame(game.code);
  assert(stored);
  const owner = { participant: 1, version: 1, type: "image/webp" } as const;
  const add = (size: number) =>
    store.addPhoto(
      stored.id,
      { ...owner, id: crypto.randomUUID(), bytes: new Uint8Array(size) },
      20,
    );
  const space = settings.photoSpace;
  const full = Math.floor(space / LIMITS.photoBytes);
  for (let count = 0; count < full; count++) await add(LIMITS.photoBytes);
  // Room for one more, but not for two.
  await add(space - full * LIMITS.photoBytes - PHOTO.length * 1.5);
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => send(client, game, cookieOf(game, "P2"))),
  );
  const kept = answers.filter(({ status }) => status === 201).length;
  assert(kept >= 1);
  for (const answer of answers) {
    if (answer.status !== 201) refuses(answer, 503, "PHOTO_SPACE_FULL");
  }
  assert(await store.countPhotoBytes() < space + 15 * PHOTO.length);
  refuses(await send(client, game, cookieOf(game, "P2")), 503, "PHOTO_SPACE_FULL");
});
