import assert from "node:assert/strict";
import { refuses } from "../support/client.ts";
import { createMailedGame, mailTest, ORGANIZER, settled } from "../support/mail_app.ts";
import { nextAt, tokenIn } from "../support/mailed_links.ts";
import { sql } from "../support/sql.ts";
import { until } from "../support/until.ts";

const NEW = "new@example.org";

mailTest("no version of an organizer link is mailed twice", async (app, server) => {
  const { client, services } = app;
  const game = await createMailedGame(app, { sendEmails: false });
  const { code, organizerToken } = game;
  const renew = () =>
    client.patchGame(game, { action: "regenerateOrganizerToken", organizerToken });
  // The mail arrives, and then the database becomes unavailable.
  const { store } = services;
  const { changeGame } = store;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  server.behaviour.holds = held;
  const failing = renew();
  await until(() => server.connections.all > 0, "the mail is on its way");
  await new Promise((resolve) => setTimeout(resolve, 100));
  store.changeGame = () => Promise.reject(new Error("the database is away"));
  release();
  assert((await failing).status >= 500);
  store.changeGame = changeGame;
  server.behaviour.holds = null;
  const lost = tokenIn(await nextAt(server, ORGANIZER), "token");
  await client.readAsOrganizer(game);

  // That address was wrong. The next mail goes to another one, with another link.
  await client.manage(game, "updateGameDetails", { organizerEmail: NEW });
  assert.equal((await renew()).status, 200);
  const found = tokenIn(await nextAt(server, NEW), "token");
  assert.notEqual(found, lost, "the same link at two addresses");
  await client.readAsOrganizer({ code, organizerToken: found });
  refuses(await client.getGame(game, { organizerToken: lost }), 403, "INVALID_TOKEN");
  refuses(await client.getGame(game, { organizerToken }), 403, "INVALID_TOKEN");
  const [row] = await sql<Record<string, number>>(
    services,
    "select organizer_token_version as version, organizer_token_reserved as reserved from games",
  );
  assert.deepEqual({ ...row }, { version: 3, reserved: 3 });
});

mailTest("of two concurrent renewals, the link in the later mail is valid", async (app, server) => {
  const { client } = app;
  const game = await createMailedGame(app, { sendEmails: false });
  const { code, organizerToken } = game;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  server.behaviour.holds = held;
  const renew = () =>
    client.patchGame(game, { action: "regenerateOrganizerToken", organizerToken });
  const both = [renew(), renew()];
  await until(() => server.connections.all > 1, "both mails are on their way");
  release();
  server.behaviour.holds = null;
  assert.deepEqual((await Promise.all(both)).map(({ status }) => status), [200, 200]);
  const mails = await until(
    () => server.at(ORGANIZER).length > 1 && server.at(ORGANIZER),
    "both mails",
  );
  const links = mails.map((mail) => tokenIn(mail, "token"));
  const answers = await Promise.all(
    links.map((link) => client.getGame(game, { organizerToken: link })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403]);
  const [row] = await sql<Record<string, number>>(
    app.services,
    "select organizer_token_version as version, organizer_token_reserved as reserved from games",
  );
  assert.deepEqual({ ...row }, { version: 3, reserved: 3 });
  refuses(await client.getGame({ code }, { organizerToken }), 403, "INVALID_TOKEN");
});

mailTest(
  "a renewed organizer link never becomes valid at a former address",
  async (app, server) => {
    const game = await createMailedGame(app, { sendEmails: false });
    const { organizerToken } = game;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    server.behaviour.holds = held;
    const renewal = app.client.patchGame(game, {
      action: "regenerateOrganizerToken",
      organizerToken,
    });
    await until(() => server.connections.all > 0, "the mail is on its way");
    await app.client.manage(game, "updateGameDetails", { organizerEmail: NEW });
    release();
    refuses(await renewal, 503, "EMAIL_NOT_ACCEPTED");
    await app.client.readAsOrganizer(game);
  },
);

mailTest(
  "a renewed organizer link becomes valid only when it is recorded as mailed",
  async (app, server) => {
    const { client, services } = app;
    const game = await createMailedGame(app, { sendEmails: false });
    const { code, organizerToken } = game;
    const renew = (token: string) =>
      client.patchGame(game, { action: "regenerateOrganizerToken", organizerToken: token });
    await sql(
      services,
      `create trigger away before insert on outbox when new.kind = 'organizerLinkRenewed'
       begin select raise(abort, 'no note'); end`,
    );
    assert((await renew(organizerToken)).status >= 500);
    await client.readAsOrganizer(game);

    await sql(services, "drop trigger away");
    server.arrived.length = 0;
    assert.equal((await renew(organizerToken)).status, 200);
    const token = tokenIn(await nextAt(server, ORGANIZER), "token");
    const edit = { action: "updateGameDetails", organizerToken: token, organizerEmail: NEW };
    assert.equal((await client.patchGame(game, edit)).status, 200);
    refuses(await client.getGame({ code }, { organizerToken: token }), 403, "INVALID_TOKEN");
  },
);

mailTest(
  "an organizer's link that ends with its address goes to the new one, even if the game sends no mails",
  async (app, server) => {
    const { client } = app;
    const game = await createMailedGame(app, { sendEmails: false });
    await client.sendEmail(game, { type: "organizer" });
    server.arrived.length = 0;
    const { organizerToken } = await client.manage(game, "updateGameDetails", {
      organizerEmail: NEW,
    });
    assert.notEqual(organizerToken, game.organizerToken);
    assert.equal(tokenIn(await nextAt(server, NEW), "token"), organizerToken);
    await settled(app, 0);
    assert.deepEqual(server.arrived.map(({ to }) => to).toSorted(), [NEW, ORGANIZER]);
  },
);
