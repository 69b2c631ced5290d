import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";

Deno.test("the privacy page has each section once", async () => {
  await using app = await startApp();
  const { text } = await app.client.get("/privacy");
  const ids = [...text.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id);
  assert(ids.length > 5);
  assert.deepEqual(ids, [...new Set(ids)]);
});

Deno.test("before the draw, the days until the event are shown with its date only", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({ draw: "later" });
  const { code, participants } = game;
  const [own] = participants;
  assert(own);
  await client.act(game, "updateWish", {
    participantId: own.id,
    participantToken: own.token,
    wish: "Tea",
    desiredGift: "",
  });
  const cookie = `participant_${code}=${own.token}`;
  const { text } = await client.get(`/games/${code}`, { cookie });
  const [head = "", event = ""] = text.split('id="event"');
  assert(!head.includes("days to go"), "the head names the day of the draw");
  assert(event.includes("days to go"));
});

Deno.test("the organizer's pages ask for nothing that is over or does not exist yet", async () => {
  await using app = await startApp();
  const { client } = app;
  const open = ({ code, organizerToken }: CreatedGame, rest = "") =>
    client.get(`/games/${code}/organize${rest}`, { cookie: `organizer_${code}=${organizerToken}` });
  const game = await client.createGame();
  const before = await open(game);
  for (const words of ["Needs their link", "days to go"]) {
    assert(before.text.includes(words), words);
  }
  await client.archive(game);
  const after = await open(game);
  for (const words of ["Needs their link", "days to go"]) {
    assert(!after.text.includes(words), words);
  }

  const gathering = await client.createGame({ draw: "later" });
  const room = await open(gathering, "/room");
  assert(!room.text.includes("has opened"), "nobody has opened anything");
  assert.match(room.headers.get("location") ?? "", /\/organize$/);
});
