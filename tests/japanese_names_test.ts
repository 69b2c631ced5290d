import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";

Deno.test("people are addressed in Japanese with an honorific", async () => {
  await using app = await startApp({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "a@example.org" });
  const names = ["花子", "おばあちゃん", "翔", "太郎"];
  const game = await app.client.createGame({
    language: "ja",
    organizerName: "花子",
    sendEmails: true,
    households: [["翔", "太郎"]],
    participants: names.map((name) => ({
      name,
      email: name === "翔" ? "sho@example.org" : "",
    })),
  });
  const read = async (path: string) => {
    const headers = {
      cookie: `organizer_${game.code}=${game.organizerToken}`,
      "accept-language": "ja",
    };
    const answer = await app.fetch(
      new Request(`http://localhost/games/${game.code}${path}`, { headers }),
    );
    return (await answer.text()).replaceAll(/<[^>]+>/g, "");
  };
  const taro = game.participants.find(({ name }) => name === "太郎");
  assert.match(
    await read(`/organize/people/${taro?.id}`),
    /翔さんとはお互いに当たりません。お互い/,
  );
  assert.match(await read("/organize"), /花子さん、こんにちは！[^ ]/);
});
