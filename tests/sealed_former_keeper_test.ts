/** Places of a sealed game whose gift was opened before their first link, or whose link has ended without a newer one. */
import assert from "node:assert/strict";
import type { Participant } from "@/lib/game/types.ts";
import { type TestApp, testAppOnBoth } from "./support/app.ts";
import { type CreatedGame, refuses } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";
import { inDays, people } from "./support/games.ts";
import { issueClaim, readWithTokens, takePlace } from "./support/sealed_games.ts";
import { named } from "./support/views.ts";

const FAMILY = [
  { name: "Mum", email: "mum@example.org" },
  { name: "Kid", email: "" },
  { name: "Ben", email: "ben@example.org" },
  { name: "Cy", email: "" },
  { name: "Dee", email: "dee@example.org" },
];

async function read(app: TestApp, path: string, cookie: string): Promise<string> {
  const headers = { cookie: `${cookie}; lang=en` };
  return await (await app.fetch(new Request(`http://localhost${path}`, { headers }))).text();
}

/** A participant's page. */
const readOwn = (app: TestApp, { code }: CreatedGame, token: string) =>
  read(app, `/games/${code}`, `participant_${code}=${token}`);

const readOrganizer = (app: TestApp, { code, organizerToken }: CreatedGame, path: string) =>
  read(app, `/games/${code}${path}`, `organizer_${code}=${organizerToken}`);

/** A family in which Mum has opened Kid's gift for them, and has another link now. */
async function createFormerlyKept(app: TestApp): Promise<CreatedGame> {
  const { client } = app;
  const game = await client.createGame({
    ...{ isSealed: true, sendEmails: true, participants: FAMILY },
    keepers: [["Mum", "Kid"]],
  });
  const { token: participantToken } = named(await readWithTokens(app, game, "Kid"), "Mum");
  assert((await client.readAsParticipant(game, { participantToken })).keeping[0]?.receiver);
  await client.manage(game, "regenerateToken", { participantId: named(game, "Mum").id });
  return game;
}

testAppOnBoth(
  "a person whose keeper is gone gets a link, and reads why it is locked",
  async (app) => {
    const game = await createFormerlyKept(app);
    const kid = named(game, "Kid").id;
    assert.match(await readOrganizer(app, game, `/organize/people/${kid}`), /No link yet/);
    assert.match(await readOrganizer(app, game, "/created"), /Create all missing links/);
    const { organizerToken } = game;
    await app.client.patchGame(game, { action: "issueClaim", organizerToken });
    assert(named(await app.client.readAsOrganizer(game), "Kid").claim, "among all missing links");
    const { isWithheld, participantToken: token } = await takePlace(app, game, "Kid");
    assert.equal(isWithheld, true, "only this tells that someone has looked");
    const page = await readOwn(app, game, token);
    assert.match(page, /Your gift was opened before you joined, so it stays closed here/);
    assert.doesNotMatch(page, /your old link/);
  },
);

testAppOnBoth("a gift stays closed to its person if one of two keepers is gone", async (app) => {
  const { client } = app;
  const game = await client.createGame({
    ...{ isSealed: true, sendEmails: true, participants: [...FAMILY, ...people(2)] },
    keepers: [["Mum", "Kid"], ["Ben", "Kid"]],
  });
  const { token: participantToken } = named(await readWithTokens(app, game, "Kid"), "Mum");
  assert((await client.readAsParticipant(game, { participantToken })).keeping[0]?.receiver);
  await client.manage(game, "regenerateToken", { participantId: named(game, "Mum").id });
  const { isWithheld, participantToken: token } = await takePlace(app, game, "Kid");
  assert.equal(isWithheld, true, "the page names Ben alone");
  assert.match(await readOwn(app, game, token), /Your gift was opened before you joined/);
});

testAppOnBoth(
  "a draw opens a gift to its person that only a former keeper had opened",
  async (app) => {
    const game = await createFormerlyKept(app);
    await app.client.manage(game, "reassignAll", {});
    assert.equal(named(await app.client.readAsOrganizer(game), "Kid").viewedAt, null);
    assert.match(await readOrganizer(app, game, "/organize/room"), />Kid</);
    const { isWithheld, participantToken: token } = await takePlace(app, game, "Kid");
    assert.equal(isWithheld, false);
    assert.doesNotMatch(await readOwn(app, game, token), /before you joined/);
  },
);

testAppOnBoth("a newcomer in a place whose gift was opened reads of no old link", async (app) => {
  const { client } = app;
  const game = await client.createGame({ isSealed: true, participants: people(4) });
  const { token: participantToken } = named(await readWithTokens(app, game, ""), "P2");
  await client.readAsParticipant(game, { participantToken });
  await client.manage(game, "replaceParticipant", {
    participantId: named(game, "P2").id,
    participantName: "Zoe",
  });
  const zoe = named(await readWithTokens(app, game, ""), "Zoe").token;
  const page = await readOwn(app, game, zoe);
  assert.match(page, /Your gift was opened before you joined, so it stays closed here/);
  assert.doesNotMatch(page, /your old link/);
});

testAppOnBoth(
  "a gift that an earlier release locked after the room has no old link",
  async (app) => {
    const { client, services: { store } } = app;
    const participants = people(4).map(({ name }) => ({ name }));
    const game = await client.createGame({ isSealed: true, participants });
    const { organizerToken } = game;
    const participantId = named(game, "P2").id;
    await client.patchGame(game, { action: "openInRoom", organizerToken, participantId });
    const { participantToken: token } = await takePlace(app, game, "P2");
    const lock = (facts: Partial<Participant>) =>
      store.changeGame(game.code, (stored) => {
        assert(stored);
        const participants = stored.participants.map((one) =>
          one.name === "P2" ? { ...one, revealBlockedForTokenVersion: 1, ...facts } : one
        );
        return { game: { ...stored, participants }, outbox: null, result: undefined };
      });
    await lock({});
    assert.match(await readOwn(app, game, token), /Your gift was opened before you joined/);
    // Names were drawn since, and a first link opened the later gift.
    await lock({ openedInRoomAt: "2026-01-01T00:00:00.000Z" });
    assert.match(await readOwn(app, game, token), /It was opened with your old link/);
  },
);

testAppOnBoth(
  "the warning of an opening before the claim ends with a draw after the claim, not with one before it",
  async (app) => {
    const { client } = app;
    using clock = new SetClock();
    const game = await client.createGame({
      isSealed: true,
      participants: people(5),
      date: inDays(20),
    });
    const { token: participantToken } = named(await readWithTokens(app, game, ""), "P2");
    const look = async () => {
      clock.move(1);
      await client.readAsParticipant(game, { participantToken });
    };
    await look();
    clock.move(1);
    await client.manage(game, "reassignAll", {});
    await look();
    clock.move(1);
    const { participantToken: token } = await takePlace(app, game, "P2");
    const warned = /Your gift was opened on [^<]+, before you joined/;
    assert.match(await readOwn(app, game, token), warned);
    // If that link agrees, nothing else tells that someone has looked.
    const agreed = await client.patchGame(game, { action: "agreeHandover", participantToken });
    assert.equal(agreed.status, 200);
    assert.match(await readOwn(app, game, token), warned);
    clock.move(1);
    await client.manage(game, "reassignAll", {});
    const page = await readOwn(app, game, token);
    assert.doesNotMatch(page, /before you joined|Your gift was first opened/);
    assert.match(page, /You joined on/);
  },
);

testAppOnBoth(
  "no one gets a link to the place of an erased person of a sealed game",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({
      ...{ isSealed: true, sendEmails: true, participants: FAMILY, date: inDays(0) },
      ...{ timeZone: "UTC" },
    });
    const { participantToken: token, claimToken } = await takePlace(app, game, "Cy");
    await client.eraseMe(game, token);
    const view = await client.readAsOrganizer(game);
    const erased = view.participants.find(({ name }) => !FAMILY.some((one) => one.name === name));
    assert(erased);
    const { organizerToken } = game;
    for (
      const body of [
        { action: "issueClaim" },
        { action: "regenerateToken" },
        { action: "updateParticipantDetails", email: "mine@example.org" },
      ]
    ) {
      const refused = await client.patchGame(game, {
        ...body,
        ...{ organizerToken, participantId: erased.id },
      });
      refuses(refused, 404, "PARTICIPANT_NOT_FOUND");
    }
    const page = await readOrganizer(app, game, `/organize/people/${erased.id}`);
    assert.match(page, /Edit Former participant/);
    assert.doesNotMatch(page, /value="issueClaim"|name="email"|Create a link to share/);
    assert.doesNotMatch(await readOrganizer(app, game, "/created"), /Former participant/);
    const ended = await read(app, `/games/${game.code}/c/${claimToken}`, "none=");
    assert.match(ended, /This link doesn’t work/);
    assert.doesNotMatch(ended, /newer one|for a new link/);
  },
);

testAppOnBoth("a link that has ended promises no newer one if there is none", async (app) => {
  const { client } = app;
  const participants = people(4).map(({ name }) => ({ name }));
  const game = await client.createGame({ isSealed: true, participants });
  const { participantToken: token, claimToken } = await takePlace(app, game, "P2");
  const renew = () =>
    client.manage(game, "regenerateToken", { participantId: named(game, "P2").id });
  await renew();
  const claim = () => read(app, `/games/${game.code}/c/${claimToken}`, "none=");
  const ended = await claim();
  assert.match(ended, /This link doesn’t work/);
  assert.match(ended, /Ask the organizer for a new link/);
  assert.doesNotMatch(ended, /newer one/);
  const former = await readOwn(app, game, token);
  assert.match(
    former,
    /This link doesn’t work[^]*It was replaced, and nobody has the new one yet\. Ask the organizer for a new link/,
  );
  assert.doesNotMatch(former, /newer link|Yes, I got it/);
  const agree = () => client.patchGame(game, { action: "agreeHandover", participantToken: token });
  refuses(await agree(), 403, "INVALID_TOKEN");
  const again = await takePlace(app, game, "P2");
  assert.match(await claim(), /There’s a newer one for P2/);
  const asked = await readOwn(app, game, token);
  assert.match(asked, /you have a newer link[^]*Yes, I got it/);
  assert.equal(again.isWithheld, true);
  assert.equal((await agree()).status, 200);
  const { participantToken } = again;
  assert.equal((await client.readAsParticipant(game, { participantToken })).isWithheld, false);
});

testAppOnBoth("an expired claim of a place is no threat to its link", async (app) => {
  using clock = new SetClock();
  const game = await app.client.createGame({
    ...{ isSealed: true, participants: people(4), date: inDays(90) },
  });
  await issueClaim(app.client, game, "P2");
  const { token } = named(await readWithTokens(app, game, "P2"), "P2");
  assert.match(await readOwn(app, game, token), /nobody has used it yet/);
  clock.move(31 * 24);
  assert.doesNotMatch(await readOwn(app, game, token), /nobody has used it yet/);
});
