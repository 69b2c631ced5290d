import { deepEqual, ok } from "node:assert/strict";
import Papa from "papaparse";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { organizerView } from "../game/views.ts";
import { peopleTable } from "./people_table.ts";
import { readerOf } from "./reader.ts";

function tableOf(body: Record<string, unknown>): string[][] {
  const game = makeGame(3, body);
  for (const one of game.participants) one.hasConfirmedAssignment = true;
  const table = peopleTable({
    game,
    view: organizerView(game, tokens, new Date()),
    credential: {},
    reader: readerOf({ req: new Request("http://localhost/"), state: {} }),
    hasMail: false,
  }, new Date());
  for (const { number } of game.participants) {
    ok(!table.includes(tokens.participant(game, { number, tokenVersion: 1 })), "a token");
  }
  return Papa.parse<string[]>(table.slice(1).trimEnd()).data;
}

Deno.test("peopleTable() has everybody with status and wishes, and no formula", () => {
  const participants = [
    { name: "=1+1", email: "ana@example.org", wish: '@SUM(A1)\n"tea"', desiredGift: "-2" },
    { name: "Ben" },
    { name: "Cy" },
  ];
  const [head, ana, ben] = tableOf({ participants });
  deepEqual(head, [
    "Name",
    "Email",
    "Status",
    "The gift they’d love",
    "Wishes and hints",
  ]);
  deepEqual(ana, [
    "'=1+1",
    "ana@example.org",
    "Confirmed, Has a wish",
    "'-2",
    '\'@SUM(A1)\n"tea"',
  ]);
  deepEqual(ben?.[2], "Confirmed, No wish yet");
});

Deno.test("peopleTable() of a sealed game does not say who has confirmed", () => {
  const [, ana] = tableOf({ isSealed: true });
  deepEqual(ana?.[2], "Needs their link, No wish yet");
});
