import assert from "node:assert/strict";
import { PHOTOS } from "@/tests/support/photos.ts";
import {
  amend,
  CLIENT,
  type MailingServices,
  makeRing,
  operationTest,
  person,
  refused,
  reread,
  shownBy,
} from "@/tests/support/operations.ts";
import type { Game } from "../game/types.ts";
import { openGame } from "./open.ts";
import { addPhoto, openPhoto } from "./photos.ts";
import { giftsOf, readOwnPhotos, readWishes, viewWithWishes } from "./shown_wishes.ts";
import { setWishes } from "./wishes.ts";

const bytes = PHOTOS.get("opaque PNG") ?? assert.fail();

/** Access of a participant with their token. */
async function openAs(services: MailingServices, game: Game, name: string, markViewed = true) {
  const shown = shownBy(services, await reread(services, game), name);
  const opened = await openGame(services, game.code, shown, { markViewed });
  const { access } = opened;
  return access.role === "participant" ? { ...opened, access } : assert.fail("no participant");
}

function list(services: MailingServices, game: Game, name: string, photo: string | null = null) {
  const tea = { title: "Tea", url: "", price: null, note: "", photo };
  const body = { action: "setWishes" as const, wishes: [tea], revision: 0 };
  return setWishes(services, game.code, body, shownBy(services, game, name));
}

operationTest(
  "readWishes() reads the lists and marks that the reader may see, and no other",
  async (services) => {
    const { game } = await makeRing(services, { keepers: [["P4", "P1"]] });
    const read: string[] = [];
    const noting = (what: string) => (_: string, numbers: readonly number[]) => {
      read.push(`${what} ${numbers}`);
      return Promise.resolve([]);
    };
    const store = Object.assign(Object.create(services.store), {
      readWishLists: noting("lists"),
      readWishMarks: noting("marks"),
    });
    const reads = async (name: string) => {
      const { game: current, access } = await openAs(services, game, name);
      read.length = 0;
      const found = await readWishes({ store }, current, access);
      assert.deepEqual(found, { lists: [], marks: [] });
      return read.splice(0);
    };
    assert.deepEqual(await reads("P1"), []);
    await list(services, game, "P2");
    for (
      const [name, expected] of [
        ["P1", ["lists 2", "marks 1"]],
        ["P2", ["lists 2"]],
        ["P3", []],
        ["P4", ["lists 2", "marks 1"]],
      ] as const
    ) assert.deepEqual(await reads(name), expected, name);
    await list(services, game, "P1");
    assert.deepEqual(await reads("P4"), ["lists 1,2", "marks 4,1"]);
    assert.deepEqual(await reads("P1"), ["lists 1,2", "marks 1"]);

    const byId = await openGame(
      services,
      (await amend(services, game, { isProtected: false })).code,
      { participantId: person(game, "P1").id },
      { markViewed: false },
    );
    await viewWithWishes({ ...services, store }, byId);
    assert.deepEqual(read, [], "an id is not enough");
  },
);

operationTest(
  "giftsOf() has one's own gift first, and then kept gifts, once they may be seen",
  async (services) => {
    const { game } = await makeRing(services, { keepers: [["P4", "P1"], ["P4", "P2"]] });
    const gifts = async (seesAssignment: boolean) => {
      const { game: current, access } = await openAs(services, game, "P4", false);
      return giftsOf(current, { ...access, seesAssignment })
        .map(({ giver, receiver }) => `${giver.name} ${receiver}`);
    };
    assert.deepEqual(await gifts(false), []);
    assert.deepEqual(await gifts(true), ["P4 1", "P1 2", "P2 3"]);
  },
);

operationTest(
  "a new link of a sealed game shows the former link's photos only on a list that is handed over",
  async (services) => {
    const { game } = await makeRing(services, { isSealed: true });
    const own = () => shownBy(services, game, "P2");
    const photo = await addPhoto(services, game.code, bytes, own(), CLIENT);
    const loose = await addPhoto(services, game.code, bytes, own(), CLIENT);
    await list(services, game, "P2", photo);
    await openAs(services, game, "P1");
    const seen = async () => {
      const { game: current, access } = await openAs(services, game, "P2", false);
      const photos = await readOwnPhotos(services, current, access);
      const opened: string[] = [];
      for (const id of [photo, loose]) {
        const credential = shownBy(services, current, "P2");
        await openPhoto(services, game.code, id, credential).then(
          () => opened.push(id),
          (error) => assert.equal(error.code, "PHOTO_NOT_FOUND"),
        );
      }
      return { photos, opened };
    };
    const both = { photos: [photo, loose], opened: [photo, loose] };
    assert.deepEqual(await seen(), both);
    const { participants } = await reread(services, game);
    const renewed = participants.map((one) =>
      one.name === "P2" ? { ...one, tokenVersion: 2 } : one
    );
    await amend(services, game, { participants: renewed });
    assert.deepEqual(await seen(), { photos: [], opened: [] });
    const giver = shownBy(services, game, "P1");
    await openPhoto(services, game.code, photo, giver);
    await refused(() => openPhoto(services, game.code, loose, giver), "PHOTO_NOT_FOUND");
    await services.store.changeGameById(game.id, (current) => ({
      game: current,
      wishList: { participant: 2, version: 2 },
      outbox: null,
      result: undefined,
    }));
    assert.deepEqual(await seen(), { photos: [photo], opened: [photo] });
    await amend(services, game, { sealBrokenAt: new Date().toISOString() });
    assert.deepEqual(await seen(), { photos: [], opened: [] }, "the organizer may see them now");
  },
);
