import assert from "node:assert/strict";
import { personMessage } from "./pass_on.ts";

Deno.test("personMessage() greets from the organizer, but not from oneself", () => {
  const game = { name: "Us", organizerName: "Anna", language: "en" } as const;
  for (const state of ["gathering", "drawn"] as const) {
    for (const receiverChange of [null, "redrawn"] as const) {
      const to = (name: string) =>
        personMessage({ ...game, state }, { name, language: null, receiverChange });
      assert.match(to("Ben"), /^Hi Ben, it’s Anna!/);
      assert.match(to("anna"), /^Hi anna, (?!it’s)/);
    }
  }
});
