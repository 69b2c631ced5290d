/** What a later link of a sealed place shows of an earlier one's actions: its holder may be the organizer. */
import assert from "node:assert/strict";
import { messagesViewSchema } from "@/lib/game/messages.ts";
import { type TestApp, testAppOnBoth } from "./support/app.ts";
import { type CreatedGame, refuses } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";
import { readMessages, say, textsOf } from "./support/messages.ts";
import { readWithTokens, takePlace } from "./support/sealed_games.ts";
import { named } from "./support/views.ts";

const NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve"];
const ADDRESS = { lines: ["Ana Ahorn", "Ahornweg 1"], country: "DE" };

/** Drawn by the service; no one has opened a gift. */
function createSealed({ client }: TestApp, body: object = {}): Promise<CreatedGame> {
  const participants = NAMES.map((name) => ({ name }));
  return client.createGame({ isSealed: true, byPost: true, participants, ...body });
}

async function linkOf(app: TestApp, game: CreatedGame, name: string) {
  return { participantToken: named(await readWithTokens(app, game, name), name).token };
}

testAppOnBoth(
  "a handover shows no address or list that an even earlier link entered",
  async (app) => {
    const { client } = app;
    const game = await createSealed(app, { draw: "later" });
    const participantId = named(game, "Ana").id;
    const first = await linkOf(app, game, "Ana");
    await client.act(game, "updateAddress", { ...first, ...ADDRESS });
    const set = { action: "setWishes", ...first, wishes: [{ title: "A teapot" }], revision: 0 };
    assert.equal((await client.patchGame(game, set)).status, 200);
    // The organizer enters their own address, opens the gift with that link, renews it, and agrees with themselves.
    const email = "organizer@example.org";
    await client.manage(game, "updateParticipantDetails", { participantId, email });
    const second = await linkOf(app, game, "Ana");
    await client.manage(game, "drawNames", {});
    const { receiver } = await client.readAsParticipant(game, second);
    await client.manage(game, "regenerateToken", { participantId });
    const third = await linkOf(app, game, "Ana");
    const agree = (shown: object) => client.patchGame(game, { action: "agreeHandover", ...shown });
    refuses(await agree(first), 403, "INVALID_TOKEN");
    assert.equal((await agree(second)).status, 200);
    const view = await client.readAsParticipant(game, third);
    assert.deepEqual([view.isWithheld, view.receiver?.name], [false, receiver?.name]);
    assert.equal(view.postalAddress, null);
    const headers = { "x-participant-token": third.participantToken };
    const texts = [await client.getGame(game, third), await client.getOwnData(game, headers)];
    for (const { text } of texts) {
      assert(!text.includes("Ahornweg"));
      assert(!text.includes("teapot"));
    }
    // The giver still sees both.
    const { participants } = await readWithTokens(app, game, "Ana");
    const all = await Promise.all(
      participants.map(({ token: participantToken }) => client.getGame(game, { participantToken })),
    );
    for (const secret of ["Ahornweg", "teapot"]) {
      assert.equal(all.filter(({ text }) => text.includes(secret)).length, 1, secret);
    }
  },
);

testAppOnBoth(
  "only the person who entered an address or a list hands it over, even if no gift was opened",
  async (app) => {
    const { client } = app;
    const game = await createSealed(app, { draw: "later" });
    const participantId = named(game, "Ana").id;
    const first = await linkOf(app, game, "Ana");
    await client.act(game, "updateAddress", { ...first, ...ADDRESS });
    const renew = async (email: string) => {
      await client.manage(game, "updateParticipantDetails", { participantId, email });
      return await linkOf(app, game, "Ana");
    };
    const second = await renew("organizer@example.org");
    const set = { action: "setWishes", ...second, wishes: [{ title: "A teapot" }], revision: 0 };
    assert.equal((await client.patchGame(game, set)).status, 200);
    const third = await renew("ana@example.org");
    const agree = (shown: object) => client.patchGame(game, { action: "agreeHandover", ...shown });
    const show = async ({ participantToken }: { participantToken: string }) => {
      const cookie = `participant_${game.code}=${participantToken}; lang=en`;
      const url = `http://localhost/games/${game.code}`;
      return await (await app.fetch(new Request(url, { headers: { cookie } }))).text();
    };
    const seen = async (link: { participantToken: string }) => {
      const { text } = await client.getGame(game, link);
      return ["Ahornweg", "teapot"].map((secret) => text.includes(secret));
    };
    assert.match(await show(first), /wish list or mailing address[^]*value="agreeHandover"/);
    assert.doesNotMatch(await show(first), /open your gift|Ahornweg|teapot/);
    // Each link hands over what it entered.
    assert.deepEqual(await seen(third), [false, false]);
    assert.equal((await agree(second)).status, 200);
    assert.deepEqual(await seen(third), [false, true]);
    assert.equal((await agree(first)).status, 200);
    assert.deepEqual(await seen(third), [true, true]);
    for (const link of [first, second]) {
      refuses(await agree(link), 403, "INVALID_TOKEN");
      assert.doesNotMatch(await show(link), /value="agreeHandover"/);
    }
    // It opens their gift, but no gift that another link opens later.
    await client.manage(game, "drawNames", {});
    assert((await client.readAsParticipant(game, third)).receiver);
    const fourth = await renew("organizer@example.org");
    for (const link of [first, second]) refuses(await agree(link), 403, "INVALID_TOKEN");
    assert.equal((await client.readAsParticipant(game, fourth)).isWithheld, true);
    assert.deepEqual(await seen(fourth), [false, false]);
  },
);

/** A page of a link's holder, or the result of a form on it. */
async function open(
  app: TestApp,
  { code }: CreatedGame,
  { participantToken }: { participantToken: string },
  page = "",
  fields?: Record<string, string>,
): Promise<string> {
  const url = `http://localhost/games/${code}${page}`;
  const headers = {
    cookie: `participant_${code}=${participantToken}; lang=en`,
    "sec-fetch-site": "same-origin",
  };
  const sent = fields && { method: "POST", body: new URLSearchParams(fields) };
  const response = await app.fetch(new Request(url, { headers, ...sent }));
  const location = response.headers.get("location");
  const text = await response.text();
  if (location === null) return text;
  return await (await app.fetch(new Request(new URL(location, url), { headers }))).text();
}

const ADDRESS_OF_OTHER = /There’s an address here for your secret giver/;
const LIST_OF_OTHER = /There’s a wish list here for your secret giver/;

/** Claims Ana's place again. */
async function claimAgain(app: TestApp, game: CreatedGame) {
  const { participantToken } = await takePlace(app, game, "Ana");
  return { participantToken };
}

/** A game whose organizer took Ana's place first, and entered an address and a list. @returns both links */
async function createTakenPlace(app: TestApp) {
  const game = await createSealed(app, { draw: "later" });
  const former = await claimAgain(app, game);
  await app.client.act(game, "updateAddress", { ...former, ...ADDRESS });
  const set = { action: "setWishes", ...former, wishes: [{ title: "A teapot" }], revision: 0 };
  assert.equal((await app.client.patchGame(game, set)).status, 200);
  return { game, former, own: await claimAgain(app, game) };
}

/** Tells whether Ana's giver sees the address, and the list, of the earlier link. */
async function whatGiverSees(app: TestApp, game: CreatedGame): Promise<boolean[]> {
  const { participants } = await readWithTokens(app, game, "Ana");
  const all = await Promise.all(
    participants.map(({ token }) => app.client.getGame(game, { participantToken: token })),
  );
  return ["Ahornweg", "teapot"].map((secret) => all.some(({ text }) => text.includes(secret)));
}

testAppOnBoth(
  "an address and a list of an earlier link are named to the later one, which can delete them",
  async (app) => {
    const { game, own } = await createTakenPlace(app);
    const notesOf = async (page: string) => {
      const text = await open(app, game, own, page);
      assert.doesNotMatch(text, /Ahornweg|teapot/);
      return [ADDRESS_OF_OTHER, LIST_OF_OTHER].map((note) => note.test(text));
    };
    assert.deepEqual(await notesOf(""), [true, true]);
    assert.deepEqual(await notesOf("/post"), [true, false]);
    assert.deepEqual(await notesOf("/wishes"), [false, true]);
    assert.doesNotMatch(await open(app, game, own), /You haven’t said where/);
    const other = await linkOf(app, game, "Ben");
    const pages = await Promise.all(
      ["", "/post", "/wishes"].map((page) => open(app, game, other, page)),
    );
    for (const text of pages) {
      assert.doesNotMatch(text, ADDRESS_OF_OTHER);
      assert.doesNotMatch(text, LIST_OF_OTHER);
    }
    await app.client.manage(game, "drawNames", {});
    assert.deepEqual(await whatGiverSees(app, game), [true, true]);
    await open(app, game, own, "/post", { action: "updateAddress", erase: "1" });
    assert.deepEqual(await whatGiverSees(app, game), [false, true]);
    const emptied = await open(app, game, own, "/wishes", {
      revision: "1",
      erase: "1",
      text: "Tea",
    });
    assert.match(emptied, />Tea<\/textarea>/);
    assert.deepEqual(await whatGiverSees(app, game), [false, false]);
    for (const page of ["", "/post", "/wishes"]) {
      assert.deepEqual(await notesOf(page), [false, false], page);
    }
    assert.deepEqual((await open(app, game, own, "/wishes")).includes("Tea<"), false);
  },
);

testAppOnBoth("an empty list and a new address replace earlier ones", async (app) => {
  const { game, own } = await createTakenPlace(app);
  await app.client.manage(game, "drawNames", {});
  const set = { action: "setWishes", ...own, wishes: [], revision: 1 };
  assert.equal((await app.client.patchGame(game, set)).status, 200);
  await app.client.act(game, "updateAddress", { ...own, ...ADDRESS, lines: ["Ana", "Eibenweg 2"] });
  assert.deepEqual(await whatGiverSees(app, game), [false, false]);
  const text = await open(app, game, own);
  assert.doesNotMatch(text, ADDRESS_OF_OTHER);
  assert.doesNotMatch(text, LIST_OF_OTHER);
});

testAppOnBoth("one wish on a personal page replaces no earlier list", async (app) => {
  const { game, former, own } = await createTakenPlace(app);
  await app.client.manage(game, "drawNames", {});
  const typed = await open(app, game, own, "/wishes", { act: "save", text: "Socks" });
  assert.match(typed, LIST_OF_OTHER);
  assert.match(typed, />Socks<\/textarea>/);
  assert.deepEqual(await whatGiverSees(app, game), [true, true]);
  // The person who wrote it can still hand it over.
  const agree = { action: "agreeHandover", ...former };
  assert.equal((await app.client.patchGame(game, agree)).status, 200);
  assert.match(await open(app, game, own, "/wishes"), /teapot/);
});

/** Ends a link in each way that lets another person in. @returns the next one */
const RENEWALS: Record<
  string,
  (app: TestApp, game: CreatedGame) => Promise<{ participantToken: string }>
> = {
  regenerateToken: async (app, game) => {
    const participantId = named(game, "Ana").id;
    await app.client.manage(game, "regenerateToken", { participantId });
    return await linkOf(app, game, "Ana");
  },
  updateParticipantDetails: async (app, game) => {
    const participantId = named(game, "Ana").id;
    const email = "organizer@example.org";
    await app.client.manage(game, "updateParticipantDetails", { participantId, email });
    return await linkOf(app, game, "Ana");
  },
  claimPlace: claimAgain,
};

const NOT_SENT = { isSent: false, hasArrived: false };

for (const [name, renew] of Object.entries(RENEWALS)) {
  testAppOnBoth(
    `${name}: the later link never sees that the earlier one sent a parcel, whatever is drawn`,
    async (app) => {
      const { client } = app;
      const game = await createSealed(app);
      const first = await linkOf(app, game, "Ana");
      const { receiver } = await client.readAsParticipant(game, first);
      assert(receiver);
      await client.act(game, "setParcel", { ...first, sent: true });
      const receiving = await linkOf(app, game, receiver.name);
      await client.act(game, "confirmArrived", receiving);
      const second = await renew(app, game);
      using clock = new SetClock();
      clock.move(32);
      const met = new Set<string>();
      for (let draws = 0; draws < 200 && !met.has(receiver.name); draws++) {
        await client.manage(game, "reassignAll", {});
        const view = await client.readAsParticipant(game, second);
        met.add(view.receiver?.name ?? "");
        assert.deepEqual(view.parcels?.toReceiver, NOT_SENT);
      }
      assert(met.has(receiver.name));
      const { parcels } = await client.readAsParticipant(game, receiving);
      assert.equal(parcels?.toMe, "arrived", "for its receiver it stays");
    },
  );
}

testAppOnBoth(
  "a draw that gives a later link the same receiver shows no earlier mark or message",
  async (app) => {
    const { client } = app;
    const game = await createSealed(app);
    for (const name of NAMES) {
      const own = await linkOf(app, game, name);
      const set = { action: "setWishes", ...own, wishes: [{ title: "A teapot" }], revision: 0 };
      assert.equal((await client.patchGame(game, set)).status, 200);
    }
    const participantId = named(game, "Ana").id;
    /** True if the draw gave Ana the same receiver again. */
    const isSameAfterRenewal = async () => {
      const earlier = await linkOf(app, game, "Ana");
      const { receiver } = await client.readAsParticipant(game, earlier);
      assert(receiver);
      const mark = { action: "markWish", ...earlier, wishId: receiver.wishes?.[0]?.id };
      assert.equal((await client.patchGame(game, { ...mark, bought: true })).status, 200);
      await client.manage(game, "regenerateToken", { participantId });
      const receiving = await linkOf(app, game, receiver.name);
      const ask = { ...receiving, to: "giver", question: "size" };
      assert.equal((await client.patchGame(game, { action: "sendMessage", ...ask })).status, 200);
      await client.manage(game, "reassignAll", {});
      const later = await linkOf(app, game, "Ana");
      const view = await client.readAsParticipant(game, later);
      if (view.receiver?.name !== receiver.name) return false;
      assert.deepEqual(view.receiver.markedWishes, []);
      assert.deepEqual(view.receiver.wishes?.map(({ isBought }) => isBought), [false]);
      const messagesOf = async ({ participantToken }: { participantToken: string }) => {
        const headers = { "x-participant-token": participantToken };
        const { body } = await client.get(`/api/games/${game.code}/messages`, headers);
        return messagesViewSchema.parse(body);
      };
      const { toReceiver, earlier: over, unread } = await messagesOf(later);
      assert.deepEqual([toReceiver, over, unread.receiver], [[], [], 0]);
      const [asked] = (await messagesOf(receiving)).toGiver;
      assert.equal(asked?.question, "size", "its writer keeps it");
      return true;
    };
    for (let attempt = 0; attempt < 25; attempt++) {
      if (await isSameAfterRenewal()) return;
    }
    assert.fail("Ana never got the same receiver again");
  },
);

testAppOnBoth("a handover keeps the pair's marks and messages", async (app) => {
  const { client } = app;
  const game = await createSealed(app);
  const first = await claimAgain(app, game);
  const { receiver } = await client.readAsParticipant(game, first);
  const receiving = await linkOf(app, game, receiver?.name ?? "");
  const set = { action: "setWishes", ...receiving, wishes: [{ title: "A teapot" }], revision: 0 };
  assert.equal((await client.patchGame(game, set)).status, 200);
  const wishId = (await client.readAsParticipant(game, first)).receiver?.wishes?.[0]?.id;
  const mark = { action: "markWish", ...first, wishId, bought: true };
  assert.equal((await client.patchGame(game, mark)).status, 200);
  await say(client, game, { token: first.participantToken }, { to: "receiver", text: "Red?" });
  const second = await claimAgain(app, game);
  await say(client, game, { token: receiving.participantToken }, { to: "giver", text: "Blue" });
  assert.equal((await client.readAsParticipant(game, second)).receiver, null);
  const read = async () => {
    const { toReceiver } = await readMessages(client, game, { token: second.participantToken });
    return textsOf(toReceiver);
  };
  assert.deepEqual(await read(), []);
  const agree = { action: "agreeHandover", ...first };
  assert.equal((await client.patchGame(game, agree)).status, 200);
  const view = await client.readAsParticipant(game, second);
  assert.deepEqual(view.receiver?.markedWishes?.map(({ title }) => title), ["A teapot"]);
  assert.deepEqual(await read(), ["> Red?", "< Blue"]);
});
