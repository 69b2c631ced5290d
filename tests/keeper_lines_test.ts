import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import { inDays, people } from "./support/games.ts";
import { untouchedForm } from "./support/untouched_form.ts";
import { byName, named } from "./support/views.ts";

Deno.test("the form for a new game lists keepers with the gifts they open, the keeper first", async () => {
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
    const field = /<textarea id="keepers"[^]*?<p id="keepers-error"[^]*?<\/p>/.exec(text)?.[0] ??
      "";
    assert(field.includes(sentence) && field.includes(keepers), field);
  }
});

/** A game, and the card on one person's page that says who opens their gift. */
async function openCard(app: TestApp, names: readonly string[], of: string, keepers: string[]) {
  const game = await app.client.createGame({
    participants: names.map((name) => ({ name })),
    keepers: keepers.map((keeper) => [keeper, of]),
    keepersMayDraw: keepers.length > 0,
  });
  const ask = (init: RequestInit = {}) =>
    app.fetch(
      new Request(
        `http://localhost/games/${game.code}/organize/people/${named(game, of).id}`,
        {
          ...init,
          headers: {
            cookie: `organizer_${game.code}=${game.organizerToken}`,
            origin: "http://localhost",
            "accept-language": "en",
          },
        },
      ),
    );
  return {
    game,
    idOf: (name: string) => named(game, name).id,
    get: () => ask(),
    choose: (...ids: string[]) => {
      const fields = ids.map((one) => ["keeper", one]);
      return ask({
        method: "POST",
        body: new URLSearchParams([["action", "setKeepers"], ...fields]),
      });
    },
  };
}

/** The names that are ticked, those that are not, and those that can still be chosen. */
function choicesIn(html: string) {
  const [card = ""] = /<details id="opener"[^]*?<\/details>/.exec(html) ?? [];
  const [list = ""] = /<select id="keeper"[^]*?<\/select>/.exec(card) ?? [];
  const boxes = [
    ...card.matchAll(/<label[^>]*><input([^>]*name="keeper"[^>]*)><span[^>]*>([^<]*)/g),
  ];
  const named = (isTicked: boolean) =>
    boxes.flatMap(([, box = "", name = ""]) => / checked/.test(box) === isTicked ? name : []);
  return {
    ticked: named(true),
    unticked: named(false),
    offered: [...list.matchAll(/<option[^>]*>([^<]*)/g)].map(([, name]) => name),
  };
}

Deno.test("keepers are chosen from all others in the game, one at a time", async () => {
  await using app = await startApp();
  const { game, idOf, get, choose } = await openCard(
    app,
    ["Mum", "Dad", "Finn", "Gina"],
    "Finn",
    [],
  );
  assert.deepEqual(choicesIn(await (await get()).text()), {
    ticked: [],
    unticked: [],
    offered: ["Nobody else", "Mum", "Dad", "Gina"],
  });

  assert.equal((await choose(idOf("Mum"), idOf("Gina"))).status, 303);
  const view = await app.client.readAsOrganizer(game);
  assert.deepEqual(byName(view, view.keepers), ["Gina Finn", "Mum Finn"]);
  assert.deepEqual(choicesIn(await (await get()).text()), {
    ticked: ["Mum", "Gina"],
    unticked: [],
    offered: ["Nobody else", "Dad"],
  });

  const refused = await choose(idOf("Dad"), "nobody", idOf("Gina"), idOf("Dad"), idOf("Finn"), "");
  assert.equal(refused.status, 400);
  const html = await refused.text();
  assert.deepEqual(choicesIn(html), {
    ticked: ["Dad", "Gina"],
    unticked: ["Mum"],
    offered: ["Nobody else"],
  });
  assert.match(html, /<a [^>]*href="#keeper"/, "what is wrong leads to its field");

  assert.equal((await choose("", idOf("Gina"))).status, 303);
  const after = await app.client.readAsOrganizer(game);
  assert.deepEqual(byName(after, after.keepers), ["Gina Finn"]);
});

Deno.test("a stale card restores no keeper and no rule that was changed meanwhile", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: ["Mum", "Dad", "Gran", "Lou", "Finn", "Gina"].map((name) => ({ name })),
    keepers: [["Mum", "Lou"]],
    keepersMayDraw: true,
  });
  const idOf = (name: string) => named(game, name).id;
  const path = `http://localhost/games/${game.code}/organize/people/${idOf("Lou")}`;
  const headers = {
    cookie: `organizer_${game.code}=${game.organizerToken}`,
    origin: "http://localhost",
  };
  const html = await (await app.fetch(new Request(path, { headers }))).text();
  const body = new URLSearchParams(untouchedForm(html, "keeper"));
  await app.client.manage(game, "setKeepers", {
    keepers: [[idOf("Mum"), idOf("Lou")], [idOf("Dad"), idOf("Lou")]],
    keepersMayDraw: false,
  });
  for (const id of [idOf("Mum"), idOf("Gran")]) body.append("keeper", id);
  body.append("keepersMayDraw", "on");
  const saved = await app.fetch(new Request(path, { method: "POST", headers, body }));
  await saved.body?.cancel();
  assert.equal(saved.status, 303);
  const view = await app.client.readAsOrganizer(game);
  assert.deepEqual(byName(view, view.keepers).toSorted(), ["Dad Lou", "Gran Lou", "Mum Lou"]);
  assert.equal(view.keepersMayDraw, false);
});

Deno.test("keepers that are chosen at the same time are all kept", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(8) });
  const headers = {
    cookie: `organizer_${game.code}=${game.organizerToken}`,
    origin: "http://localhost",
  };
  const statuses = await Promise.all([1, 2, 3, 4].map(async (kept) => {
    const path = `/games/${game.code}/organize/people/${named(game, `P${kept}`).id}`;
    const body = new URLSearchParams({
      action: "setKeepers",
      "shown-keepersMayDraw": "",
      keeper: named(game, `P${kept + 4}`).id,
    });
    const url = `http://localhost${path}`;
    return (await app.fetch(new Request(url, { method: "POST", headers, body }))).status;
  }));
  assert.deepEqual(statuses, [303, 303, 303, 303]);
  const view = await app.client.readAsOrganizer(game);
  assert.deepEqual(byName(view, view.keepers).toSorted(), ["P5 P1", "P6 P2", "P7 P3", "P8 P4"]);
});

Deno.test("in a game of a thousand people each is on the page once, with any keepers and any form", async () => {
  await using app = await startApp();
  const names = Array.from({ length: 1_000 }, (_, index) => `Person ${index}`);
  const [kept = "", ...others] = names;
  const { idOf, get, choose } = await openCard(app, names, kept, others);
  const shown = await (await get()).text();
  assert.equal(choicesIn(shown).ticked.length, 999);
  assert(shown.length < 500_000, `${shown.length} characters`);

  const refused = await choose(
    ...Array.from({ length: 3_000 }, (_, index) => idOf(others[index % 5] ?? "")),
    ...Array.from({ length: 3_000 }, (_, index) => `nobody-${index}`),
  );
  assert.equal(refused.status, 400);
  const again = await refused.text();
  const { ticked, unticked, offered } = choicesIn(again);
  assert.deepEqual([ticked.length, unticked.length, offered.length], [5, 994, 1]);
  assert(again.length < 500_000, `${again.length} characters`);
});

Deno.test("once a sealed game is drawn, keepers can only be removed, and the page does not ask for any", async () => {
  await using app = await startApp();
  for (const isDrawn of [true, false]) {
    const game = await app.client.createGame({
      ...{ isSealed: true, keepers: [["Mum", "Finn"]], ...!isDrawn && { draw: "later" as const } },
      participants: ["Mum", "Dad", "Finn", "Gina", "Lou", "Max"].map((name) => ({ name })),
    });
    const cardOf = async (name: string) => {
      const path = `/games/${game.code}/organize/people/${named(game, name).id}`;
      const headers = {
        cookie: `organizer_${game.code}=${game.organizerToken}`,
        "accept-language": "en",
      };
      const answer = await app.fetch(new Request(`http://localhost${path}`, { headers }));
      const html = await answer.text();
      return { isThere: html.includes('id="opener"'), ...choicesIn(html) };
    };
    const offered = (...names: string[]) => isDrawn ? [] : ["Nobody else", ...names];
    assert.deepEqual(await cardOf("Finn"), {
      ...{
        isThere: true,
        ticked: ["Mum"],
        unticked: [],
        offered: offered("Dad", "Gina", "Lou", "Max"),
      },
    });
    assert.deepEqual(await cardOf("Gina"), {
      ...{ isThere: !isDrawn, ticked: [], unticked: [] },
      offered: offered("Mum", "Dad", "Finn", "Lou", "Max"),
    });
  }
});
