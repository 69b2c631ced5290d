import assert from "node:assert/strict";
import { type TestApp, testAppOnBoth } from "./support/app.ts";
import { receiverOf } from "./support/views.ts";

/* lib/mail/compose_test.ts and tests/mail_kinds_test.ts test that mails never name the receiver. */

const NAMES = ["Quirina", "Xaverl", "Zacharias", "Wunibald"];
const ACTS = ["reveal", "confirmAssignment", "requestReassignment", "cancelReassignmentRequest"];

/** Everything visible about a page without opening it: its title, its description, and its links. */
async function outsideOf(app: TestApp, request: Request): Promise<string> {
  const answer = await app.fetch(request);
  const html = await answer.text();
  const head = html.match(/<title>.*?<\/title>|<(?:meta|link)\b[^>]*>/gs) ?? [];
  assert.ok(answer.status === 303 || head.length > 5, `${request.url}: ${answer.status}`);
  return [...answer.headers, ...head].join("\n");
}

testAppOnBoth("no title, address, header or preview of a page names a receiver", async (app) => {
  const game = await app.client.createGame({
    organizerName: "Olga",
    isProtected: true,
    participants: NAMES.map((name) => ({ name, wish: `Wish of ${name}` })),
  });
  const at = `http://localhost/games/${game.code}`;
  for (const { id, name, token } of game.participants) {
    const cookie = `participant_${game.code}=${token}`;
    const opening = `${cookie}; gift_${game.code}=own`;
    const get = (path: string, headers: Record<string, string>) =>
      outsideOf(app, new Request(at + path, { headers }));
    const seen = [
      await get(`?participant=${token}`, {}),
      await get(`?participant=${token}`, { "user-agent": "WhatsApp/2" }),
      await get("", { cookie }),
    ];
    for (const action of ACTS) {
      const body = new URLSearchParams({ action });
      const headers = { cookie, "sec-fetch-site": "same-origin" };
      seen.push(await outsideOf(app, new Request(at, { method: "POST", body, headers })));
      seen.push(await get("", { cookie }), await get("/gift", { cookie: opening }));
    }
    const receiver = game.participants.find((one) => one.id === receiverOf(game, id))?.name;
    assert.ok(receiver && receiver !== name);
    // Their own name may appear, but no other, so their receiver's cannot either.
    for (const other of NAMES.filter((one) => one !== name)) {
      assert.ok(!seen.some((text) => text.includes(other)), `${other}, of ${receiver}`);
    }
    const opened = await app.fetch(new Request(`${at}/gift`, { headers: { cookie: opening } }));
    assert.ok((await opened.text()).includes(`Wish of ${receiver}`), "the gift was opened");
    const calendar = await app.fetch(new Request(`${at}/calendar.ics`, { headers: { cookie } }));
    const event = await calendar.text();
    assert.ok(event.startsWith("BEGIN:VCALENDAR") && !event.includes(token));
    for (const other of NAMES) assert.ok(!event.includes(other), `${other} in a calendar`);
  }
});
