import assert from "node:assert/strict";
import { participantViewSchema } from "@/lib/game/view_schemas.ts";
import { newcomerViewSchema } from "@/lib/game/action_answers.ts";
import { findPlaces } from "@/lib/mail/own_links.ts";
import { testAppOnBoth } from "../support/app.ts";
import { refuses, succeeds } from "../support/client.ts";
import { createMailedGame, mailTest, makeDue, ORGANIZER, settled } from "../support/mail_app.ts";
import type { ArrivedMail } from "../support/mail.ts";
import { nextAt, tokenIn } from "../support/mailed_links.ts";
import { named } from "../support/views.ts";

const NEW = "new@example.org";

/** Expects a mail that reports the change and reveals neither the new address nor a link. */
function assertFarewell(mail: ArrivedMail, ...secrets: string[]): void {
  assert.match(mail.parsed.subject ?? "", /no longer gets these emails/);
  assert.equal(mail.link, "", "no button: they have no page");
  for (const secret of [NEW, "participant=", "organize?token=", ...secrets]) {
    assert(!(mail.text + mail.html + mail.parsed.subject).includes(secret), secret);
  }
}

mailTest(
  "changing an address with the id of a protected game notifies the old address and ends its link",
  async (app, server) => {
    const { client } = app;
    const game = await createMailedGame(app, { isProtected: true });
    const { id: participantId, token: old } = named(game, "P1");
    server.arrived.length = 0;
    const answer = await client.patchGame(game, {
      action: "updateParticipantEmail",
      participantId,
      email: NEW,
    });
    const view = succeeds(answer, participantViewSchema);
    assert.equal(view.authenticatedParticipantId, participantId, "a contract client goes on");
    const renewed = named(await client.readAsOrganizer(game), "P1");
    assert.equal(renewed.email, NEW);
    assert(!answer.text.includes(renewed.token) && !answer.text.includes(old), "nor a token");
    assertFarewell(await nextAt(server, "p1@example.org"), old, renewed.token);
    assert.equal(tokenIn(await nextAt(server, NEW), "participant"), renewed.token);
    refuses(await client.getGame(game, { participantToken: old }), 403, "INVALID_TOKEN");
    await client.readAsParticipant(game, { participantToken: renewed.token });

    // The page explains it to the old link, and to a device that was signed in with that link.
    const page = (path: string, cookie = "") =>
      app.fetch(new Request(`http://localhost${path}`, { headers: { cookie } }));
    const entered = await page(`/games/${game.code}?participant=${old}`);
    assert.equal(entered.status, 403);
    assert.match(await entered.text(), /It may have been replaced/);
    const returned = await page(`/games/${game.code}`, `participant_${game.code}=${old}`);
    assert.match(await returned.text(), /link that no longer works\. It’s been replaced/);
    assert.match(returned.headers.get("set-cookie") ?? "", /Max-Age=0/);
  },
);

mailTest(
  "a participant who changes their address with their own token gets a new token",
  async (app, server) => {
    const { client } = app;
    const game = await createMailedGame(app, { isProtected: true });
    const { id: participantId, token: old } = named(game, "P1");
    server.arrived.length = 0;
    const change = (participantToken: string, fields: Record<string, unknown>) =>
      client.patchGame(game, {
        action: "updateParticipantEmail",
        participantId,
        participantToken,
        ...fields,
      });
    const { participantToken } = succeeds(await change(old, { email: NEW }), newcomerViewSchema);
    assert.notEqual(participantToken, old);
    await client.readAsParticipant(game, { participantToken });
    refuses(await client.getGame(game, { participantToken: old }), 403, "INVALID_TOKEN");
    refuses(await change(old, { email: "thief@example.org" }), 403, "INVALID_TOKEN");
    assert.equal(tokenIn(await nextAt(server, NEW), "participant"), participantToken);
    await settled(app, 0);

    // A choice: the link stays and goes to the new address. If nothing changes, no one is notified.
    server.arrived.length = 0;
    for (const email of ["NEW@example.org", NEW]) {
      succeeds(await change(participantToken, { email }), participantViewSchema);
    }
    const kept = await change(participantToken, { email: "other@example.org", renewLink: false });
    succeeds(kept, participantViewSchema);
    assertFarewell(
      await nextAt(server, NEW).then((mail) => ({
        ...mail,
        text: mail.text.replaceAll(NEW, ""),
        html: mail.html.replaceAll(NEW, ""),
      })),
    );
    await settled(app, 0);
    assert.deepEqual(server.arrived.map(({ to }) => to).sort(), [NEW, "other@example.org"]);
    const own = await nextAt(server, "other@example.org");
    assert.equal(tokenIn(own, "participant"), participantToken);
    await client.readAsParticipant(game, { participantToken });
    refuses(
      await change(participantToken, { email: NEW, renewLink: "no" }),
      400,
      "VALIDATION_FAILED",
    );
  },
);

mailTest("correcting an address as the organizer moves its link along", async (app, server) => {
  const { client } = app;
  const game = await createMailedGame(app);
  const { id: participantId, token: old } = named(game, "P1");
  server.arrived.length = 0;
  const edit = (fields: Record<string, unknown>) =>
    client.manage(game, "updateParticipantDetails", { participantId, ...fields });
  const { token } = named(await edit({ email: NEW }), "P1");
  assert.notEqual(token, old);
  assertFarewell(await nextAt(server, "p1@example.org"), old, token);
  assert.equal(tokenIn(await nextAt(server, NEW), "participant"), token);
  assert.equal(named(await edit({ name: "Pat", wish: "Tea" }), "Pat").token, token);
  assert.equal(named(await edit({ email: "", renewLink: false }), "Pat").token, token);
  // The mail about the wish is delayed by some minutes.
  await makeDue(app);
  await settled(app, 0);
});

mailTest(
  "a link that was never mailed stays valid, but the old address is still notified",
  async (app, server) => {
    const { client } = app;
    const game = await createMailedGame(app, { sendEmails: false });
    const { id: participantId, token } = named(game, "P1");
    const edit = (email: string) =>
      client.manage(game, "updateParticipantDetails", { participantId, email });
    assert.equal(named(await edit(NEW), "P1").token, token);
    assertFarewell(await nextAt(server, "p1@example.org"), token);
    await client.sendEmail(game, { type: "participant", participantId });
    assert.equal(tokenIn(await nextAt(server, NEW), "participant"), token);
    server.arrived.length = 0;
    const renewed = named(await edit("p1@example.org"), "P1").token;
    assert.notEqual(renewed, token, "a mail that was asked for carried it");
    await nextAt(server, NEW);
    assert.equal(tokenIn(await nextAt(server, "p1@example.org"), "participant"), renewed);
    await settled(app, 0);
    assert.equal(server.arrived.length, 2, "the game sends nothing else by itself");

    // The organizer knows the link because they renewed it.
    server.arrived.length = 0;
    await client.manage(game, "regenerateToken", { participantId });
    await settled(app, 0);
    assert.deepEqual(server.arrived, []);
  },
);

testAppOnBoth("without mail an address can change, and no link ends", async ({ client }) => {
  const game = await client.createGame();
  const { id: participantId, token } = named(game, "P1");
  const view = await client.act(game, "updateParticipantEmail", {
    participantId,
    participantToken: token,
    email: NEW,
  });
  assert.equal(named(view, "P1").id, participantId);
  await client.readAsParticipant(game, { participantToken: token });
});

testAppOnBoth("in an open game a token shows the address, an id does not", async ({ client }) => {
  const game = await client.createGame();
  const { id: participantId, token: participantToken, email } = named(game, "P1");
  const byId = await client.getGame(game, { participantId });
  const own = succeeds(byId, participantViewSchema);
  assert(!byId.text.includes(email), "an address by an id alone");
  assert.deepEqual(
    own.participants.flatMap((one) => "hasEmail" in one ? [[one.name, one.hasEmail]] : []),
    [["P1", true]],
  );
  for (
    const [action, fields] of [
      ["updateWish", { wish: "Tea" }],
      ["updateParticipantEmail", { email }],
      ["confirmAssignment", {}],
      ["requestReassignment", {}],
      ["cancelReassignmentRequest", {}],
    ] as const
  ) {
    const answer = await client.patchGame(game, { action, participantId, ...fields });
    succeeds(answer, participantViewSchema);
    assert(!answer.text.includes(email), `${action} shows the address by an id alone`);
  }
  const seen = await client.getGame(game, { participantToken });
  assert(seen.text.includes(email));
  await client.act(game, "updateParticipantEmail", { participantId, participantToken, email: "" });
  const bare = await client.readAsParticipant(game, { participantId });
  assert(bare.participants.some((one) => "hasEmail" in one && !one.hasEmail));
});

mailTest("no version of a personal link or an invitation is used twice", async (app, server) => {
  const { client } = app;
  const game = await createMailedGame(app);
  const { id: participantId, token } = named(game, "P1");
  const personal = new Set([token]);
  const invitations = new Set([game.invitationToken]);
  await server.stop();
  for (let round = 0; round < 3; round++) {
    // Nothing is mailed, and each link still differs from the others.
    personal.add(
      named(await client.manage(game, "regenerateToken", { participantId }), "P1").token,
    );
    const { invitationToken } = await client.manage(game, "regenerateInvitationToken", {});
    invitations.add(invitationToken);
  }
  assert.deepEqual([personal.size, invitations.size], [4, 4]);
  await server.start();
});

mailTest(
  "a new organizer address notifies the old one and ends the link mailed there, but not the session",
  async (app, server) => {
    const { client } = app;
    const game = await createMailedGame(app);
    const { code, organizerToken: old } = game;
    server.arrived.length = 0;
    const { organizerToken } = await client.manage(game, "updateGameDetails", {
      organizerEmail: NEW,
    });
    assert.notEqual(organizerToken, old);
    await client.readAsOrganizer({ code, organizerToken });
    refuses(await client.getGame(game, { organizerToken: old }), 403, "INVALID_TOKEN");
    const farewell = await nextAt(server, ORGANIZER);
    assertFarewell(farewell, old, organizerToken);
    assert.match(farewell.text, /no longer come to this address/);
    assert.equal(tokenIn(await nextAt(server, NEW), "token"), organizerToken);
    await settled(app, 0);

    // In the browser the organizer stays signed in. They can also choose to keep the link.
    const change = async (token: string, fields: Record<string, string>) => {
      const { name, date } = game;
      const body = new URLSearchParams({
        name,
        date,
        sendEmails: "on",
        language: "en",
        currency: "EUR",
        ...fields,
      });
      const headers = { cookie: `organizer_${code}=${token}`, origin: "http://localhost" };
      const url = `http://localhost/games/${code}/organize/details`;
      const answer = await app.fetch(new Request(url, { method: "POST", headers, body }));
      assert.equal(answer.status, 303, await answer.text());
      const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("organizer_"));
      return cookie?.match(/=([^;]+)/)?.[1] ?? token;
    };
    const kept = await change(organizerToken, { organizerEmail: "other@example.org" });
    assert.equal(kept, organizerToken);
    await settled(app, 0);
    const renewed = await change(kept, { organizerEmail: "", renewLink: "on" });
    assert.notEqual(renewed, kept);
    refuses(await client.getGame(game, { organizerToken: kept }), 403, "INVALID_TOKEN");
    await client.readAsOrganizer({ code, organizerToken: renewed });
  },
);

testAppOnBoth(
  "an address matches however its letters are composed",
  async ({ client, services: { store } }) => {
    const composed = "j\u00fcrg@example.org";
    const decomposed = "ju\u0308rg@example.org";
    const game = await client.createGame({
      participants: ["Ana", "Ben", "J\u00fcrg"].map((name, index) => ({
        name,
        email: index === 2 ? decomposed : "",
      })),
    });
    assert.equal(named(game, "J\u00fcrg").email, composed);
    for (const kept of [composed, decomposed]) {
      // The form in which an address was once received.
      await store.changeGame(game.code, (before) => {
        assert(before);
        const participants = before.participants.map((one) =>
          one.email ? { ...one, email: kept } : one
        );
        return { game: { ...before, participants }, outbox: null, result: undefined };
      });
      for (const asked of [composed, decomposed, decomposed.toUpperCase()]) {
        assert.deepEqual((await findPlaces(store, asked)).map(({ number }) => number), [3], asked);
      }
    }
  },
);
