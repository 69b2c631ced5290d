import assert from "node:assert/strict";
import { amend, CLIENT, creation, operationTest, refused } from "@/tests/support/operations.ts";
import { people } from "@/tests/support/games.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { ORGANIZER } from "../game/types.ts";
import { DeliveryError } from "../mail/transport.ts";
import { DatabaseUnavailable } from "../store/store.ts";
import { HeldPlace, withPlace } from "../work/places.ts";
import { createGame } from "./create.ts";

const MAILED = { sendEmails: true, organizerEmail: "organizer@example.org" };
const LONG_KEY = "a-key-that-is-hard-to-guess";

operationTest(
  "createGame() answers a repeated request with its first game",
  async (services) => {
    const create = (key: string, client: string, name = "Party", isForm = false) =>
      createGame(services, creation({ name }), "en", client, { key, isForm });
    const first = await create(LONG_KEY, "a");
    assert.equal((await create(LONG_KEY, "b")).game.id, first.game.id);
    await refused(() => create(LONG_KEY, "a", "Another"), "KEY_REUSED");
    const form = await create(LONG_KEY, "a", "Another", true);
    assert.notEqual(form.game.id, first.game.id, "a form with other words is another request");

    for (const [length, isShared] of [[1, false], [15, false], [16, true]] as const) {
      const short = "7".repeat(length);
      const { game: { id } } = await create(short, "a");
      assert.equal((await create(short, "a")).game.id, id);
      assert.equal(
        (await create(short, "b")).game.id === id,
        isShared,
        "a number is its client's own",
      );
    }

    await amend(services, first.game, { organizerTokenVersion: 2 });
    await refused(() => create(LONG_KEY, "a"), "INVALID_TOKEN");
  },
);

operationTest(
  "createGame() does not answer twice while its mails are on their way",
  async (services) => {
    const { mail, store } = services;
    const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const settle = mail.settle.bind(mail);
    mail.settle = async (...args) => {
      started.resolve();
      await ended.promise;
      return await settle(...args);
    };
    const create = (isForm: boolean) =>
      createGame(services, creation(MAILED), "en", CLIENT, { key: LONG_KEY, isForm });
    mail.patience = 20_000;
    const first = create(false);
    await started.promise;
    const { retryAfter = 0 } = await refused(() => create(false), "IN_PROGRESS");
    assert(retryAfter > 20 && retryAfter <= 25, `${retryAfter} s`);
    const readRequest = store.readRequest.bind(store);
    store.readRequest = async (keys) => {
      const kept = await readRequest(keys);
      return kept && { ...kept, runningFor: 0.4 };
    };
    assert.equal((await refused(() => create(false), "IN_PROGRESS")).retryAfter, 1);
    store.readRequest = readRequest;
    const form = create(true);
    await refused(() => create(false), "IN_PROGRESS");
    const again = (await create(true)).game.id;
    ended.resolve();
    const { game } = await first;
    assert.equal((await create(false)).game.id, game.id);
    assert.equal((await form).game.id, again, "a form gets what there is so far");
  },
);

operationTest(
  "createGame() answers even if the end of the request cannot be stored",
  async (services) => {
    const { store } = services;
    const ended: string[] = [];
    store.endRequest = (key) => Promise.reject(new Error(`not ended ${ended.push(key)}`));
    const create = async (fields: Record<string, unknown>, key?: string) => {
      const request = key === undefined ? undefined : { key };
      const { game } = await createGame(services, creation(fields), "en", CLIENT, request);
      return game.id;
    };
    using logs = captureLogs();
    assert(await create(MAILED, LONG_KEY));
    assert.equal(ended.length, 1);
    assert.match(logs.lines.join(), /end of a request not noted/);
    await create({}, "another-key-of-that-kind");
    await create(MAILED);
    assert.equal(ended.length, 1, "there was nothing to wait for, or to know again");
  },
);

operationTest(
  "createGame() returns a stored game even if the database is lost meanwhile",
  async (services) => {
    const { mail, store } = services;
    const lost = () => Promise.reject(new DatabaseUnavailable("lost"));
    using _ = captureLogs();
    store.readEmailStatuses = lost;
    mail.settle = lost;
    const fields = { ...MAILED, participants: people(3) };
    const { game, emails, emailResults } = await createGame(
      services,
      creation(fields),
      "en",
      CLIENT,
    );
    assert(await store.readGameById(game.id));
    assert.equal(emails.size, 0);
    assert.deepEqual(emailResults, {
      organizerEmailSent: false,
      participantEmailsSent: 0,
      participantEmailsFailed: 0,
      participantEmailsQueued: 3,
    });
  },
);

operationTest(
  "createGame() reports the state of the mails that it has sent",
  async (services) => {
    const { store, sizes } = services;
    const noted: unknown[] = [];
    sizes.note = (code, { participants }) => noted.push(code, participants.length) > 99;
    const key = { key: LONG_KEY };
    const create = (fields: Record<string, unknown>) =>
      createGame(
        services,
        creation(fields),
        "en",
        CLIENT,
        fields.sendEmails ? key : { key: "quiet" },
      );
    const none = {
      organizerEmailSent: false,
      participantEmailsSent: 0,
      participantEmailsFailed: 0,
      participantEmailsQueued: 0,
    };
    for (
      const [fields, expected] of [
        [MAILED, {
          ...none,
          organizerEmailSent: true,
          participantEmailsSent: 3,
          participantEmailsQueued: 1,
        }],
        [{ organizerEmail: "olga@example.org" }, none],
      ] as const
    ) {
      const { game } = await create(fields);
      assert.deepEqual(noted.splice(0), [game.code, 4]);
      const sent = fields === MAILED ? [] : [ORGANIZER, 1, 3];
      await store.addMails(game.id, () => ({
        add: [
          ...sent.map((recipient) => ({ recipient, kind: "reminder" as const, isSent: true })),
          { recipient: 2, kind: "joined", delay: 3600 },
        ],
        update: [],
      }));
      const { emailResults, emails } = await create(fields);
      assert.deepEqual(emailResults, expected);
      assert.equal(emails.get(2)?.status, "queued", "they are shown all the same");
    }
    const { organizerEmail: _, ...toOthers } = MAILED;
    const { emailResults } = await createGame(services, creation(toOthers), "en", CLIENT);
    assert.deepEqual(emailResults, { ...none, participantEmailsSent: 4 });
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
    const place = new HeldPlace();
    let left = 0;
    place.leave = () => void left++;
    const { emailResults, emails } = await withPlace(
      place,
      () => createGame(services, creation(MAILED), "en", CLIENT, key),
    );
    assert.equal(left, round === "at once" ? 1 : 0, "no place is held meanwhile");
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

operationTest(
  "createGame() uses its reader's language, and makes one game of one request sent twice at once",
  async (services) => {
    assert.equal((await createGame(services, creation(), "de", CLIENT)).game.language, "de");
    const create = () => createGame(services, creation(), "en", CLIENT, { key: LONG_KEY });
    const [one, other] = await Promise.all([create(), create()]);
    assert.equal(one.game.id, other.game.id);
  },
);
