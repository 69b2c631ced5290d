import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { hasOpenedMail, isOrganizerProved, mayReadFreeText } from "./senders.ts";

Deno.test("free text is mailed if its sender is confirmed, or its reader has opened a mail", () => {
  const game = makeGame(3);
  const [one] = game.participants;
  assert(one);
  const [known, moved] = [{ ...one, openedEmail: one.email }, {
    ...one,
    openedEmail: "x@y.example",
  }];
  const homeless = { ...one, email: null, openedEmail: null };
  const rows: [organizer: string | null, proved: string | null, boolean][] = [
    ["o@example.org", "o@example.org", true],
    ["o@example.org", null, false],
    ["o@example.org", "former@example.org", false],
    [null, null, false],
  ];
  for (const [organizerEmail, provedEmail, isProved] of rows) {
    const sender = { organizerEmail, provedEmail };
    assert.equal(isOrganizerProved(sender), isProved);
    assert.equal(mayReadFreeText(sender, known), true);
    for (const reader of [one, moved, homeless, null]) {
      assert.equal(mayReadFreeText(sender, reader), isProved);
    }
  }
  assert.deepEqual([known, moved, homeless, one].map(hasOpenedMail), [true, false, false, false]);
});
