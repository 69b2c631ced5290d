import assert from "node:assert/strict";
import type { Context } from "fresh";
import {
  amend,
  type MailingServices,
  makeRing,
  operationTest,
  person,
  refused,
  reread,
} from "@/tests/support/operations.ts";
import { authorizeParticipant } from "../../game/access.ts";
import { GameError } from "../../game/errors.ts";
import { participantView } from "../../game/views.ts";
import type { State } from "../../state.ts";
import { openByPost } from "./by_post.ts";
import { keptGiftsOf, openedGiftOf, openKeptGift } from "./kept_gifts.ts";
import { openOwnGame, orGamePage } from "./own_game.ts";

/** P1 gives to P2 and so on; P3 keeps P1's gift. */
async function kept(services: MailingServices, fields: Record<string, unknown> = {}) {
  const ring = await makeRing(services, { keepers: [["P3", "P1"]], ...fields });
  const { game } = ring;
  await amend(services, game, {
    participants: game.participants.map((one) => ({ ...one, wish: `Wish of ${one.name}` })),
  });
  const see = async (name: string) => {
    const present = await reread(services, game);
    const access = authorizeParticipant(present, ring.own(name), services.tokens);
    return { present, access, view: participantView(present, access, services.tokens, new Date()) };
  };
  const id = (await see("P3")).view.keeping[0]?.participantId ?? assert.fail();
  return { ...ring, see, id };
}

/** A page's context for the person signed in with this cookie. */
function pageOf(services: MailingServices, code: string, cookie: string, query = "") {
  const url = new URL(`http://localhost/games/${code}${query}`);
  return Object.assign(Object.create(null), {
    req: new Request(url, { headers: cookie ? { cookie } : {} }),
    url,
    params: { code },
    state: { services, origin: "http://localhost" },
    redirect: (location: string, status: number) =>
      new Response(null, { status, headers: { location } }),
  }) as Context<State>;
}

operationTest(
  "openKeptGift() opens it for its owner, only through their keeper",
  async (services) => {
    const { game, own, see, id } = await kept(services);
    const open = (name: string, kept = id) => openKeptGift(services, game.code, own(name), kept);
    await refused(() => open("P2"), "NOT_KEPT");
    await refused(() => open("P3", person(game, "P2").id), "NOT_KEPT");
    await refused(() => open("P3", ""), "NOT_KEPT");
    await refused(
      () =>
        openKeptGift(services, game.code, { organizerToken: services.tokens.organizer(game) }, id),
      "INVALID_TOKEN",
    );
    const wrapped = async () => {
      const { present, access, view } = await see("P3");
      return keptGiftsOf(present, access, view)
        .map(({ name, hasBeenOpened }) => `${name} ${hasBeenOpened}`);
    };
    const contentOf = async (name: string, keptId: string | null) => {
      const { present, access, view } = await see(name);
      const content = openedGiftOf(present, access, view, keptId);
      return content && [content.receiver.name, content.receiver.wish, content.keptFor];
    };
    assert.deepEqual(await wrapped(), ["P1 false"]);
    assert.equal(await contentOf("P3", id), null);
    const show = () => openKeptGift(services, game.code, own("P3"), id, false);
    await refused(show, "WISH_NOT_FOUND");
    assert.deepEqual(await wrapped(), ["P1 false"], "a form on an open gift opens none");
    const { name, wish } = await open("P3");
    assert.deepEqual([name, wish], ["P2", "Wish of P2"]);
    assert.deepEqual(await wrapped(), ["P1 true"]);
    assert.deepEqual(await contentOf("P3", id), ["P2", "Wish of P2", "P1"]);
    assert.deepEqual(await contentOf("P1", null), ["P2", "Wish of P2", null]);
    assert.equal(await contentOf("P3", null), null, "their own is still closed");
    assert.equal(await contentOf("P2", id), null);
    const { viewedAt } = person(await reread(services, game), "P1");
    await open("P3");
    assert.equal((await show()).name, "P2");
    assert.equal(person(await reread(services, game), "P1").viewedAt, viewedAt);
  },
);

operationTest("openOwnGame() requires a sign-in by token", async (services) => {
  const { game, own } = await kept(services, { isProtected: false, language: "fr" });
  const { code } = game;
  const open = (cookie: string) => openOwnGame(pageOf(services, code, cookie));
  const { access, reader } = await open(`participant_${code}=${own("P2").participantToken}`);
  assert.deepEqual([access.participant.name, reader.language], ["P2", "fr"]);
  await refused(() => open(`participant_${code}=wrong`), "INVALID_TOKEN");
  for (const cookie of [`participant_${code}=id.${person(game, "P2").id}`, ""]) {
    await refused(() => open(cookie), "TOKEN_REQUIRED");
  }
  const show = (error: Error) =>
    orGamePage(pageOf(services, code, ""), () => Promise.reject(error));
  const answer = await show(new GameError("TOKEN_REQUIRED", { which: "participant" }));
  assert(answer instanceof Response);
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, `/games/${code}`]);
  await assert.rejects(show(new GameError("SERVICE_BUSY", { retryAfter: 1 })));
  await assert.rejects(show(new GameError("TOO_MANY_REQUESTS", { retryAfter: 1 })));
  await assert.rejects(show(new Error("a defect")), /defect/);
});

operationTest("openByPost() shows where to send to once the gift is opened", async (services) => {
  const { game, own, id } = await kept(services, { byPost: true });
  const cookie = (name: string) => `participant_${game.code}=${own(name).participantToken}`;
  const open = (name: string, query = "") =>
    openByPost(pageOf(services, game.code, cookie(name), query));
  const forOne = `?for=${id}`;
  assert.equal((await open("P1")).sendTo, undefined);
  assert.equal((await open("P3", forOne)).sendTo, undefined);
  await openKeptGift(services, game.code, own("P3"), id);
  assert.equal((await open("P1")).sendTo, null);
  const { kept: person3, sendTo, ownAddress } = await open("P3", forOne);
  assert.deepEqual([person3?.name, person3?.address, sendTo, ownAddress], [
    "P1",
    "none",
    null,
    null,
  ]);
  assert.equal((await open("P3")).kept, null);
  await refused(() => open("P2", forOne), "NOT_KEPT");
  await refused(() => open("P3", `?for=${person(game, "P2").id}`), "NOT_KEPT");
  await amend(services, game, { byPost: false });
  await refused(() => open("P1"), "NOT_BY_POST");
});

operationTest("openKeptGift() shows items only to readers with their token", async (services) => {
  const { game, own, id } = await kept(services, { isProtected: false });
  const byToken = await openKeptGift(services, game.code, own("P3"), id);
  assert.deepEqual([byToken.wishes, byToken.markedWishes], [[], []]);
  const credential = { participantId: person(game, "P3").id };
  const byId = await openKeptGift(services, game.code, credential, id);
  assert.deepEqual([byId.name, byId.wishes], ["P2", undefined]);
});
