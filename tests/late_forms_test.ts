/** Forms that ask for what was done already, or can no longer be done. */
import assert from "node:assert/strict";
import { translator } from "@/lib/i18n/translate.ts";
import { startApp, type TestApp } from "./support/app.ts";
import { SetClock } from "./support/clock.ts";
import { inDays, people } from "./support/games.ts";
import { readWithTokens } from "./support/sealed_games.ts";
import { untouchedForm } from "./support/untouched_form.ts";
import { named } from "./support/views.ts";

const t = translator("en");

function send(app: TestApp, path: string, cookie: string, fields?: Record<string, string>) {
  return app.fetch(
    new Request(`http://localhost${path}`, {
      headers: { cookie: `${cookie}; lang=en`, "sec-fetch-site": "same-origin" },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    }),
  );
}

Deno.test("a form that comes too late leads to a page that says how things are", async () => {
  await using app = await startApp();
  const { client } = app;
  const lead = async (path: string, cookie: string, fields: Record<string, string>) => {
    const answer = await send(app, path, cookie, fields);
    assert.equal(answer.status, 303, JSON.stringify(fields));
    return answer.headers.get("location") ?? "";
  };
  // Left and erased with the first press.
  const round = await client.createGame({ draw: "later", participants: people(3) });
  const at = `/games/${round.code}`;
  const p1 = `participant_${round.code}=${named(round, "P1").token}`;
  assert.match(await lead(at, p1, { action: "leaveGame" }), /\?done=left#[\w,]+$/);
  assert.equal(await lead(at, p1, { action: "leaveGame" }), at);
  assert.match(await (await send(app, at, p1)).text(), /you’re no longer taking part/);
  const today = await client.createGame({ date: inDays(0), participants: people(4) });
  const p2 = `participant_${today.code}=${named(today, "P2").token}`;
  const own = `/games/${today.code}`;
  assert.match(await lead(own, p2, { action: "eraseMe" }), /erased/);
  assert.equal(await lead(own, p2, { action: "eraseMe" }), own);
  // The event was put off.
  await client.manage(today, "updateGameDetails", { date: inDays(9) });
  const p3 = `participant_${today.code}=${named(today, "P3").token}`;
  const refused = await lead(own, p3, { action: "eraseMe" });
  const said = await (await send(app, refused, p3)).text();
  assert(said.includes(t("errors.code.TOO_EARLY_TO_ERASE")));
  // Gifts go by post no longer.
  for (const action of ["updateAddress", "setParcel", "confirmArrived"]) {
    assert.equal(await lead(`${own}/post`, p3, { action, erase: "1" }), own);
  }
  // A gift that is kept for someone stays locked now.
  const kept = await client.createGame({
    ...{ isSealed: true, byPost: true, keepers: [["P1", "P2"]] },
    participants: people(4).map(({ name }) => ({ name })),
  });
  const { token } = named(await readWithTokens(app, kept, "P1"), "P1");
  const keeper = `participant_${kept.code}=${token}`;
  const home = await (await send(app, `/games/${kept.code}`, keeper)).text();
  const [post = assert.fail(home)] = /\/games\/\d+\/post\?for=[\w-]+/.exec(home) ?? [];
  await app.services.store.changeGame(kept.code, (game) => {
    const participants = game?.participants.map((one) =>
      one.name === "P1" ? { ...one, revealBlockedForTokenVersion: one.tokenVersion } : one
    );
    assert(game && participants);
    return { game: { ...game, participants }, outbox: null, result: null };
  });
  assert.equal(await lead(post, keeper, { action: "confirmArrived" }), `/games/${kept.code}`);
  // The seal was broken, or they have left.
  const organizer = `organizer_${today.code}=${today.organizerToken}`;
  for (const name of ["P3", "P2"]) {
    const { id: participantId } = named(today, name);
    const links = await lead(`${own}/created`, organizer, { action: "issueClaim", participantId });
    assert.equal(links, `${own}/created#links`);
  }
});

Deno.test("who has left joins again with the form that they joined with, once with two presses", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ draw: "later", participants: [] });
  const path = `/games/${game.code}/join`;
  const invitation = `invitation_${game.code}=${game.invitationToken}`;
  const html = await (await send(app, path, invitation)).text();
  const form = { ...untouchedForm(html, "participantName"), participantName: "Zoe" };
  const join = async () => {
    const answer = await send(app, path, invitation, form);
    assert.equal(answer.status, 303);
    const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    return cookies.find((one) => one.startsWith("participant_")) ?? assert.fail();
  };
  const places = new Set<string>();
  for (let time = 0; time < 3; time++) {
    const place = await join();
    assert.equal(await join(), place);
    places.add(place);
    await send(app, `/games/${game.code}`, place, { action: "leaveGame" });
  }
  assert.equal(places.size, 3);
  assert.deepEqual((await app.client.readAsOrganizer(game)).participants, []);
});

Deno.test("leaving in the last minute before the pairs are shown says why it is refused", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  const date = inDays(1);
  const event = { reveal: "afterEvent", date, time: "12:00", timeZone: "UTC" } as const;
  const game = await app.client.createGame({ ...event, participants: people(3) });
  clock.move((Date.parse(`${date}T11:59Z`) - Date.now()) / 3_600_000);
  const cookie = `participant_${game.code}=${named(game, "P1").token}`;
  const answer = await send(app, `/games/${game.code}`, cookie, { action: "leaveGame" });
  assert.equal(answer.status, 303);
  const page = await send(app, answer.headers.get("location") ?? "", cookie);
  assert((await page.text()).includes(t("errors.code.EVENT_OVER")));
});
