import assert from "node:assert/strict";
import { makeStored, operationTest, reread } from "@/tests/support/operations.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { ORGANIZER } from "../game/types.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { openReport } from "./reports.ts";

operationTest(
  "openReport() notifies the operator, and counts an organizer like others",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services);
    const reported: unknown[] = [];
    const store = Object.assign(Object.create(services.store), {
      addReport: (_: string, report: { recipient: number | null; pausesAt: number }) =>
        Promise.resolve(reported.push([report.recipient, report.pausesAt]) === 3),
    });
    const [known = ""] = await services.store.addMails(
      game.id,
      addToOutbox([{ recipient: 2, kind: "reminder", delay: 3600 }]),
    );
    using logs = captureLogs();
    for (const mail of [tokens.mailName(known), tokens.mailName("999"), "organizer-2"]) {
      const token = tokens.report(game, mail, "p2@example.org");
      await openReport({ ...services, store }, { gameId: game.id, mail, token }, true);
    }
    assert.deepEqual(reported, [[2, 3], [null, 3], [ORGANIZER, 3]]);
    assert.deepEqual(
      logs.lines.map((line) => /"level":"(\w+)","event":"([^"]+)"/.exec(line)?.slice(1).join()),
      ["warning,game reported", "warning,game reported", "warning,mail of a game paused"],
    );
    assert(logs.lines.every((line) => line.includes(game.id) && !line.includes("p2@")));
  },
);

operationTest(
  "openReport() pauses a game's mail once three different people report it",
  async (services) => {
    const { store, tokens } = services;
    const game = await makeStored(services);
    const ids = await store.addMails(
      game.id,
      addToOutbox(
        [1, 2, 3].map((recipient) => ({ recipient, kind: "reminder", delay: 3600 })),
      ),
    );
    const link = (place: number, address: string) => {
      const mail = tokens.mailName(ids[place] ?? "");
      return { gameId: game.id, mail, token: tokens.report(game, mail, address) };
    };
    const isPaused = async () => (await reread(services, game)).mailPausedAt !== null;
    const first = link(0, "p1@example.org");
    assert.equal((await openReport(services, first))?.isReported, false);
    assert.equal((await openReport(services, first, true))?.isReported, true);
    assert.equal((await openReport(services, first))?.isReported, true);
    assert.equal((await openReport(services, first, false))?.isReported, false);
    assert.equal((await openReport(services, first))?.isReported, false);
    await openReport(services, first, true);
    // The same person with other addresses is one person.
    for (const address of ["a@example.org", "b@example.org"]) {
      await openReport(services, link(0, address), true);
    }
    await openReport(services, link(1, "p2@example.org"), true);
    assert.equal(await isPaused(), false);
    await openReport(services, link(2, "p3@example.org"), true);
    assert.equal(await isPaused(), true);
  },
);

operationTest("openReport() opens the links of our own mails alone", async (services) => {
  const { tokens } = services;
  const [game, other] = [await makeStored(services), await makeStored(services)];
  const mail = tokens.mailName("7");
  const token = tokens.report(game, mail, "p1@example.org");
  const link = { gameId: game.id, mail, token };
  assert(await openReport(services, link));
  for (
    const wrong of [
      { ...link, gameId: other.id },
      { ...link, gameId: "" },
      { ...link, gameId: crypto.randomUUID() },
      { ...link, mail: tokens.mailName("8") },
      { ...link, token: "wrong" },
      { ...link, token: "" },
    ]
  ) assert.equal(await openReport(services, wrong, true), null);
});
