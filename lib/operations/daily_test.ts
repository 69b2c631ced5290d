import assert from "node:assert/strict";
import type { Game } from "../game/types.ts";
import type { Found, StoredChange, WaitingMail } from "../store/store.ts";
import { makeGame } from "@/tests/support/games.ts";
import { remindOfNearEvents } from "./daily.ts";

/** What a store does of the reminders of some games, and the days for which each was reminded. */
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
  const services = { store, mail: { wake: () => {} } };
  return { reminded, run: (now: string) => remindOfNearEvents(services, new Date(now)) };
}

function gameOn(date: string, name: string, timeZone: string | null = null): Game {
  const game = makeGame(3, { sendEmails: true });
  return { ...game, name, date, timeZone, createdAt: "2026-11-01T12:00:00Z" };
}

Deno.test("remindOfNearEvents() reminds each game once, on the day that is near where it is", async () => {
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

Deno.test("remindOfNearEvents() goes on where one game fails", async () => {
  const games = ["One", "Broken", "Two"].map((name) => gameOn("2026-12-24", name));
  assert.equal(await remindable(games).run("2026-12-22T02:00:00Z"), 2);
});
