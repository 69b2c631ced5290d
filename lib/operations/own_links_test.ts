import assert from "node:assert/strict";
import { makeStored, operationTest } from "@/tests/support/operations.ts";
import { RECOVERY_MAILS_PER_HOUR } from "../mail/limits.ts";
import { mailOwnLinks } from "./own_links.ts";

operationTest(
  "mailOwnLinks() mails an address its links, at most so often an hour",
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
    const ask = (email: string) => mailOwnLinks(watched, mail, { email });
    await ask("nobody@example.org");
    for (let count = 0; count <= RECOVERY_MAILS_PER_HOUR; count++) await ask("P1@example.org");
    const mailed = Array.from({ length: RECOVERY_MAILS_PER_HOUR }, () => 1);
    assert.deepEqual(recipients, [null, ...mailed, null], "null: a mail that goes nowhere");
  },
);
