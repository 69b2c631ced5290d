import assert from "node:assert/strict";
import { type Game, ORGANIZER } from "../game/types.ts";
import type { Found, NewMail, StoredChange, WaitingMail } from "../store/store.ts";
import { inDays, makeGame } from "@/tests/support/games.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { amend, makeRing, makeStored, operationTest, reread } from "@/tests/support/operations.ts";
import {
  archiveExpiredGames,
  forEach,
  forgetAddresses,
  forgetOldCounts,
  forgetRequests,
  inBatches,
  remindOfNearEvents,
  remindToSend,
} from "./daily.ts";

/** The store's methods for the reminders of some games, and the days for which each was reminded. */
function remindable(games: Game[]) {
  const reminded: { name: string; date: string }[] = [];
  const store = {
    listGamesWithoutNearMail(first: string, last: string, after: unknown) {
      const found = games.filter(({ name, date }) =>
        first <= date && date <= last &&
        !reminded.some((one) => one.name === name && one.date === date)
      );
      return Promise.resolve(after ? [] : found);
    },
    changeGame<Result>(
      code: string,
      decide: (game: Game | null, found: Found) => StoredChange<Result>,
    ) {
      const game = games.find((one) => one.code === code) ?? null;
      if (game?.name === "Broken") return Promise.reject(new Error("a locked row"));
      const { outbox, result } = decide(game, { mailed: new Set(), request: null });
      const waiting: WaitingMail[] = [];
      const mails = outbox?.(waiting).add ?? [];
      if (game && mails.length > 0) reminded.push({ name: game.name, date: game.date });
      return Promise.resolve(result);
    },
  };
  const woken: string[] = [];
  const services: Parameters<typeof remindOfNearEvents>[0] = {
    store,
    mail: {
      wake: () => void woken.push("mail"),
      hold: (_: Game, mails: readonly NewMail[]) => [...mails],
    },
    push: { wake: () => void woken.push("push"), like: () => [] },
    ending: new AbortController(),
  };
  return {
    reminded,
    woken,
    services,
    run: (now: string) => remindOfNearEvents(services, new Date(now)),
  };
}

function gameOn(date: string, name: string, timeZone: string | null = null): Game {
  const game = makeGame(3, { sendEmails: true });
  return { ...game, name, date, timeZone, createdAt: "2026-11-01T12:00:00Z" };
}

Deno.test("remindOfNearEvents() reminds each game once, on the day that is near in its time zone", async () => {
  const { reminded, run } = remindable([
    gameOn("2026-12-24", "UTC"),
    gameOn("2026-12-24", "Kiritimati", "Pacific/Kiritimati"),
    gameOn("2026-12-24", "Pago Pago", "Pacific/Pago_Pago"),
  ]);
  assert.equal(await run("2026-12-20T09:00:00Z"), 0);
  assert.equal(await run("2026-12-20T10:00:00Z"), 1, "14 hours ahead of UTC it is the 21st");
  assert.equal(await run("2026-12-21T02:00:00Z"), 1);
  assert.equal(await run("2026-12-21T11:00:00Z"), 1, "11 hours behind UTC the 21st begins");
  assert.equal(await run("2026-12-22T02:00:00Z"), 0);
  assert.deepEqual(reminded.map(({ name }) => name), ["Kiritimati", "UTC", "Pago Pago"]);
  const last = remindable([gameOn("2026-12-24", "Today there", "Pacific/Pago_Pago")]);
  assert.equal(await last.run("2026-12-25T05:00:00Z"), 1);
});

Deno.test("remindOfNearEvents() reminds a second time of an event that was put off", async () => {
  const game = gameOn("2026-12-24", "Party");
  const { reminded, run } = remindable([game]);
  assert.equal(await run("2026-12-22T02:00:00Z"), 1);
  game.date = "2027-01-06";
  assert.equal(await run("2026-12-23T02:00:00Z"), 0);
  assert.equal(await run("2027-01-03T02:00:00Z"), 1);
  assert.equal(await run("2027-01-04T02:00:00Z"), 0);
  assert.deepEqual(reminded.map(({ date }) => date), ["2026-12-24", "2027-01-06"]);
});

Deno.test("remindOfNearEvents() goes on if one game fails", async () => {
  const games = ["One", "Broken", "Two"].map((name) => gameOn("2026-12-24", name));
  assert.equal(await remindable(games).run("2026-12-22T02:00:00Z"), 2);
});

Deno.test("remindOfNearEvents() wakes the delivery if there are any reminders, and notifies without mails", async () => {
  const { run, woken } = remindable([gameOn("2026-12-24", "One")]);
  assert.equal(await run("2026-12-22T02:00:00Z"), 1);
  assert.deepEqual(woken.splice(0), ["mail", "push"]);
  assert.equal(await run("2026-12-22T03:00:00Z"), 0);
  assert.deepEqual(woken, []);
  const shown = gameOn("2026-12-24", "Two");
  const other = remindable([shown]);
  other.services.mail = null;
  other.services.push.like = (game, mails) =>
    mails.map(({ recipient }) => ({
      recipient: recipient ?? 0,
      kind: "eventNear",
      topic: game.name,
      device: "a",
      since: "",
    }));
  assert.equal(await other.run("2026-12-22T02:00:00Z"), 1);
  assert.deepEqual(other.woken, ["push"]);
  // Another game has got the code since it was listed.
  other.services.store.listGamesWithoutNearMail = (_, __, after) =>
    Promise.resolve(after ? [] : [{ ...shown, id: "another" }]);
  assert.equal(await other.run("2026-12-22T02:00:00Z"), 0);
});

Deno.test("inBatches() asks for the games after the last of a batch, until the service ends", async () => {
  const after: (number | null)[] = [];
  const ending = new AbortController();
  const list = (last: number | null) => {
    after.push(last);
    const next = last ?? 0;
    return Promise.resolve(next < 4 ? [next + 1, next + 2] : []);
  };
  assert.deepEqual(await Array.fromAsync(inBatches(ending, list)), [1, 2, 3, 4]);
  assert.deepEqual(after, [null, 2, 4]);
  const seen: number[] = [];
  for await (const one of inBatches(ending, list)) {
    seen.push(one);
    if (one === 3) ending.abort();
  }
  assert.deepEqual(seen, [1, 2, 3]);
});

Deno.test("forEach() changes four games at a time, and counts and names failures", async () => {
  let [running, most] = [0, 0];
  async function* games() {
    for (let id = 1; id <= 9; id++) yield await Promise.resolve({ id: `${id}` });
  }
  using logs = captureLogs();
  const failed = await forEach(games(), "it failed", async ({ id }) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve));
    running--;
    if (Number(id) % 4 === 0) throw new Error("a locked row");
  });
  assert.deepEqual([most, failed], [4, 2]);
  assert.deepEqual(
    logs.lines.flatMap((line) => /"event":"(it failed)".*"game":"(.)"/.exec(line)?.slice(1) ?? []),
    ["it failed", "4", "it failed", "8"],
  );
});

operationTest("archiveExpiredGames() archives games three days after the end", async (services) => {
  const now = new Date(`${inDays(10)}T02:00:00Z`);
  const games: Game[] = [];
  for (const days of [6, 7, 8]) games.push(await makeStored(services, { date: inDays(days) }));
  const states = async () =>
    (await Promise.all(games.map((game) => reread(services, game))))
      .map(({ archivedAt }) => archivedAt);
  assert.deepEqual(await archiveExpiredGames(services, now), {
    archivedCount: 2,
    failedCount: 0,
    totalFound: 2,
  });
  const at = now.toISOString();
  assert.deepEqual(await states(), [at, at, null]);
});

operationTest(
  "archiveExpiredGames() leaves games that were put off, and goes on if one game fails",
  async (services) => {
    const now = new Date(`${inDays(10)}T02:00:00Z`);
    const made: string[] = [];
    for (const name of ["Broken", "Later", "Over"]) {
      made.push((await makeStored(services, { name, date: inDays(5) })).code);
    }
    const { store } = services;
    const changing = Object.assign(Object.create(store), {
      changeGame(code: string, decide: (game: Game | null, found: Found) => StoredChange<unknown>) {
        return store.changeGame(code, (game, found) => {
          if (game?.name === "Broken") throw new Error("a locked row");
          return decide(game && game.name === "Later" ? { ...game, date: inDays(9) } : game, found);
        });
      },
    });
    assert.deepEqual(await archiveExpiredGames({ ...services, store: changing }, now), {
      archivedCount: 1,
      failedCount: 1,
      totalFound: 3,
    });
    const active = await Promise.all(
      made.map(async (code) => !(await store.readGame(code))?.archivedAt),
    );
    assert.deepEqual(active, [true, true, false]);
  },
);

operationTest("forgetOldCounts() keeps counts since yesterday", async (services) => {
  const { limits } = services.store;
  const now = new Date("2026-12-20T05:00:00Z");
  const today = now.getTime() / 86_400_000 | 0;
  const count = (day: number, add: number) =>
    limits.addCounts([{ kind: "lookups", key: "a", hour: (today + day) * 24, add }]);
  for (const day of [-2, -1, 0]) await count(day, 1);
  await forgetOldCounts(services, now);
  assert.deepEqual([await count(-2, 1), await count(-1, 1), await count(0, 1)], [[1], [2], [2]]);
});

operationTest(
  "remindToSend() reminds those who have not sent, twice before the day",
  async (services) => {
    const day = inDays(20);
    const { game } = await makeRing(services, {
      byPost: true,
      sendEmails: true,
      sendBy: day,
      timeZone: "UTC",
    });
    const { trap } = services.mail;
    const run = async (daysBefore: number) => {
      const before = trap?.caught.length ?? 0;
      const now = new Date(`${day}T12:00:00Z`);
      now.setUTCDate(now.getUTCDate() - daysBefore);
      const written: string[] = [];
      const store = Object.assign(Object.create(services.store), {
        changeGame(
          code: string,
          decide: (game: Game | null, found: Found) => StoredChange<unknown>,
        ) {
          return services.store.changeGame(code, (stored, found) => {
            const change = decide(stored, found);
            const { outbox } = change;
            return {
              ...change,
              outbox: outbox && ((waiting) => {
                const { add } = outbox(waiting);
                written.push(...add.map(({ recipient, topic }) => `${recipient} ${topic}`));
                return { add: [], update: [] };
              }),
            };
          });
        },
      });
      await remindToSend({ ...services, store }, now);
      assert.equal(trap?.caught.length, before);
      return written.toSorted();
    };
    const SENT = { isTakenBack: false, arrivalSeenFrom: null };
    const participants = (await reread(services, game)).participants.map((one) =>
      one.number === 2
        ? { ...one, parcels: [{ ...SENT, giver: 1, seenFrom: "2020-01-01T00:00:00.000Z" }] }
        : one
    );
    await amend(services, game, { participants });
    const toThree = (topic: number) => [2, 3, 4].map((number) => `${number} ${day} ${topic}`);
    for (
      const [days, expected] of [[8, []], [7, toThree(7)], [3, toThree(7)], [
        2,
        toThree(2),
      ]] as const
    ) {
      assert.deepEqual(await run(days), expected, `${days} days before; the first has sent`);
    }
    assert.deepEqual(await run(-1), []);
    await amend(services, game, { byPost: false });
    assert.deepEqual(await run(2), []);
  },
);

operationTest(
  "forgetAddresses() keeps postal addresses until two weeks after the event",
  async (services) => {
    const postalAddress = JSON.stringify("sealed");
    const store: { overwritten: number } & typeof services.store = Object.assign(
      Object.create(services.store),
      { overwritten: 0 },
    );
    store.overwriteErased = () => Promise.resolve(++store.overwritten > 0);
    const kept = async (daysAgo: number) => {
      const game = await makeStored(services, { byPost: true });
      await amend(services, game, {
        date: inDays(-daysAgo),
        participants: game.participants.map((one) => ({ ...one, postalAddress })),
      });
      await forgetAddresses({ ...services, store }, new Date());
      return (await reread(services, game)).participants.filter((one) => one.postalAddress !== null)
        .length;
    };
    assert.deepEqual([await kept(14), store.overwritten], [4, 0]);
    assert.deepEqual([await kept(15), store.overwritten], [0, 1]);
  },
);

operationTest(
  "archiveExpiredGames() notifies people, and overwrites the addresses it erases",
  async (services) => {
    for (const byPost of [false, true]) {
      let overwritten = 0;
      const store = Object.assign(Object.create(services.store), {
        overwriteErased: () => Promise.resolve(++overwritten > 0),
      });
      const game = await makeStored(services, {
        byPost,
        date: inDays(5),
        sendEmails: true,
        organizerEmail: "olga@example.org",
      });
      await amend(services, game, {
        participants: game.participants.map((one) => ({
          ...one,
          postalAddress: byPost ? JSON.stringify("sealed") : null,
        })),
      });
      const now = new Date(`${inDays(10)}T02:00:00Z`);
      let woken = 0;
      services.push.wake = () => void woken++;
      for (const archived of [1, 0]) {
        const { archivedCount } = await archiveExpiredGames({ ...services, store }, now);
        assert.deepEqual([archivedCount, woken], [archived, 1]);
      }
      assert.equal(overwritten, byPost ? 1 : 0);
      const told = await services.store.countRecentMails(
        game.id,
        [ORGANIZER, 1, 2],
        "gameArchived",
      );
      assert.deepEqual([...told], [[ORGANIZER, 1]]);
    }
  },
);

Deno.test("forgetRequests() leaves a failure for the next run", async () => {
  let calls = 0;
  const store = Object.assign(Object.create(null), {
    forgetRequests: () => ++calls === 1 ? Promise.reject(new Error("down")) : Promise.resolve(),
  });
  await forgetRequests({ store });
  await forgetRequests({ store });
  assert.equal(calls, 2);
});

Deno.test("remindOfNearEvents() leaves mails that wait for their organizer, and logs only those it has written", async () => {
  using logs = captureLogs();
  const waiting = remindable([gameOn("2026-12-24", "One")]);
  const held: number[] = [];
  assert(waiting.services.mail);
  waiting.services.mail.hold = (_, mails) => {
    held.push(mails.length);
    return [];
  };
  assert.equal(await waiting.run("2026-12-22T02:00:00Z"), 0);
  assert.deepEqual([held, logs.lines], [[3], []]);
  await remindable([gameOn("2026-12-24", "One")]).run("2026-12-22T02:00:00Z");
  assert.match(logs.lines.join(), /reminders of near events","games":1/);
});

operationTest(
  "archiveExpiredGames() leaves a game that has got the code of one that was listed",
  async (services) => {
    const now = new Date(`${inDays(10)}T02:00:00Z`);
    const { code } = await makeStored(services, { date: inDays(5) });
    const store = Object.assign(Object.create(services.store), {
      listExpiredGames: (_: string, after: unknown) =>
        Promise.resolve(after ? [] : [{ id: crypto.randomUUID(), code, date: inDays(1) }]),
    });
    assert.equal((await archiveExpiredGames({ ...services, store }, now)).archivedCount, 0);
    assert.equal((await services.store.readGame(code))?.archivedAt, null);
  },
);

operationTest(
  "forgetAddresses() goes on if one game fails, overwrites erased addresses, and then throws",
  async (services) => {
    const postalAddress = JSON.stringify("sealed");
    const games = await Promise.all([1, 2, 3].map(async () => {
      const game = await makeStored(services, { byPost: true });
      await amend(services, game, {
        date: inDays(-20),
        participants: game.participants.map((one) => ({ ...one, postalAddress })),
      });
      return game;
    }));
    const [broken = assert.fail(), ...others] = games.toSorted((a, b) => a.id < b.id ? -1 : 1);
    const { store } = services;
    let overwritten = 0;
    const failing: typeof store = Object.assign(Object.create(store), {
      overwriteErased: () => Promise.resolve(++overwritten > 0),
      changeGameById: (id: string, decide: never) =>
        id === broken.id
          ? Promise.reject(new Error("a locked row"))
          : store.changeGameById(id, decide),
    });
    using logs = captureLogs();
    const forgetting = forgetAddresses({ ...services, store: failing }, new Date());
    await assert.rejects(forgetting, /addresses of 1 games/);
    assert.match(logs.lines.join(), new RegExp(`not forgotten.*${broken.id}`));
    for (const game of others) {
      const { participants } = await reread(services, game);
      assert(participants.every((one) => one.postalAddress === null));
    }
    assert.equal(overwritten, 1);
  },
);
