import assert from "node:assert/strict";
import { giftFacts } from "./gift_facts.ts";
import { readerOf } from "../../http/reader.ts";

const headers = { "accept-language": "en-GB" };
const reader = readerOf({ req: new Request("http://localhost/", { headers }), state: {} });

Deno.test("giftFacts() gives the budget, if it is known, and the day, wherever it is read", () => {
  const game = { amount: "20", currency: "EUR", date: "2026-12-24" };
  const line = giftFacts(game, reader);
  assert.match(line, /€20.* · .*24/);
  const day = giftFacts({ ...game, amount: "" }, reader);
  assert(line.endsWith(` · ${day}`), line);
  assert.doesNotMatch(day, /·/);
});
