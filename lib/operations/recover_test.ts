import assert from "node:assert/strict";
import { GameError } from "../game/errors.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import type { NewMail } from "../store/store.ts";
import { makeGame } from "@/tests/support/games.ts";
import {
  amend,
  CLIENT,
  makeStored,
  operationTest,
  refused,
  reread,
} from "@/tests/support/operations.ts";
import type { Services } from "../services.ts";
import { archiveGame } from "./change.ts";
import { recoverLinks, renewOrganizerToken } from "./recover.ts";

/** The mails that are sent if these recipients have already got so many links. */
async function recover(
  game: Game,
  type: "recoverOrganizerLink" | "recoverParticipantLink",
  email: string,
  recent: Record<number, number> = {},
  language?: "fr",
): Promise<readonly NewMail[]> {
  let mails: readonly NewMail[] = [];
  let isWoken = false;
  const store = {
    countRecentMails: (_game: string, recipients: readonly number[]) =>
      Promise.resolve(
        new Map(recipients.flatMap((one) => recent[one] ? [[one, recent[one]] as const] : [])),
      ),
    addMails: (_game: string, decide: (waiting: never[]) => { add: readonly NewMail[] }) => {
      mails = decide([]).add;
      return Promise.resolve([]);
    },
  };
  const mail = { wake: () => isWoken = true, recoverySpan: 5 };
  const tokens = { mailKey: (address: string) => `key of ${address}` };
  const request = { type, email, ...language && { language } };
  await recoverLinks({ store, tokens }, mail, game, request);
  assert(isWoken);
  for (const { delay = -1 } of mails) assert(delay >= 0 && delay < 5);
  assert.equal(new Set(mails.map(({ topic }) => topic)).size, mails.length);
  for (const { payload } of mails) assert.deepEqual(payload, { onlyTo: tokens.mailKey(email) });
  return mails.map(({ topic: _, delay: __, payload: ___, ...rest }) => rest);
}

/** The first two share a mailbox, which is the organizer's too. */
function familyGame(): Game {
  const game = makeGame(4, { organizerEmail: "home@example.org" });
  game.participants.forEach((one, index) => {
    if (index < 2) one.email = "Home@example.org";
  });
  return game;
}

Deno.test("recoverLinks() mails the links of all people of a mailbox, in any case", async () => {
  assert.deepEqual(await recover(familyGame(), "recoverParticipantLink", "HOME@example.org"), [
    { recipient: 1, kind: "participantRecovery" },
    { recipient: 2, kind: "participantRecovery" },
  ]);
  assert.deepEqual(await recover(familyGame(), "recoverOrganizerLink", "home@example.org"), [
    { recipient: ORGANIZER, kind: "organizerRecovery" },
  ]);
});

Deno.test("recoverLinks() writes in the requested language, wherever it goes", async () => {
  for (const email of ["p3@example.org", "x@example.org"]) {
    const [mail] = await recover(familyGame(), "recoverParticipantLink", email, {}, "fr");
    assert.equal(mail?.language, "fr");
  }
});

Deno.test("recoverLinks() mails nothing to an unknown address, or one that is not the organizer's", async () => {
  const nothing = (kind: NewMail["kind"]) => [{ recipient: null, kind }];
  assert.deepEqual(
    await recover(familyGame(), "recoverParticipantLink", "x@example.org"),
    nothing("participantRecovery"),
  );
  assert.deepEqual(
    await recover(familyGame(), "recoverOrganizerLink", "p3@example.org"),
    nothing("organizerRecovery"),
  );
  const nobody = makeGame(3);
  assert.deepEqual(
    await recover(nobody, "recoverOrganizerLink", ""),
    nothing("organizerRecovery"),
  );
});

Deno.test("recoverLinks() mails a person their link at most five times an hour", async () => {
  const mails = await recover(familyGame(), "recoverParticipantLink", "home@example.org", {
    1: 5,
    2: 4,
  });
  assert.deepEqual(mails.map(({ recipient }) => recipient), [2]);
});

Deno.test("recoverLinks() mails one address at most ten links an hour, each in its turn", async () => {
  const game = makeGame(60);
  for (const one of game.participants) one.email = "home@example.org";
  const ask = (recent: Record<number, number> = {}) =>
    recover(game, "recoverParticipantLink", "home@example.org", recent);
  const seen = new Set<number | null>();
  for (let round = 0; round < 200 && seen.size < 60; round++) {
    const numbers = (await ask()).map(({ recipient }) => recipient);
    assert.equal(numbers.length, 10);
    assert.deepEqual(numbers, numbers.toSorted((a, b) => Number(a) - Number(b)));
    for (const number of numbers) seen.add(number);
  }
  assert.equal(seen.size, 60);
  assert.equal((await ask({ 1: 4, 2: 3 })).length, 3);
  assert.deepEqual(await ask({ 1: 5, 2: 5 }), [{ recipient: null, kind: "participantRecovery" }]);
});

operationTest(
  "renewOrganizerToken() ends the old link only once the new one is mailed",
  async (services) => {
    const { mail, tokens } = services;
    const make = () => makeStored(services, { organizerEmail: "olga@example.org" });
    const game = await make();
    const renew = (token = tokens.organizer(game)) =>
      renewOrganizerToken(services, game.code, token, CLIENT);
    const version = async () => (await reread(services, game)).organizerTokenVersion;
    await refused(() => renew("wrong"), "INVALID_TOKEN");
    const { sendNow } = mail;
    mail.sendNow = () => Promise.reject(new Error("refused"));
    await refused(renew, "EMAIL_NOT_ACCEPTED");
    assert.equal(await version(), 1);

    // The address changes while the mail is on its way.
    mail.sendNow = async () => {
      await amend(services, game, { organizerEmail: "new@example.org" });
      return true;
    };
    await refused(renew, "EMAIL_NOT_ACCEPTED");
    assert.equal(await version(), 1);

    const names: string[] = [];
    mail.sendNow = (game, order, name) => {
      names.push(`${order.kind} ${name}`);
      return sendNow.call(mail, game, order, name);
    };
    const before = tokens.organizer(game);
    await renew();
    assert.equal(await version(), 4, "versions that may have been mailed are not used again");
    assert.deepEqual(names, ["organizerLinkRenewed organizer-4"]);
    assert.equal(await services.store.nextMailIn(), null, "it is not mailed once more");
    const noted = await services.store.countRecentMails(
      game.id,
      [ORGANIZER],
      "organizerLinkRenewed",
    );
    assert.equal(noted.get(ORGANIZER), 1, "but it counts");
    const [caught] = mail.trap?.caught ?? [];
    assert.equal(caught?.mail.to, "new@example.org");
    assert(caught?.mail.text.includes(tokens.organizer(await reread(services, game))));
    assert(!caught?.mail.text.includes(before));
    await refused(() => renew(before), "INVALID_TOKEN");
  },
);

operationTest(
  "renewOrganizerToken() needs an address, mails and room for one more",
  async (services) => {
    const { store, tokens } = services;
    const renew = (game: Game, given: Services = services) =>
      renewOrganizerToken(given, game.code, tokens.organizer(game), CLIENT);
    const nowhere = await makeStored(services);
    await refused(() => renew(nowhere), "ORGANIZER_EMAIL_MISSING");
    const strange = () => renewOrganizerToken(services, nowhere.code, "wrong", CLIENT);
    await refused(strange, "INVALID_TOKEN");
    const game = await makeStored(services, { organizerEmail: "olga@example.org" });
    await refused(() => renew(game, { ...services, mail: null }), "LINK_NOT_RENEWABLE");
    const sent: NewMail = { recipient: ORGANIZER, kind: "reminder", isSent: true };
    const add = Array.from({ length: 116 }, (_, index) => ({ ...sent, topic: String(index) }));
    await store.addMails(game.id, () => ({ add, update: [] }));
    await refused(() => renew(game), "TOO_MANY_MAILS");
  },
);

operationTest(
  "renewOrganizerToken() refuses if an address has had too many mails",
  async (services) => {
    const game = await makeStored(services, { organizerEmail: "olga@example.org" });
    const { mail, tokens } = services;
    mail.sendNow = () => Promise.reject(new GameError("TOO_MANY_MAILS", { retryAfter: 9 }));
    const renew = () => renewOrganizerToken(services, game.code, tokens.organizer(game), CLIENT);
    assert.equal((await refused(renew, "TOO_MANY_MAILS")).retryAfter, 9);
    assert.equal((await reread(services, game)).organizerTokenVersion, 1);
  },
);

operationTest(
  "renewOrganizerToken() takes back no link that was renewed meanwhile",
  async (services) => {
    const game = await makeStored(services, { organizerEmail: "olga@example.org" });
    const { mail, tokens } = services;
    const later = { organizerTokenVersion: 7, organizerTokenReserved: 7 };
    mail.sendNow = async () => {
      await amend(services, game, later);
      return true;
    };
    await renewOrganizerToken(services, game.code, tokens.organizer(game), CLIENT);
    assert.equal((await reread(services, game)).organizerTokenVersion, 7);
  },
);

operationTest(
  "renewOrganizerToken() renews no link of another game that has got the code meanwhile",
  async (services) => {
    const { mail, store, tokens } = services;
    const organizerEmail = "olga@example.org";
    const game = await makeStored(services, { organizerEmail });
    let other: Game | undefined;
    mail.sendNow = async () => {
      await archiveGame(services, game.code, tokens.organizer(game));
      const next = makeGame(3, { organizerEmail });
      other = (await store.createGame({ ...next, code: game.code }, [])).game;
      return true;
    };
    const renew = () => renewOrganizerToken(services, game.code, tokens.organizer(game), CLIENT);
    await refused(renew, "GAME_NOT_FOUND");
    assert.equal(other?.code, game.code);
    assert.equal((await reread(services, other)).organizerTokenVersion, 1);
  },
);

operationTest(
  "renewOrganizerToken() counts a mail that was sent in vain, and one withheld from a reader who has reported the game",
  async (services) => {
    const { mail, store, tokens } = services;
    const { sendNow } = mail;
    for (const isReported of [false, true]) {
      const organizerEmail = "olga@example.org";
      const game = await makeStored(services, { organizerEmail });
      const [hash] = tokens.reportHashes(game, organizerEmail);
      if (isReported) await store.addReport(game.id, { hash, recipient: null, pausesAt: 9 });
      mail.sendNow = async (...sent) => {
        const isSent = await sendNow.apply(mail, sent);
        if (!isReported) await amend(services, game, { organizerEmail: "new@example.org" });
        return isSent;
      };
      const renew = () => renewOrganizerToken(services, game.code, tokens.organizer(game), CLIENT);
      await refused(renew, "EMAIL_NOT_ACCEPTED");
      assert.equal((await store.readMailTraffic(game.id)).sent, 1, `reported: ${isReported}`);
      assert.equal((await store.readEmailStatuses(game.id)).size, 0, "its link opens nothing");
      assert.equal((await reread(services, game)).organizerTokenVersion, 1);
      assert.equal(mail.trap?.caught.length, 1, "nothing is sent to who has reported");
    }
  },
);
