import assert from "node:assert/strict";
import { changeParticipant } from "../game/changes.ts";
import { normalizedKey } from "../game/identity.ts";
import { people } from "@/tests/support/games.ts";
import {
  CLIENT,
  type MailingServices,
  makeStored,
  operationTest,
  person,
  refused,
} from "@/tests/support/operations.ts";
import { remindSome, sendEmail, type SendResult } from "./send_mails.ts";
import { sendEmailSchema } from "../game/schemas.ts";

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
  await services.store.setUnsubscribed(game.id, normalizedKey("P2@example.org"), true);
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

operationTest("remindSome() reminds the chosen ones who want it", async (services) => {
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
  // Who has never opened a mail of the game gets no free text.
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
  await services.store.failMail({ id: failing ?? "", gameId: game.id }, "addressRefused");
  assert.equal((await send("failedParticipants")).sent, 1);
});

operationTest("sendEmail() answers a lost link alike for every address", async (services) => {
  const game = await makeStored(services, { organizerEmail: "olga@example.org" });
  const answers = [];
  for (const email of ["olga@example.org", "nobody@example.org"]) {
    const body = { code: game.code, type: "recoverOrganizerLink", email };
    answers.push(await sendEmail(services, sendEmailSchema.parse(body), {}, CLIENT));
  }
  assert.deepEqual(answers[0], answers[1]);
  await services.mail.close();
  assert.deepEqual(sentTo(services), ["olga@example.org"]);
});

operationTest("sendEmail() allows one game so many mails an hour", async (services) => {
  const { game, organizerToken } = await makeReminded(services);
  const body = { code: game.code, organizerToken, type: "allParticipants" };
  const send = () => sendEmail(services, sendEmailSchema.parse(body), {}, CLIENT);
  // 100 and 4 for each of four people.
  for (let round = 0; round < 38; round++) await send();
  await refused(send, "TOO_MANY_MAILS");
  assert.equal(sentTo(services).length, 114);
});
