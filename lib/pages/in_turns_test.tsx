import assert from "node:assert/strict";
import { renderAsBytes, renderInTurns, withLists } from "./in_turns.ts";

Deno.test("renderInTurns() renders all items in their order, escaped", async () => {
  assert.equal(
    await renderInTurns(["a", "<b>"], (name) => <li class="x">{name}</li>),
    '<li class="x">a</li><li class="x">&lt;b></li>',
  );
});

Deno.test("renderInTurns() yields to other work while it renders", async () => {
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

Deno.test("withLists() puts the lists of renderAsBytes() in their places", async () => {
  const answer = await withLists(async () => {
    const show = (name: string) => <li>{name}</li>;
    const [last, none, first] = [
      await renderAsBytes(["<ö>", "’"], show),
      await renderAsBytes<string>([], show),
      await renderAsBytes(["a"], show),
    ];
    const headers = { "content-type": "text/html" };
    return new Response(`<ul>${first}</ul>“${none}”<ul>${last}</ul>`, { status: 400, headers });
  });
  assert.equal(answer.status, 400);
  assert.equal(answer.headers.get("content-type"), "text/html");
  assert.equal(await answer.text(), "<ul><li>a</li></ul>“”<ul><li>&lt;ö></li><li>’</li></ul>");
});

Deno.test("withLists() leaves a page without lists unchanged, and makes no place for an empty one", async () => {
  const page = new Response("page");
  assert.equal(await withLists(() => Promise.resolve(page)), page);
  assert.equal(await renderAsBytes([], () => <li />), "");
  const answer = await withLists(async () => {
    const [one, two] = [
      await renderAsBytes(["ä"], (name) => <li>{name}</li>),
      await renderAsBytes(["b"], (name) => <li>{name}</li>),
    ];
    const headers = { "content-type": "text/html" };
    return new Response(`<ul>${two}</ul><!--list-of-none-->${one}`, { status: 201, headers });
  });
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [201, "text/html"]);
  assert.equal(await answer.text(), "<ul><li>b</li></ul><!--list-of-none--><li>ä</li>");
});
