import assert from "node:assert/strict";
import { renderInTurns } from "./in_turns.ts";

Deno.test("renderInTurns() renders all items in their order, escaped", async () => {
  assert.equal(
    await renderInTurns(["a", "<b>"], (name) => <li class="x">{name}</li>),
    '<li class="x">a</li><li class="x">&lt;b></li>',
  );
});

Deno.test("renderInTurns() lets others in while it works", async () => {
  let isDone = false;
  const done = renderInTurns(Array(20).keys(), (index) => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    return <li>{index}</li>;
  }).then(() => isDone = true);
  let turns = 0;
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve));
    turns++;
  }
  await done;
  assert.ok(turns > 2, `Others had ${turns} turns`);
});
