/** A locked gift does not tell a later link what has become of it. */
import assert from "node:assert/strict";
import type { Participant } from "@/lib/game/types.ts";
import { testAppOnBoth } from "./support/app.ts";
import { people } from "./support/games.ts";
import { say } from "./support/messages.ts";
import { named } from "./support/views.ts";

testAppOnBoth(
  "no page and no answer to a later link tells whether a locked gift's receiver was replaced",
  async (app) => {
    const { client, services: { store, tokens } } = app;
    const made = await client.createGame({ isSealed: true, participants: people(5), byPost: true });
    const { code } = made;
    const change = (fields: Partial<Participant>) =>
      store.changeGame(code, (game) => ({
        game: game && {
          ...game,
          participants: game.participants.map((one) =>
            one.number === 1 ? { ...one, ...fields } : one
          ),
        },
        outbox: null,
        result: undefined,
      }));
    await change({
      ...{ tokenVersion: 2, revealBlockedForTokenVersion: 1, viewedAt: "2026-11-01T12:00:00.000Z" },
    });
    const game = await store.readGame(code) ?? assert.fail();
    const [one = assert.fail(), ...others] = game.participants;
    const token = tokens.participant(game, one);
    const giver = others.find(({ receiver }) => receiver === one.number) ?? assert.fail();
    await say(client, made, { token: tokens.participant(game, giver) }, {
      to: "receiver",
      text: "Which size?",
    });
    const headers = {
      ...{ cookie: `participant_${code}=${token}`, "sec-fetch-site": "same-origin" },
      ...{ "accept-language": "en", "sec-purpose": "prefetch" },
    };
    const ask = async (path: string, fields?: Record<string, string>) => {
      const answer = await app.fetch(
        new Request(`http://localhost${path}`, {
          headers,
          ...fields && { method: "POST", body: new URLSearchParams(fields) },
        }),
      );
      const text = (await answer.text()).replace(/[\w-]{8}-[\w-]{27}|nonce[=-]"?[\w+/=]+/g, "");
      return [path, answer.status, answer.headers.get("location"), text];
    };
    const path = `/games/${code}`;
    const wishId = crypto.randomUUID();
    const shown = async () => [
      ...await Promise.all(
        ["", "/whisper", "/gift", "/post", "/wishes", "/my-data.json"].map((rest) =>
          ask(path + rest)
        ),
      ),
      await ask(path, { action: "markWish", wishId, bought: "yes" }),
      await ask(`/api/games/${code}/messages?participantToken=${token}`),
      await ask(`/api/games/${code}/my-data?participantToken=${token}`),
    ];
    const before = await shown();
    for (const receiverChange of ["left", "redrawn"] as const) {
      await change({ receiverChange });
      for (const [index, answer] of (await shown()).entries()) {
        assert.deepEqual(answer, before[index]);
      }
    }
    assert.equal(named(made, "P1").id, one.id);
  },
);
