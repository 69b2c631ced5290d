import assert from "node:assert/strict";
import {
  amend,
  makeStored,
  operationTest,
  person,
  readViewers,
  refused,
  reread,
  shownBy,
} from "@/tests/support/operations.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { inDays } from "@/tests/support/games.ts";
import { until } from "@/tests/support/until.ts";
import type { Credential } from "../game/access.ts";
import { gameActionSchema } from "../game/operations.ts";
import type { Game } from "../game/types.ts";
import type { Services } from "../services.ts";
import { DatabaseUnavailable } from "../store/store.ts";
import { archiveGame, performAction } from "./change.ts";

const BEFORE = "2026-01-01T00:00:00.000Z";

operationTest(
  "performAction() notes exactly the people who see their receiver through it",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, { isProtected: true, keepers: [["P1", "P2"]] });
    const update = (name: string, showsPair: boolean) => {
      const participantToken = tokens.participant(game, person(game, name));
      const action = {
        action: "updateWish",
        participantId: person(game, name).id,
        wish: "Tea",
        desiredGift: "",
        participantToken,
      } as const;
      return performAction(services, game.code, action, {}, { showsPair });
    };
    const seen = () => readViewers(services, game);
    await update("P3", false);
    assert.deepEqual(await seen(), []);
    await update("P3", true);
    assert.deepEqual(await seen(), ["P3"]);
    const { access } = await update("P1", true);
    assert.deepEqual(await seen(), ["P1", "P2", "P3"], "with the gift that they keep");
    assert(access.role === "participant" && access.participant.viewedAt !== null);
    const { viewedAt } = person(await reread(services, game), "P1");
    await update("P1", true);
    assert.equal(person(await reread(services, game), "P1").viewedAt, viewedAt, "the first time");
  },
);

operationTest(
  "performAction() gives the reason for a new receiver in the first response that shows them",
  async (services) => {
    const game = await makeStored(services);
    const participants = game.participants.map((one) => ({
      ...one,
      receiverChange: "left" as const,
      ...one.name === "P1" && { viewedAt: BEFORE, firstViewedAt: BEFORE },
      ...one.name === "P2" && { firstViewedAt: BEFORE },
    }));
    await amend(services, game, { participants });
    const update = async (name: string) => {
      const action = {
        action: "updateWish",
        participantId: person(game, name).id,
        wish: "Tea",
      } as const;
      const done = await performAction(services, game.code, action, {}, { showsPair: true });
      return person(done.game, name).receiverChange;
    };
    assert.deepEqual([await update("P1"), await update("P1")], ["left", null]);
    const times = async (name: string) => {
      const one = person(await reread(services, game), name);
      return [one.receiverChange, one.viewedAt === BEFORE, one.firstViewedAt === BEFORE];
    };
    assert.deepEqual(await times("P1"), [null, true, true], "first seen when it was");
    assert.deepEqual(await times("P2"), ["left", false, true]);
    await update("P2");
    assert.deepEqual(await times("P2"), [null, false, true]);
  },
);

operationTest(
  "performAction() lets its caller stop the organizer before anything is decided",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, { exclusions: [["P1", "P2"]] });
    const sizes: number[] = [];
    const perform = (action: Parameters<typeof performAction>[2]) =>
      performAction(services, game.code, action, {}, {
        beforeOrganizing({ exclusions, households }) {
          sizes.push(exclusions.length + households.length);
          throw new Error("too much");
        },
      });
    const organizerToken = tokens.organizer(game);
    const households = [["P1", "P2"], ["P3", "P4"]];
    await assert.rejects(perform({ action: "reassignAll", organizerToken }), /too much/);
    await assert.rejects(
      perform({ action: "setExclusions", organizerToken, households }),
      /too much/,
    );
    assert.deepEqual(sizes, [1, 3], "with the rules that are to be");
    await refused(
      () => perform({ action: "reassignAll", organizerToken: "wrong" }),
      "INVALID_TOKEN",
    );
    const { id: participantId } = person(game, "P1");
    await perform({ action: "confirmAssignment", participantId });
    assert.equal(sizes.length, 2);
    assert.equal((await reread(services, game)).households.length, 0);
  },
);

operationTest("performAction() mails its changes, and wakes the delivery", async (services) => {
  const game = await makeStored(services, { sendEmails: true, date: inDays(20) });
  const { trap } = services.mail;
  assert(trap);
  const before = trap.caught.length;
  const action = {
    action: "updateGameDetails",
    organizerToken: services.tokens.organizer(game),
    location: "Here",
    renewLink: true,
  } as const;
  const { emails } = await performAction(services, game.code, action, {});
  assert.equal(emails.size, 4, "how they fare is the organizer's to see");
  await until(() => trap.caught.length === before + 4, "a mail for each");
});

operationTest("performAction() overwrites erased data, and only then", async (services) => {
  const { store, tokens } = services;
  const emptied: string[] = [];
  let action = "";
  store.overwriteErased = () => Promise.resolve(emptied.push(action) > 0);
  const perform = (
    game: Game,
    fields: { action: string } & Record<string, unknown>,
    credential: Credential = { organizerToken: tokens.organizer(game) },
  ) => {
    action = fields.action;
    return performAction(services, game.code, gameActionSchema.parse(fields), credential);
  };
  const drawn = await makeStored(services);
  const idOf = (name: string) => person(drawn, name).id;
  await perform(drawn, { action: "updateWish", participantId: idOf("P1"), wish: "Tea" });
  await perform(drawn, { action: "removeParticipant", participantId: idOf("P1") });
  await perform(drawn, {
    ...{ action: "replaceParticipant", participantId: idOf("P2") },
    ...{ participantName: "Zoe", participantEmail: "" },
  });
  await perform(drawn, { action: "reassignAll" });
  const gathering = await makeStored(services, { draw: "later" });
  await perform(gathering, { action: "leaveGame" }, shownBy(services, gathering, "P1"));
  const sealed = await makeStored(services, { isSealed: true });
  await perform(sealed, { action: "breakSeal" });
  assert.deepEqual(emptied, ["removeParticipant", "replaceParticipant", "leaveGame", "breakSeal"]);
});

operationTest("archiveGame() notifies people, and wakes the delivery", async (services) => {
  const game = await makeStored(services, { organizerEmail: "olga@example.org", sendEmails: true });
  const { trap } = services.mail;
  assert(trap);
  const toOrganizer = () => trap.caught.filter(({ mail: { to } }) => to === "olga@example.org");
  const before = toOrganizer().length;
  await archiveGame(services, game.code, services.tokens.organizer(game));
  await until(() => toOrganizer().length > before, "a mail to the organizer");
});

operationTest(
  "performAction() stores the game's new size, and knows whether there are mails",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, { isSealed: true, sendEmails: true });
    const noted: unknown[] = [];
    services.sizes.note = (code, { participants }) => noted.push(code, participants.length) > 99;
    const act = (fields: Record<string, unknown>, given: Services = services) =>
      performAction(given, game.code, gameActionSchema.parse(fields), {
        organizerToken: tokens.organizer(game),
      });
    await act({ action: "addParticipant", participantName: "Late" });
    assert.deepEqual(noted, [game.code, 5]);
    // People with mails have a link; without mails no one has.
    const issue = { action: "issueClaim" };
    const claimed = async (given?: Services) => {
      const { game } = await act(issue, given);
      return game.participants.filter((one) => one.claimIssuedAt !== null).map(({ name }) => name);
    };
    assert.deepEqual(await claimed(), ["Late"]);
    assert.equal((await claimed({ ...services, mail: null })).length, 5);
  },
);

operationTest("archiveGame() is for the organizer alone, and works once", async (services) => {
  const game = await makeStored(services);
  const token = services.tokens.organizer(game);
  const archive = (given?: string) => archiveGame(services, game.code, given);
  await refused(() => archiveGame(services, "999999", token), "GAME_NOT_FOUND");
  await refused(() => archive(), "TOKEN_REQUIRED");
  await refused(() => archive("wrong"), "INVALID_TOKEN");
  assert.equal((await reread(services, game)).archivedAt, null);
  await archive(token);
  assert((await reread(services, game)).archivedAt);
  for (const given of [token, "wrong"]) await refused(() => archive(given), "ALREADY_ARCHIVED");
});

operationTest("performAction() does not note a locked gift as opened", async (services) => {
  const made = await makeStored(services, { isSealed: true });
  const participants = made.participants.map((one) => ({
    ...one,
    ...one.name === "P1" && { revealBlockedForTokenVersion: 1, tokenVersion: 2 },
  }));
  const game = await amend(services, made, { participants });
  const wish = { action: "updateWish", participantId: person(game, "P1").id, wish: "Tea" } as const;
  const shown = shownBy(services, game, "P1");
  await performAction(services, game.code, wish, shown, { showsPair: true });
  assert.deepEqual(await readViewers(services, game), []);
});

operationTest("performAction() notes no kept gift if the response hides it", async (services) => {
  const game = await makeStored(services, { isProtected: true, keepers: [["P1", "P2"]] });
  const wish = { action: "updateWish", participantId: person(game, "P1").id, wish: "Tea" } as const;
  const { access } = await performAction(services, game.code, wish, {}, { showsPair: true });
  assert(access.role === "participant" && !access.seesAssignment);
  assert.deepEqual(await readViewers(services, game), []);
});

operationTest(
  "performAction() returns a stored change even if the state of its mails cannot be read",
  async (services) => {
    const { store, tokens } = services;
    const game = await makeStored(services);
    const organizerToken = tokens.organizer(game);
    const rename = (location: string) =>
      performAction(
        services,
        game.code,
        { action: "updateGameDetails", location, renewLink: true },
        {
          organizerToken,
        },
      );
    using logs = captureLogs();
    store.readEmailStatuses = () => Promise.reject(new DatabaseUnavailable("lost"));
    const { game: after, emails } = await rename("Hall");
    assert.deepEqual([after.location, emails.size], ["Hall", 0]);
    assert.match(logs.lines.join(), /database lost after a change/);
    store.readEmailStatuses = () => Promise.reject(new TypeError("a defect"));
    await assert.rejects(rename("Yard"), TypeError);
  },
);
