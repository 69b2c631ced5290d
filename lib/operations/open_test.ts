import assert from "node:assert/strict";
import { makeGame, people } from "@/tests/support/games.ts";
import { PHOTOS } from "@/tests/support/photos.ts";
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
  shownBy,
} from "@/tests/support/operations.ts";
import { DatabaseUnavailable } from "../store/store.ts";
import { archiveGame } from "./change.ts";
import { addDevice } from "./devices.ts";
import { sendMessage } from "./messages.ts";
import {
  findActiveGame,
  findForReader,
  findOverByInvitation,
  noteMailOpened,
  openGame,
  openInvitation,
  openOwnData,
} from "./open.ts";
import { addPhoto } from "./photos.ts";
import { setWishes } from "./wishes.ts";

operationTest("openGame() notes the gifts that an answer shows", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services, { isProtected: true, keepers: [["P1", "P2"]] });
  const open = (name: string, markViewed: boolean, withKept?: boolean) =>
    openGame(services, game.code, shownBy(services, game, name), {
      markViewed,
      ...(withKept === undefined ? {} : { withKept }),
    });
  const seen = () => readViewers(services, game);
  await open("P3", false);
  assert.deepEqual(await seen(), []);
  await open("P1", true, false);
  assert.deepEqual(await seen(), ["P1"]);
  await open("P1", true);
  assert.deepEqual(await seen(), ["P1", "P2"]);
  const { emails } = await openGame(services, game.code, {
    organizerToken: tokens.organizer(game),
  }, { markViewed: true });
  assert.equal(emails.size, 0);
  assert.deepEqual(await seen(), ["P1", "P2"]);
});

operationTest("openGame() shows no pair that is not noted", async (services) => {
  const game = await makeStored(services);
  const store = Object.assign(Object.create(services.store), {
    markViewed: () => Promise.resolve(false),
  });
  const shown = { participantId: person(game, "P1").id };
  const open = (markViewed: boolean) =>
    openGame({ ...services, store }, game.code, shown, { markViewed });
  await assert.rejects(open(true), DatabaseUnavailable);
  await open(false);
});

operationTest(
  "openGame() shows no pair of a sealed game that is not stored as seen",
  async (services) => {
    const game = await makeStored(services, { isSealed: true });
    const shown = shownBy(services, game, "P1");
    const sees = async (options: Parameters<typeof openGame>[3]) => {
      const { access } = await openGame(services, game.code, shown, options);
      return access.role === "participant" && access.seesAssignment;
    };
    const seen = async () => person(await reread(services, game), "P1").viewedAt !== null;
    assert.equal(await sees({ markViewed: false, hidesUnmarked: true }), false);
    assert.equal(await seen(), false);
    assert.equal(await sees({ markViewed: true, hidesUnmarked: true }), true);
    assert.equal(await seen(), true);
    await amend(services, game, { sealBrokenAt: new Date().toISOString() });
    assert.equal(await sees({ markViewed: false, hidesUnmarked: true }), true);
  },
);

operationTest("openGame() shows a prefetch only opened gifts, kept ones too", async (services) => {
  const game = await makeStored(services, { isProtected: true, keepers: [["P1", "P2"]] });
  const sees = async (options: Parameters<typeof openGame>[3]) => {
    const { access } = await openGame(services, game.code, shownBy(services, game, "P1"), options);
    return access.role === "participant" && access.seesAssignment;
  };
  const ahead = { markViewed: false, hidesUnmarked: true };
  assert.equal(await sees(ahead), false);
  assert.equal(await sees({ markViewed: true, withKept: false }), true);
  assert.equal(await sees(ahead), false, "P2's gift is not opened");
  assert.equal(await sees({ markViewed: true }), true);
  assert.equal(await sees(ahead), true);
});

operationTest("openOwnData() wants the person's own token", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services);
  const one = person(game, "P1");
  const own = { participantToken: tokens.participant(game, one), participantId: one.id };
  const open = (credential: typeof own | Record<string, string>, markViewed = false) =>
    openOwnData(services, game.code, credential, { markViewed });
  await refused(() => open({ participantId: one.id }), "TOKEN_REQUIRED");
  await refused(() => open({ participantToken: "wrong" }), "INVALID_TOKEN");
  await refused(() => open({ ...own, participantId: person(game, "P2").id }), "INVALID_TOKEN");
  await refused(
    () => open({ ...own, participantToken: tokens.organizer(game) }),
    "INVALID_TOKEN",
  );
  assert.equal((await open(own)).receiver, null, "not opened yet");
  assert((await open(own, true)).receiver);
  assert((await open(own)).receiver);
});

operationTest(
  "openOwnData() contains everything known about the person, and about what they opened",
  async (services) => {
    const { game, own } = await makeRing(services, {
      participants: [...people(3), { name: "Offline" }],
    });
    const { code } = game;
    const sizes: unknown[] = [];
    services.sizes.note = (of, { participants }) => sizes.push(of, participants.length) > 99;
    const photo = PHOTOS.get("opaque PNG") ?? assert.fail();
    const photos = [await addPhoto(services, code, photo, own("P2"), CLIENT)];
    const tea = { title: "Tea", url: "", price: null, note: "", photo: null };
    for (const name of ["P2", "P3"]) {
      await setWishes(
        services,
        code,
        { action: "setWishes", wishes: [tea], revision: 0 },
        own(name),
      );
    }
    for (const [name, to] of [["P1", "receiver"], ["P3", "giver"]] as const) {
      await sendMessage(
        services,
        code,
        { action: "sendMessage", to, text: `From ${name}` },
        own(name),
        {},
      );
    }
    await services.store.setUnsubscribed(game.id, "p2@example.org", true);
    await services.store.addMails(game.id, () => ({
      add: [{ recipient: 2, kind: "reminder", isSent: true }],
      update: [],
    }));
    sizes.length = 0;
    const open = async (name: string, markViewed: boolean) => {
      const data = await openOwnData(services, code, own(name), { markViewed });
      const { messages: { toGiver, toReceiver } } = data;
      const texts = [toGiver, toReceiver].map((thread) => thread.map(({ text }) => text));
      return {
        receiver: data.receiver?.name ?? null,
        wishes: data.wishes.map(({ title }) => title),
        texts,
        photos: data.photos,
        isUnsubscribed: data.isUnsubscribed,
        status: data.emailStatus.status,
      };
    };
    const known = { wishes: ["Tea"], photos, isUnsubscribed: true, status: "sent" };
    const closed = { ...known, receiver: null, texts: [["From P1"], []] };
    assert.deepEqual(await open("P2", false), closed);
    assert.deepEqual(sizes.splice(0), [code, 4], "its size is known from now on");
    await findActiveGame(services, code);
    assert.deepEqual(sizes.splice(0), [code, 4]);
    const opened = { ...known, receiver: "P3", texts: [["From P1"], ["From P3"]] };
    assert.deepEqual(await open("P2", true), opened);
    assert.deepEqual(await open("P2", false), opened);
    const nothing = { wishes: [], texts: [[], []], photos: [], isUnsubscribed: false };
    assert.deepEqual(await open("Offline", true), {
      ...nothing,
      receiver: "P1",
      status: "none",
    });
    const { isUnsubscribed } = await open("P1", false);
    assert.equal(isUnsubscribed, false, "another's choice is not theirs");
  },
);

operationTest("openOwnData() names no receiver of a gift that is locked", async (services) => {
  const { game, own } = await makeRing(services, { isSealed: true });
  const read = async () =>
    (await openOwnData(services, game.code, own("P1"), { markViewed: false })).receiver?.name;
  await openOwnData(services, game.code, own("P1"), { markViewed: true });
  assert.equal(await read(), "P2");
  const { participants } = await reread(services, game);
  await amend(services, game, {
    participants: participants.map((one) => ({ ...one, revealBlockedForTokenVersion: 1 })),
  });
  assert.equal(await read(), undefined);
});

operationTest(
  "a code means its active game, or else the last archived one; an organizer's token, their own",
  async (services) => {
    const { store, tokens } = services;
    const first = await makeStored(services, { name: "First" });
    await archiveGame(services, first.code, tokens.organizer(first));
    await refused(() => findActiveGame(services, first.code), "GAME_NOT_FOUND");
    await refused(() => findActiveGame(services, "000000"), "GAME_NOT_FOUND");
    const { game: second } = await store.createGame(
      { ...makeGame(3), name: "Second", code: first.code },
      [],
    );
    assert.equal(second.code, first.code);
    const find = async (organizerToken?: string) =>
      (await findForReader(services, first.code, { organizerToken })).game.name;
    assert.equal((await findActiveGame(services, first.code)).name, "Second");
    assert.equal(await find(), "Second");
    assert.equal(await find(tokens.organizer(second)), "Second");
    assert.equal(await find(tokens.organizer(first)), "First");
    assert.equal(await find("wrong"), "Second");

    const over = (token?: string) => findOverByInvitation(services, first.code, token);
    assert.equal((await over(tokens.invitation(first)))?.name, "First");
    for (const token of [undefined, "wrong", tokens.invitation(second)]) {
      assert.equal(await over(token), null);
    }
  },
);

operationTest("openInvitation() wants the invitation's present token", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services, { draw: "later" });
  const open = (token?: string) => openInvitation(services, game.code, token);
  const token = tokens.invitation(game);
  assert.equal((await open(token)).name, "Winter party");
  await refused(() => open(), "TOKEN_REQUIRED");
  await refused(() => open(tokens.organizer(game)), "INVALID_TOKEN");
  await amend(services, game, { invitationTokenVersion: 2 });
  await refused(() => open(token), "INVALID_TOKEN");
});

operationTest(
  "noteMailOpened() believes the mark of a mail to the present address",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services);
    const [one, other] = [person(game, "P1"), person(game, "P2")];
    const mark = tokens.mailMark(game, "p1@example.org");
    const opened = async () =>
      (await reread(services, game)).participants.map(({ openedEmail }) => openedEmail);
    await noteMailOpened(services, game, one, "wrong");
    await noteMailOpened(services, game, other, mark);
    await noteMailOpened(services, { ...game, id: crypto.randomUUID() }, one, mark);
    await noteMailOpened(services, game, { ...one, email: null }, mark);
    assert.deepEqual(await opened(), [null, null, null, null]);
    await noteMailOpened(services, game, one, mark);
    assert.deepEqual(await opened(), ["p1@example.org", null, null, null]);
    const known = Object.assign(Object.create(services.store), {
      changeGameById: () => assert.fail("it is known"),
    });
    const noted = person(await reread(services, game), "P1");
    await noteMailOpened({ ...services, store: known }, game, noted, mark);
    // The address has changed since the game was read.
    await amend(services, game, {
      participants: game.participants.map((one) => ({ ...one, email: "new@example.org" })),
    });
    await noteMailOpened(services, game, other, tokens.mailMark(game, "p2@example.org"));
    assert.deepEqual(await opened(), [null, null, null, null]);
  },
);

operationTest("a note that cannot be stored fails no request", async (services) => {
  const game = await makeStored(services);
  const one = person(game, "P1");
  const mark = services.tokens.mailMark(game, "p1@example.org");
  const failing = (error: Error) => ({
    ...services,
    store: Object.assign(Object.create(services.store), {
      changeGameById: () => Promise.reject(error),
    }),
  });
  await noteMailOpened(failing(new DatabaseUnavailable("down")), game, one, mark);
  await assert.rejects(noteMailOpened(failing(new Error("a defect")), game, one, mark), /defect/);
});

operationTest(
  "openGame() notes that the mailed link was opened, as proof of the address",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, { isSealed: true, sendEmails: true });
    const proved = async () =>
      (await reread(services, game)).participants.filter(({ isEmailProved }) => isEmailProved)
        .map(({ name }) => name);
    const open = (credential: Record<string, string>) =>
      openGame(services, game.code, credential, { markViewed: false });
    await open({ organizerToken: tokens.organizer(game) });
    assert.deepEqual(await proved(), []);
    await open(shownBy(services, game, "P2"));
    assert.deepEqual(await proved(), ["P2"]);
    const { openedEmail } = person(await reread(services, game), "P2");
    assert.equal(openedEmail, "p2@example.org", "from now on mails may hold free text");
    // The address changes, or the link ends, between the reading and the note.
    const { store } = services;
    const own = shownBy(services, game, "P3");
    for (const change of [{ email: "new@example.org" }, { tokenVersion: 2 }]) {
      const late = Object.assign(Object.create(store), {
        changeGameById: async (id: string, decide: Parameters<typeof store.changeGameById>[1]) => {
          const { participants } = await reread(services, game);
          const changed = participants.map((one) =>
            one.name === "P3" ? { ...one, ...change } : one
          );
          await amend(services, game, { participants: changed });
          return await store.changeGameById(id, decide);
        },
      });
      await openGame({ ...services, store: late }, game.code, own, { markViewed: false });
      assert.deepEqual(await proved(), ["P2"], JSON.stringify(change));
      await amend(services, game, {
        participants: (await reread(services, game)).participants.map((one) =>
          one.name === "P3" ? { ...one, email: "p3@example.org", tokenVersion: 1 } : one
        ),
      });
    }
  },
);

operationTest(
  "findForReader() shows the mails of the game that its organizer opens",
  async (services) => {
    const { store, tokens } = services;
    const first = await makeStored(services);
    await store.addMails(first.id, () => ({
      add: [{ recipient: 1, kind: "reminder", isSent: true }],
      update: [],
    }));
    await archiveGame(services, first.code, tokens.organizer(first));
    const { game: second } = await store.createGame({ ...makeGame(3), code: first.code }, []);
    const mails = async (game: typeof first) => {
      const credential = { organizerToken: tokens.organizer(game) };
      return [...(await findForReader(services, first.code, credential)).emails.keys()];
    };
    assert.deepEqual([await mails(first), await mails(second)], [[1], []]);
    assert.equal((await findForReader(services, first.code, {})).emails.size, 0);
    for (const code of ["000000", "", "../../x", "1234567"]) {
      await refused(() => findForReader(services, code, {}), "GAME_NOT_FOUND");
      const credential = { organizerToken: tokens.organizer(first) };
      await refused(() => findForReader(services, code, credential), "GAME_NOT_FOUND");
    }
  },
);

operationTest(
  "openOwnData() keeps the messages of a sealed game back until the gift is opened",
  async (services) => {
    const { game, own } = await makeRing(services, { isSealed: true });
    for (const [name, to] of [["P2", "giver"], ["P4", "receiver"]] as const) {
      const action = { action: "sendMessage", to, text: `From ${name}` } as const;
      await sendMessage(services, game.code, action, own(name), {});
    }
    const texts = async (markViewed: boolean) => {
      const { messages } = await openOwnData(services, game.code, own("P1"), { markViewed });
      return [...messages.toGiver, ...messages.toReceiver].map(({ text }) => text);
    };
    assert.deepEqual(await texts(false), []);
    assert.deepEqual(await texts(true), ["From P4", "From P2"]);
    assert.deepEqual(await texts(false), ["From P4", "From P2"]);
  },
);

operationTest("openOwnData() names the push services of one's own devices", async (services) => {
  const { store } = services;
  const { game, own } = await makeRing(services);
  for (const name of ["P1", "P2"]) {
    const endpoint = `https://fcm.googleapis.com/${name}`;
    const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
    const action = { action: "addDevice", endpoint, keys } as const;
    await addDevice(services, game.code, action, own(name), CLIENT);
  }
  const hosts = async (given = services) => {
    const data = await openOwnData(given, game.code, own("P1"), { markViewed: false });
    return data.devices.map(({ host }) => host);
  };
  assert.deepEqual(await hosts(), ["fcm.googleapis.com"]);
  const unreadable = Object.assign(Object.create(store), {
    readDevice: async (...args: Parameters<typeof store.readDevice>) => {
      const device = await store.readDevice(...args);
      return device && { ...device, sealed: "x".repeat(400) };
    },
  });
  assert.deepEqual(await hosts({ ...services, store: unreadable }), [""]);
});
