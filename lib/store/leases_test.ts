import assert from "node:assert/strict";
import { testOnEach } from "@/tests/support/databases.ts";
import { keepWith, LONG, REMINDER } from "@/tests/support/outbox.ts";

testOnEach(
  "renewLeases() leases no mail that was returned or postponed meanwhile",
  async ({ store }) => {
    await keepWith(store, [1, 2, 3].map((recipient) => ({ ...REMINDER, recipient })));
    const [returned, postponed, held] = await store.claimMails(3, LONG);
    assert(returned && postponed && held);
    assert.deepEqual(await store.returnMails([returned.id], 0), [returned.id]);
    await store.postponeMail(postponed, 0, "receiverBusy");
    const ids = [returned.id, postponed.id, held.id];
    assert.deepEqual(await store.renewLeases(ids, LONG), [held.id]);
    const again = await store.claimMails(3, LONG);
    assert.deepEqual(again.map(({ id }) => id), [returned.id, postponed.id]);
  },
);
