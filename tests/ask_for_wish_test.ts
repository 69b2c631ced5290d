import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { conversation, giveTo, type Person, readMessages } from "./support/messages.ts";
import { untouchedForm } from "./support/untouched_form.ts";

/** The fields of the first form that asks this. */
function questionIn(html: string, question: string): Record<string, string> {
  const form = html.split("<form").find((part) => part.includes(`value="${question}"`)) ?? "";
  return untouchedForm(`<form${form}`, "question");
}

interface Asked {
  rest?: string;
  fields?: Record<string, string>;
  cookie?: string;
  accept?: string;
}

/** A participant's page, or the answer to a form submitted to it. */
async function open(
  app: TestApp,
  { code }: CreatedGame,
  { token }: Pick<Person, "token">,
  { rest = "", fields, cookie = "", accept = "text/html" }: Asked = {},
) {
  const answer = await app.fetch(
    new Request(`http://localhost/games/${code}${rest}`, {
      headers: {
        cookie: `participant_${code}=${token}; ${cookie}`,
        "sec-fetch-site": "same-origin",
        "accept-language": "en",
        accept,
      },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    }),
  );
  const { headers } = answer;
  return { text: await answer.text(), location: headers.get("location") ?? "", headers };
}

const OFFER = /Secretly ask for a wish<\/button>/;
const SAID = /You: Could you add something to your wish list\?<\/p>/;

Deno.test("a giver who has asked for a wish sees that, and can ask again after a new draw", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    isProtected: true,
    participants: ["Ana", "Ben", "Cleo", "Dan"].map((name) => ({ name })),
  });
  const { giver, receiver } = conversation(game, "Ben");
  /** The participant's page, and their gift as it opens without scripts. */
  const look = async (person: Person) => {
    const fields = { action: "reveal" };
    const { headers } = await open(app, game, person, { fields });
    const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
    const gift = await open(app, game, person, { rest: "/gift", cookie });
    const { text: page } = await open(app, game, person);
    return [page, gift.text] as const;
  };
  for (const text of await look(giver)) {
    assert.match(text, OFFER);
    assert.doesNotMatch(text, SAID);
  }
  const [page] = await look(giver);
  assert.match(page.slice(page.indexOf('id="gift"'), page.indexOf('id="wishes"')), OFFER);
  // The answer redirects to the message that was sent.
  const fields = { action: "sendMessage", question: "pleaseWish", key: crypto.randomUUID() };
  const rest = "/whisper?with=receiver";
  const { location } = await open(app, game, giver, { rest, fields });
  // Not by the message's id: it would stay in the browser's history, and is the same for the receiver.
  const [, id] = /\/whisper\?with=receiver#(said-0)$/.exec(location) ?? assert.fail(location);
  const { text: thread } = await open(app, game, giver, { rest });
  assert.match(thread, new RegExp(`<li\\s+id="${id}" tabindex="-1"`));
  for (const text of await look(giver)) {
    assert.doesNotMatch(text, OFFER);
    assert.match(text, SAID);
  }
  const json = { fields: { action: "reveal" }, accept: "application/json" };
  assert.equal(JSON.parse((await open(app, game, giver, json)).text).hasAskedForWish, true);
  // No one else has asked; a question from the receiver is not a wish request.
  await open(app, game, receiver, {
    rest: "/whisper?with=giver",
    fields: { action: "sendMessage", question: "pleaseWish", key: crypto.randomUUID() },
  });
  for (const text of await look(receiver)) {
    assert.match(text, OFFER);
    assert.doesNotMatch(text, SAID);
  }
  // Another participant gives to Ben now and has asked no one.
  const next = await giveTo(app, game, "Ben");
  // On a stale page, the answer with the next name says that no wish was requested.
  assert.equal(JSON.parse((await open(app, game, giver, json)).text).hasAskedForWish, false);
  for (const text of await look(next)) {
    assert.match(text, OFFER);
    assert.doesNotMatch(text, SAID);
  }
  await open(app, game, receiver, { fields: { action: "updateWish", wish: "A kite" } });
  for (const text of await look(next)) {
    assert.doesNotMatch(text, OFFER);
    assert.doesNotMatch(text, SAID);
  }
});

Deno.test("what a page asks its reader's receiver reaches no other who has taken their place", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    ...{ isProtected: true, byPost: true },
    participants: ["Ana", "Ben", "Cleo", "Dan"].map((name) => ({ name })),
  });
  const { giver } = conversation(game, "Ben");
  const reveal = () => open(app, game, giver, { fields: { action: "reveal" } });
  await reveal();
  const forms = [
    questionIn((await open(app, game, giver)).text, "pleaseWish"),
    questionIn((await open(app, game, giver, { rest: "/post" })).text, "postalAddress"),
  ];
  await giveTo(app, game, "Ben");
  await reveal();
  const rest = "/whisper?with=receiver";
  for (const fields of forms) {
    assert(fields.key, "there was a form");
    const { text } = await open(app, game, giver, { rest, fields });
    assert.match(text, /Your gift has changed since you opened it/);
  }
  assert.deepEqual((await readMessages(app.client, game, giver)).toReceiver, []);
});
