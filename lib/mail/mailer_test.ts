import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { makeRing, operationTest } from "@/tests/support/operations.ts";
import { eventfulGame, LINKS, mailOf } from "@/tests/support/mail_samples.ts";
import { until } from "@/tests/support/until.ts";
import { GameError } from "../game/errors.ts";
import { type Count, DatabaseUnavailable } from "../store/store.ts";
import { MailLimits } from "./limits.ts";
import { MAIL_DELAY } from "./mail_delay.ts";
import { Mailer, sender } from "./mailer.ts";
import { addToOutbox } from "./outbox.ts";
import { DeliveryError, MailTrap } from "./transport.ts";

operationTest(
  "Mailer.sendNow() counts a mail that was sent or may have arrived",
  async (services) => {
    let isDeclined = false;
    let count = 0;
    const limits = Object.assign(Object.create(services.store.limits), {
      addCounts: (counts: readonly Count[]) => {
        count += counts[0]?.add ?? 0;
        return Promise.resolve(counts.map(() => count));
      },
      isDeclined: () => Promise.resolve(isDeclined),
    });
    const store = Object.assign(Object.create(services.store), { limits });
    const trap = new MailTrap();
    const mailer = new Mailer(store, trap, LINKS, new MailLimits(true));
    const game = eventfulGame();
    const send = () => mailer.sendNow(game, mailOf("organizerLinkRenewed", game), "organizer-2");
    await send();
    assert.deepEqual([trap.caught.length, count], [1, 1]);
    const failsWith = async (reason: DeliveryError["reason"]) => {
      trap.send = () => Promise.reject(new DeliveryError(reason, false, false));
      await assert.rejects(send(), { reason });
    };
    await failsWith("receiverBusy");
    assert.equal(count, 1);
    await failsWith("connectionLost");
    assert.equal(count, 2);
    count = 10;
    await assert.rejects(send(), { code: "TOO_MANY_MAILS" });
    assert.equal(count, 10);
    isDeclined = true;
    await assert.rejects(send(), { reason: "addressDeclined" });
    await mailer.close();
  },
);

operationTest(
  "Mailer.mailsFor() delays mails at random if their time would reveal a pair, and sends others at once",
  async ({ store }) => {
    const mailer = new Mailer(store, new MailTrap(), LINKS, new MailLimits(false));
    const open = makeGame(4, { organizerEmail: "organizer@example.org", sendEmails: true });
    open.participants.forEach((one) => one.email = `p${one.number}@example.org`);
    const delays = (
      game: typeof open,
      type: "receiverChanged" | "reassignmentDeclined" | "participantLinkRenewed",
    ) => mailer.mailsFor({ game, events: [{ type, participant: 2 }] }).map(({ delay }) => delay);
    const paired = ["receiverChanged", "reassignmentDeclined"] as const;
    for (const type of paired) assert.deepEqual(delays(open, type), [undefined]);
    const sealed = { ...open, isSealed: true };
    sealed.participants = open.participants.map((one) => ({ ...one, isEmailProved: true }));
    assert.deepEqual(delays(sealed, "participantLinkRenewed"), [undefined]);
    for (const type of paired) {
      const [delay = 0, ...others] = delays(sealed, type);
      assert(delay >= MAIL_DELAY.least && delay <= MAIL_DELAY.most, `${type} ${delay}`);
      assert.deepEqual(others, []);
    }
    await mailer.close();
  },
);

operationTest(
  "Mailer.requireRoom() counts sent and waiting mails of a game",
  async ({ store }) => {
    const game = eventfulGame();
    const traffic = (sent: number, queued: number) =>
      Object.assign(Object.create(store), {
        readMailTraffic: () => Promise.resolve({ sent, queued, seconds: 77 }),
      });
    const require = async (sent: number, queued: number, count: number) => {
      const mailer = new Mailer(traffic(sent, queued), new MailTrap(), LINKS, new MailLimits(true));
      try {
        await mailer.requireRoom(game, count, "a client");
      } catch (error) {
        assert(error instanceof GameError && error.code === "TOO_MANY_MAILS");
        return error.retryAfter;
      } finally {
        await mailer.close();
      }
    };
    // 100, and 4 for each of four people.
    assert.equal(await require(60, 50, 6), undefined);
    assert.equal(await require(60, 50, 7), 77);
    assert.equal(await require(0, 0, 117), 77);
  },
);

operationTest(
  "Mailer.mailsFor() holds a farewell, which is dropped later if its reader never heard of the game",
  async ({ store }) => {
    const confirming = { ...LINKS, confirmsSenders: true };
    const mailer = new Mailer(store, new MailTrap(), confirming, new MailLimits(false));
    const game = { ...eventfulGame(), sendEmails: true };
    const gone = { name: "Zoe", email: "zoe@example.org", language: "en" } as const;
    const farewell = (
      provedEmail: string | null,
      fields: { knewGame?: true; wasProved?: true },
    ) => {
      const events = [{ type: "participantRemoved", ...gone, ...fields } as const];
      return mailer.mailsFor({ game: { ...game, provedEmail }, events })
        .filter(({ kind }) => kind === "participantRemoved")
        .map(({ isHeld = false, payload }) => [isHeld, payload?.isUnheard === true]);
    };
    assert.deepEqual(farewell(null, {}), [[true, true]]);
    assert.deepEqual(farewell(null, { knewGame: true }), [[true, false]]);
    assert.deepEqual(farewell(null, { knewGame: true, wasProved: true }), [[false, false]]);
    assert.deepEqual(farewell(game.organizerEmail, {}), [[false, false]]);
    await mailer.close();
  },
);

operationTest(
  "a mail about a changed wish is due after 3 to 15 minutes, and a second change does not bring it forward",
  async (services) => {
    const { store, mail } = services;
    const { game } = await makeRing(services, { sendEmails: true });
    const wish = () => {
      const event = { type: "wishChanged", participant: 2, day: "2026-12-01" } as const;
      return store.addMails(game.id, addToOutbox(mail.mailsFor({ game, events: [event] })));
    };
    await wish();
    const first = await store.nextMailIn();
    assert(first !== null && first > 170 && first <= 900, `${first} s`);
    for (let change = 0; change < 10; change++) {
      const [id] = await wish();
      assert(id !== undefined, "it joins the first");
    }
    const then = await store.nextMailIn();
    assert(then !== null && then <= first && then > first - 60, `${first} s, then ${then} s`);
    assert.deepEqual(await store.countRecentMails(game.id, [1], "wishChanged"), new Map([[1, 1]]));
  },
);

operationTest("Mailer.sendNow() sends nothing of a paused or reported game", async ({ store }) => {
  const game = eventfulGame();
  const trap = new MailTrap();
  const reports = new Set([tokens.reportHashes(game, "organizer@example.org")[0]]);
  const reported = Object.assign(Object.create(store), {
    readReports: () => Promise.resolve(reports),
  });
  const mail = mailOf("organizerLinkRenewed", game);
  const paused = { ...game, mailPausedAt: "2026-12-01T10:00:00.000Z" };
  const pausing = new Mailer(store, trap, LINKS, new MailLimits(true));
  await assert.rejects(pausing.sendNow(paused, mail, "organizer-2"), { reason: "addressDeclined" });
  await pausing.close();
  // At the address's limit the answer is the same, whether or not it has reported the game.
  const addCounts = (counts: readonly unknown[]) => Promise.resolve(counts.map(() => 1000));
  const limits = Object.assign(Object.create(store.limits), { addCounts });
  for (const from of [reported, store]) {
    const full = Object.assign(Object.create(from), { limits });
    const mailer = new Mailer(full, trap, LINKS, new MailLimits(true));
    await assert.rejects(mailer.sendNow(game, mail, "organizer-2"), { code: "TOO_MANY_MAILS" });
    await mailer.close();
  }
  const mailer = new Mailer(store, trap, LINKS, new MailLimits(true));
  await assert.rejects(
    mailer.sendNow({ ...game, organizerEmail: null }, mail, "organizer-2"),
    /nobody/,
  );
  await mailer.close();
  assert.deepEqual(trap.caught, []);
});

operationTest(
  "Mailer.sendNow() takes as long and counts as much for an address that has reported the game",
  async ({ store }) => {
    const game = eventfulGame();
    const mail = mailOf("organizerLinkRenewed", game);
    let count = 0;
    const limits = Object.assign(Object.create(store.limits), {
      addCounts: (counts: readonly Count[]) => {
        count += counts[0]?.add ?? 0;
        return Promise.resolve(counts.map(() => count));
      },
    });
    const reports = new Set<string>();
    const from = Object.assign(Object.create(store), {
      limits,
      readReports: () => Promise.resolve(reports),
    });
    const trap = new MailTrap();
    const [slow, calls]: [number, string[]] = [300, []];
    trap.send = async () => {
      calls.push("send");
      await new Promise((resolve) => setTimeout(resolve, slow));
    };
    trap.rehearse = () => Promise.resolve(void calls.push("rehearse"));
    const mailer = new Mailer(from, trap, LINKS, new MailLimits(true));
    const send = async () => {
      const begun = performance.now();
      const isSent = await mailer.sendNow(game, mail, "organizer-2");
      return { isSent, took: performance.now() - begun };
    };
    assert((await send()).isSent);
    reports.add(tokens.reportHashes(game, "organizer@example.org")[0]);
    const { isSent, took } = await send();
    assert.deepEqual([isSent, calls, count], [false, ["send", "rehearse"], 2]);
    assert(took > slow * 0.9, `${took} ms`);
    mailer.patience = slow / 3;
    const begun = performance.now();
    await assert.rejects(send(), { reason: "connectionLost" });
    assert(performance.now() - begun < slow * 0.9, "no longer than a request waits for a mail");
    await mailer.close();
    const first = new Mailer(from, trap, LINKS, new MailLimits(true));
    const started = performance.now();
    assert.equal(await first.sendNow(game, mail, "organizer-2"), false);
    assert(performance.now() - started > slow, "as a first mail usually takes");
    await first.close();
  },
);

operationTest(
  "Mailer.inBackground() ends before the mailer does, whatever its outcome",
  async ({ store }) => {
    using logs = captureLogs();
    const mailer = new Mailer(store, new MailTrap(), LINKS, new MailLimits(true));
    const done: string[] = [];
    await mailer.inBackground(async () => {
      await Promise.resolve();
      done.push("one");
    });
    await mailer.inBackground(() => Promise.reject(new Error("it fails")));
    assert.deepEqual(done, [], "after the answer");
    await mailer.close();
    assert.deepEqual(done, ["one"]);
    assert.equal(logs.lines.length, 1);
  },
);

operationTest(
  "Mailer.inBackground() repeats its work while the database is unavailable, until the mailer closes",
  async ({ store }) => {
    using logs = captureLogs();
    const mailer = new Mailer(store, new MailTrap(), LINKS, new MailLimits(true));
    const failing = { attempts: 0, until: 3 };
    const work = () => {
      failing.attempts++;
      return failing.attempts < failing.until
        ? Promise.reject(new DatabaseUnavailable("full"))
        : Promise.resolve();
    };
    await mailer.inBackground(work);
    await until(() => failing.attempts === 3, "a third attempt");
    Object.assign(failing, { attempts: 0, until: Infinity });
    await mailer.inBackground(work);
    await until(() => failing.attempts === 4, "a fourth attempt");
    const begun = performance.now();
    await mailer.close();
    assert(performance.now() - begun < 1_500, "it does not wait for the pause of 2 s");
    assert.deepEqual([failing.attempts, logs.lines.length], [5, 1], "a last one");
  },
);

Deno.test("MailTrap keeps the latest mails first", async () => {
  const trap = new MailTrap();
  const envelope = (messageId: string) =>
    Object.assign(Object.create(null), { messageId, returnPath: null });
  for (let count = 1; count <= 501; count++) await trap.send(envelope(`${count}`));
  assert.deepEqual(
    [trap.caught.length, trap.caught[0]?.messageId, trap.caught[499]?.messageId],
    [500, "501", "2"],
  );
  assert.deepEqual([trap.caught[0]?.number, trap.caught[499]?.number], [501, 2]);
});

operationTest(
  "Mailer.sendNow() names the mail and its return path; requireRoom() counts for its client",
  async ({ store }) => {
    const trap = new MailTrap();
    const links = { ...LINKS, bounceAddress: "bounces@example.org" };
    const mailer = new Mailer(store, trap, links, new MailLimits(true));
    const game = eventfulGame();
    await mailer.sendNow(game, mailOf("organizerLinkRenewed", game), "organizer-2");
    const [{ messageId, returnPath } = assert.fail()] = trap.caught;
    assert.equal(messageId, `<${game.id}.organizer-2@gifts.example.org>`);
    assert.equal(returnPath, "bounces@example.org");
    const counted: unknown[] = [];
    mailer.limits.mails = (client, count) => void counted.push(client, count);
    await mailer.requireRoom(game, 6, "a client");
    assert.deepEqual(counted, ["a client", 6]);
    await mailer.close();
  },
);

Deno.test("sender() uses MAIL_FROM, or else the mail server's user, or else this service's host", () => {
  const base = { mailFrom: null, smtpUrl: "smtp://localhost", publicUrl: null, port: 8000 };
  assert.deepEqual(sender({ ...base, mailFrom: '"Gifts, and more" <a@b.example>' }), {
    name: "Gifts, and more",
    address: "a@b.example",
  });
  assert.deepEqual(sender({ ...base, mailFrom: "a@b.example" }), {
    name: "",
    address: "a@b.example",
  });
  const addressOf = (fields: Partial<Parameters<typeof sender>[0]>) =>
    sender({ ...base, ...fields }).address;
  assert.equal(addressOf({ smtpUrl: "smtps://me%40b.example:x@mail.b.example" }), "me@b.example");
  assert.equal(
    addressOf({ smtpUrl: "smtp://me:x@mail.b.example", publicUrl: "https://gifts.example.org" }),
    "no-reply@gifts.example.org",
  );
});

operationTest("Mailer.settle() does not wait for mails that await a person", async ({ store }) => {
  const none = { sent: 0, failed: 0, queued: 0 };
  let asked = 0;
  const holding = Object.assign(Object.create(store), {
    countMails() {
      asked++;
      return Promise.resolve({ organizer: none, participants: { ...none, queued: 2 }, held: 2 });
    },
  });
  const mailer = new Mailer(holding, new MailTrap(), LINKS, new MailLimits(true));
  mailer.patience = 50;
  assert.equal((await mailer.settle("a game", ["1", "2"])).participants.queued, 2);
  assert.equal(asked, 1);
  await mailer.close();
});
