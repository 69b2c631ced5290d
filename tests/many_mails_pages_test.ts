/** The organizer's page before it sends emails to many people. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { people } from "./support/games.ts";

const MAILED = { ENVIRONMENT: "development", SMTP_URL: "memory:" };

/** Gets a page of the organizer, or submits the form of their main page. */
async function visit(
  app: TestApp,
  { code, organizerToken }: CreatedGame,
  { rest = "", form }: { rest?: string; form?: Record<string, string> },
) {
  const answer = await app.fetch(
    new Request(`http://localhost/games/${code}/organize${rest}`, {
      headers: {
        "sec-fetch-site": "same-origin",
        cookie: `organizer_${code}=${organizerToken}`,
      },
      ...form && { method: "POST", body: new URLSearchParams(form) },
    }),
  );
  const html = await answer.text();
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    text: html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "),
    /** Warnings on the page. */
    warnings: [...html.matchAll(/bg-warning[^]*?<p[^>]*>([^<]*)/g)].map(([, words]) => words),
    /** Selected options of the lists. */
    chosen: [...html.matchAll(/<option(?=[^>]* selected)[^>]* value="([^"]*)"/g)]
      .map(([, value]) => value),
    /** Hidden fields of the confirmation form. */
    hidden: Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
        .map(([, name = "", value = ""]) => [name, value]),
    ),
  };
}

function caught({ services }: TestApp): number {
  return services.mail?.trap?.caught.length ?? 0;
}

/** A game with the given number of people with an address, and three without. */
function createOffice(app: TestApp, count: number): Promise<CreatedGame> {
  const others = ["Xenia", "Yves", "Zoe"].map((name) => ({ name }));
  return app.client.createGame({ participants: [...people(count), ...others] });
}

Deno.test("more than ten emails need a confirmation that says how many get one, and who gets none", async () => {
  await using app = await startApp(MAILED);
  const game = await createOffice(app, 11);
  const before = caught(app);
  for (
    const [type, count] of [
      ["allParticipants", "People who’ll get an email right away: 11."],
      ["reminderAll", "Goes to the 11 people with an email address"],
    ] as const
  ) {
    const form = { action: "sendEmail", type };
    const asked = await visit(app, game, { form });
    assert.equal(asked.status, 200);
    assert(asked.text.includes(count), asked.text);
    assert.match(asked.text, /No email address: Xenia, Yves,? and Zoe/);
    assert.doesNotMatch(asked.text, /your message/);
    assert.equal(caught(app), before, "nothing was sent yet");
    assert.deepEqual(
      [asked.hidden.action, asked.hidden.type, asked.hidden.confirmed],
      ["sendEmail", type, "on"],
    );
  }
  const asked = await visit(app, game, {
    form: { action: "sendEmail", type: "reminderAll", group: "noWish", customMessage: "Soon!" },
  });
  assert.match(
    asked.text,
    /Anyone who hasn’t opened an email from this game yet won’t get your message/,
  );
  assert.deepEqual([asked.hidden.group, asked.hidden.customMessage], ["noWish", "Soon!"]);
  const sent = await visit(app, game, { form: asked.hidden });
  assert.equal(sent.status, 303);
  assert.match(sent.location ?? "", /sent=11&.*without=11/);
  assert.equal(caught(app), before + 11);
});

Deno.test("up to ten emails are sent with one click, and the tools say when the last reminder was", async () => {
  await using app = await startApp(MAILED);
  const game = await createOffice(app, 10);
  const readTools = async () => (await visit(app, game, { rest: "/tools" })).text;
  assert.doesNotMatch(await readTools(), /Last reminder/);
  for (const type of ["allParticipants", "reminderAll"]) {
    const sent = await visit(app, game, { form: { action: "sendEmail", type } });
    assert.deepEqual([sent.status, /sent=10/.test(sent.location ?? "")], [303, true]);
  }
  assert.match(await readTools(), /Last reminder: [A-Z][a-z]+ \d/);
});

Deno.test("the tools say who gets an email, and whom the organizer's words do not reach yet", async () => {
  await using app = await startApp(MAILED);
  const game = await createOffice(app, 4);
  const { text, warnings } = await visit(app, game, { rest: "/tools" });
  assert.equal(warnings.length, 1, "a message would reach no one");
  const lacking = /^Anyone who hasn’t opened an email from this game yet won’t get your message\./;
  assert.match(warnings[0] ?? "", lacking);
  assert.match(text, /Goes to the 4 people with an email address/);
  assert.match(text, /People who’ll get an email right away: 4\./);
  assert.equal(text.split("No email address: Xenia").length - 1, 2, text);
  assert.match(text, /won’t get your message[^]*Your message \(optional\)/);

  const person = (name: string) =>
    game.participants.find((one) => one.name === name) ?? assert.fail();
  const one = await visit(app, game, { rest: `/people/${person("P1").id}` });
  assert.match(one.warnings[0] ?? "", lacking);
  const open = (names: readonly string[]) =>
    app.services.store.changeGame(game.code, (found) => ({
      game: found && {
        ...found,
        participants: found.participants.map((one) =>
          names.includes(one.name) ? { ...one, openedEmail: one.email } : one
        ),
      },
      outbox: null,
      result: undefined,
    }));
  await open(["P1"]);
  const some = await visit(app, game, { rest: "/tools" });
  assert.match(some.text, /won’t get your message/);
  assert.deepEqual(some.warnings, [], "it reaches one of them");
  await open(["P2", "P3", "P4"]);
  for (const rest of ["/tools", `/people/${person("P1").id}`]) {
    assert.doesNotMatch((await visit(app, game, { rest })).text, /won’t get your message/);
  }
});

Deno.test("declining the confirmation shows the form with what was typed, and sends nothing", async () => {
  await using app = await startApp(MAILED);
  const game = await createOffice(app, 11);
  const before = caught(app);
  const message = "Please open your gift, and bring it on Friday.";
  const form = { action: "sendEmail", type: "reminderAll", customMessage: message };
  const { hidden } = await visit(app, game, { form });
  assert.equal(hidden.customMessage, message);
  const back = await visit(app, game, { form: { ...hidden, back: "on" } });
  assert.equal(back.status, 200);
  assert(back.text.includes(message));
  const links = { action: "sendEmail", type: "allParticipants", confirmed: "on", back: "on" };
  assert.equal((await visit(app, game, { form: links })).status, 303);
  assert.equal(caught(app), before);
});

Deno.test("declining the confirmation of a step's reminder keeps its recipients", async () => {
  await using app = await startApp(MAILED);
  const game = await createOffice(app, 30);
  for (const { token } of game.participants.slice(0, 18)) {
    await app.client.readAsParticipant(game, { participantToken: token });
  }
  const form = { action: "sendEmail", type: "reminderAll", step: "noWish" };
  const { hidden } = await visit(app, game, { form });
  const { chosen } = await visit(app, game, { form: { ...hidden, back: "on" } });
  assert(chosen.includes("noWish"), JSON.stringify([hidden, chosen]));
});
