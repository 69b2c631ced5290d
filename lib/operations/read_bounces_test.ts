import assert from "node:assert/strict";
import { captureLogs } from "@/tests/support/logs.ts";
import {
  amend,
  type MailingServices,
  makeStored,
  operationTest,
} from "@/tests/support/operations.ts";
import { type Game, type MailKind, ORGANIZER } from "../game/types.ts";
import { returnPathOf } from "../mail/return_path.ts";
import type { WaitingMail } from "../store/store.ts";
import { noteBounce, readBounces } from "./read_bounces.ts";

const ADDRESS = "bounces@example.org";

/** Stores a mail as sent. @returns its id */
async function sent({ store }: MailingServices, { id }: Game, recipient: number, kind: MailKind) {
  const [mailId = ""] = await store.addMails(id, () => ({
    add: [{ recipient, kind, isSent: true }],
    update: [],
  }));
  return mailId;
}

/** Reports that a mail to this address was given up, or another delivery action. */
function report(services: MailingServices, to: string, action = "failed") {
  const status = `Final-Recipient: rfc822; p2@example.org\nAction: ${action}\nStatus: 5.1.1\n`;
  return noteBounce(services, ADDRESS, { headers: `To: ${to}\r\n`, report: status });
}

/** The waiting mails to the organizer. */
async function toOrganizer({ store }: MailingServices, { id }: Game) {
  let found: WaitingMail[] = [];
  await store.addMails(id, (waiting) => {
    found = waiting.filter(({ recipient }) => recipient === ORGANIZER);
    return { add: [], update: [] };
  });
  return found.map(({ kind, payload }) => [kind, payload.participant]);
}

operationTest("noteBounce() reports each person once, in mails and browsers", async (services) => {
  const { store, tokens, push } = services;
  const game = await makeStored(services, { organizerEmail: "olga@example.org" });
  await amend(services, game, { sendEmails: true });
  const like: unknown[] = [];
  let woken = 0;
  push.wake = () => void woken++;
  push.like = (_, mails) => {
    like.push(
      ...mails.map(({ recipient, kind, topic, isOnce }) => [recipient, kind, topic, isOnce]),
    );
    return [];
  };
  for (const [recipient, kind] of [[2, "joined"], [3, "joined"], [2, "reminder"]] as const) {
    const id = await sent(services, game, recipient, kind);
    assert.equal(await report(services, returnPathOf(ADDRESS, tokens, id)), true);
  }
  const topics = ["2", "3", "2"];
  assert.deepEqual(like, topics.map((topic) => [ORGANIZER, "mailBounced", topic, true]));
  assert.deepEqual(await toOrganizer(services, game), [["mailBounced", 2], ["mailBounced", 3]]);
  assert.equal(woken, 3);
  const id = await sent(services, game, 1, "joined");
  store.bounceMail = () => Promise.resolve(false);
  assert.equal(await report(services, returnPathOf(ADDRESS, tokens, id)), false, "it was known");
});

operationTest(
  "noteBounce() notifies an organizer without an address only in their browsers",
  async (services) => {
    const { store, tokens } = services;
    const game = await makeStored(services);
    const since = new Date().toISOString();
    const device = { id: crypto.randomUUID(), recipient: ORGANIZER, version: 1, since };
    await amend(services, game, { sendEmails: true, organizerEmail: null });
    const readGameById = store.readGameById.bind(store);
    store.readGameById = async (id) => {
      const found = await readGameById(id);
      return found && { ...found, devices: [device] };
    };
    const added: unknown[] = [];
    const addMails = store.addMails.bind(store);
    const id = await sent(services, game, 2, "joined");
    store.addMails = (_, decide) => {
      const { add, notices = [] } = decide([]);
      added.push(add, notices.map((one) => [one.device, one.kind, one.recipient]));
      return Promise.resolve([]);
    };
    assert.equal(await report(services, returnPathOf(ADDRESS, tokens, id)), true);
    store.addMails = addMails;
    assert.deepEqual(added, [[], [[device.id, "mailBounced", ORGANIZER]]]);
  },
);

operationTest("noteBounce() believes only the mail's own mark", async (services) => {
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
  "noteBounce() reports no one who was sent a later mail, until that one bounces",
  async (services) => {
    const game = await makeStored(services, { organizerEmail: "olga@example.org" });
    await amend(services, game, { sendEmails: true });
    const [first, second] = [
      await sent(services, game, 2, "joined"),
      await sent(services, game, 2, "reminder"),
    ];
    const bounce = (id: string) => report(services, returnPathOf(ADDRESS, services.tokens, id));
    assert.equal(await bounce(first), true);
    assert.deepEqual(await toOrganizer(services, game), []);
    assert.equal(await bounce(second), true);
    assert.deepEqual(await toOrganizer(services, game), [["mailBounced", 2]]);
  },
);

operationTest(
  "noteBounce() tells a sealed game's organizer of no mail that reveals a pair",
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

operationTest(
  "noteBounce() tells an open game's organizer who was not told of their new receiver, and no more",
  async (services) => {
    const { store, tokens } = services;
    const game = await makeStored(services, { organizerEmail: "olga@example.org" });
    await amend(services, game, { sendEmails: true });
    const shown = async () =>
      [...await store.readEmailStatuses(game.id)].filter(([number]) => number !== ORGANIZER)
        .map(([number, { kind, status }]) => [number, kind, status]);
    const ids = new Map<number, string>();
    for (const [number, kind] of [[1, "receiverChanged"], [2, "wishChanged"]] as const) {
      ids.set(number, await sent(services, game, number, kind));
    }
    assert.deepEqual(await shown(), [], "none of them shows while it may arrive");
    for (const id of ids.values()) {
      assert.equal(await report(services, returnPathOf(ADDRESS, tokens, id)), true);
    }
    assert.deepEqual(await shown(), [[1, "receiverChanged", "failed"]]);
    assert.deepEqual(await toOrganizer(services, game), [["mailBounced", 1]]);
  },
);

operationTest(
  "readBounces() reads nothing without a mailbox, a mail server or its turn",
  async (services) => {
    let turns = 0;
    const store = Object.assign(Object.create(services.store), {
      takeTurn(name: string, seconds: number) {
        assert.deepEqual([name, seconds], ["bounces", 150]);
        return Promise.resolve(++turns > 99);
      },
    });
    const bounces = { imapUrl: "imap://127.0.0.1:1/", address: ADDRESS };
    const settings = { ...services.settings, bounces };
    assert.equal(await readBounces({ ...services, store }), 0);
    assert.equal(await readBounces({ ...services, store, settings, mail: null }), 0);
    assert.equal(turns, 0);
    assert.equal(await readBounces({ ...services, store, settings }), 0);
    assert.equal(turns, 1, "another instance reads it");
    using logs = captureLogs();
    turns = 99;
    assert.equal(await readBounces({ ...services, store, settings }), 0, "it cannot be reached");
    assert.match(logs.lines.join(), /mailbox of mails that come back not read/);
    store.takeTurn = () =>
      Promise.reject(
        Object.assign(new Error("no"), { serverResponseCode: "AUTHENTICATIONFAILED" }),
      );
    assert.equal(await readBounces({ ...services, store, settings }), 0);
    assert.match(logs.lines.join(), /AUTHENTICATIONFAILED/);
  },
);

operationTest(
  "noteBounce() tells an organizer about participants only, and only if mails are sent",
  async (services) => {
    const { tokens } = services;
    const bounced = async (fields: Partial<Game>, recipient = 2) => {
      const game = await makeStored(services, { organizerEmail: "olga@example.org" });
      await amend(services, game, { sendEmails: true, ...fields });
      const id = await sent(services, game, recipient, "reminder");
      assert.equal(await report(services, returnPathOf(ADDRESS, tokens, id)), true);
      return await toOrganizer(services, game);
    };
    assert.deepEqual(await bounced({}), [["mailBounced", 2]]);
    assert.deepEqual(await bounced({}, ORGANIZER), []);
    assert.deepEqual(await bounced({}, 9), []);
    assert.deepEqual(await bounced({ sendEmails: false }), []);
    assert.deepEqual(await bounced({ organizerEmail: null }), []);
  },
);

operationTest(
  "noteBounce() tells a sealed game's organizer of no hidden mail, even if a visible one had failed before",
  async (services) => {
    const { store, tokens } = services;
    const game = await makeStored(services, { isSealed: true, organizerEmail: "olga@example.org" });
    await amend(services, game, { sendEmails: true });
    const [visible = ""] = await store.addMails(game.id, () => ({
      add: [{ recipient: 2, kind: "joined", delay: 3600 }],
      update: [],
    }));
    await store.failMail({ id: visible, gameId: game.id, revision: 1 }, "addressRefused");
    assert.equal((await store.readEmailStatuses(game.id)).get(2)?.status, "failed");
    const hidden = await sent(services, game, 2, "receiverChanged");
    assert.equal(await report(services, returnPathOf(ADDRESS, tokens, hidden)), true);
    assert.deepEqual(await toOrganizer(services, game), []);
  },
);
