import assert from "node:assert/strict";
import {
  amend,
  type MailingServices,
  makeStored,
  operationTest,
} from "@/tests/support/operations.ts";
import { type Game, type MailKind, ORGANIZER } from "../game/types.ts";
import { returnPathOf } from "../mail/return_path.ts";
import type { WaitingMail } from "../store/store.ts";
import { noteBounce } from "./read_bounces.ts";

const ADDRESS = "bounces@example.org";

/** Stores a mail as sent. @returns its id */
async function sent({ store }: MailingServices, { id }: Game, recipient: number, kind: MailKind) {
  const [mailId = ""] = await store.addMails(id, () => ({
    add: [{ recipient, kind, isSent: true }],
    update: [],
  }));
  return mailId;
}

/** Reports that a mail to this address was given up, or what else the action says. */
function report(services: MailingServices, to: string, action = "failed") {
  const status = `Final-Recipient: rfc822; p2@example.org\nAction: ${action}\nStatus: 5.1.1\n`;
  return noteBounce(services, ADDRESS, { headers: `To: ${to}\r\n`, report: status });
}

/** The mails to the organizer that wait. */
async function toOrganizer({ store }: MailingServices, { id }: Game) {
  let found: WaitingMail[] = [];
  await store.addMails(id, (waiting) => {
    found = waiting.filter(({ recipient }) => recipient === ORGANIZER);
    return { add: [], update: [] };
  });
  return found.map(({ kind, payload }) => [kind, payload.participant]);
}

operationTest("noteBounce() believes the mail's own mark alone", async (services) => {
  const { store, tokens } = services;
  const game = await makeStored(services, { organizerEmail: "olga@example.org" });
  await amend(services, game, { sendEmails: true });
  const id = await sent(services, game, 2, "reminder");
  const back = returnPathOf(ADDRESS, tokens, id);
  for (
    const to of [
      ADDRESS,
      back.replace(/[0-9a-f]{32}@/, `${"0".repeat(32)}@`),
      back.replace(/.@/, (end) => end === "0@" ? "1@" : "0@"),
    ]
  ) {
    assert.equal(await report(services, to), false, to);
  }
  assert.equal(await report(services, back, "delayed"), false);
  assert.equal((await store.readEmailStatuses(game.id)).get(2)?.status, "sent");
  assert.equal(await report(services, back), true);
  const { status, reason } = (await store.readEmailStatuses(game.id)).get(2) ?? {};
  assert.deepEqual([status, reason], ["failed", "addressRefused"]);
  assert.deepEqual(await toOrganizer(services, game), [["mailBounced", 2]]);
});

operationTest(
  "noteBounce() tells a sealed game's organizer of no mail that shows a pair",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, { isSealed: true, organizerEmail: "olga@example.org" });
    await amend(services, game, { sendEmails: true });
    const bounce = async (recipient: number, kind: MailKind) => {
      const id = await sent(services, game, recipient, kind);
      const to = returnPathOf(ADDRESS, tokens, id);
      assert.equal(await report(services, to), true);
    };
    await bounce(1, "receiverChanged");
    assert.deepEqual(await toOrganizer(services, game), []);
    await bounce(2, "reminder");
    assert.deepEqual(await toOrganizer(services, game), [["mailBounced", 2]]);
  },
);
