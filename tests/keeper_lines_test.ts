import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";
import { inDays } from "./support/games.ts";
import { byName } from "./support/views.ts";

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
    ["Mum, Fin", "“Fin” is not in the list of people"],
    ["Mum", "Two different names are needed in each line"],
    ["Mum, Mum", "Two different names are needed in each line"],
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
