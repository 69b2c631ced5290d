import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";
import { inDays } from "./support/games.ts";
import { named } from "./support/views.ts";

Deno.test("pages link to the help paragraph that answers their question", async () => {
  await using app = await startApp({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
  const read = async (path: string, cookie = "") => {
    const answer = await app.fetch(new Request(`http://localhost${path}`, { headers: { cookie } }));
    assert.equal(answer.status, 200, path);
    return await answer.text();
  };
  const game = await app.client.createGame({
    date: inDays(9),
    isProtected: true,
    participants: ["Ana", "Ben", "Cy"].map((name) => ({ name, wish: "Tea" })),
  });
  const at = `/games/${game.code}`;
  const own = `participant_${game.code}=${named(game, "Ana").token}`;
  const help = await read("/help");
  for (
    const [path, cookie, ...topics] of [
      [at, "", "protected"],
      [`${at}/join`, `invitation_${game.code}=${game.invitationToken}`, "protected"],
      [at, own, "wish", "notices"],
      [`${at}/whisper`, own, "secret"],
      ["/create", "", "peek"],
      ["/create?draw=later", "", "peek"],
    ] as const
  ) {
    const page = await read(path, cookie);
    const linked = [...page.matchAll(/href="\/help#([^"]*)"/g)].map(([, topic]) => topic);
    assert.deepEqual(new Set(linked), new Set(topics), path);
    for (const topic of topics) assert(help.includes(`id="${topic}"`), `${topic} in the help`);
  }
});
