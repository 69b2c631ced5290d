import assert from "node:assert/strict";
import { isOrganizerProved } from "../game/senders.ts";
import { amend, makeStored, operationTest, refused, reread } from "@/tests/support/operations.ts";
import { SetClock } from "@/tests/support/clock.ts";
import { people } from "@/tests/support/games.ts";
import { until } from "@/tests/support/until.ts";
import { archiveGame, performAction } from "./change.ts";
import { openConfirmation } from "./senders.ts";

const WAITS = { MAIL_CONFIRM: "organizer" };
const organizerEmail = "olivia@example.org";

operationTest("openConfirmation() releases the mails that waited for it", async (services) => {
  const { mail: { trap }, tokens } = services;
  assert(trap);
  const game = await makeStored(services, { organizerEmail, sendEmails: true });
  const recipients = () => new Set(trap.caught.map(({ mail }) => mail.to));
  assert.deepEqual(recipients(), new Set([organizerEmail]));
  const token = tokens.confirmation(game, organizerEmail);
  assert.equal((await openConfirmation(services, game.id, token))?.isConfirmed, false);
  assert.equal(isOrganizerProved(await reread(services, game)), false, "looked at only");
  assert.equal((await openConfirmation(services, game.id, token, true))?.isConfirmed, true);
  assert.equal((await openConfirmation(services, game.id, token))?.isConfirmed, true);
  assert(isOrganizerProved(await reread(services, game)));
  await until(() => recipients().size === 5, "the four others");
}, WAITS);

operationTest(
  "openConfirmation() mails links that were given up to people who may have none",
  async (services) => {
    const { mail: { trap }, tokens } = services;
    assert(trap);
    const kinds = ["joined", "participantLinkRenewed", "receiverChanged", "assignment"] as const;
    const store = Object.assign(Object.create(services.store), {
      readGivenUp: () => Promise.resolve(new Map(kinds.map((kind, index) => [index + 1, kind]))),
    });
    const start: number = trap.caught.length;
    for (const sendEmails of [false, true]) {
      const made = await makeStored(services, { organizerEmail });
      const participants = made.participants.map((one) => ({
        ...one,
        // Only the first one has opened a mail.
        openedEmail: one.number === 1 ? null : one.email,
      }));
      const game = await amend(services, made, { participants, sendEmails });
      const token = tokens.confirmation(game, organizerEmail);
      await openConfirmation({ ...services, store }, game.id, token, true);
    }
    await until(() => trap.caught.length >= start + 4, "their links");
    const [one, , three, four] = (await makeStored(services)).participants;
    assert.deepEqual(
      trap.caught.slice(start).map(({ mail }) => mail.to).toSorted(),
      [one?.email, one?.email, three?.email, four?.email],
    );
  },
  WAITS,
);

operationTest(
  "openConfirmation() mails links that were given up, whatever else is held by then",
  async (services) => {
    const { mail, store, tokens } = services;
    const trap = mail.trap ?? assert.fail();
    const game = await makeStored(services, { organizerEmail, sendEmails: true });
    using clock = new SetClock();
    clock.move(49);
    mail.wake();
    const statuses = async () => [...(await store.readEmailStatuses(game.id)).values()];
    await until(
      async () =>
        (await statuses()).filter(({ reason }) => reason === "notConfirmed").length === 4 &&
        (await statuses()).every(({ status }) => status !== "queued"),
      "they are given up",
    );
    for (const location of ["There", game.location]) {
      await performAction(services, game.code, {
        action: "updateGameDetails",
        renewLink: false,
        organizerToken: tokens.organizer(game),
        location,
      }, {});
    }
    assert.equal((await statuses()).filter(({ status }) => status === "queued").length, 4);
    const before: number = trap.caught.length;
    await openConfirmation(services, game.id, tokens.confirmation(game, organizerEmail), true);
    await until(() => trap.caught.length >= before + 4, "their links");
    const links = trap.caught.slice(0, -before);
    assert(links.every(({ mail: { text } }) => text.includes("participant=")));
  },
  WAITS,
);

operationTest(
  "openConfirmation() sends no farewell to a stranger, or to a person who was added again",
  async (services) => {
    const { mail, tokens } = services;
    const trap = mail.trap ?? assert.fail();
    const game = await makeStored(services, {
      organizerEmail,
      sendEmails: true,
      participants: people(5),
    });
    const [again = assert.fail(), gone = assert.fail(), ...others] = game.participants;
    const organizerToken = tokens.organizer(game);
    const act = (action: Parameters<typeof performAction>[2]) =>
      performAction(services, game.code, action, {});
    for (const { id } of [again, gone]) {
      await act({ action: "removeParticipant", participantId: id, organizerToken });
    }
    await act({
      action: "addParticipant",
      participantName: again.name,
      participantEmail: again.email ?? "",
      desiredGift: "",
      wish: "",
      organizerToken,
    });
    await openConfirmation(services, game.id, tokens.confirmation(game, organizerEmail), true);
    const told = () =>
      trap.caught.map(({ mail: { to } }) => to).filter((to) => to !== organizerEmail);
    await until(() => told().length >= 4 && told().includes(again.email ?? ""), "their links");
    assert.deepEqual(told().toSorted(), [again, ...others].map(({ email }) => email).toSorted());
  },
  WAITS,
);

operationTest(
  "openConfirmation() sends the farewell to a person who had a mail of the game, and followed no link in it",
  async (services) => {
    const { mail, tokens } = services;
    const trap = mail.trap ?? assert.fail();
    const made = await makeStored(services, { organizerEmail, sendEmails: true });
    await openConfirmation(services, made.id, tokens.confirmation(made, organizerEmail), true);
    const [gone = assert.fail()] = made.participants;
    const told = () => trap.caught.filter(({ mail: { to } }) => to === gone.email).length;
    await until(() => told() === 1, "their link");
    const other = "other@example.org";
    const act = (action: Parameters<typeof performAction>[2]) =>
      performAction(services, made.code, action, { organizerToken: tokens.organizer(made) });
    await act({ action: "updateGameDetails", renewLink: false, organizerEmail: other });
    await act({ action: "removeParticipant", participantId: gone.id });
    const game = await reread(services, made);
    assert.equal(told(), 1, "it waits");
    await openConfirmation(services, game.id, tokens.confirmation(game, other), true);
    await until(() => told() === 2, "the farewell");
  },
  WAITS,
);

operationTest(
  "openConfirmation() believes the link to the present address alone",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, { organizerEmail });
    const token = tokens.confirmation(game, organizerEmail);
    const other = await makeStored(services, { organizerEmail });
    const confirm = (id: string, given: string) => openConfirmation(services, id, given, true);
    for (
      const [id, given] of [
        [game.id, "wrong"],
        [game.id, tokens.confirmation(game, "other@example.org")],
        [other.id, token],
        ["", token],
        [crypto.randomUUID(), token],
      ] as const
    ) assert.equal(await confirm(id, given), null);
    await amend(services, game, { organizerEmail: "other@example.org" });
    assert.equal(await confirm(game.id, token), null);
    await amend(services, game, { organizerEmail });
    await archiveGame(services, game.code, tokens.organizer(game));
    assert.equal(await confirm(game.id, token), null);
    assert.equal((await reread(services, game)).provedEmail, null);
  },
  WAITS,
);

Deno.test("openConfirmation() does not ask the database for an invalid id", async () => {
  const store = Object.assign(Object.create(null), { readGameById: () => assert.fail("asked") });
  const services = Object.assign(Object.create(null), { store, mail: null });
  for (const id of ["", "x", crypto.randomUUID().toUpperCase(), `${crypto.randomUUID()}0`]) {
    assert.equal(await openConfirmation(services, id, "x"), null);
  }
});

operationTest("a game that mails others needs an organizer who can confirm", async (services) => {
  await refused(() => makeStored(services, { sendEmails: true }), "ORGANIZER_EMAIL_NEEDED");
  const game = await makeStored(services);
  const update = (fields: Record<string, unknown>) =>
    performAction(services, game.code, {
      action: "updateGameDetails",
      renewLink: false,
      organizerToken: services.tokens.organizer(game),
      ...fields,
    }, {});
  await refused(() => update({ sendEmails: true }), "ORGANIZER_EMAIL_NEEDED");
  await update({ location: "Here" });
  await update({ sendEmails: true, organizerEmail });
  await refused(() => update({ organizerEmail: "" }), "ORGANIZER_EMAIL_NEEDED");
  await update({ location: "There" });
  assert.equal((await reread(services, game)).organizerEmail, organizerEmail);
}, WAITS);

operationTest("a blocked address organizes no game", async (services) => {
  const { store } = services;
  const limits = Object.assign(Object.create(store.limits), {
    isBlocked: (subjects: readonly string[]) => Promise.resolve(subjects.includes(organizerEmail)),
  });
  const blocking = { ...services, store: Object.assign(Object.create(store), { limits }) };
  const game = await makeStored(services);
  const { facts } = await refused(() => makeStored(blocking, { organizerEmail }), "SENDER_BLOCKED");
  assert.deepEqual(facts, [{ path: "organizerEmail" }]);
  const update = (fields: Record<string, unknown>) =>
    performAction(blocking, game.code, {
      action: "updateGameDetails",
      renewLink: false,
      organizerToken: services.tokens.organizer(game),
      ...fields,
    }, {});
  await refused(() => update({ organizerEmail }), "SENDER_BLOCKED");
  await update({ organizerEmail: "other@example.org" });
});

operationTest(
  "openConfirmation() says in late links of a round that its names are still to be drawn",
  async (services) => {
    const { store, tokens } = services;
    const game = await makeStored(services, { organizerEmail, draw: "later" });
    const watched = Object.assign(Object.create(store), {
      readGivenUp: () => Promise.resolve(new Map([[1, "joined"]])),
    });
    const token = tokens.confirmation(game, organizerEmail);
    await openConfirmation({ ...services, store: watched }, game.id, token, true);
    const counts = await Promise.all(
      (["joined", "assignment"] as const).map((kind) => store.countRecentMails(game.id, [1], kind)),
    );
    assert.deepEqual(counts.map((count) => count.get(1) ?? 0), [1, 0]);
  },
  WAITS,
);

operationTest(
  "openConfirmation() confirms no address that has replaced its own meanwhile",
  async (services) => {
    const { store, tokens } = services;
    const game = await makeStored(services, { organizerEmail });
    const changing = Object.assign(Object.create(store), {
      readGivenUp: async () => {
        await amend(services, game, { organizerEmail: "other@example.org" });
        return new Map();
      },
    });
    const token = tokens.confirmation(game, organizerEmail);
    const confirmed = await openConfirmation(
      { ...services, store: changing },
      game.id,
      token,
      true,
    );
    assert.equal(confirmed, null);
    assert.equal((await reread(services, game)).provedEmail, null);
  },
  WAITS,
);
