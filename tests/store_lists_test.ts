import assert from "node:assert/strict";
import type { Game } from "@/lib/game/types.ts";
import type { ListedGame, NewMail } from "@/lib/store/store.ts";
import { testOnEach } from "./support/databases.ts";
import { inDays, makeGame } from "./support/games.ts";
import { archive, keep } from "./support/store.ts";

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

/** All that a list gives page by page. */
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
