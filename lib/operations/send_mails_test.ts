import assert from "node:assert/strict";
import { changeParticipant } from "../game/changes.ts";
import { addressKey } from "../game/identity.ts";
import { sendEmailSchema } from "../game/schemas.ts";
import type { Game } from "../game/types.ts";
import { people } from "@/tests/support/games.ts";
import {
  amend,
  CLIENT,
  type MailingServices,
  makeStored,
  operationTest,
  person,
  refused,
} from "@/tests/support/operations.ts";
import { DatabaseUnavailable } from "../store/store.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { HeldPlace, withPlace } from "../work/places.ts";
import { remindSome, sendEmail, type SendResult } from "./send_mails.ts";

const NONE = { sent: 0, failed: 0, queued: 0 };

/** Recipients of mails, in the order of sending. */
const sentTo = ({ mail }: MailingServices) =>
  (mail.trap?.caught ?? []).map(({ mail: { to } }) => to).toReversed();

const counts = ({ success, sent, failed, queued }: SendResult) => ({
  success,
  sent,
  failed,
  queued,
});

/** Three people with addresses, the second without reminders, and one person without an address. */
async function makeReminded(services: MailingServices) {
  const game = await makeStored(services, { participants: [...people(3), { name: "Offline" }] });
  await services.store.setUnsubscribed(game.id, addressKey("P2@example.org"), true);
  return { game, organizerToken: services.tokens.organizer(game) };
}

operationTest("remindSome() is for the organizer alone", async (services) => {
  const { game } = await makeReminded(services);
  const ids = new Set(game.participants.map(({ id }) => id));
  const remind = (organizerToken?: string, code = game.code) =>
    remindSome(services, { code, customMessage: "" }, ids, { organizerToken }, CLIENT);
  const own = services.tokens.participant(game, person(game, "P1"));
  await refused(() => remind(), "TOKEN_REQUIRED");
  await refused(() => remind(own), "INVALID_TOKEN");
  await refused(
    () => remind(services.tokens.organizer({ ...game, id: "another" })),
    "INVALID_TOKEN",
  );
  await refused(() => remind(services.tokens.organizer(game), "999999"), "GAME_NOT_FOUND");
  await refused(
    () =>
      remindSome({ ...services, mail: null }, { code: game.code, customMessage: "" }, ids, {
        organizerToken: services.tokens.organizer(game),
      }, CLIENT),
    "EMAIL_NOT_CONFIGURED",
  );
  assert.deepEqual(sentTo(services), []);
});

operationTest("remindSome() reminds the chosen people who want it", async (services) => {
  const { game, organizerToken } = await makeReminded(services);
  const { code } = game;
  const remind = (...names: string[]) =>
    remindSome(
      services,
      { code, customMessage: "Soon!" },
      new Set(names.map((name) => person(game, name).id)),
      { organizerToken },
      CLIENT,
    );
  // People who have never opened a mail of the game get no free text.
  assert.equal((await remind("P1", "P2", "Offline")).withoutMessage, 1);
  assert(!services.mail.trap?.caught[0]?.mail.text.includes("Soon!"));
  await services.store.changeGame(code, (found) => ({
    game: found && changeParticipant(found, person(found, "P1"), {
      openedEmail: "p1@example.org",
    }).game,
    outbox: null,
    result: undefined,
  }));
  const { sent, withoutMessage } = await remind("P1", "P2", "Offline");
  assert.deepEqual({ sent, withoutMessage }, { sent: 1, withoutMessage: 0 });
  assert.deepEqual(sentTo(services), ["p1@example.org", "p1@example.org"]);
  assert(services.mail.trap?.caught[0]?.mail.text.includes("Soon!"));
  assert.deepEqual(counts(await remind("P2")), { success: true, sent: 0, failed: 0, queued: 0 });
});

operationTest("a late reminder also reaches people whom its text does not", async (services) => {
  const { game, organizerToken } = await makeReminded(services);
  await amend(services, game, { date: "2026-01-02" });
  const ids = new Set(game.participants.map(({ id }) => id));
  const body = { code: game.code, customMessage: "Who left a scarf?" };
  const { sent, withoutMessage } = await remindSome(
    services,
    body,
    ids,
    { organizerToken },
    CLIENT,
  );
  assert.deepEqual({ sent, withoutMessage }, { sent: 2, withoutMessage: 2 });
  for (const { mail: { text } } of services.mail.trap?.caught ?? []) {
    assert(!text.includes("scarf"), text);
  }
});

operationTest(
  "waiting mails are no error, even if the database is lost meanwhile",
  async (services) => {
    const { game, organizerToken } = await makeReminded(services);
    services.mail.settle = () => Promise.reject(new DatabaseUnavailable("lost"));
    using _ = captureLogs();
    const sent = await sendEmail(
      services,
      sendEmailSchema.parse({ code: game.code, type: "reminderAll" }),
      { organizerToken },
      CLIENT,
    );
    assert.deepEqual(counts(sent), { ...NONE, success: true, queued: 2 });
    assert.equal(sent.message, "0 sent, 2 waiting to be sent");
  },
);

operationTest("sendEmail() sends each type to its people", async (services) => {
  const { game, organizerToken } = await makeReminded(services);
  const send = (type: string, name?: string) =>
    sendEmail(
      services,
      sendEmailSchema.parse({
        code: game.code,
        organizerToken,
        type,
        ...(name && { participantId: person(game, name).id }),
      }),
      {},
      CLIENT,
    );
  const everyone = ["p1@example.org", "p2@example.org", "p3@example.org"];
  const wanting = ["p1@example.org", "p3@example.org"];
  for (
    const [type, name, expected] of [
      ["participant", "P2", ["p2@example.org"]],
      ["allParticipants", undefined, everyone],
      ["reminder", "P1", ["p1@example.org"]],
      ["reminder", undefined, wanting],
      ["reminderAll", undefined, wanting],
      ["failedParticipants", undefined, []],
    ] as const
  ) {
    const before = sentTo(services).length;
    assert.equal((await send(type, name)).sent, expected.length, type);
    assert.deepEqual(sentTo(services).slice(before).toSorted(), expected, type);
  }
  for (const type of ["allParticipants", "reminderAll", "failedParticipants"]) {
    const all = await send(type);
    // An id is only for the types that are about one person.
    for (const name of ["Offline", "P2"]) assert.deepEqual(await send(type, name), all, type);
  }
  await refused(() => send("reminder", "P2"), "UNSUBSCRIBED");
  await refused(() => send("participant", "Offline"), "EMAIL_MISSING");
  await refused(() => send("organizer"), "ORGANIZER_EMAIL_MISSING");
  await services.store.addMails(game.id, () => ({
    add: [{ recipient: 3, kind: "reminder", delay: 3600 }],
    update: [],
  }));
  const [failing] = await services.store.addMails(game.id, () => ({
    add: [3, 1].map((recipient) => ({ recipient, kind: "joined", delay: 3600 })),
    update: [],
  }));
  await services.store.failMail(
    { id: failing ?? "", gameId: game.id, revision: 1 },
    "addressRefused",
  );
  assert.equal((await send("failedParticipants")).sent, 1);
});

operationTest("sendEmail() answers every address alike about a lost link", async (services) => {
  const game = await makeStored(services, { organizerEmail: "olga@example.org" });
  const asked: string[] = [];
  services.mail.limits.recovery = (client, whose) => void asked.push(`${client} ${whose}`);
  const requests = [
    ["recoverOrganizerLink", "olga@example.org"],
    ["recoverOrganizerLink", "nobody@example.org"],
    ["recoverParticipantLink", "p1@example.org"],
    ["recoverParticipantLink", "olga@example.org"],
  ] as const;
  for (const [type, email] of requests) {
    const body = sendEmailSchema.parse({ code: game.code, type, email });
    assert.deepEqual(await sendEmail(services, body, {}, CLIENT), {
      success: true,
      message: "If this address belongs to the game, a mail with the link is on its way to it",
      ...NONE,
    });
  }
  await services.mail.close();
  assert.deepEqual(sentTo(services), ["olga@example.org", "p1@example.org"]);
  const { tokens } = services;
  assert.deepEqual(
    asked,
    requests.map(([, email]) => `${CLIENT} ${game.id} ${tokens.mailKey(email)}`),
    "each counts for its limit",
  );
});

operationTest(
  "sendEmail() says what became of the mails, and holds no place meanwhile",
  async (services) => {
    const { game, organizerToken } = await makeReminded(services);
    const type = "reminderAll";
    const body = sendEmailSchema.parse({ code: game.code, organizerToken, type });
    for (
      const [organizer, participants, success, message] of [
        [{ sent: 1 }, { sent: 2 }, true, "3 sent"],
        [{ queued: 1 }, { queued: 2 }, true, "0 sent, 3 waiting to be sent"],
        [{ queued: 1 }, { failed: 1 }, true, "0 sent, 1 waiting to be sent, 1 failed"],
        [{ failed: 1 }, { failed: 2 }, false, "0 sent, 3 failed"],
        [{ failed: 1 }, { sent: 1 }, true, "1 sent, 1 failed"],
      ] as const
    ) {
      const place = new HeldPlace();
      let isLeft = false;
      place.leave = () => void (isLeft = true);
      services.mail.settle = () => {
        assert(isLeft);
        const counts = {
          organizer: { ...NONE, ...organizer },
          participants: { ...NONE, ...participants },
        };
        return Promise.resolve(counts);
      };
      const { sent, failed, queued, ...said } = await withPlace(
        place,
        () => sendEmail(services, body, {}, CLIENT),
      );
      assert.deepEqual(said, { success, message });
      const sum = (key: keyof typeof NONE) =>
        ({ ...NONE, ...organizer })[key] + ({ ...NONE, ...participants })[key];
      assert.deepEqual([sent, failed, queued], [sum("sent"), sum("failed"), sum("queued")]);
    }
  },
);

operationTest("mails wait for the organizer to confirm their address", async (services) => {
  const participants = [...people(2), { name: "Offline" }];
  const nowhere = await makeStored(services, { participants });
  const game = await makeStored(services, { participants, organizerEmail: "olga@example.org" });
  const remind = ({ code }: Game, customMessage: string) => {
    const organizerToken = services.tokens.organizer(code === game.code ? game : nowhere);
    const body = { code, organizerToken, type: "reminderAll", customMessage };
    return sendEmail(services, sendEmailSchema.parse(body), {}, CLIENT);
  };
  await refused(() => remind(nowhere, ""), "ORGANIZER_EMAIL_NEEDED");
  const { message, withoutMessage } = await remind(game, "Soon!");
  assert.deepEqual([message, withoutMessage], ["1 sent, 2 waiting to be sent", 0]);
  assert.deepEqual(sentTo(services), ["olga@example.org"]);
  // One with the same words is the same reminder.
  for (const words of ["Soon!", "Now!", "", ""]) await remind(game, words);
  let waiting: string[] = [];
  await services.store.addMails(game.id, (mails) => {
    waiting = mails.map(({ recipient, payload }) => `${recipient} ${payload.message}`);
    return { add: [], update: [] };
  });
  assert.deepEqual(waiting.toSorted(), ["1 ", "1 Now!", "1 Soon!", "2 ", "2 Now!", "2 Soon!"]);
}, { MAIL_CONFIRM: "organizer" });

operationTest("sendEmail() allows one game a limited number of mails an hour", async (services) => {
  const { game, organizerToken } = await makeReminded(services);
  const body = { code: game.code, organizerToken, type: "allParticipants" };
  const send = () => sendEmail(services, sendEmailSchema.parse(body), {}, CLIENT);
  // 100, and 4 for each of four people.
  for (let round = 0; round < 38; round++) await send();
  await refused(send, "TOO_MANY_MAILS");
  assert.equal(sentTo(services).length, 114);
});
