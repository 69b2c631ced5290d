/** The information an organizer gets before they approve a request. */
import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";
import { inDays, people } from "./support/games.ts";
import { named } from "./support/views.ts";

Deno.test("before approving, the organizer reads how many others have opened, but no number in a sealed game", async () => {
  await using app = await startApp();
  const { client, services: { store, tokens } } = app;
  for (const isSealed of [false, true]) {
    const game = await client.createGame({ participants: people(6), isSealed, isProtected: true });
    const stored = await store.readGame(game.code) ?? assert.fail();
    const [first = assert.fail(), , ...others] = stored.participants.map((one) => ({
      participantId: one.id,
      participantToken: tokens.participant(stored, one),
    }));
    await client.act(game, "requestReassignment", first);
    const read = async () => {
      const [said = "", onPersonPage] = await Promise.all(
        ["", `/people/${first.participantId}`].map(async (rest) => {
          const { text } = await client.get(`/games/${game.code}/organize${rest}`, {
            cookie: `organizer_${game.code}=${game.organizerToken}`,
          });
          return /If you agree[^<]*/.exec(text)?.[0];
        }),
      );
      assert.equal(said, onPersonPage);
      return said;
    };
    const secret = "all names are drawn again";
    assert((await read()).includes(isSealed ? secret : "Nobody else has opened their gift yet"));
    for (const one of others) await client.readAsParticipant(game, one);
    const said = await read();
    assert(said.includes(isSealed ? secret : "A few of the 4 others who have opened"), said);
    assert.equal(/\d/.test(said), !isSealed, said);
  }
});

Deno.test("once all pairs are revealed, no request is promised a different name", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({
    ...{ participants: people(4), reveal: "afterEvent", date: inDays(0), timeZone: "UTC" },
  });
  const { id: participantId, token: participantToken } = named(game, "P1");
  await client.act(game, "requestReassignment", { participantId, participantToken });
  const read = (rest: string) =>
    client.get(`/games/${game.code}/organize${rest}`, {
      cookie: `organizer_${game.code}=${game.organizerToken}`,
      "accept-language": "en",
    });
  const pages = ["", `/people/${participantId}`];
  for (const rest of pages) assert.match((await read(rest)).text, /If you agree/);
  await client.manage(game, "startFinale", {});
  for (const rest of pages) {
    const { text } = await read(rest);
    assert.match(text, /Keep the same name/);
    assert.doesNotMatch(text, /If you agree|<p class="text-pretty"><\/p>/);
  }
});
