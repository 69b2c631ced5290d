import assert from "node:assert/strict";
import { photoAddedSchema } from "@/lib/http/answer_schemas.ts";
import { forgetPhotos } from "@/lib/operations/photos.ts";
import { startApp, type TestApp, testAppOnBoth } from "../support/app.ts";
import {
  type Answer,
  type Client,
  type CreatedGame,
  hasShape,
  refuses,
} from "../support/client.ts";
import { hostilePhotos, PHOTOS } from "../support/photos.ts";
import { pairInRing, readWithTokens, takePlace } from "../support/sealed_games.ts";
import { sql } from "../support/sql.ts";
import { named } from "../support/views.ts";

const [PHOTO = new Uint8Array()] = PHOTOS.values();
const NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve"];

type Tokens = (name: string) => string;

/** Ana gives to Ben, Ben to Cy, and so on. */
async function createPaired(
  app: TestApp,
  body: Parameters<Client["createGame"]>[0] = {},
): Promise<{ game: CreatedGame; of: Tokens }> {
  const participants = NAMES.map((name) => ({ name }));
  const game = await app.client.createGame({ isProtected: true, participants, ...body });
  await pairInRing(app, game);
  return { game, of: await tokensOf(app, game) };
}

async function tokensOf(app: TestApp, game: CreatedGame): Promise<Tokens> {
  const view = await readWithTokens(app, game, "Ana");
  return (name) => named(view, name).token;
}

function headersOf(token: string) {
  return { "x-participant-token": token };
}

async function send(
  { fetch }: TestApp,
  { code }: CreatedGame,
  token: string,
  bytes: Uint8Array<ArrayBuffer> = PHOTO,
): Promise<Answer> {
  const request = new Request(`http://localhost/api/games/${code}/photos`, {
    method: "POST",
    headers: { "content-type": "image/jpeg", ...headersOf(token) },
    body: bytes,
  });
  const answer = await fetch(request);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

async function add(...asked: Parameters<typeof send>): Promise<string> {
  const answer = await send(...asked);
  assert.equal(answer.status, 201, answer.text);
  return hasShape(answer, photoAddedSchema).photo;
}

async function setWishes({ client }: TestApp, game: CreatedGame, token: string, photos: string[]) {
  const shown = { participantToken: token };
  const view = await client.readAsParticipant(game, shown);
  const own = view.participants.find(({ id }) => id === view.authenticatedParticipantId);
  const revision = Object(own).wishesRevision;
  const wishes = photos.map((photo) => ({ title: "A teapot", photo }));
  return await client.patchGame(game, { action: "setWishes", ...shown, wishes, revision });
}

async function countPhotos({ services }: TestApp): Promise<number> {
  return (await sql(services, "select 1 as one from photos")).length;
}

/** The names of those who can get a photo, both through the API and on its page. */
async function readersOf(
  app: TestApp,
  { code }: CreatedGame,
  photo: string,
  tokens: Record<string, string>,
): Promise<string[]> {
  const readers: string[] = [];
  for (const [name, token] of Object.entries(tokens)) {
    const read = (path: string, headers: Record<string, string>) =>
      app.fetch(new Request(`http://localhost${path}`, { headers }));
    const answers = [
      await read(`/api/games/${code}/photos/${photo}`, headersOf(token)),
      await read(`/games/${code}/photos/${photo}`, { cookie: `participant_${code}=${token}` }),
    ];
    const [status] = answers.map((one) => one.status);
    for (const answer of answers) {
      assert.equal(answer.status, status, name);
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
      const body = await answer.bytes();
      if (status === 404) continue;
      assert.deepEqual([...body], [...PHOTO]);
      const of = (header: string) => answer.headers.get(header);
      assert.equal(of("content-type"), "image/jpeg");
      assert.equal(of("content-security-policy"), "default-src 'none'; sandbox");
      assert.equal(of("cross-origin-resource-policy"), "same-origin");
      assert.equal(of("content-disposition"), 'inline; filename="photo.jpeg"');
    }
    assert(status === 200 || status === 404, `${name}: ${status}`);
    if (status === 200) readers.push(name);
  }
  return readers;
}

Deno.test("addPhoto: stores none of 200 hostile files, and accepts what encoders produce", async () => {
  await using app = await startApp();
  const { game, of } = await createPaired(app);
  for (const { name, bytes, problem } of hostilePhotos()) {
    const { status, body } = await send(app, game, of("Ana"), bytes);
    assert.deepEqual([status, Object(body).code], [400, problem], name);
  }
  assert.equal(await countPhotos(app), 0);
  for (const [name, bytes] of PHOTOS) {
    const photo = await add(app, game, of("Ana"), bytes);
    const read = await app.fetch(
      new Request(`http://localhost/api/games/${game.code}/photos/${photo}`, {
        headers: headersOf(of("Ana")),
      }),
    );
    assert.deepEqual(await read.bytes(), bytes, name);
  }
});

testAppOnBoth(
  "a photo is read by its owner, and with its item by the giver and their keeper",
  async (app) => {
    const { client } = app;
    const { game, of } = await createPaired(app, { keepers: [["Cy", "Ana"]], isProtected: false });
    const other = await createPaired(app);
    const tokens = {
      ...Object.fromEntries(NAMES.map((name) => [name, of(name)])),
      organizer: game.organizerToken,
      "id alone": `id.${named(game, "Ben").id}`,
      nobody: "",
      wrong: "wrong",
      "another game's": other.of("Ben"),
    };
    const photo = await add(app, game, of("Ben"));
    const readers = () => readersOf(app, game, photo, tokens);
    assert.deepEqual(await readers(), ["Ben"], "on no item");
    assert.equal((await setWishes(app, game, of("Ben"), [photo])).status, 200);
    assert.deepEqual(await readers(), ["Ben"], "before anyone has opened the gift");
    const { receiver } = await client.readAsParticipant(game, { participantToken: of("Ana") });
    assert.equal(receiver?.wishes?.[0]?.photo, photo);
    assert.deepEqual(await readers(), ["Ana", "Ben", "Cy"]);
    const inQuery = await client.get(
      `/api/games/${game.code}/photos/${photo}?participantToken=${of("Ben")}`,
    );
    refuses(inQuery, 404, "PHOTO_NOT_FOUND");
    for (const id of ["none", crypto.randomUUID(), photo.toUpperCase()]) {
      assert.deepEqual(await readersOf(app, game, id, { Ben: of("Ben") }), [], id);
    }
    assert.deepEqual(await readersOf(app, other.game, photo, { Ben: other.of("Ben") }), []);
    refuses(await setWishes(app, game, of("Cy"), [photo]), 400, "UNKNOWN_PHOTO");
    const ownData = async (name: string) =>
      Object((await client.getOwnData(game, headersOf(of(name)))).body).photos;
    assert.deepEqual([await ownData("Ben"), await ownData("Ana")], [[photo], []]);
    // Another giver, as after a new draw: Dee gives to Ben.
    await app.services.store.changeGame(game.code, (before) => {
      assert(before);
      const receivers = [4, 3, 5, 2, 1];
      const participants = before.participants.map((one, index) => ({
        ...one,
        receiver: receivers[index] ?? null,
        receiverChange: one.viewedAt ? "rules" as const : null,
      }));
      return { game: { ...before, participants }, outbox: null, result: undefined };
    });
    assert.deepEqual(await readers(), ["Ben"]);
    await client.readAsParticipant(game, { participantToken: of("Dee") });
    assert.deepEqual(await readers(), ["Ben", "Dee"]);
    await setWishes(app, game, of("Ben"), []);
    assert.deepEqual(await readers(), ["Ben"], "its item is gone");
    await setWishes(app, game, of("Ben"), [photo]);
    assert.deepEqual(await readers(), ["Ben", "Dee"], "put back");
  },
);

testAppOnBoth(
  "in a sealed game a photo is hidden from a later link until its former holder agrees",
  async (app) => {
    const { client } = app;
    const { game, of } = await createPaired(app, { isSealed: true });
    const { participantToken: former } = await takePlace(app, game, "Ben");
    for (const participantToken of [of("Ana"), former]) {
      await client.readAsParticipant(game, { participantToken });
    }
    const [photo, loose] = [await add(app, game, former), await add(app, game, former)];
    await setWishes(app, game, former, [photo]);
    const { participantToken: later } = await takePlace(app, game, "Ben");
    const tokens = { Ana: of("Ana"), former, later };
    assert.deepEqual(await readersOf(app, game, photo, tokens), ["Ana"]);
    assert.deepEqual(await readersOf(app, game, loose, tokens), []);
    const ownData = async () =>
      Object((await client.getOwnData(game, headersOf(later))).body).photos;
    assert.deepEqual(await ownData(), []);
    refuses(await setWishes(app, game, later, [loose]), 400, "UNKNOWN_PHOTO");
    await client.patchGame(game, { action: "agreeHandover", participantToken: former });
    assert.deepEqual(await readersOf(app, game, photo, tokens), ["Ana", "later"]);
    assert.deepEqual(await ownData(), [photo]);
    // Like the page's undo: the item is removed, then restored with its photo.
    for (const photos of [[photo, photo], [], [photo]]) {
      assert.equal((await setWishes(app, game, later, photos)).status, 200, photos.join());
    }
    assert.deepEqual(await readersOf(app, game, photo, tokens), ["Ana", "later"]);
    refuses(await setWishes(app, game, later, [loose]), 400, "UNKNOWN_PHOTO");
    const broken = { action: "breakSeal", organizerToken: game.organizerToken };
    assert.equal((await client.patchGame(game, broken)).status, 200);
    assert.equal(await countPhotos(app), 0);
  },
);

testAppOnBoth("photos are limited, removed if unused, and erased", async (app) => {
  const { client, services } = app;
  const { game, of } = await createPaired(app);
  refuses(await send(app, game, ""), 401, "TOKEN_REQUIRED");
  refuses(await send(app, game, "wrong"), 403, "INVALID_TOKEN");
  refuses(await send(app, game, game.organizerToken), 403, "INVALID_TOKEN");
  refuses(await send(app, game, of("Ana"), new Uint8Array(102_401)), 413, "PHOTO_TOO_LARGE");
  refuses(await send(app, game, of("Ana"), new Uint8Array(300_000)), 413, "BODY_TOO_LARGE");
  const photos: string[] = [];
  for (let count = 0; count < 20; count++) photos.push(await add(app, game, of("Ana")));
  refuses(await send(app, game, of("Ana")), 400, "TOO_MANY_PHOTOS");
  await add(app, game, of("Ben"));
  await setWishes(app, game, of("Ana"), photos);
  await setWishes(app, game, of("Ana"), photos.slice(2));
  const [first = "", second = "", third = ""] = photos;
  const again = await add(app, game, of("Ana"));
  const alive = async () =>
    (await readersOf(app, game, first, { Ana: of("Ana") })).length +
    (await readersOf(app, game, second, { Ana: of("Ana") })).length;
  assert.equal(await alive(), 1, "a detached one gives way");
  const count = async () => [await countPhotos(app), await services.store.countPhotoBytes()];
  const sizes = (photos: number) => [photos, photos * PHOTO.length];
  assert.deepEqual(await count(), sizes(21));
  await forgetPhotos(services);
  assert.deepEqual(await count(), sizes(21));
  const yesterday = services.settings.databaseUrl
    ? "now() - interval '25 hours'"
    : String(Date.now() - 25 * 3_600_000);
  await sql(services, `update photos set since = ${yesterday} where id <> '${again}'`);
  await forgetPhotos(services);
  assert.deepEqual(await count(), sizes(19), "those on the list stay, and the new one");
  assert.deepEqual(await readersOf(app, game, third, { Ana: of("Ana") }), ["Ana"]);
  const { organizerToken } = game;
  const participantId = named(game, "Ana").id;
  const replaced = { organizerToken, participantId, participantName: "Zoe" };
  await client.patchGame(game, { action: "replaceParticipant", ...replaced });
  assert.deepEqual(await count(), sizes(0));
  await add(app, game, of("Cy"));
  await client.patchGame(game, { action: "eraseGame", organizerToken, confirmName: game.name });
  assert.deepEqual(await count(), sizes(0));
});

Deno.test("addPhoto: stores no more than the instance's limit", async () => {
  await using app = await startApp({ PHOTO_SPACE_MB: "0" });
  const { game, of } = await createPaired(app);
  refuses(await send(app, game, of("Ana")), 503, "PHOTO_SPACE_FULL");
});
