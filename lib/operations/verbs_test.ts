import assert from "node:assert/strict";
import { type ActionOf, gameActionSchema, type OperationName } from "../game/operations.ts";
import {
  amend,
  CLIENT,
  makeRing,
  makeStored,
  operationTest,
  person,
  readViewers,
  refused,
  reread,
} from "@/tests/support/operations.ts";
import { perform } from "./verbs.ts";

operationTest(
  "perform() carries out every kind of operation, and says what it did",
  async (services) => {
    const { tokens } = services;
    const { game, own } = await makeRing(services, { organizerEmail: "olga@example.org" });
    const organizer = { organizerToken: tokens.organizer(game) };
    const asked = (
      action: ActionOf<OperationName>,
      credential: Record<string, string> = {},
      options = {},
    ) => perform(services, game.code, action, credential, { client: CLIENT, ...options });
    const answer = async (...call: Parameters<typeof asked>) => {
      const performed = await asked(...call);
      return "answer" in performed ? performed.answer : assert.fail("a decision");
    };

    const changed = await asked(
      { action: "updateGameDetails", renewLink: false, location: "Here" },
      organizer,
    );
    assert("game" in changed && changed.game.location === "Here");
    const { id: participantId } = person(game, "P1");
    const wished = await asked({ action: "updateWish", participantId, wish: "Tea" }, own("P1"));
    assert(!("participantToken" in wished), "their link is known to them");
    await amend(services, game, {
      participants: game.participants.map((one) => ({ ...one, wish: "Tea", desiredGift: "Cup" })),
    });
    const openIt = { action: "openInRoom", participantId: person(game, "P1").id } as const;
    assert.deepEqual(await answer(openIt, organizer), {
      receiver: { name: "P2", desiredGift: "Cup", wish: "Tea" },
    });
    const text = { action: "sendMessage", to: "receiver", text: "Hi" } as const;
    const view = await answer(text, own("P1"));
    assert("authenticatedParticipantId" in view);
    assert.equal(view.authenticatedParticipantId, person(game, "P1").id);

    // A credential in the body goes before a header; an empty one counts as missing.
    await refused(() => asked({ ...text, participantToken: "wrong" }, own("P1")), "INVALID_TOKEN");
    await asked({ ...text, participantToken: "" }, own("P1"));

    const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
    const endpoint = "https://fcm.googleapis.com/a";
    const added = await answer({ action: "addDevice", endpoint, keys }, own("P1"));
    const { devices } = await reread(services, game);
    assert.deepEqual(added, { device: devices[0]?.id });
    assert.deepEqual(await answer({ action: "removeDevice", endpoint }, own("P1")), {
      success: true,
      message: "This device is not notified any more",
    });
    assert.deepEqual((await reread(services, game)).devices, []);

    await refused(() => asked({ action: "agreeHandover" }, own("P1")), "INVALID_TOKEN");
    await refused(() => asked({ action: "eraseMe" }, own("P1")), "TOO_EARLY_TO_ERASE");
    await refused(
      () => asked({ action: "sendThanks", text: "Thank you" }, own("P1")),
      "TOO_EARLY_TO_THANK",
    );
    const renewed = await answer({ action: "regenerateOrganizerToken" }, organizer);
    assert("emailSent" in renewed && renewed.emailSent);
    assert.equal((await reread(services, game)).organizerTokenVersion, 2);
    await refused(
      () => asked({ action: "eraseGame", confirmName: game.name }, organizer),
      "INVALID_TOKEN",
    );
    const present = { organizerToken: tokens.organizer(await reread(services, game)) };
    await refused(
      () => asked({ action: "eraseGame", confirmName: "Another" }, present),
      "NAME_MISMATCH",
    );
    assert.deepEqual(await answer({ action: "eraseGame", confirmName: game.name }, present), {
      success: true,
      message: "The game is erased for good",
    });
    assert.equal(await services.store.readGameById(game.id), null);
  },
);

operationTest(
  "perform() hands out a new link, and the same again for the same key",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, { draw: "later" });
    const action = gameActionSchema.parse({
      action: "joinInvitation",
      invitationToken: tokens.invitation(game),
      participantName: "Zoe",
    });
    assert(action.action === "joinInvitation");
    const join = async (key?: string, name = "Zoe") => {
      const performed = await perform(
        services,
        game.code,
        { ...action, participantName: name },
        {},
        {
          client: CLIENT,
          key: key === undefined ? undefined : { key },
        },
      );
      return "game" in performed ? performed : assert.fail();
    };
    const first = await join("a key that is hard to guess");
    const zoe = person(first.game, "Zoe");
    assert.equal(first.participantToken, tokens.participant(game, zoe));
    assert.equal(first.emails.size, 0);
    const again = await join("a key that is hard to guess");
    assert.equal(again.participantToken, first.participantToken);
    assert.equal(again.game.participants.length, 5);
    await refused(() => join("a key that is hard to guess", "Yan"), "KEY_REUSED");
    await refused(() => join(), "NAME_TAKEN");
    await refused(
      () => perform(services, "000000", action, {}, { client: CLIENT }),
      "GAME_NOT_FOUND",
    );
    await refused(
      () => perform(services, "no code", action, {}, { client: CLIENT }),
      "GAME_NOT_FOUND",
    );
  },
);

operationTest(
  "perform() passes the caller to limited operations, and says what the response shows",
  async (services) => {
    const { store, mail, tokens } = services;
    const { game, own } = await makeRing(services, { organizerEmail: "olga@example.org" });
    const counted: string[] = [];
    const limits = Object.assign(Object.create(store.limits), {
      addCounts(counts: { key: string }[]) {
        counted.push(counts[0]?.key ?? "");
        return Promise.resolve([1, 1]);
      },
    });
    const limited = { ...services, store: Object.assign(Object.create(store), { limits }) };
    for (const client of ["a", "b", "a"]) {
      const endpoint = `https://fcm.googleapis.com/${client}`;
      const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
      const action = { action: "addDevice", endpoint, keys } as const;
      await perform(limited, game.code, action, own("P1"), { client });
    }
    assert.equal(new Set(counted).size, 2);
    const mailing: string[] = [];
    mail.limits.mails = (client) => void mailing.push(client);
    const renewal = { action: "regenerateOrganizerToken" } as const;
    const organizer = { organizerToken: tokens.organizer(game) };
    await perform(services, game.code, renewal, organizer, { client: "c" });
    assert.deepEqual(mailing, ["c"]);
    const text = { action: "sendMessage", to: "receiver", text: "Hi" } as const;
    for (const showsPair of [false, true]) {
      await perform(services, game.code, text, own("P1"), { client: CLIENT, showsPair });
      assert.deepEqual(await readViewers(services, game), showsPair ? ["P1"] : []);
    }
  },
  { RATE_LIMIT: "1000" },
);
