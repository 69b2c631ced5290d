import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";
import { inDays } from "./support/games.ts";
import { byName, named } from "./support/views.ts";

Deno.test("the form for a new game says who opens a gift for whom, first the one who opens", async () => {
  await using app = await startApp();
  const post = (keepers: string) => {
    const people = "Mum\nDad\nFinn\nGina\nLou";
    const fields = {
      name: "Family",
      date: inDays(20),
      currency: "EUR",
      language: "en",
      people,
      keepers,
    };
    const body = new URLSearchParams({ ...fields, key: crypto.randomUUID() });
    const headers = { origin: "http://localhost", "accept-language": "en" };
    return app.fetch(new Request("http://localhost/create", { method: "POST", headers, body }));
  };
  const answer = await post("mum, Finn, Gina\nDad, Lou");
  assert.equal(answer.status, 303);
  const [, code = "", organizerToken = ""] =
    /organizer_(\d+)=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  const view = await app.client.readAsOrganizer({ code, organizerToken });
  assert.deepEqual(byName(view, view.keepers), ["Dad Lou", "Mum Finn", "Mum Gina"]);
  const refusals = [
    ["Mum, Fin", "“Fin” isn’t on the list of people"],
    ["Mum", "Each line needs two different names"],
    ["Mum, Mum", "Each line needs two different names"],
  ] as const;
  for (const [keepers, sentence] of refusals) {
    const refused = await post(keepers);
    const text = await refused.text();
    assert.equal(refused.status, 400);
    const fold = /<details id="keepers-of-new"[^]*?<\/details>/.exec(text)?.[0] ?? "";
    assert.match(fold, /^<details[^>]* open/);
    assert(fold.includes(sentence) && fold.includes(keepers), fold);
  }
});

Deno.test("who opens a gift is chosen from all others in the game, one more each time", async () => {
  await using app = await startApp();
  const names = ["Mum", "Dad", "Finn", "Gina"];
  const game = await app.client.createGame({ participants: names.map((name) => ({ name })) });
  const idOf = (name: string) => named(game, name).id;
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const ask = (init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://localhost/games/${game.code}/organize/people/${idOf("Finn")}`, {
        ...init,
        headers: { cookie, origin: "http://localhost", "accept-language": "en" },
      }),
    );
  const choose = (...keepers: string[]) => {
    const fields = keepers.map((one) => ["keeper", one]);
    return ask({
      method: "POST",
      body: new URLSearchParams([["action", "setKeepers"], ...fields]),
    });
  };
  /** What can be chosen, and what is. */
  const choices = (html: string) =>
    [...html.matchAll(/<select id="keeper[^]*?<\/select>/g)].map(([list]) => ({
      offered: [...list.matchAll(/<option[^>]*>([^<]*)/g)].map(([, name]) => name),
      chosen: /<option[^>]* selected[^>]*>([^<]*)/.exec(list)?.[1],
    }));
  const offered = ["Nobody else", "Mum", "Dad", "Gina"];
  assert.deepEqual(choices(await (await ask()).text()), [{ offered, chosen: "Nobody else" }]);

  assert.equal((await choose(idOf("Mum"), idOf("Gina"))).status, 303);
  const view = await app.client.readAsOrganizer(game);
  assert.deepEqual(byName(view, view.keepers), ["Gina Finn", "Mum Finn"]);
  assert.deepEqual(
    choices(await (await ask()).text()).map(({ chosen }) => chosen).toSorted(),
    ["Gina", "Mum", "Nobody else"],
  );

  const refused = await choose(idOf("Dad"), "nobody", "");
  assert.equal(refused.status, 400);
  const kept = choices(await refused.text()).map(({ chosen }) => chosen);
  assert.deepEqual(kept, ["Dad", undefined, "Nobody else"]);

  assert.equal((await choose("", idOf("Gina"))).status, 303);
  const after = await app.client.readAsOrganizer(game);
  assert.deepEqual(byName(after, after.keepers), ["Gina Finn"]);
});
