/** What the organizer of a sealed game could infer from how many hidden emails still reach an invented person. */
import assert from "node:assert/strict";
import { AddressLimits, countedAs } from "@/lib/mail/limits.ts";
import type { TestApp } from "./support/app.ts";
import { inDays } from "./support/games.ts";
import { mailTest, makeDue, ORGANIZER } from "./support/mail_app.ts";
import type { TestMailServer } from "./support/mail.ts";
import { say } from "./support/messages.ts";
import { sql } from "./support/sql.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";

const NAMES = ["Ana", "Ben", "Cy", "Zoe", "Zed"];
/** Receivers by number, if Ana and if Ben gives to Zoe. */
const RINGS: Record<string, number[]> = { Ana: [4, 3, 5, 2, 1], Ben: [3, 4, 5, 2, 1] };
/** Hidden emails that a game of five may send per hour. */
const ROOM = 120;
/** Remaining hidden emails before Zoe writes. */
const LEFT = 10;

/** Waits until each email was sent or deferred. */
async function quiet({ services }: TestApp): Promise<void> {
  await until(async () => {
    const { length } = await sql(
      services,
      "select id from outbox where status = 'queued' and reason is null",
    );
    return length === 0;
  }, "nothing is due");
}

/**
 * Plays a sealed game in which the organizer has invented Zoe and Zed. They use up the limit of its hidden emails by
 * changes of Zed's address, let Zoe write to her giver, and change Zed's address until no more arrives.
 *
 * @param mailed people, besides the invented two, who have an address and opened the link mailed there.
 * @param floodsAna true if Zed had Ana's address until it may get no more hidden emails in this hour.
 * @returns how many emails reached Zed's addresses after Zoe's message, and where that was mailed to
 */
async function play(
  app: TestApp,
  server: TestMailServer,
  giver: string,
  { mailed, floodsAna }: { mailed: readonly string[]; floodsAna: boolean },
) {
  const { client, services: { store, tokens } } = app;
  // Addresses are limited across all games.
  const address = (name: string) => `${name}@${giver}.example`.toLowerCase();
  const game = await client.createGame({
    date: inDays(20),
    isSealed: true,
    sendEmails: true,
    organizerEmail: ORGANIZER,
    participants: NAMES.map((name) => ({
      name,
      email: name.startsWith("Z") || mailed.includes(name) ? address(name) : "",
    })),
  });
  const stored = await store.changeGame(game.code, (before) => {
    assert(before);
    const viewedAt = before.createdAt;
    const participants = before.participants.map((one, at) => ({
      ...one,
      receiver: RINGS[giver]?.[at] ?? assert.fail(),
      viewedAt,
      firstViewedAt: viewedAt,
      isEmailProved: mailed.includes(one.name),
    }));
    const after = { ...before, participants };
    return { game: after, outbox: null, result: after };
  });
  await quiet(app);
  // Added directly, because doing it by changing Zed's address would take a while.
  const limits = new AddressLimits(store.limits);
  const mayMail = async (name: string) => {
    const mail = { to: address(name), isAskedFor: false, isHidden: true, bearsOnPair: false };
    return await limits.take(countedAs(tokens, stored, mail), Date.now()) === 0;
  };
  let taken = 0;
  while (floodsAna && await mayMail("Ana")) taken++;
  for (; taken < ROOM - LEFT; taken++) assert(await mayMail(`other${taken}`));
  const zoe = named(stored, "Zoe");
  const { length: before } = server.arrived;
  await say(client, game, { token: tokens.participant(stored, zoe) }, { to: "giver", text: "Hi" });
  await makeDue(app);
  await quiet(app);
  const { length: since } = server.arrived;
  for (let count = 0; count < LEFT + 5; count++) {
    const answer = await client.patchGame(game, {
      action: "updateParticipantDetails",
      organizerToken: game.organizerToken,
      participantId: named(game, "Zed").id,
      email: address(`zed${count}`),
    });
    assert.equal(answer.status, 200, answer.text);
  }
  await quiet(app);
  // The link to the new address is mailed, too.
  const told = server.arrived.slice(since).filter(({ parsed }) =>
    parsed.subject?.startsWith("This address no longer gets these emails")
  );
  return { told: told.length, written: server.arrived.slice(before, since).map(({ to }) => to) };
}

for (
  const [what, mailed, floodsAna] of [
    ["Ana alone has an address", ["Ana"], false],
    ["Ana has had many hidden emails", ["Ana", "Ben", "Cy"], true],
  ] as const
) {
  mailTest(
    `a sealed game: the emails that reach an invented person do not reveal who was written to if ${what}`,
    async (app, server) => {
      const hour = () => Math.floor(Date.now() / 3_600_000);
      const from = hour();
      const ana = await play(app, server, "Ana", { mailed, floodsAna });
      const ben = await play(app, server, "Ben", { mailed, floodsAna });
      // The next hour has a new limit.
      if (hour() > from) return;
      assert.deepEqual(ana, { told: LEFT, written: ["ana@ana.example"] });
      assert.deepEqual(ben, { told: LEFT, written: floodsAna ? ["ben@ben.example"] : [] });
    },
    // Addresses are only limited if this is set.
    { RATE_LIMIT: "1000000" },
  );
}
