import assert from "node:assert/strict";
import { type MailingServices, makeStored, operationTest } from "@/tests/support/operations.ts";
import { people } from "@/tests/support/games.ts";
import { SetClock } from "@/tests/support/clock.ts";
import { until } from "@/tests/support/until.ts";
import type { EmailStatus, Game } from "../game/types.ts";
import type { NewMail } from "../store/store.ts";
import { DeliveryError, MAX_CONNECTIONS } from "./transport.ts";

const MAIL: NewMail = { recipient: 1, kind: "assignment" };

/** Lets the delivery try a mail. @returns its status afterwards */
async function deliver({ store, mail }: MailingServices, { id }: Game): Promise<EmailStatus> {
  await store.addMails(id, () => ({ add: [MAIL], update: [] }));
  mail.wake();
  return await until(async () => {
    const status = (await store.readEmailStatuses(id)).get(1);
    return status && (status.status !== "queued" || status.reason !== null) && status;
  }, "the mail is tried");
}

/** Makes every attempt to send end with this error. */
function failWith({ mail: { trap } }: MailingServices, error: Error): void {
  assert(trap);
  trap.send = () => Promise.reject(error);
}

operationTest(
  "a request waits up to 10 s for its mails, and a link is sent within 5 s",
  async ({ settings }) => {
    const { openMailer } = await import("./mailer.ts");
    const { Tokens } = await import("../game/tokens.ts");
    const { openStore } = await import("../store/open.ts");
    const store = await openStore(settings);
    const mail = await openMailer(settings, store, new Tokens(new Uint8Array(32)));
    assert.deepEqual([mail?.patience, mail?.recoverySpan], [10_000, 5]);
    await mail?.close();
    await store.close();
  },
);

operationTest("Delivery stores the mail server's answer", async (services) => {
  const game = await makeStored(services);
  assert.deepEqual((await deliver(services, game)).status, "sent");
  failWith(services, new DeliveryError("mailboxFull", true, false));
  const failed = await deliver(services, game);
  assert.deepEqual([failed.status, failed.reason], ["failed", "mailboxFull"]);
  failWith(services, new DeliveryError("receiverBusy", false, false));
  const waiting = await deliver(services, game);
  assert.deepEqual([waiting.status, waiting.reason], ["queued", "receiverBusy"]);
  const pause = await services.store.nextMailIn();
  assert(pause !== null && pause <= 6, `${pause} s`);
});

operationTest("Delivery gives a mail up that was refused for two days", async (services) => {
  using clock = new SetClock();
  const { store, mail: { trap } } = services;
  const game = await makeStored(services);
  assert(trap);
  let attempts = 0;
  trap.send = () => {
    attempts++;
    return Promise.reject(new DeliveryError("receiverBusy", false, false));
  };
  assert.equal((await deliver(services, game)).status, "queued");
  const statusAfter = async (hours: number) => {
    const before = attempts;
    clock.move(hours);
    services.mail.wake();
    return await until(async () => {
      const due = await store.nextMailIn();
      const status = (await store.readEmailStatuses(game.id)).get(1)?.status;
      return attempts > before && (due === null || due > 0) && status;
    }, "it is tried again");
  };
  // The machine was off, which says nothing about the mail.
  assert.equal(await statusAfter(72), "queued");
  assert.equal(await statusAfter(0.9), "queued");
  assert.equal(await statusAfter(0.2), "failed");
});

operationTest(
  "Delivery stops at a mail server that is down, and sends everything once it works",
  async (services) => {
    const { mail, store } = services;
    const { trap } = mail;
    assert(trap);
    const game = await makeStored(services, { participants: people(8) });
    const { send } = trap;
    failWith(services, new DeliveryError("serverUnreachable", false, true));
    const add = Array.from({ length: 8 }, (_, index) => ({ ...MAIL, recipient: index + 1 }));
    const ids = await store.addMails(game.id, () => ({ add, update: [] }));
    const start = performance.now();
    const { participants } = await mail.settle(game.id, ids);
    assert.equal(participants.queued, 8);
    assert(performance.now() - start < mail.patience, "nobody waits for it");
    trap.send = send;
    const hastened: unknown[] = [];
    const { hastenMails } = store;
    store.hastenMails = async (reasons) => {
      hastened.push(reasons);
      // The first time, a change of the game has locked them.
      if (hastened.length > 1) await hastenMails.call(store, reasons);
    };
    await until(
      () => trap.caught.length === 8 && hastened.length > 1,
      "a probe finds that it serves",
    );
    const reasons = ["serverUnreachable", "serverRefused"];
    assert.deepEqual(hastened, [reasons, reasons]);
  },
);

operationTest("Delivery sends no unwanted mail, and none without a recipient", async (services) => {
  const { mail, store, tokens } = services;
  const game = await makeStored(services);
  await store.limits.setDeclined(tokens.mailKey("P1@example.org"), true);
  const declined = await deliver(services, game);
  assert.deepEqual([declined.status, declined.reason], ["failed", "addressDeclined"]);
  await store.setUnsubscribed(game.id, "p2@example.org", true);
  await store.addMails(game.id, () => ({
    add: [{ recipient: 2, kind: "reminder" }, { recipient: null, kind: "participantRecovery" }],
    update: [],
  }));
  mail.wake();
  await until(async () => await store.nextMailIn() === null, "both are dropped, not kept");
  assert.deepEqual(mail.trap?.caught, []);
});

/** This many mails to the first person, each of its own. */
const mails = (count: number, rest: Partial<NewMail> = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...MAIL, topic: String(index), ...rest }));

operationTest("Delivery postpones mails beyond the limit of one address", async (services) => {
  const { mail, store } = services;
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const began = hour();
  const game = await makeStored(services);
  const ids = await store.addMails(game.id, () => ({ add: mails(21), update: [] }));
  const { participants } = await mail.settle(game.id, ids);
  // The count begins again with the hour.
  if (hour() !== began) return;
  assert.deepEqual(participants, { sent: 20, failed: 0, queued: 1 });
  assert.equal(mail.trap?.caught.length, 20);
}, { RATE_LIMIT: "1000" });

operationTest("Delivery postpones mails beyond the limit of one game", async (services) => {
  const { mail, store } = services;
  const game = await makeStored(services);
  // 100, and 4 for each of four people, minus one that is left. Each connection may take one at the same time.
  await store.addMails(game.id, () => ({ add: mails(115, { isSent: true }), update: [] }));
  const ids = await store.addMails(game.id, () => ({ add: mails(20), update: [] }));
  mail.wake();
  const { sent, queued } = await until(async () => {
    const { participants } = await store.countMails(game.id, ids);
    const isDone = participants.queued === 0 || (await store.nextMailIn() ?? 0) > 60;
    return isDone && participants;
  }, "the mails beyond wait");
  assert(sent >= 1 && sent <= MAX_CONNECTIONS, `${sent} sent`);
  assert.equal(sent + queued, 20);
});

operationTest("Delivery counts mails that fail together once", async (services) => {
  const { mail, store } = services;
  const game = await makeStored(services);
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  assert(mail.trap);
  mail.trap.send = async () => {
    if (++begun === MAX_CONNECTIONS) resolve();
    await promise;
    throw new DeliveryError("serverUnreachable", false, true);
  };
  // A second before the first probe, give or take a fifth. An idle loop looks again after 15 s.
  const isOfServer = (ms: number) => ms >= 700 && ms !== 15_000;
  const { setTimeout } = globalThis;
  const pauses: number[] = [];
  globalThis.setTimeout = Object.assign(
    (work: () => void, ms = 0) => {
      pauses.push(ms);
      return setTimeout(work, ms);
    },
    setTimeout,
  );
  try {
    await store.addMails(game.id, () => ({ add: mails(MAX_CONNECTIONS), update: [] }));
    mail.wake();
    await until(() => pauses.some(isOfServer), "it waits for the server");
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  const [pause = 0] = pauses.filter(isOfServer);
  assert(pause <= 1_200, `${pause} ms`);
});
