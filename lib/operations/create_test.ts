import assert from "node:assert/strict";
import { amend, CLIENT, creation, operationTest, refused } from "@/tests/support/operations.ts";
import { people } from "@/tests/support/games.ts";
import { DeliveryError } from "../mail/transport.ts";
import { createGame } from "./create.ts";

const MAILED = { sendEmails: true, organizerEmail: "organizer@example.org" };
const LONG_KEY = "a-key-that-is-hard-to-guess";

operationTest(
  "createGame() answers a request that comes again with its first game",
  async (services) => {
    const create = (key: string, client: string, name = "Party", isForm = false) =>
      createGame(services, creation({ name }), "en", client, { key, isForm });
    const first = await create(LONG_KEY, "a");
    assert.equal((await create(LONG_KEY, "b")).game.id, first.game.id);
    await refused(() => create(LONG_KEY, "a", "Another"), "KEY_REUSED");
    const form = await create(LONG_KEY, "a", "Another", true);
    assert.notEqual(form.game.id, first.game.id, "a form with other words is another request");

    const short = await create("7", "a");
    assert.equal((await create("7", "a")).game.id, short.game.id);
    assert.notEqual(
      (await create("7", "b")).game.id,
      short.game.id,
      "a number is its client's own",
    );

    await amend(services, first.game, { organizerTokenVersion: 2 });
    await refused(() => create(LONG_KEY, "a"), "INVALID_TOKEN");
  },
);

operationTest(
  "createGame() does not answer twice while its mails are on their way",
  async (services) => {
    const { mail } = services;
    const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const settle = mail.settle.bind(mail);
    mail.settle = async (...args) => {
      started.resolve();
      await ended.promise;
      return await settle(...args);
    };
    const create = (isForm: boolean) =>
      createGame(services, creation(MAILED), "en", CLIENT, { key: LONG_KEY, isForm });
    const first = create(false);
    await started.promise;
    await refused(() => create(false), "IN_PROGRESS");
    ended.resolve();
    const { game } = await first;
    assert.equal((await create(false)).game.id, game.id);
  },
);

operationTest("createGame() says what became of the mails", async (services) => {
  const { mail } = services;
  const { trap } = mail;
  assert(trap);
  const send = trap.send.bind(trap);
  trap.send = (envelope) =>
    envelope.mail.to === "p1@example.org"
      ? Promise.reject(new DeliveryError("addressRefused", true, false))
      : send(envelope);
  const key = { key: LONG_KEY };
  for (const round of ["at once", "from what is stored"]) {
    const { emailResults, emails } = await createGame(
      services,
      creation(MAILED),
      "en",
      CLIENT,
      key,
    );
    assert.deepEqual(emailResults, {
      organizerEmailSent: true,
      participantEmailsSent: 3,
      participantEmailsFailed: 1,
      participantEmailsQueued: 0,
    }, round);
    assert.equal(emails.get(1)?.reason, "addressRefused");
  }
  const quiet = await createGame(services, creation(), "en", CLIENT);
  assert.deepEqual([quiet.emailResults.participantEmailsSent, quiet.emails.size], [0, 0]);
});

operationTest(
  "createGame() counts the mails of a client, and stores nothing beyond the limit",
  async (services) => {
    const { mail, store } = services;
    mail.limits.mails(CLIENT, 2_995, performance.now());
    const create = (client: string, participants = people(4)) =>
      createGame(services, creation({ ...MAILED, participants }), "en", client);
    await create(CLIENT);
    await refused(() => create(CLIENT, people(3)), "TOO_MANY_MAILS");
    assert.equal((await store.listExpiredGames("9999-12-31", null, 9)).length, 1);
    await create("another client");
  },
  { RATE_LIMIT: "1000" },
);
