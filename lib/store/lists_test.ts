import assert from "node:assert/strict";
import type { Game } from "../game/types.ts";
import type { ListedGame, NewMail, Store } from "./store.ts";
import { testOnEach } from "@/tests/support/databases.ts";
import { inDays, makeGame } from "@/tests/support/games.ts";
import { archive, keep } from "@/tests/support/store.ts";

testOnEach("listExpiredGames() pages through active games up to a date", async ({ store }) => {
  const expired: Game[] = [];
  for (let index = 0; index < 6; index++) {
    expired.push(await keep(store, { ...makeGame(3), date: `2020-01-0${index % 3 + 1}` }));
  }
  await keep(store, { ...makeGame(3), date: "2020-01-03" });
  await keep(store, { ...makeGame(3), date: inDays(1) });
  await archive(store, expired[0]?.code ?? "");
  const listed = await pages((after) => store.listExpiredGames("2020-01-02", after, 2));
  const wanted = expired.slice(1).filter(({ date }) => date <= "2020-01-02");
  assert.deepEqual(listed, inOrder(wanted));
});

testOnEach(
  "listGamesWithoutNearMail() leaves out games that send nothing, and those reminded of that date",
  async ({ store }) => {
    const near = (topic: string): NewMail => ({ recipient: 1, kind: "eventNear", topic });
    const silent = { ...makeGame(3), date: "2030-05-02" };
    const game = () => ({ ...silent, ...makeGame(3, { sendEmails: true }), date: "2030-05-02" });
    const wanted = [
      await keep(store, game()),
      await keep(store, { ...game(), date: "2030-05-01" }),
      await keep(store, { ...game(), date: "2030-05-03" }),
      await keep(store, game(), [near("2030-04-01"), { recipient: 1, kind: "reminder" }]),
    ];
    await keep(store, silent);
    await keep(store, game(), [near("2030-05-02")]);
    await keep(store, { ...game(), date: "2030-04-30" });
    await keep(store, { ...game(), date: "2030-05-04" });
    await archive(store, (await keep(store, game())).code);
    const listed = await pages((after) =>
      store.listGamesWithoutNearMail("2030-05-01", "2030-05-03", after, 2)
    );
    assert.deepEqual(listed, inOrder(wanted));
  },
);

/** Stores a game with these facts. @returns it with its code */
async function keepAs(store: Store, fields: Partial<Game>, body: object = {}): Promise<Game> {
  return await keep(store, { ...makeGame(3, { ...body }), ...fields });
}

testOnEach(
  "listGamesToSend() lists games by post that notify anyone, by the day to send by",
  async ({ store }) => {
    const posted = { byPost: true, sendEmails: true };
    const [first, second] = [
      await keepAs(store, { ...posted, sendBy: "2030-05-02" }),
      await keepAs(store, { ...posted, sendBy: "2030-05-01" }),
    ];
    await keepAs(store, { ...posted, sendBy: "2030-05-02", byPost: false });
    await keepAs(store, { ...posted, sendBy: "2030-05-02", sendEmails: false });
    for (const sendBy of ["", "2030-04-30", "2030-05-03"]) {
      await keepAs(store, { ...posted, sendBy });
    }
    await archive(store, (await keepAs(store, { ...posted, sendBy: "2030-05-02" })).code);
    const listed = await pages((after) =>
      store.listGamesToSend("2030-05-01", "2030-05-02", after, 1)
    );
    assert.deepEqual(
      listed.map(({ id, code, date }) => [id, code, date]),
      [[second.id, second.code, "2030-05-01"], [first.id, first.code, "2030-05-02"]],
    );
  },
);

testOnEach("a game that sends no mails is listed for the devices that it notifies", async (db) => {
  const { store } = db;
  const game = await keepAs(store, { date: "2030-05-02", byPost: true, sendBy: "2030-05-02" });
  const listed = async () => [
    (await store.listGamesWithoutNearMail("2030-05-01", "2030-05-03", null, 9)).length,
    (await store.listGamesToSend("2030-05-01", "2030-05-03", null, 9)).length,
  ];
  assert.deepEqual(await listed(), [0, 0]);
  const device = { id: crypto.randomUUID(), recipient: 1, version: 1, sealed: "sealed" };
  const since = "2026-12-01T10:00:00.000Z";
  await store.addDevice(game.id, { ...device, since, marks: ["a"] }, 5);
  assert.deepEqual(await listed(), [1, 1]);
});

testOnEach(
  "listGamesWithOldAddresses() lists games with addresses that are archived, or over that long",
  async ({ store }) => {
    const holding = (fields: Partial<Game>) => {
      const game = { ...makeGame(3), ...fields };
      const [first, ...others] = game.participants;
      assert(first);
      const postalAddress = JSON.stringify("sealed");
      return keep(store, { ...game, participants: [{ ...first, postalAddress }, ...others] });
    };
    const old = [await holding({ date: "2020-01-01" }), await holding({ date: "2020-01-02" })];
    await holding({ date: "2020-01-03" });
    await keep(store, { ...makeGame(3), date: "2020-01-01" });
    const archived = await holding({ date: "2030-01-01" });
    await archive(store, archived.code);
    const listed: string[] = [];
    for (let page = [""]; page.length > 0; listed.push(...page)) {
      page = await store.listGamesWithOldAddresses("2020-01-03", listed.at(-1) ?? null, 2);
      assert(page.length <= 2);
    }
    assert.deepEqual(listed, [...old, archived].map(({ id }) => id).toSorted());
  },
);

testOnEach("listDueDraws() lists rounds whose time has come, the longest due first", async (db) => {
  const { store } = db;
  const at = (minute: string) => `2030-05-01T10:${minute}:00.000Z`;
  const round = (fields: Partial<Game>) => keepAs(store, fields, { draw: "later" });
  const [second, first] = [await round({ drawAt: at("02") }), await round({ drawAt: at("01") })];
  await round({ drawAt: at("04") });
  await round({ drawAt: null });
  await round({ drawAt: at("01"), drawProblem: "DRAW_IMPOSSIBLE" });
  await keepAs(store, { drawAt: at("01") });
  await archive(store, (await round({ drawAt: at("01") })).code);
  const now = new Date(at("03"));
  const [page = assert.fail()] = await store.listDueDraws(now, null, 1);
  const rest = await store.listDueDraws(now, page, 9);
  assert.deepEqual([page, ...rest].map(({ id, code }) => [id, code]), [
    [first.id, first.code],
    [second.id, second.code],
  ]);
  assert.equal(Date.parse(page.drawAt), Date.parse(at("01")));
  assert.equal((await store.listDueDraws(new Date(at("02")), null, 9)).length, 2, "at its time");
});

testOnEach(
  "findAddress() finds the places of an address in active games, one of each game before a second",
  async ({ store }) => {
    const email = "Home@example.org";
    const family = { participants: [1, 2, 3].map((number) => ({ name: `P${number}`, email })) };
    const [both, one] = [
      await keepAs(store, { createdAt: "2026-01-01T10:00:00.000Z" }, {
        ...family,
        organizerEmail: "home@EXAMPLE.org",
      }),
      await keepAs(store, { createdAt: "2026-01-02T10:00:00.000Z" }, {
        participants: [{ name: "A", email }, { name: "B" }, { name: "C", email: "c@example.org" }],
      }),
    ];
    await archive(store, (await keepAs(store, {}, family)).code);
    const find = async (limit: number, ofGame: number, spellings = ["home@example.org", "x@y.z"]) =>
      (await store.findAddress(spellings, limit, ofGame))
        .map(({ gameId, number }) => [gameId === both.id ? "both" : "one", number]);
    assert.deepEqual(await find(2, 9), [["one", 1], ["both", 0]], "the newest game first");
    assert.equal((await find(9, 9)).length, 5);
    assert.deepEqual((await find(9, 2)).length, 3);
    assert.deepEqual(await find(9, 9, ["other@example.org"]), []);
    const [place] = await store.findAddress(["home@example.org"], 1, 1);
    assert.deepEqual([place?.gameId, place?.email], [one.id, email], "as it was entered");
  },
);

/** All entries of a list, read page by page. */
async function pages(
  list: (after: ListedGame | null) => Promise<ListedGame[]>,
): Promise<ListedGame[]> {
  const listed: ListedGame[] = [];
  for (;;) {
    const page = await list(listed.at(-1) ?? null);
    if (page.length === 0) return listed;
    listed.push(...page);
  }
}

function inOrder(games: readonly Game[]): ListedGame[] {
  return games.map(({ id, code, date }) => ({ id, code, date }))
    .toSorted((a, b) => a.date + a.id < b.date + b.id ? -1 : 1);
}
