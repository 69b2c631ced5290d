import assert from "node:assert/strict";
import { type ParticipantView, participantViewSchema } from "@/lib/game/view_schemas.ts";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import {
  type Answer,
  type Client,
  type CreatedGame,
  refuses,
  succeeds,
} from "../support/client.ts";
import { pairInRing, readWithTokens, takePlace } from "../support/sealed_games.ts";
import { sql } from "../support/sql.ts";
import { named } from "../support/views.ts";

const NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"];
const TEAPOT = {
  title: "A teapot",
  url: "https://shop.example/teapot",
  price: { amount: "25.50", currency: "EUR" },
  note: "Not the blue one",
};
const BOOK = { title: "A good book" };

type Of = (name: string) => { participantToken: string };

/** Ana gives to Ben, Ben to Cy, and so on; all have links, also in a sealed game. */
async function createPaired(
  app: TestApp,
  body: Parameters<Client["createGame"]>[0] = {},
): Promise<{ game: CreatedGame; of: Of }> {
  const participants = NAMES.map((name) => ({ name }));
  const game = await app.client.createGame({ isProtected: true, participants, ...body });
  if (body?.draw !== "later") await pairInRing(app, game);
  return { game, of: await linksOf(app, game) };
}

async function linksOf(app: TestApp, game: CreatedGame): Promise<Of> {
  const view = await readWithTokens(app, game, "Ana");
  return (name) => ({ participantToken: named(view, name).token });
}

/** One's own record. */
function ownRecord(view: ParticipantView) {
  const own = view.participants.find(({ id }) => id === view.authenticatedParticipantId);
  assert(own && "wishes" in own && own.wishes && own.wishesRevision !== undefined);
  return { ...own, wishes: own.wishes, wishesRevision: own.wishesRevision };
}

async function set(app: TestApp, game: CreatedGame, shown: object, wishes: object[], revision = 0) {
  const body = { action: "setWishes", ...shown, wishes, revision };
  const view = succeeds(await app.client.patchGame(game, body), participantViewSchema);
  return ownRecord(view).wishes;
}

function mark({ client }: TestApp, game: CreatedGame, shown: object, wishId = "", bought = true) {
  return client.patchGame(game, { action: "markWish", ...shown, wishId, bought });
}

async function countRows({ services }: TestApp): Promise<{ lists: number; marks: number }> {
  const count = async (table: string) =>
    (await sql(services, `select 1 as n from ${table}`)).length;
  return { lists: await count("wish_lists"), marks: await count("wish_marks") };
}

testAppOnBoth(
  "setWishes: only its owner and their giver read the items",
  async (app) => {
    const { client } = app;
    const { game, of } = await createPaired(app, { keepers: [["Cy", "Ana"]], isProtected: false });
    const before = ownRecord(await client.readAsParticipant(game, of("Ben")));
    assert.deepEqual([before.wishes, before.wishesRevision], [[], 0]);
    const wishes = await set(app, game, of("Ben"), [TEAPOT, BOOK]);
    assert.deepEqual(wishes.map(({ id: _, ...item }) => item), [TEAPOT, BOOK]);
    const own = ownRecord(await client.readAsParticipant(game, of("Ben")));
    assert.deepEqual([own.wishes, own.wishesRevision], [wishes, 1]);
    const items = wishes.map((wish) => ({ ...wish, isBought: false }));
    const { receiver } = await client.readAsParticipant(game, of("Ana"));
    assert.deepEqual([receiver?.wishes, receiver?.markedWishes], [items, []]);
    const { keeping: [kept] } = await client.readAsParticipant(game, of("Cy"));
    assert.deepEqual(kept?.receiver?.wishes, items);
    for (const name of NAMES) {
      const { text } = await client.getGame(game, of(name));
      assert.equal(text.includes("teapot"), ["Ana", "Ben", "Cy"].includes(name), name);
    }
    const { id: participantId } = named(game, "Ana");
    for (const shown of [{}, { participantId }, { organizerToken: game.organizerToken }]) {
      const { text } = await client.getGame(game, shown);
      assert(!/teapot|wishesRevision|isBought/.test(text), JSON.stringify(shown));
    }
    const organized = await client.readAsOrganizer(game);
    const having = organized.participants.filter((one) => one.hasWishes).map(({ name }) => name);
    assert.deepEqual(having, ["Ben"]);
    const ownData = await client.getOwnData(game, {
      "x-participant-token": of("Ben").participantToken,
    });
    assert.deepEqual(Object(ownData.body).wishes, wishes);
  },
);

testAppOnBoth("setWishes: keeps items by their ids, and refuses a stale revision", async (app) => {
  const { client } = app;
  const { game, of } = await createPaired(app, { draw: "later" });
  const shown = of("Ben");
  const body = { action: "setWishes", ...shown };
  const [teapot, book] = await set(app, game, shown, [TEAPOT, BOOK]);
  assert(teapot && book);
  const [first, second] = await Promise.all(
    ["A lamp", "A kettle"].map((title) =>
      client.patchGame(game, { ...body, wishes: [book, teapot, { title }], revision: 1 })
    ),
  );
  const [won, lost] = first?.status === 200 ? [first, second] : [second, first];
  assert.equal(won?.status, 200);
  assert(lost);
  refuses(lost, 409, "STALE_WISHES");
  const present = ownRecord(await client.readAsParticipant(game, shown));
  assert.deepEqual(present.wishes.map(({ id }) => id).slice(0, 2), [book.id, teapot.id]);
  assert.equal(present.wishes.length, 3);
  const { wishes, wishesRevision } = Object(lost.body);
  assert.deepEqual([wishes, wishesRevision], [present.wishes, present.wishesRevision]);
  const same = await client.patchGame(game, { ...body, wishes: present.wishes, revision: 2 });
  assert.equal(same.status, 200);
  assert.equal(ownRecord(await client.readAsParticipant(game, shown)).wishesRevision, 2);
  const refusals: [string, object][] = [
    ["UNKNOWN_WISH", { wishes: [{ ...BOOK, id: crypto.randomUUID() }] }],
    ["UNKNOWN_PHOTO", { wishes: [{ ...BOOK, photo: crypto.randomUUID() }] }],
    ["VALIDATION_FAILED", { wishes: [teapot, teapot] }],
    ["VALIDATION_FAILED", { wishes: [{ title: " " }] }],
    ["VALIDATION_FAILED", { wishes: [{ ...BOOK, url: "javascript:alert(1)" }] }],
    ["VALIDATION_FAILED", { wishes: [{ ...BOOK, url: "https://ana:secret@shop.example" }] }],
    ["VALIDATION_FAILED", { wishes: Array(21).fill(BOOK) }],
    ["WISHES_TOO_LARGE", { wishes: Array(20).fill({ ...BOOK, note: "語".repeat(200) }) }],
    ["VALIDATION_FAILED", { wishes: [], revision: -1 }],
  ];
  for (const [code, fields] of refusals) {
    refuses(await client.patchGame(game, { ...body, revision: 2, ...fields }), 400, code);
  }
  const withoutToken = { participantToken: undefined, participantId: named(game, "Ben").id };
  const byId = await client.patchGame(game, { ...body, wishes: [], revision: 2, ...withoutToken });
  refuses(byId, 401, "TOKEN_REQUIRED");
  assert.deepEqual(await set(app, game, shown, [], 2), []);
  const { participants } = await client.readAsOrganizer(game);
  assert(participants.every(({ hasWishes }) => !hasWishes));
});

testAppOnBoth("markWish: only the giver and their keeper see the mark", async (app) => {
  const { client } = app;
  const { game, of } = await createPaired(app, { keepers: [["Cy", "Ana"]] });
  const [teapot, book] = await set(app, game, of("Ben"), [TEAPOT, BOOK]);
  assert(teapot && book);
  const seen = await Promise.all(["Ben", "Dee"].map((name) => readAll(client, game, of(name))));
  for (const wish of [teapot, teapot, book]) {
    assert.equal((await mark(app, game, of("Ana"), wish.id)).status, 200);
  }
  const bought = async (name: string) => {
    const view = await client.readAsParticipant(game, of(name));
    const receiver = name === "Cy" ? view.keeping[0]?.receiver : view.receiver;
    const { wishes = [], markedWishes = [] } = receiver ?? {};
    return [wishes.map(({ isBought }) => isBought), markedWishes.map(({ title }) => title)];
  };
  assert.deepEqual(await bought("Ana"), [[true, true], ["A teapot", "A good book"]]);
  assert.deepEqual(await bought("Cy"), await bought("Ana"));
  const now = await Promise.all(["Ben", "Dee"].map((name) => readAll(client, game, of(name))));
  assert.deepEqual(now, seen);
  const organized = (await client.getGame(game, { organizerToken: game.organizerToken })).text;
  assert(!/isBought|markedWishes|teapot/.test(organized));
  const ownData = await client.getOwnData(game, {
    "x-participant-token": of("Ana").participantToken,
  });
  assert.equal(Object(ownData.body).markedWishes.length, 2);
  // The keeper removes a mark for the giver.
  const { keeping: [kept] } = await client.readAsParticipant(game, of("Cy"));
  const forAna = { ...of("Cy"), keptId: kept?.participantId };
  for (const _ of [1, 2]) {
    assert.equal((await mark(app, game, forAna, book.id, false)).status, 200);
  }
  assert.deepEqual(await bought("Ana"), [[true, false], ["A teapot"]]);
  // Ben changes one and removes the other.
  const changed = { ...teapot, note: "The blue one" };
  await set(app, game, of("Ben"), [changed], 1);
  const marked = { id: teapot.id, title: teapot.title, isBought: true };
  const readMarked = async () =>
    (await client.readAsParticipant(game, of("Ana"))).receiver?.markedWishes;
  assert.deepEqual(await readMarked(), [{ ...marked, hasChanged: true, isGone: false }]);
  await set(app, game, of("Ben"), [BOOK], 2);
  assert.deepEqual(await readMarked(), [{ ...marked, hasChanged: false, isGone: true }]);
  assert.equal((await mark(app, game, of("Ana"), teapot.id)).status, 200);
  assert.equal((await mark(app, game, of("Ana"), teapot.id, false)).status, 200);
  assert.deepEqual(await readMarked(), []);
  refuses(await mark(app, game, of("Ana"), teapot.id), 404, "WISH_NOT_FOUND");
  refuses(await mark(app, game, of("Dee"), book.id), 404, "WISH_NOT_FOUND");
  refuses(await mark(app, game, of("Ben"), book.id), 404, "WISH_NOT_FOUND");
  refuses(
    await mark(app, game, { participantId: named(game, "Ana").id }),
    400,
    "VALIDATION_FAILED",
  );
  const byId = { participantId: named(game, "Ana").id };
  refuses(await mark(app, game, byId, teapot.id), 401, "TOKEN_REQUIRED");
});

testAppOnBoth(
  "markWish: an item that is removed and restored stays marked, matched by its text",
  async (app) => {
    const { game, of } = await createPaired(app);
    const [teapot, book] = await set(app, game, of("Ben"), [TEAPOT, BOOK]);
    assert(teapot && book);
    assert.equal((await mark(app, game, of("Ana"), teapot.id)).status, 200);
    await set(app, game, of("Ben"), [book], 1);
    const [back] = await set(app, game, of("Ben"), [TEAPOT, book, TEAPOT], 2);
    assert(back && back.id !== teapot.id);
    const seen = async () => {
      const { receiver } = await app.client.readAsParticipant(game, of("Ana"));
      return [
        receiver?.wishes?.map(({ isBought }) => isBought),
        receiver?.markedWishes?.map(({ id, hasChanged, isGone }) => [id, hasChanged, isGone]),
      ];
    };
    assert.deepEqual(await seen(), [[true, false, false], [[back.id, false, false]]]);
    for (const isTaken of [false, true, true]) {
      assert.equal((await mark(app, game, of("Ana"), back.id, isTaken)).status, 200);
      assert.deepEqual(await seen(), [
        [isTaken, false, false],
        isTaken ? [[back.id, false, false]] : [],
      ]);
    }
    await set(app, game, of("Ben"), [{ ...back, note: "Blue after all" }, book], 3);
    assert.deepEqual(await seen(), [[true, false], [[back.id, true, false]]]);
    // Restored with its mark and marked again, it is matched by its new id.
    await set(app, game, of("Ben"), [book], 4);
    const [third] = await set(app, game, of("Ben"), [TEAPOT, book], 5);
    assert(third);
    assert.equal((await mark(app, game, of("Ana"), third.id)).status, 200);
    await set(app, game, of("Ben"), [{ ...third, note: "Blue again" }, book], 6);
    assert.deepEqual(await seen(), [[true, false], [[third.id, true, false]]]);
  },
);

/** Everything that a participant receives: the body, and the headers that could reveal a change. */
async function readAll(client: Client, game: CreatedGame, shown: Record<string, string>) {
  const facts = ({ status, text, headers }: Answer) => [status, text, headers.get("etag")];
  return [
    facts(await client.getGame(game, shown)),
    facts(await client.getOwnData(game, { "x-participant-token": shown.participantToken ?? "" })),
  ];
}

testAppOnBoth(
  "wish lists and marks are deleted with the pair, the person, the seal and the game",
  async (app) => {
    const { client } = app;
    const { game, of } = await createPaired(app);
    for (const name of ["Ana", "Ben", "Cy"]) await set(app, game, of(name), [TEAPOT]);
    const [wish] = (await client.readAsParticipant(game, of("Ana"))).receiver?.wishes ?? [];
    await mark(app, game, of("Ana"), wish?.id);
    assert.deepEqual(await countRows(app), { lists: 3, marks: 1 });
    const { organizerToken } = game;
    const participantId = named(game, "Ben").id;
    const replaced = { organizerToken, participantId, participantName: "Zoe" };
    const replace = await client.patchGame(game, { action: "replaceParticipant", ...replaced });
    assert.equal(replace.status, 200, replace.text);
    assert.deepEqual(await countRows(app), { lists: 2, marks: 0 });
    assert(!(await client.getGame(game, of("Ana"))).text.includes('isBought":true'));
    const erased = await client.patchGame(game, {
      action: "eraseGame",
      organizerToken,
      confirmName: game.name,
    });
    assert.equal(erased.status, 200);
    assert.deepEqual(await countRows(app), { lists: 0, marks: 0 });
    const { game: sealed, of: ofSealed } = await createPaired(app, { isSealed: true });
    await set(app, sealed, ofSealed("Ben"), [TEAPOT]);
    const broken = { action: "breakSeal", organizerToken: sealed.organizerToken };
    assert.equal((await client.patchGame(sealed, broken)).status, 200);
    assert.deepEqual(await countRows(app), { lists: 0, marks: 0 });
  },
);

testAppOnBoth(
  "a list written after the seal was broken is not overwritten by a page from before",
  async (app) => {
    const { client } = app;
    const { game, of } = await createPaired(app, { isSealed: true });
    const shown = of("Ben");
    const readOwn = async () => ownRecord(await client.readAsParticipant(game, shown));
    for (const revision of [0, 1, 2]) {
      await set(app, game, shown, Array(revision + 1).fill(TEAPOT), revision);
    }
    const broken = { action: "breakSeal", organizerToken: game.organizerToken };
    assert.equal((await client.patchGame(game, broken)).status, 200);
    assert.deepEqual([(await readOwn()).wishes, (await readOwn()).wishesRevision], [[], 0]);
    const wishes = await set(app, game, shown, [BOOK]);
    const { wishesRevision } = await readOwn();
    for (const revision of [0, 1, 2, 3]) {
      const body = { action: "setWishes", ...shown, wishes: [TEAPOT], revision };
      refuses(await client.patchGame(game, body), 409, "STALE_WISHES");
    }
    assert.deepEqual((await readOwn()).wishes, wishes);
    await set(app, game, shown, [], wishesRevision);
    assert.equal((await readOwn()).wishesRevision, wishesRevision + 1);
  },
);

testAppOnBoth(
  "in a sealed game a list is hidden from a later link until its former holder agrees",
  async (app) => {
    const { client } = app;
    const { game, of } = await createPaired(app, { isSealed: true });
    const { participantToken } = await takePlace(app, game, "Ben");
    const former = { participantToken };
    const [teapot] = await set(app, game, former, [TEAPOT]);
    const later = { participantToken: (await takePlace(app, game, "Ben")).participantToken };
    const text = async () => (await client.getGame(game, later)).text;
    assert(!(await text()).includes("teapot"));
    assert.match(await text(), /"wishesRevision":1/);
    const stale = { action: "setWishes", ...later, wishes: [], revision: 0 };
    const refused = await client.patchGame(game, stale);
    refuses(refused, 409, "STALE_WISHES");
    assert(!refused.text.includes("teapot"));
    refuses(
      await client.patchGame(game, { ...stale, revision: 1, wishes: [teapot] }),
      400,
      "UNKNOWN_WISH",
    );
    assert((await client.getGame(game, of("Ana"))).text.includes("teapot"));
    const agreed = await client.patchGame(game, { action: "agreeHandover", ...former });
    assert.equal(agreed.status, 200, agreed.text);
    assert((await text()).includes("teapot"));
  },
);

testAppOnBoth(
  "marks and items are deleted whichever release ends a pair or erases a person",
  async (app) => {
    const { services } = app;
    const { game, of } = await createPaired(app);
    for (const name of ["Ben", "Cy"]) await set(app, game, of(name), [TEAPOT]);
    for (const name of ["Ana", "Ben"]) {
      const view = await app.client.readAsParticipant(game, of(name));
      await mark(app, game, of(name), view.receiver?.wishes?.[0]?.id);
    }
    assert.deepEqual(await countRows(app), { lists: 2, marks: 2 });
    await sql(services, "delete from assignments where giver = 1");
    assert.deepEqual(await countRows(app), { lists: 2, marks: 1 });
    // A giver's mark also reveals something about the receiver's wishes.
    await sql(
      services,
      "update participants set erased_at = created_at from games where number = 3",
    );
    assert.deepEqual(await countRows(app), { lists: 1, marks: 0 });
    await sql(services, "delete from assignments");
    await sql(services, "delete from participants where number = 2");
    assert.deepEqual(await countRows(app), { lists: 0, marks: 0 });
  },
);
