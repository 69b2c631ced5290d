import assert from "node:assert/strict";
import { people } from "@/tests/support/games.ts";
import { PHOTOS } from "@/tests/support/photos.ts";
import {
  amend,
  CLIENT,
  type MailingServices,
  makeStored,
  operationTest,
  person,
  refused,
  reread,
  shownBy,
} from "@/tests/support/operations.ts";
import type { Game } from "../game/types.ts";
import { archiveGame, performAction } from "./change.ts";
import { openGame } from "./open.ts";
import { addPhoto, openPhoto } from "./photos.ts";
import { agreeHandover, openClaim, openFormerPlace } from "./seal.ts";
import { setWishes } from "./wishes.ts";

/** A sealed game in which P1 has opened their gift, and the organizer has renewed their link since. */
async function handedOver(services: MailingServices) {
  const { tokens } = services;
  const game = await makeStored(services, { isSealed: true, participants: people(4) });
  const former = tokens.participant(game, person(game, "P1"));
  await openGame(services, game.code, { participantToken: former }, { markViewed: true });
  const wishes = [{ title: "Tea", url: "", price: null, note: "", photo: null }];
  const list = { action: "setWishes" as const, wishes, revision: 0 };
  await setWishes(services, game.code, list, { participantToken: former });
  await performAction(services, game.code, {
    action: "regenerateToken",
    organizerToken: tokens.organizer(game),
    participantId: person(game, "P1").id,
  }, {});
  const present = tokens.participant(game, person(await reread(services, game), "P1"));
  return { game, former, present };
}

operationTest("agreeHandover() is for the former holder of a gift alone", async (services) => {
  const { game, former, present } = await handedOver(services);
  const isWithheld = async () =>
    person(await reread(services, game), "P1").revealBlockedForTokenVersion !== null;
  const agree = (token?: string) => agreeHandover(services, game.code, token);
  assert.equal((await openFormerPlace(services, game.code, former))?.isAsked, true);
  for (const token of [present, services.tokens.organizer(game), "wrong"]) {
    await refused(() => agree(token), "INVALID_TOKEN");
    assert.equal(await openFormerPlace(services, game.code, token), null);
  }
  await refused(() => agree(), "TOKEN_REQUIRED");
  await refused(() => agreeHandover(services, "999999", former), "GAME_NOT_FOUND");
  assert.equal(await isWithheld(), true);
  const wishLists = async () =>
    (await reread(services, game)).wishLists.map((
      { participant, version },
    ) => [participant, version]);
  await agree(former);
  assert.equal(await isWithheld(), false);
  assert.deepEqual(await wishLists(), [[1, 2]], "with the list that was written before");
  assert.equal((await openFormerPlace(services, game.code, former))?.isAsked, false);
  await refused(() => agree(former), "INVALID_TOKEN");
});

operationTest("a game that hides nothing knows no former holder", async (services) => {
  const { game, former } = await handedOver(services);
  await amend(services, game, { sealBrokenAt: new Date().toISOString() });
  assert.equal(await openFormerPlace(services, game.code, former), null);
  await refused(() => agreeHandover(services, game.code, former), "INVALID_TOKEN");
  const { game: over, former: left } = await handedOver(services);
  await archiveGame(services, over.code, services.tokens.organizer(over));
  assert.equal(await openFormerPlace(services, over.code, left), null);
});

operationTest("openClaim() says whose place it is, and changes nothing", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services, { isSealed: true, participants: people(4) });
  await performAction(services, game.code, {
    action: "issueClaim",
    organizerToken: tokens.organizer(game),
    participantId: person(game, "P2").id,
  }, {});
  const before = await reread(services, game);
  const claimToken = tokens.claim(game, person(before, "P2"));
  const { participant, state } = await openClaim(services, game.code, claimToken);
  assert.deepEqual([participant.name, state], ["P2", "open"]);
  assert.deepEqual(await reread(services, game), before);
  await refused(() => openClaim(services, game.code, "wrong"), "INVALID_TOKEN");
  await archiveGame(services, game.code, tokens.organizer(game));
  await refused(() => openClaim(services, game.code, claimToken), "GAME_NOT_FOUND");
});

operationTest("a person who has erased themselves is no former holder", async (services) => {
  const { game, former } = await handedOver(services);
  const { participants } = await reread(services, game);
  assert(await openFormerPlace(services, game.code, former));
  await amend(services, game, {
    participants: participants.map((one) =>
      one.name === "P1" ? { ...one, erasedAt: game.createdAt } : one
    ),
  });
  assert.equal(await openFormerPlace(services, game.code, former), null);
});

/** Renews P1's link at the organizer's request. @returns the new one */
async function renewed(services: MailingServices, game: Game) {
  const { tokens } = services;
  await performAction(services, game.code, {
    action: "regenerateToken",
    organizerToken: tokens.organizer(game),
    participantId: person(game, "P1").id,
  }, {});
  return { participantToken: tokens.participant(game, person(await reread(services, game), "P1")) };
}

operationTest(
  "agreeHandover() hands over the photos on the list, and no others",
  async (services) => {
    const game = await makeStored(services, { isSealed: true, participants: people(4) });
    const former = shownBy(services, game, "P1");
    await openGame(services, game.code, former, { markViewed: true });
    const bytes = PHOTOS.get("opaque PNG") ?? assert.fail();
    const add = () => addPhoto(services, game.code, bytes, former, CLIENT);
    const [photo, loose] = [await add(), await add()];
    const wishes = [{ title: "Tea", url: "", price: null, note: "", photo }];
    await setWishes(services, game.code, { action: "setWishes", wishes, revision: 0 }, former);
    const present = await renewed(services, game);
    await agreeHandover(services, game.code, former.participantToken);
    assert.equal((await openPhoto(services, game.code, photo, present)).photo.id, photo);
    await refused(() => openPhoto(services, game.code, loose, present), "PHOTO_NOT_FOUND");
  },
);

operationTest(
  "agreeHandover() hands over no list that another link has written",
  async (services) => {
    const game = await makeStored(services, { isSealed: true, participants: people(4) });
    const first = shownBy(services, game, "P1");
    await openGame(services, game.code, first, { markViewed: true });
    const second = await renewed(services, game);
    const wishes = [{ title: "Tea", url: "", price: null, note: "", photo: null }];
    await setWishes(services, game.code, { action: "setWishes", wishes, revision: 0 }, second);
    await renewed(services, game);
    await agreeHandover(services, game.code, first.participantToken);
    const after = await reread(services, game);
    assert.equal(person(after, "P1").revealBlockedForTokenVersion, null, "the gift is theirs");
    assert.deepEqual(after.wishLists.map(({ version }) => version), [2]);
  },
);
