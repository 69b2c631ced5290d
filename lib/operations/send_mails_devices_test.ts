import assert from "node:assert/strict";
import { ORGANIZER } from "../game/types.ts";
import { type SendEmail, sendEmailSchema } from "../game/schemas.ts";
import { people } from "@/tests/support/games.ts";
import {
  amend,
  CLIENT,
  type MailingServices,
  makeStored,
  operationTest,
  person,
  refused,
  shownBy,
} from "@/tests/support/operations.ts";
import { addDevice } from "./devices.ts";
import { remindSome, sendEmail } from "./send_mails.ts";

/**
 * Two people with addresses and two without, some of whom are notified in browsers; with the ordered mails and
 * notices, and the deliveries that are woken.
 *
 * @param browsers the name of the person for each
 */
async function notified(
  services: MailingServices,
  fields: Record<string, unknown> = {},
  browsers = ["P1", "Device"],
) {
  const { tokens } = services;
  const participants = [...people(2), { name: "Device" }, { name: "Nothing" }];
  const game = await makeStored(services, { participants, ...fields });
  for (const [index, name] of browsers.entries()) {
    await addDevice(
      services,
      game.code,
      {
        action: "addDevice",
        endpoint: `https://fcm.googleapis.com/${index}`,
        keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
      },
      shownBy(services, game, name),
      CLIENT,
    );
  }
  const organizerToken = tokens.organizer(game);
  const calls: string[] = [];
  services.push.wake = () => void calls.push("wake");
  const { requireRoom } = services.mail;
  services.mail.requireRoom = (game, count, client) => {
    calls.push(`room for ${count} of ${client}`);
    return requireRoom.call(services.mail, game, count, client);
  };
  const notices: string[] = [];
  const ordered: string[] = [];
  const store = Object.assign(Object.create(services.store), {
    addMails(...[id, decide]: Parameters<typeof services.store.addMails>) {
      return services.store.addMails(id, (waiting) => {
        const change = decide(waiting);
        notices.push(
          ...(change.notices ?? []).map(({ recipient, kind }) => `${kind} ${recipient}`),
        );
        ordered.push(...change.add.map(({ recipient, kind }) => `${kind} ${recipient}`));
        return { ...change, notices: [] };
      });
    },
  });
  const withMail = (mail: MailingServices["mail"] | null) => ({ ...services, store, mail });
  const send = (
    type: SendEmail["type"],
    name = "",
    mail: typeof services.mail | null = services.mail,
  ) =>
    sendEmail(
      withMail(mail),
      sendEmailSchema.parse({
        code: game.code,
        type,
        organizerToken,
        ...name && { participantId: person(game, name).id },
      }),
      {},
      CLIENT,
    );
  const remind = (names: string[], mail: typeof services.mail | null = services.mail) =>
    remindSome(
      withMail(mail),
      { code: game.code, customMessage: "" },
      new Set(names.map((name) => person(game, name).id)),
      { organizerToken },
      CLIENT,
    );
  const taken = () => [ordered.splice(0), notices.splice(0)].map((list) => list.toSorted());
  return { game, send, remind, taken, called: () => calls.splice(0) };
}

operationTest(
  "reminders reach browsers, too, and people without an address only there",
  async (services) => {
    const { send, remind, taken, called } = await notified(services);
    const all = await send("reminderAll");
    assert.deepEqual(called(), [`room for 2 of ${CLIENT}`, "wake"]);
    assert.deepEqual([all.sent, all.notified, all.message], [2, 1, "2 sent"]);
    assert.deepEqual(taken(), [["reminder 1", "reminder 2"], ["reminder 1", "reminder 3"]]);
    const one = await send("reminder", "Device");
    assert.deepEqual(
      [one.success, one.sent, one.notified, one.message],
      [true, 0, 1, "It comes to their devices"],
    );
    assert.deepEqual(taken(), [[], ["reminder 3"]]);
    await refused(() => send("reminder", "Nothing"), "EMAIL_MISSING");
    await refused(() => send("participant", "Device"), "EMAIL_MISSING");
    const some = await remind(["P2", "Device", "Nothing"]);
    assert.deepEqual([some.sent, some.notified], [1, 1]);
    assert.deepEqual(taken(), [["reminder 2"], ["reminder 3"]]);
    const nobody = await remind(["Nothing"]);
    assert.deepEqual(
      [nobody.success, nobody.message, nobody.notified],
      [true, "There is nobody to send this to", undefined],
    );
  },
);

operationTest(
  "a reminder without a named person goes to everyone, and to their browsers",
  async (services) => {
    const { send, taken } = await notified(services);
    for (const mail of [services.mail, null]) {
      const all = await send("reminderAll", "", mail);
      const ordered = taken();
      assert.deepEqual(await send("reminder", "", mail), all);
      assert.deepEqual(taken(), ordered);
      assert.deepEqual(ordered[1], ["reminder 1", "reminder 3"]);
    }
  },
);

operationTest("without a mail server reminders reach browsers alone", async (services) => {
  const browsers = ["P1", "Device", "Device"];
  const { send, remind, taken, called } = await notified(services, {}, browsers);
  assert.deepEqual(await send("reminderAll", "", null), {
    success: true,
    message: "It comes to their devices",
    sent: 0,
    failed: 0,
    queued: 0,
    notified: 2,
  });
  assert.deepEqual(called(), ["wake"]);
  assert.deepEqual(taken(), [[], ["reminder 1", "reminder 3", "reminder 3"]]);
  assert.equal((await remind(["P1"], null)).notified, 1);
  await refused(() => remind(["P2"], null), "EMAIL_NOT_CONFIGURED");
  for (const type of ["allParticipants", "organizer"] as const) {
    await refused(() => send(type, "", null), "EMAIL_NOT_CONFIGURED");
  }
  for (const name of ["P1", "Nothing"]) {
    await refused(() => send("participant", name, null), "EMAIL_NOT_CONFIGURED");
  }
  await refused(() => send("reminder", "Nothing", null), "EMAIL_NOT_CONFIGURED");
});

operationTest(
  "links go to everyone with an address, and to the browsers of the others",
  async (services) => {
    const drawn = await notified(services);
    await drawn.send("allParticipants");
    assert.deepEqual(drawn.taken(), [
      ["assignment 1", "assignment 2"],
      ["assignment 1", "assignment 3"],
    ]);
    await drawn.send("participant", "P2");
    assert.deepEqual(drawn.taken(), [["assignment 2"], []]);
    const round = await notified(services, { draw: "later", organizerEmail: "olga@example.org" });
    await round.send("allParticipants");
    assert.deepEqual(round.taken(), [["joined 1", "joined 2"], ["joined 1", "joined 3"]]);
    await round.send("organizer");
    assert.deepEqual(round.taken(), [[`organizerWelcome ${ORGANIZER}`], []]);
  },
);

operationTest(
  "a reader's own language and a token in a header apply to mails",
  async (services) => {
    const game = await makeStored(services, { organizerEmail: "olga@example.org" });
    const organizerToken = services.tokens.organizer(game);
    const body = (fields: object) =>
      sendEmailSchema.parse({ code: game.code, type: "allParticipants", ...fields });
    const send = (fields: object, credential: Record<string, string> = {}) =>
      sendEmail(services, body(fields), credential, CLIENT);
    await send({ language: "de" }, { organizerToken });
    await send({ language: "de", type: "organizer" }, { organizerToken });
    assert.deepEqual(
      services.mail.trap?.caught.map(({ mail }) => mail.language),
      Array(5).fill("de"),
    );
    await refused(() => send({ organizerToken: "wrong" }, { organizerToken }), "INVALID_TOKEN");
    await refused(() => send({}), "TOKEN_REQUIRED");
    await refused(
      () => send({ organizerToken, participantId: crypto.randomUUID() }),
      "PARTICIPANT_NOT_FOUND",
    );
    await amend(services, game, { archivedAt: new Date().toISOString() });
    await refused(() => send({ organizerToken }), "GAME_NOT_FOUND");
  },
);
