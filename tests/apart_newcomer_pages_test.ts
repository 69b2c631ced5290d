/** The form that adds a person who must not draw some of the others. */
import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";
import { people } from "./support/games.ts";
import { named, receiverOf } from "./support/views.ts";

Deno.test("a person is added after the draw together with their exclusions, in one draw", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({ participants: people(8) });
  const { code } = game;
  for (const { token } of game.participants) {
    await client.readAsParticipant(game, { participantToken: token });
  }
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${code}=${game.organizerToken}`,
  };
  const path = `/games/${code}/organize`;
  const page = await client.get(path, headers);
  assert(page.text.includes("Should they be kept apart from anyone?"));
  assert(page.text.includes("A few of the 8 others who have opened their gift"));
  const apart = ["P1", "P2"].map((name) => named(game, name).id);
  const add = (participantName: string) => {
    const body = new URLSearchParams({ action: "addParticipant", participantName });
    for (const id of apart) body.append("apartFrom", id);
    return app.fetch(new Request(`http://localhost${path}`, { method: "POST", body, headers }));
  };
  const refused = await add("p3");
  assert.equal(refused.status, 400);
  const ticked = [...(await refused.text()).matchAll(/<input type="checkbox"[^>]*>/g)]
    .map(([box]) => box).filter((box) => / checked/.test(box) && box.includes("apartFrom"));
  assert.deepEqual(ticked.map((box) => apart.filter((id) => box.includes(id))).flat(), apart);

  assert.equal((await add("Zoe")).status, 303);
  const after = await client.readAsOrganizer(game);
  const zoe = named(after, "Zoe").id;
  assert.deepEqual(after.exclusions, apart.map((id) => [id, zoe]));
  assert(!apart.includes(receiverOf(after, zoe)));
  assert(apart.every((id) => receiverOf(after, id) !== zoe));
  const moved = game.participants.filter(({ id }) =>
    receiverOf(game, id) !== receiverOf(after, id)
  );
  assert(moved.length <= 3, `${moved.length} have another receiver`);
});

Deno.test("the form says once that a newcomer redraws a sealed game, and a long list has no boxes", async () => {
  await using app = await startApp();
  const { client } = app;
  const formOf = async (body: Parameters<typeof client.createGame>[0]) => {
    const { code, organizerToken } = await client.createGame(body);
    const { text } = await client.get(`/games/${code}/organize`, {
      cookie: `organizer_${code}=${organizerToken}`,
    });
    return text.slice(text.indexOf('id="add"'), text.indexOf("</form>", text.indexOf('id="add"')));
  };
  const redrawn = "all names are drawn again";
  const sealed = await formOf({ participants: people(5), isSealed: true });
  assert.equal(sealed.split(redrawn).length, 2);
  const gathering = await formOf({ participants: people(5), isSealed: true, draw: "later" });
  assert(gathering.includes("apartFrom") && !gathering.includes(redrawn));
  assert(!(await formOf({ participants: people(101) })).includes("apartFrom"));
  assert(!(await formOf({ participants: [], draw: "later" })).includes("apartFrom"));
});

Deno.test("adding a person to a sealed game redraws all names, with or without a rule", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({ participants: people(5), isSealed: true });
  const send = (body: URLSearchParams) =>
    app.fetch(
      new Request(`http://localhost/games/${game.code}/organize`, {
        method: "POST",
        body,
        headers: {
          "sec-fetch-site": "same-origin",
          cookie: `organizer_${game.code}=${game.organizerToken}`,
        },
      }),
    );
  const form = new URLSearchParams({ action: "addParticipant", participantName: "Zoe" });
  for (const name of ["P1", "P2"]) form.append("apartFrom", named(game, name).id);
  assert.equal((await send(form)).status, 303);
  const after = await client.readAsOrganizer(game);
  assert.deepEqual([after.participants.length, after.drawCount], [6, 2]);
  const zoe = named(after, "Zoe").id;
  assert.deepEqual(
    after.exclusions.toSorted(),
    ["P1", "P2"].map((name) => [named(game, name).id, zoe]).toSorted(),
  );
  await send(new URLSearchParams({ action: "addParticipant", participantName: "Yan" }));
  assert.equal((await client.readAsOrganizer(game)).drawCount, 3);
});
