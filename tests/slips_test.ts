import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";
import { people } from "./support/games.ts";

Deno.test("slips in Japanese address each person correctly, and break lines between phrases", async () => {
  await using app = await startApp();
  const [first, ...others] = people(3);
  const game = await app.client.createGame({
    language: "ja",
    organizerName: "花子",
    name: "職場の交換会",
    participants: [{ ...first, name: "おばあちゃん" }, ...others],
  });
  const page = await app.fetch(
    new Request(`http://localhost/games/${game.code}/slips`, {
      method: "POST",
      headers: {
        cookie: `organizer_${game.code}=${game.organizerToken}`,
        "sec-fetch-site": "same-origin",
      },
      body: new URLSearchParams({ notPlaying: "on" }),
    }),
  );

  const slips = await page.text();
  const printed = slips.replaceAll(/<[^>]+>/g, "");
  assert.match(printed, /あなたが贈る相手は おばあちゃんまたは/);
  assert.match(printed, /あなたが贈る相手は P2さん/);
  assert.match(printed, /おばあちゃんへ[^]*P2さんへ/);
  assert.match(slips, /職場の<wbr\/?>交換会/);
});

Deno.test("slips use the words of their reader's region", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ language: "pt", participants: people(3) });
  const page = await app.fetch(
    new Request(`http://localhost/games/${game.code}/slips`, {
      headers: {
        cookie: `organizer_${game.code}=${game.organizerToken}`,
        "accept-language": "pt-PT",
      },
    }),
  );
  const slips = await page.text();
  assert.match(slips, /Aponte a câmara/);
  assert.doesNotMatch(slips, /câmera/);
});

Deno.test("a slip has a large name, with any letters around it", async () => {
  await using app = await startApp();
  const names = ["o", "For", "F", "r"];
  const game = await app.client.createGame({ participants: names.map((name) => ({ name })) });
  const answer = await app.fetch(
    new Request(`http://localhost/games/${game.code}/slips`, {
      headers: { cookie: `organizer_${game.code}=${game.organizerToken}` },
    }),
  );
  const heads = [
    ...(await answer.text()).matchAll(/<h2[^>]*><small[^>]*>For <\/small>(.*?)<\/h2>/g),
  ];
  assert.deepEqual(heads.map(([, name]) => name).toSorted(), names.toSorted());
});

Deno.test("the address on a slip breaks only between its parts", async () => {
  await using app = await startApp();
  const { code, organizerToken, participants } = await app.client.createGame({
    participants: people(3),
  });
  const answer = await app.fetch(
    new Request(`http://localhost/games/${code}/slips`, {
      headers: { cookie: `organizer_${code}=${organizerToken}` },
    }),
  );
  const text = await answer.text();
  const parts = ["http://", "localhost/", "games/", `${code}?`];
  for (const part of [...parts, `participant=${participants[0]?.token}`]) {
    assert(text.includes(`>${part}</span>`), part);
  }
});
