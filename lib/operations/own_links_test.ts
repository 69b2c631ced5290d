import assert from "node:assert/strict";
import { CLIENT, makeStored, operationTest, refused } from "@/tests/support/operations.ts";
import { until } from "@/tests/support/until.ts";
import { sendEmailSchema } from "../game/schemas.ts";
import { RECOVERY_MAILS_PER_HOUR } from "../mail/limits.ts";
import type { Services } from "../services.ts";
import { DatabaseUnavailable, type NewMail, type Store } from "../store/store.ts";
import { mailOwnLinks, requestOwnLinks } from "./own_links.ts";
import { sendEmail } from "./send_mails.ts";

operationTest(
  "mailOwnLinks() mails an address its links, up to an hourly limit",
  async (services) => {
    const { store, mail } = services;
    await makeStored(services);
    const recipients: (number | null)[] = [];
    const watched = Object.assign(Object.create(store), {
      addMails(...[gameId, decide]: Parameters<typeof store.addMails>) {
        return store.addMails(gameId, (waiting) => {
          const change = decide(waiting);
          recipients.push(...change.add.map(({ recipient }) => recipient));
          return change;
        });
      },
    });
    const ask = (email: string) => mailOwnLinks(watched, mail, { email, onlyTo: "" });
    await ask("nobody@example.org");
    for (let count = 0; count <= RECOVERY_MAILS_PER_HOUR; count++) await ask("P1@example.org");
    const mailed = Array.from({ length: RECOVERY_MAILS_PER_HOUR }, () => 1);
    assert.deepEqual(recipients, [null, ...mailed, null], "null: a mail that goes nowhere");
  },
);

operationTest("mailOwnLinks() makes a mail wait, even for unknown addresses", async (services) => {
  const game = await makeStored(services);
  const mails: NewMail[] = [];
  let woken = 0;
  const store = Object.assign(Object.create(services.store), {
    addMails(_: string, decide: (waiting: never[]) => { add: NewMail[] }) {
      mails.push(...decide([]).add);
      return Promise.resolve([]);
    },
  });
  const mail = { wake: () => woken++, recoverySpan: 1e9 };
  for (const email of ["p1@example.org", "P1@example.org", "nobody@example.org"]) {
    await mailOwnLinks(store, mail, { email, language: "de", onlyTo: "" });
  }
  assert.equal(woken, 3);
  assert.equal(new Set(mails.map(({ topic }) => topic)).size, 3);
  for (const { kind, language, delay = 0 } of mails) {
    assert.deepEqual([kind, language], ["ownLinks", "de"]);
    assert(delay > 1 && delay < 1e9, `${delay}`);
  }
  assert.deepEqual(mails.map(({ recipient }) => recipient), [1, 1, null]);
  await services.store.changeGameById(game.id, () => ({
    game: null,
    isErased: true,
    outbox: null,
    result: undefined,
  }));
  await mailOwnLinks(store, mail, { email: "p1@example.org", onlyTo: "" });
  assert.equal(mails.length, 3, "no game is there to write it to");
});

operationTest(
  "requestOwnLinks() limits the requests of a client and of an address",
  async (services) => {
    const email = "p1@example.org";
    const ask = (client: string, address = email) =>
      requestOwnLinks(services, { email: address }, client);
    for (let count = 0; count < 20; count++) await ask(CLIENT, `p${count}@example.org`);
    await refused(() => ask(CLIENT), "TOO_MANY_MAILS");
    for (let count = 0; count < 39; count++) await ask(`client ${count}`);
    await refused(() => ask("another", email), "TOO_MANY_MAILS");
    await ask("one more", "other@example.org");
    await refused(
      () => requestOwnLinks({ ...services, mail: null }, { email }, CLIENT),
      "EMAIL_NOT_CONFIGURED",
    );
  },
  { RATE_LIMIT: "1000" },
);

operationTest("mailOwnLinks() lets any game of an address send its mail", async (services) => {
  const games = [await makeStored(services), await makeStored(services)];
  const senders = new Set<string>();
  const store = Object.assign(Object.create(services.store), {
    addMails: (id: string) => Promise.resolve(senders.add(id) && []),
  });
  const { random } = Math;
  try {
    for (const lot of [0, 0.99]) {
      Math.random = () => lot;
      await mailOwnLinks(store, services.mail, { email: "p1@example.org", onlyTo: "" });
    }
  } finally {
    Math.random = random;
  }
  assert.deepEqual(senders, new Set(games.map(({ id }) => id)));
});

operationTest(
  "requestOwnLinks() ties the mail to the address that it was asked for",
  async (services) => {
    const { mail, store, tokens } = services;
    const game = await makeStored(services);
    mail.recoverySpan = 3600;
    await requestOwnLinks(services, { email: "P1@example.org" }, CLIENT);
    await mail.close();
    const waiting: unknown[] = [];
    await store.addMails(game.id, (mails) => {
      waiting.push(...mails.map(({ recipient, payload }) => [recipient, payload.onlyTo]));
      return { add: [], update: [] };
    });
    assert.deepEqual(waiting, [[1, tokens.mailKey("p1@example.org")]]);
  },
);

operationTest(
  "requests for lost links are kept while the database cannot write, and refused once that is known",
  async (services) => {
    const { mail, store } = services;
    const game = await makeStored(services);
    const email = "p1@example.org";
    const ways = [
      (from: Services) => requestOwnLinks(from, { email }, CLIENT),
      (from: Services) => {
        const body = { code: game.code, type: "recoverParticipantLink", email };
        return sendEmail(from, sendEmailSchema.parse(body), {}, CLIENT);
      },
    ];
    const { ping } = store;
    store.ping = () => Promise.reject(new DatabaseUnavailable("full"));
    for (const ask of ways) {
      // More than the limit of an hour, and none of them counts.
      for (let count = 0; count < 50; count++) {
        await assert.rejects(ask(services), DatabaseUnavailable);
      }
    }
    store.ping = ping;
    for (const ask of ways) {
      let failures = 1;
      const failing: Store = Object.assign(Object.create(store), {
        addMails: (...args: Parameters<Store["addMails"]>) =>
          failures-- > 0
            ? Promise.reject(new DatabaseUnavailable("full"))
            : store.addMails(...args),
      });
      const before = mail.trap?.caught.length ?? 0;
      await ask({ ...services, store: failing });
      await until(() => mail.trap?.caught.length === before + 1, "the mail");
    }
  },
  { RATE_LIMIT: "1000" },
);
