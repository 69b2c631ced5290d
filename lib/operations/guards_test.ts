import assert from "node:assert/strict";
import {
  amend,
  CLIENT,
  type MailingServices,
  makeRing,
  makeStored,
  operationTest,
  person,
  refused,
  reread,
  shownBy,
} from "@/tests/support/operations.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { inDays } from "@/tests/support/games.ts";
import { PHOTOS } from "@/tests/support/photos.ts";
import { gameActionSchema, patchGameSchema } from "../game/operations.ts";
import { sendEmailSchema } from "../game/schemas.ts";
import type { SetWishes } from "../game/actions/wishes.ts";
import { DatabaseBusy } from "../store/store.ts";
import { openRepeated } from "./again.ts";
import { archiveGame, performAction } from "./change.ts";
import { addDevice, removeDevice } from "./devices.ts";
import { eraseGame, eraseMe } from "./erase.ts";
import { openMessages, sendMessage, sendThanks } from "./messages.ts";
import {
  findActiveGame,
  findOverByInvitation,
  openGame,
  openInvitation,
  openOwnData,
} from "./open.ts";
import { openInRoom } from "./open_in_room.ts";
import { addPhoto, openPhoto } from "./photos.ts";
import { findPictured, openSharedLink } from "./preview.ts";
import { renewOrganizerToken } from "./recover.ts";
import { agreeHandover, openClaim, openFormerPlace } from "./seal.ts";
import { remindSome, sendEmail } from "./send_mails.ts";
import { openConfirmation } from "./senders.ts";
import { openSubscription } from "./subscriptions.ts";
import { perform } from "./verbs.ts";
import { markWish, setWishes } from "./wishes.ts";

/*
 * Rules for all operations alike: which game a code means, whose token is required, and what happens to a
 * game that others keep changing.
 */

const endpoint = "https://fcm.googleapis.com/a";
const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
const photo = PHOTOS.get("opaque PNG") ?? assert.fail();
const wishes: SetWishes = { action: "setWishes", wishes: [], revision: 0 };
const mark = { action: "markWish", wishId: crypto.randomUUID(), bought: true } as const;
const text = { action: "sendMessage", to: "receiver", text: "Hi" } as const;
const thanks = { action: "sendThanks", text: "Thank you" } as const;
const wish = gameActionSchema.parse({ action: "updateWish", participantId: "x", wish: "Tea" });
const reminder = { customMessage: "" };

/** Every operation on a game by its code, with its credential. */
const BY_CODE: Record<
  string,
  (
    services: MailingServices,
    code: string,
    shown: { organizerToken?: string; participantToken?: string },
  ) => Promise<unknown>
> = {
  openRepeated: (s, code, shown) => openRepeated(s, code, shown),
  performAction: (s, code, shown) => performAction(s, code, wish, shown),
  archiveGame: (s, code, { organizerToken }) => archiveGame(s, code, organizerToken),
  addDevice: (s, code, shown) =>
    addDevice(s, code, { action: "addDevice", endpoint, keys }, shown, CLIENT),
  removeDevice: (s, code, shown) =>
    removeDevice(s, code, { action: "removeDevice", endpoint }, shown),
  eraseGame: (s, code, { organizerToken }) => eraseGame(s, code, "Winter party", organizerToken),
  eraseMe: (s, code, shown) => eraseMe(s, code, shown),
  sendMessage: (s, code, shown) => sendMessage(s, code, text, shown, {}),
  sendThanks: (s, code, shown) => sendThanks(s, code, thanks, shown, {}),
  openMessages: (s, code, shown) => openMessages(s, code, shown, { isLookedAt: false }),
  openGame: (s, code, shown) => openGame(s, code, shown, { markViewed: false }),
  openOwnData: (s, code, shown) => openOwnData(s, code, shown, { markViewed: false }),
  openInvitation: (s, code) => openInvitation(s, code, "x"),
  findActiveGame: (s, code) => findActiveGame(s, code),
  openInRoom: (s, code, { organizerToken }) => openInRoom(s, code, "x", organizerToken),
  addPhoto: (s, code, shown) => addPhoto(s, code, photo, shown, CLIENT),
  openSharedLink: (s, code, shown) => openSharedLink(s, { code, ...shown }),
  renewOrganizerToken: (s, code, { organizerToken }) =>
    renewOrganizerToken(s, code, organizerToken, CLIENT),
  openClaim: (s, code) => openClaim(s, code, "x"),
  agreeHandover: (s, code, { participantToken }) => agreeHandover(s, code, participantToken),
  sendEmail: (s, code, shown) =>
    sendEmail(s, sendEmailSchema.parse({ code, type: "reminderAll" }), shown, CLIENT),
  recovery: (s, code) =>
    sendEmail(
      s,
      sendEmailSchema.parse({ code, type: "recoverOrganizerLink", email: "a@b.example" }),
      {},
      CLIENT,
    ),
  remindSome: (s, code, shown) => remindSome(s, { code, ...reminder }, new Set(), shown, CLIENT),
  setWishes: (s, code, shown) => setWishes(s, code, wishes, shown),
  markWish: (s, code, shown) => markWish(s, code, mark, shown, {}),
};

operationTest(
  "operations find no game by an invalid or unknown code, or once it is archived",
  async (services) => {
    const game = await makeStored(services);
    const organizerToken = services.tokens.organizer(game);
    const { participantToken } = shownBy(services, game, "P1");
    const shown = { organizerToken, participantToken };
    for (const code of ["", "12345", "x' or 1=1", "000000"]) {
      for (const name of ["openMessages", "openOwnData", "sendMessage", "setWishes"]) {
        await refused(() => BY_CODE[name]?.(services, code, {}), "GAME_NOT_FOUND");
      }
      for (const [name, operate] of Object.entries(BY_CODE)) {
        await refused(() => operate(services, code, shown), "GAME_NOT_FOUND").catch((error) => {
          throw new Error(`${name} of ${code}`, { cause: error });
        });
      }
      assert.equal(await findOverByInvitation(services, code, "x"), null);
      assert.equal(await findPictured(services, code, services.tokens.preview(game)), null);
      assert.equal(await openFormerPlace(services, code, participantToken), null);
      await refused(() => openPhoto(services, code, "x", shown), "PHOTO_NOT_FOUND");
    }
    await amend(services, game, { archivedAt: game.createdAt });
    // The organizer may read an archived game, play it again and erase it, and people may be forgotten.
    const kept = ["openRepeated", "openGame", "eraseGame", "eraseMe", "archiveGame"];
    for (const [name, operate] of Object.entries(BY_CODE)) {
      if (kept.includes(name)) continue;
      await refused(() => operate(services, game.code, shown), "GAME_NOT_FOUND").catch((error) => {
        throw new Error(name, { cause: error });
      });
    }
    await refused(() => archiveGame(services, game.code, organizerToken), "ALREADY_ARCHIVED");
    await refused(() => archiveGame(services, game.code, undefined), "TOKEN_REQUIRED");
  },
);

operationTest("operations of one role accept no token of another", async (services) => {
  const { game, own } = await makeRing(services, { organizerEmail: "o@example.org" });
  const organizerToken = services.tokens.organizer(game);
  const foreign = services.tokens.organizer({ ...game, id: "another" });
  const byOrganizer = [
    ...["openRepeated", "archiveGame", "eraseGame", "openInRoom", "renewOrganizerToken"],
    ...["sendEmail", "remindSome"],
  ];
  const byOwner = [
    ...["eraseMe", "sendMessage", "sendThanks", "openMessages", "openOwnData", "addPhoto"],
    ...["agreeHandover", "setWishes", "markWish", "addDevice", "removeDevice"],
  ];
  for (const [name, operate] of Object.entries(BY_CODE)) {
    const of = (shown: Record<string, string>) => operate(services, game.code, shown);
    if (byOrganizer.includes(name)) {
      await refused(() => of({}), "TOKEN_REQUIRED");
      await refused(() => of(own("P1")), "TOKEN_REQUIRED");
      for (const wrong of [foreign, own("P1").participantToken]) {
        await refused(() => of({ organizerToken: wrong }), "INVALID_TOKEN");
      }
    }
    if (byOwner.includes(name)) {
      await refused(() => of({}), "TOKEN_REQUIRED");
      await refused(() => of({ participantToken: organizerToken }), "INVALID_TOKEN");
    }
  }
  assert.equal((await reread(services, game)).archivedAt, null, "nothing was done");
});

operationTest(
  "a change of a game that others keep changing is tried ten times, and then given up",
  async (services) => {
    const { game, own } = await makeRing(services);
    let tries = 0;
    const stale = () => {
      tries++;
      return Promise.resolve("stale" as const);
    };
    const changing = (verbs: Record<string, () => Promise<unknown>>): MailingServices => ({
      ...services,
      store: Object.assign(Object.create(services.store), verbs),
    });
    const never = () => {
      tries++;
      return Promise.resolve(false);
    };
    const nothing = () => {
      tries++;
      return Promise.resolve(null);
    };
    const item = crypto.randomUUID();
    const title = [{ title: "Tea", url: "", price: null, note: "", photo: null }];
    await setWishes(services, game.code, { ...wishes, wishes: title }, own("P2"));
    const list = (await services.store.readWishLists(game.id, [2]))[0]?.wishes[0]?.id ?? item;
    const rows: [
      Record<string, () => Promise<unknown>>,
      (s: MailingServices) => Promise<unknown>,
    ][] = [
      [{ addMessage: stale }, (s) => sendMessage(s, game.code, text, own("P1"), {})],
      [
        { addDevice: stale },
        (s) => addDevice(s, game.code, { action: "addDevice", endpoint, keys }, own("P1"), CLIENT),
      ],
      [{ addPhoto: stale }, (s) => addPhoto(s, game.code, photo, own("P1"), CLIENT)],
      [{ changeGameById: nothing }, (s) => setWishes(s, game.code, wishes, own("P1"))],
      [
        { markWish: never },
        (s) => markWish(s, game.code, { ...mark, wishId: list }, own("P1"), {}),
      ],
      [{ markViewed: never }, (s) => openGame(s, game.code, own("P1"), { markViewed: true })],
    ];
    for (const [verbs, operate] of rows) {
      tries = 0;
      await assert.rejects(operate(changing(verbs)), (error) => error instanceof DatabaseBusy);
      assert.equal(tries, 10, Object.keys(verbs).join());
    }
  },
);

operationTest(
  "performAction() reads the state of the mails, and its cost, for the organizer alone",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, {
      sendEmails: true,
      organizerEmail: "o@example.org",
      isProtected: true,
    });
    const costs: number[] = [];
    const act = (body: Record<string, unknown>, shown: Record<string, string>) =>
      performAction(services, game.code, gameActionSchema.parse(body), shown, {
        beforeOrganizing: ({ participants, exclusions }) =>
          costs.push(participants.length + exclusions.length),
      });
    const organizer = { organizerToken: tokens.organizer(game) };
    const rules = { action: "setExclusions", exclusions: [["P1", "P2"], ["P1", "P3"]] };
    assert.equal((await act(rules, organizer)).emails.size, 5);
    assert.deepEqual(costs, [6], "the rules as they will be");
    const own = { action: "updateWish", participantId: person(game, "P1").id, wish: "Tea" };
    const answer = await act(own, shownBy(services, game, "P1"));
    assert.deepEqual([answer.emails.size, costs.length], [0, 1]);
    await refused(() => act(rules, { organizerToken: "wrong" }), "INVALID_TOKEN");
    assert.equal(costs.length, 1, "who is no organizer is not charged as one");
  },
);

operationTest("traces are overwritten once an address is gone, and only then", async (services) => {
  const { store, tokens } = services;
  const game = await makeStored(services, { byPost: true });
  let times = 0;
  store.overwriteErased = () => {
    times++;
    return Promise.resolve(true);
  };
  const shown = shownBy(services, game, "P1");
  const enter = (lines: string[]) =>
    performAction(
      services,
      game.code,
      gameActionSchema.parse({ action: "updateAddress", lines }),
      shown,
    );
  const after: number[] = [];
  for (const lines of [["Road 1"], ["Road 2"], []]) {
    await enter(lines);
    after.push(times);
  }
  assert.deepEqual(after, [0, 1, 2]);
  await enter(["Road 3"]);
  await archiveGame(services, game.code, tokens.organizer(game));
  assert.equal(times, 3);
  const other = await makeStored(services, { byPost: true });
  await archiveGame(services, other.code, tokens.organizer(other));
  assert.equal(times, 3, "there was no address");
});

operationTest("traces that cannot be overwritten fail no request", async (services) => {
  const game = await makeStored(services, { name: "Winter party" });
  using logs = captureLogs();
  services.store.overwriteErased = () => Promise.reject(new Error("busy"));
  await eraseGame(services, game.code, "Winter party", services.tokens.organizer(game));
  assert.equal(await services.store.readGameById(game.id), null);
  const other = await makeStored(services, { name: "Winter party" });
  services.store.overwriteErased = () => Promise.resolve(false);
  await eraseGame(services, other.code, "Winter party", services.tokens.organizer(other));
  assert.deepEqual(
    logs.lines.flatMap((line) =>
      /traces not overwritten( yet)?/.exec(JSON.stringify(line))?.[0] ?? []
    ),
    ["traces not overwritten", "traces not overwritten yet"],
  );
});

operationTest(
  "links in mails open nothing of an unknown game, and say what they are for",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, { organizerEmail: "o@example.org", language: "fr" });
    const token = tokens.confirmation(game, "o@example.org");
    for (const id of ["", "x", crypto.randomUUID(), game.id.toUpperCase()]) {
      assert.equal(await openConfirmation(services, id, token), null);
      assert.equal(
        await openSubscription(services, id, tokens.unsubscribe(game, "o@example.org")),
        null,
      );
    }
    const opened = await openSubscription(
      services,
      game.id,
      tokens.unsubscribe(game, "o@example.org"),
    );
    assert.deepEqual([opened?.language, opened?.isUnsubscribed], ["fr", false]);
    assert.equal(tokens.declinedKey(opened?.declining ?? ""), tokens.mailKey("o@example.org"));
  },
);

operationTest("perform() says in a sentence what was done", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services, { organizerEmail: "o@example.org", date: inDays(0) });
  const organizer = { organizerToken: tokens.organizer(game) };
  const done = async (body: Record<string, unknown>, shown: Record<string, string>) => {
    const action = patchGameSchema.parse(body);
    const performed = await perform(services, game.code, action, shown, { client: CLIENT });
    return "answer" in performed ? performed.answer : assert.fail("a decision");
  };
  const own = shownBy(services, game, "P1");
  assert.deepEqual(await done({ action: "removeDevice", endpoint }, own), {
    success: true,
    message: "This device is not notified any more",
  });
  assert.deepEqual(await done({ action: "regenerateOrganizerToken" }, organizer), {
    success: true,
    message: "The new management link is on its way to the organizer; the old one has ended",
    emailSent: true,
  });
  assert.deepEqual(await done({ action: "eraseMe" }, own), {
    success: true,
    message: "What was known of you is erased for good",
  });
  const renewed = { organizerToken: tokens.organizer(await reread(services, game)) };
  assert.deepEqual(await done({ action: "eraseGame", confirmName: game.name }, renewed), {
    success: true,
    message: "The game is erased for good",
  });
});
