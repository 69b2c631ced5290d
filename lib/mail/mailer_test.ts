import assert from "node:assert/strict";
import { operationTest } from "@/tests/support/operations.ts";
import type { Count } from "../store/store.ts";
import { MailLimits } from "./limits.ts";
import { eventfulGame, LINKS, mailOf } from "./mail_testing.ts";
import { Mailer } from "./mailer.ts";
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
