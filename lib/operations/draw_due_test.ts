import assert from "node:assert/strict";
import { people } from "@/tests/support/games.ts";
import { makeStored, operationTest, reread } from "@/tests/support/operations.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { drawDue } from "./draw_due.ts";

const DUE = new Date(Date.now() + 3_600_000);
const at = (ms: number) => new Date(DUE.getTime() + ms);

operationTest("drawDue() draws each round once its time has come", async (services) => {
  const make = (fields?: Record<string, unknown>) =>
    makeStored(services, {
      draw: "later",
      drawAt: DUE.toISOString(),
      sendEmails: true,
      organizerEmail: "olga@example.org",
      ...fields,
    });
  const ready = await make();
  const lonely = await make({ participants: people(2) });
  const stuck = await make({ exclusions: [["P1", "P2"], ["P1", "P3"], ["P1", "P4"]] });
  const byHand = await makeStored(services, { draw: "later" });
  let woken = 0;
  services.push.wake = () => void woken++;
  using logs = captureLogs();
  assert.deepEqual(await drawDue(services, at(-1)), { drawn: 0, impossible: 0, failed: 0 });
  assert.equal(woken, 0);
  assert.deepEqual(await drawDue(services, at(1)), { drawn: 1, impossible: 2, failed: 0 });
  assert.equal(woken, 3);
  assert.deepEqual(await drawDue(services, at(2)), { drawn: 0, impossible: 0, failed: 0 });
  const logged = logs.lines.filter((line) => line.includes('"event":"draws"'));
  assert.equal(logged.length, 1, "what was done, and nothing else");
  assert.match(logged[0] ?? "", /"drawn":1,"impossible":2,"failed":0/);
  const states = await Promise.all(
    [ready, lonely, stuck, byHand].map(async (game) => {
      const { isGathering, drawProblem } = await reread(services, game);
      return [isGathering, drawProblem];
    }),
  );
  assert.deepEqual(states, [
    [false, null],
    [true, "TOO_FEW_PARTICIPANTS"],
    [true, "DRAW_IMPOSSIBLE"],
    [true, null],
  ]);
  const kinds = async (id: string) =>
    [...(await services.store.readEmailStatuses(id)).values()].map(({ kind }) => kind).toSorted();
  assert.deepEqual(await kinds(ready.id), [...Array(4).fill("assignment"), "organizerWelcome"]);
  assert.deepEqual(await kinds(lonely.id), ["drawFailed", "joined", "joined"]);
});

operationTest(
  "drawDue() leaves rounds that have changed, and goes on if one round fails",
  async (services) => {
    const make = (name: string) =>
      makeStored(services, { name, draw: "later", drawAt: DUE.toISOString() });
    await make("First");
    const [broken, changed] = [await make("Broken"), await make("Changed")];
    const { store } = services;
    const failing = Object.assign(Object.create(store), {
      changeGame: (code: string, ...rest: [never]) => {
        if (code === broken.code) return Promise.reject(new Error("a locked row"));
        // Another round has got its code since it was listed.
        return store.changeGame(code === changed.code ? broken.code : code, ...rest);
      },
    });
    const result = await drawDue({ ...services, store: failing }, at(1));
    assert.deepEqual(result, { drawn: 1, impossible: 0, failed: 1 });
    assert.equal((await reread(services, changed)).isGathering, true);
    assert.equal((await drawDue(services, at(1))).drawn, 2);
  },
);
