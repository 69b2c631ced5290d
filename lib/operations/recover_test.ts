import assert from "node:assert/strict";
import { type Game, ORGANIZER } from "../game/types.ts";
import type { NewMail } from "../store/store.ts";
import { makeGame } from "@/tests/support/games.ts";
import { recoverLinks } from "./recover.ts";

/** What is mailed where these recipients got so many links already. */
async function recover(
  game: Game,
  type: "recoverOrganizerLink" | "recoverParticipantLink",
  email: string,
  recent: Record<number, number> = {},
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
  await recoverLinks(store, mail, game, { type, email });
  assert(isWoken);
  for (const { delay = -1 } of mails) assert(delay >= 0 && delay < 5);
  assert.equal(new Set(mails.map(({ topic }) => topic)).size, mails.length);
  return mails.map(({ topic: _, delay: __, ...rest }) => rest);
}

/** The first two share a mailbox, which is the organizer's too. */
function familyGame(): Game {
  const game = makeGame(4, { organizerEmail: "home@example.org" });
  game.participants.forEach((one, index) => {
    if (index < 2) one.email = "Home@example.org";
  });
  return game;
}

Deno.test("recoverLinks() mails the links of all people of a mailbox, whatever its case", async () => {
  assert.deepEqual(await recover(familyGame(), "recoverParticipantLink", "HOME@example.org"), [
    { recipient: 1, kind: "participantRecovery" },
    { recipient: 2, kind: "participantRecovery" },
  ]);
  assert.deepEqual(await recover(familyGame(), "recoverOrganizerLink", "home@example.org"), [
    { recipient: ORGANIZER, kind: "organizerRecovery" },
  ]);
});

Deno.test("recoverLinks() mails nothing to an address that is nobody's, or not the organizer's", async () => {
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

Deno.test("recoverLinks() mails nobody their link more than five times an hour", async () => {
  const mails = await recover(familyGame(), "recoverParticipantLink", "home@example.org", {
    1: 5,
    2: 4,
  });
  assert.deepEqual(mails.map(({ recipient }) => recipient), [2]);
});

Deno.test("recoverLinks() mails one address ten links an hour at the most, and each has its turn", async () => {
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
