import assert from "node:assert/strict";
import { cryptoRandom } from "@/lib/draw/random.ts";
import { LANGUAGES } from "@/lib/game/types.ts";
import { drawMailDelay, MAIL_DELAY } from "@/lib/mail/mail_delay.ts";
import { type TestApp, testAppOnBoth } from "./support/app.ts";
import { SetClock } from "./support/clock.ts";
import { createMailedGame, mailTest, settled } from "./support/mail_app.ts";
import { conversation, readMessages, say } from "./support/messages.ts";
import { pairInRing, readWithTokens } from "./support/sealed_games.ts";
import { sql } from "./support/sql.ts";
import { subjectOf } from "./support/subjects.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const HOUR = 3600;

/** Waiting mails about messages: the recipient, and the delay in seconds. */
function waiting({ services }: TestApp): Promise<{ recipient: number; wait: number }[]> {
  const wait = services.settings.databaseUrl
    ? "extract(epoch from due_at - created_at)::float8"
    : "(due_at - created_at) / 1000.0";
  return sql(
    services,
    `select recipient, ${wait} as wait from outbox
     where kind = 'messageWaiting' and status = 'queued' order by id`,
  );
}

mailTest(
  "a mail about a message contains neither text nor name, in every language",
  async (app, server) => {
    const { client } = app;
    for (const language of sample(LANGUAGES, 3)) {
      using clock = new SetClock();
      const game = await createMailedGame(app, { language, name: "Office" });
      await settled(app, 0);
      server.arrived.length = 0;
      const { giver, receiver } = conversation(game, "P1");
      await say(client, game, giver, { to: "receiver", text: "Quittenbaum" });
      await say(client, game, receiver, { to: "giver", question: "hobby" });
      assert.equal((await waiting(app)).length, 2);
      clock.move(0.3);
      app.services.mail?.wake();
      await settled(app, 0);
      assert.deepEqual(
        server.arrived.map(({ to }) => to).sort(),
        [giver.email, receiver.email].sort(),
      );
      for (const { to, parsed, text, html, link } of server.arrived) {
        assert.equal(parsed.subject, subjectOf("messageWaiting", game, language));
        const own = to === giver.email ? giver : receiver;
        // A random token in a link may spell a name.
        const words = `${text}${html}${parsed.subject}`.replaceAll(/https?:[^\s"'<>]+/g, "");
        for (const { name } of game.participants.filter((one) => one.id !== own.id)) {
          assert(!new RegExp(`\\b${name}\\b`).test(words), name);
        }
        assert(!`${text}${html}`.includes("Quittenbaum"));
        assert.equal(new URL(link).searchParams.get("participant"), own.token);
      }
    }
  },
);

mailTest("a person gets at most one mail about messages per hour", async (app, server) => {
  const { client } = app;
  using clock = new SetClock();
  const game = await createMailedGame(app);
  await settled(app, 0);
  const { giver, receiver } = conversation(game, "P1");
  for (let index = 0; index < 3; index++) {
    await say(client, game, giver, { to: "receiver", text: `Message ${index}` });
  }
  assert.equal((await waiting(app)).length, 1, "they are one");
  clock.move(0.3);
  app.services.mail?.wake();
  await settled(app, 0);
  const { length } = server.at(receiver.email);
  await say(client, game, giver, { to: "receiver", text: "One more" });
  const [next] = await waiting(app);
  assert(next && next.wait > HOUR && next.wait <= HOUR + MAIL_DELAY.most, `${next?.wait} s`);
  clock.move(0.9);
  app.services.mail?.wake();
  assert.equal((await waiting(app)).length, 1, "not within the hour");
  clock.move(0.5);
  app.services.mail?.wake();
  await settled(app, 0);
  assert.equal(server.at(receiver.email).length, length + 1);
});

mailTest(
  "no mail is sent if its reader muted the thread, ended notices, or read the message",
  async (app, server) => {
    const { client, services } = app;
    using clock = new SetClock();
    const game = await createMailedGame(app);
    await settled(app, 0);
    server.arrived.length = 0;
    const { giver, receiver, others: [other] } = conversation(game, "P1");
    assert(other);
    const partner = game.participants.find(({ id }) =>
      game.assignments.some((pair) => pair.giverId === id && pair.receiverId === other.id)
    );
    assert(partner);
    await client.act(game, "muteThread", {
      participantToken: receiver.token,
      to: "giver",
      muted: true,
    });
    await services.store.setUnsubscribed(game.id, other.email, true);
    await say(client, game, giver, { to: "receiver", text: "Muted" });
    await say(client, game, partner, { to: "receiver", text: "Ended" });
    await say(client, game, receiver, { to: "giver", text: "Read" });
    await readMessages(client, game, giver);
    clock.move(0.3);
    services.mail?.wake();
    await settled(app, 0);
    assert.deepEqual(server.arrived.map(({ to }) => to), []);
    // The other thread still works, and a reader who unmutes gets mails again.
    await client.act(game, "muteThread", {
      participantToken: receiver.token,
      to: "giver",
      muted: false,
    });
    await say(client, game, giver, { to: "receiver", text: "Heard" });
    clock.move(1.4);
    services.mail?.wake();
    await settled(app, 0);
    assert.deepEqual(server.arrived.map(({ to }) => to), [receiver.email]);
  },
);

mailTest(
  "in a sealed game no mail tells a later link about a message to the earlier one",
  async (app, server) => {
    const { client, services } = app;
    using clock = new SetClock();
    const game = await createMailedGame(app, { isSealed: true });
    await pairInRing(app, game);
    await settled(app, 0);
    const linkOf = async (name: string) => named(await readWithTokens(app, game, name), name);
    await client.readAsParticipant(game, { participantToken: (await linkOf("P1")).token });
    // An organizer with P2's link writes to P2's giver, and takes P1's place before the mail is sent.
    await say(client, game, await linkOf("P2"), { to: "giver", question: "size" });
    assert.deepEqual((await waiting(app)).map(({ recipient }) => recipient), [1]);
    await client.manage(game, "updateParticipantDetails", {
      participantId: named(game, "P1").id,
      email: "organizer-too@example.org",
    });
    const later = await linkOf("P1");
    const look = () => client.readAsParticipant(game, { participantToken: later.token });
    assert.equal((await look()).isWithheld, true);
    await client.manage(game, "reassignAll", {});
    assert.equal((await look()).isWithheld, false);
    // The mail about the message, and the mails about the draw to those who had opened.
    await settled(app, 3);
    server.arrived.length = 0;
    clock.move(0.3);
    services.mail?.wake();
    await settled(app, 0);
    for (const { parsed: { subject } } of server.arrived) {
      assert.match(subject ?? "", /someone new/);
    }
  },
);

testAppOnBoth("the organizer is not told of mails about messages, sealed or not", async (app) => {
  for (const isSealed of [false, true]) {
    const { client, services: { store, tokens } } = app;
    const game = await client.createGame({ isSealed, sendEmails: true });
    const before = await client.readAsOrganizer(game);
    const kept = await store.readGame(game.code);
    assert(kept);
    await store.addMails(game.id, () => ({
      add: kept.participants.map(({ number }) => ({ recipient: number, kind: "messageWaiting" })),
      update: [],
    }));
    for (const one of kept.participants) {
      const token = tokens.participant(kept, one);
      await say(client, game, { token }, { to: "giver", text: "Hello" });
    }
    const after = await client.readAsOrganizer(game);
    const seen = ({ participants }: typeof after) =>
      participants.map(({ emailStatus, hasConfirmedAssignment }) => [
        emailStatus,
        hasConfirmedAssignment,
      ]);
    assert.deepEqual(seen(after), seen(before));
  }
});

Deno.test("drawMailDelay() draws every second from 3 to 15 minutes with equal probability", () => {
  const DRAWS = 144_200;
  const counts = new Map<number, number>();
  for (let draw = 0; draw < DRAWS; draw++) {
    const delay = drawMailDelay((n) => cryptoRandom.below(n));
    counts.set(delay, (counts.get(delay) ?? 0) + 1);
  }
  const seconds = MAIL_DELAY.most - MAIL_DELAY.least + 1;
  assert.deepEqual(
    [counts.size, Math.min(...counts.keys()), Math.max(...counts.keys())],
    [seconds, MAIL_DELAY.least, MAIL_DELAY.most],
  );
  // Chi-square with 720 degrees of freedom has a standard deviation of 38; seven of them are never reached.
  const expected = DRAWS / seconds;
  const chi = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  assert(Math.abs(chi - (seconds - 1)) < 7 * Math.sqrt(2 * (seconds - 1)), `chi-square ${chi}`);
});

mailTest(
  "mails about messages wait for the drawn delay, for any author and number of messages",
  async (app) => {
    const { client } = app;
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      const game = await createMailedGame(app);
      for (const one of game.participants) {
        await say(client, game, one, { to: round % 2 ? "giver" : "receiver", text: "Hello" });
      }
      waits.push(...(await waiting(app)).slice(waits.length).map(({ wait }) => wait));
    }
    assert.equal(waits.length, 40);
    for (const wait of waits) {
      assert(wait >= MAIL_DELAY.least - 0.1 && wait <= MAIL_DELAY.most + 0.1, `${wait} s`);
    }
    assert(Math.max(...waits) - Math.min(...waits) > 300, "they are spread");
  },
);
