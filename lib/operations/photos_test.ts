import assert from "node:assert/strict";
import { LIMITS } from "../game/types.ts";
import {
  CLIENT,
  makeRing,
  operationTest,
  person,
  readViewers,
  refused,
} from "@/tests/support/operations.ts";
import { PHOTO_WITH_PLACE, PHOTOS } from "@/tests/support/photos.ts";
import { openGame } from "./open.ts";
import { addPhoto, forgetPhotos, openPhoto } from "./photos.ts";
import { setWishes } from "./wishes.ts";

const TEA = { title: "Tea", url: "", price: null, note: "" };
const bytes = PHOTOS.get("opaque PNG") ?? assert.fail();

operationTest(
  "addPhoto() accepts a person's own pictures, up to their limit",
  async (services) => {
    const { game, own } = await makeRing(services);
    const add = (credential: Record<string, string>, sent = bytes) =>
      addPhoto(services, game.code, sent, credential, CLIENT);
    await refused(() => add({}), "TOKEN_REQUIRED");
    await refused(() => add({ participantToken: "wrong" }), "INVALID_TOKEN");
    await refused(
      () => add({ organizerToken: services.tokens.organizer(game) }),
      "TOKEN_REQUIRED",
    );
    await refused(() => add(own("P1"), bytes.slice(1)), "PHOTO_TYPE");
    await refused(() => add(own("P1"), PHOTO_WITH_PLACE), "PHOTO_HAS_METADATA");
    assert.equal(await services.store.countPhotoBytes(), 0);
    const id = await add(own("P1"));
    const stored = await services.store.readPhoto(game.id, id);
    assert.deepEqual(stored?.bytes, bytes);
    assert.equal(stored?.type, "image/png");
    assert.equal(stored?.participant, 1);
    assert.equal(stored?.version, 1);
    assert.deepEqual(await readViewers(services, game), [], "no answer shows a pair");
    for (let count = 1; count < LIMITS.photos; count++) await add(own("P1"));
    await refused(() => add(own("P1")), "TOO_MANY_PHOTOS");
    await add(own("P2"));
  },
);

operationTest(
  "addPhoto() refuses photos beyond the room for all games",
  async (services) => {
    const { game, own } = await makeRing(services);
    const settings = { ...services.settings, photoSpace: 2 * bytes.length };
    const add = () => addPhoto({ ...services, settings }, game.code, bytes, own("P1"), CLIENT);
    await add();
    await add();
    await refused(add, "PHOTO_SPACE_FULL");
  },
);

operationTest(
  "openPhoto() opens a photo for its owner, and once it is on the list for people who opened the gift",
  async (services) => {
    const { game, own } = await makeRing(services, { keepers: [["P4", "P1"]] });
    const id = await addPhoto(services, game.code, bytes, own("P2"), CLIENT);
    const open = (credential: Record<string, string>, photo = id) =>
      openPhoto(services, game.code, photo, credential);
    const seers = async () => {
      const names: string[] = [];
      for (const { name } of game.participants) {
        const { photo } = await open(own(name)).catch(() => ({ photo: null }));
        if (photo) names.push(name);
      }
      return names;
    };
    const unlock = async (name: string) =>
      await openGame(services, game.code, own(name), { markViewed: true });
    await unlock("P1");
    assert.deepEqual(await seers(), ["P2"], "it is on no list");
    await setWishes(
      services,
      game.code,
      { action: "setWishes", revision: 0, wishes: [{ ...TEA, photo: id }] },
      own("P2"),
    );
    assert.deepEqual(await seers(), ["P1", "P2", "P4"], "and the keeper of the giver");
    for (
      const credential of [
        {},
        { participantId: person(game, "P2").id },
        { organizerToken: services.tokens.organizer(game) },
        { participantToken: "wrong" },
      ]
    ) await refused(() => open(credential), "PHOTO_NOT_FOUND");
    for (const photo of ["", "../x", crypto.randomUUID()]) {
      await refused(() => open(own("P2"), photo), "PHOTO_NOT_FOUND");
    }
    await refused(() => openPhoto(services, "999999", id, own("P2")), "PHOTO_NOT_FOUND");
  },
);

operationTest("openPhoto() hides a photo until the giver has opened the gift", async (services) => {
  const { game, own } = await makeRing(services);
  const photo = await addPhoto(services, game.code, bytes, own("P2"), CLIENT);
  await setWishes(
    services,
    game.code,
    { action: "setWishes", revision: 0, wishes: [{ ...TEA, photo }] },
    own("P2"),
  );
  await refused(() => openPhoto(services, game.code, photo, own("P1")), "PHOTO_NOT_FOUND");
  await openGame(services, game.code, own("P1"), { markViewed: true });
  await openPhoto(services, game.code, photo, own("P1"));
});

Deno.test("forgetPhotos() overwrites what it has erased, if anything", async () => {
  for (const [erased, expected] of [[0, 0], [2, 1]] as const) {
    let overwritten = 0;
    await forgetPhotos({
      store: {
        forgetLoosePhotos: () => Promise.resolve(erased),
        overwriteErased: () => Promise.resolve(++overwritten > 0),
      },
    });
    assert.equal(overwritten, expected);
  }
});
