/** What the organizer of a sealed game could infer from the remaining mail limits. */
import assert from "node:assert/strict";
import type { TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { inDays } from "./support/games.ts";
import { createMailedGame, mailTest, makeDue, ORGANIZER, settled } from "./support/mail_app.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { pairInRing } from "./support/sealed_games.ts";
import { sql } from "./support/sql.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const NAMES = ["Ana", "Ben", "Cy", "Dee"];

/** A sealed game in which everyone gives to the next one, and Ana, who gives to Ben, has no address. */
async function createSealed(
  app: TestApp,
): Promise<CreatedGame> {
  const game = await app.client.createGame({
    date: inDays(20),
    isSealed: true,
    sendEmails: true,
    organizerEmail: ORGANIZER,
    participants: NAMES.map((name) => ({
      name,
      email: name === "Ana" ? "" : `${name}@example.org`,
    })),
  });
  await pairInRing(app, game);
  // Everyone has opened the link that was mailed to them, and their gift.
  await app.services.store.changeGame(game.code, (before) => {
    assert(before);
    const viewedAt = before.createdAt;
    const opened = { isEmailProved: true, viewedAt, firstViewedAt: viewedAt };
    const participants = before.participants.map((one) => ({ ...one, ...opened }));
    return { game: { ...before, participants }, outbox: null, result: undefined };
  });
  return game;
}

/** Multiplies a game's past mails by sixteen, so that half of its initial limit remains. */
async function noteOften({ services }: TestApp, code: string): Promise<void> {
  const [game, key] = services.settings.databaseUrl ? ["game_id", "id"] : ["game", "key"];
  const columns =
    `${game}, recipient, kind, topic, payload, status, created_at, due_at, finished_at`;
  for (let doubled = 0; doubled < 4; doubled++) {
    await sql(
      services,
      `insert into outbox (${columns}) select ${columns} from outbox
       where status = 'sent' and ${game} = (select ${key} from games where code = '${code}')`,
    );
  }
}

/** A participant changes their own wish. */
async function wish(
  { client, services: { store, tokens } }: TestApp,
  game: CreatedGame,
  participantId: string,
  wish: string,
): Promise<void> {
  const own = (await store.readGame(game.code))?.participants.find(({ id }) =>
    id === participantId
  );
  assert(own);
  const participantToken = tokens.participant(game, own);
  await client.act(game, "updateWish", { participantId, participantToken, wish });
}

/** Sends mails one by one. @returns how many were sent before one had to wait or was refused */
async function countRoom({ client }: TestApp, mail: () => Record<string, string>): Promise<number> {
  for (let sent = 0;; sent++) {
    const answer = await client.post("/api/email/send", mail());
    if (answer.status === 429 || Object(answer.body).sent === 0) return sent;
    assert.equal(answer.status, 200, answer.text);
  }
}

for (const database of sample(["Postgres", "SQLite"])) {
  const env = async (): Promise<Record<string, string>> =>
    database === "Postgres" ? { DATABASE_URL: await makeMigratedDatabase() } : {};

  mailTest(
    `a sealed game: the remaining mail limit does not reveal who gives to a person (${database})`,
    async (app, server) => {
      const rooms = [];
      for (const name of ["Ben", "Cy"]) {
        const game = await createSealed(app);
        const { code, organizerToken, participants } = game;
        await noteOften(app, code);
        const { length: before } = server.arrived;
        await wish(app, game, named({ participants }, name).id, "A kite");
        await makeDue(app);
        await settled(app, 0);
        assert.equal(
          server.arrived.length - before,
          name === "Ben" ? 0 : 1,
          "to who gives to them",
        );
        const allowed = { code, organizerToken, type: "organizer" };
        rooms.push(await countRoom(app, () => allowed));
      }
      assert.equal(rooms[0], rooms[1]);
      assert(Number(rooms[0]) > 10);
    },
    await env(),
  );

  mailTest(
    `a sealed game: a person's remaining mail limit does not reveal who got a hidden mail (${database})`,
    async (app) => {
      const game = await createSealed(app);
      const { code, organizerToken, participants } = game;
      const { id } = named({ participants }, "Cy");
      // The mail goes to Ben, who gives to Cy.
      await wish(app, game, id, "Tea");
      await makeDue(app);
      await settled(app, 0);
      let count = 0;
      const rooms = [];
      for (const name of ["Ben", "Dee"]) {
        const { id: participantId } = named({ participants }, name);
        rooms.push(
          await countRoom(app, () => ({
            ...{ code, organizerToken, type: "reminder", participantId },
            customMessage: `Number ${count++}`,
          })),
        );
      }
      assert.equal(rooms[0], rooms[1]);
      assert(Number(rooms[0]) > 10);
    },
    // Addresses are only limited if this is set.
    { RATE_LIMIT: "1000000", ...await env() },
  );
}

mailTest(
  "a sealed game: what a reminder leaves out does not reveal who has opened a hidden mail",
  async (app, server) => {
    for (const name of ["Ben", "Cy"]) {
      const game = await createSealed(app);
      const { code, organizerToken, participants } = game;
      const stored = await app.services.store.readGame(code);
      const ana = stored?.participants.find((one) => one.name === "Ana") ?? assert.fail();
      const own = {
        participantId: ana.id,
        participantToken: app.services.tokens.participant({ id: game.id }, ana),
      };
      await app.client.act(game, "updateParticipantEmail", { ...own, email: "ana@example.org" });
      await settled(app, 0);
      server.arrived.length = 0;
      await wish(app, game, named({ participants }, name).id, "A kite");
      await makeDue(app);
      await settled(app, 0);
      const [mail] = server.at("ana@example.org");
      assert.equal(mail !== undefined, name === "Ben", "it goes to who gives to them");
      if (mail) {
        const { pathname, search } = new URL(mail.link);
        const page = await app.fetch(new Request(`http://localhost${pathname}${search}`));
        await page.body?.cancel();
      }
      const { withoutMessage } = await app.client.sendEmail({ code }, {
        ...{ organizerToken, type: "reminder", participantId: ana.id },
        customMessage: "Bring cake!",
      });
      assert.equal(withoutMessage, 1, "no mail that the organizer may know of was opened");
    }
  },
);

mailTest(
  "a refused address is retried unchanged, sealed or not",
  async (app, server) => {
    for (const isSealed of [true, false]) {
      server.behaviour.refuse = () => ({ code: 550, message: "5.1.1 nobody" });
      const game = isSealed ? await createSealed(app) : await createMailedGame(app);
      await settled(app, 0);
      const person = (await app.client.readAsOrganizer(game)).participants[1];
      assert.equal(person?.emailStatus.reason, "addressRefused");
      server.behaviour.refuse = () => null;
      const before = server.arrived.length;
      const { id, email } = person;
      const path = `/games/${game.code}/organize/people/${id}`;
      const answer = await app.fetch(
        new Request(`http://localhost${path}`, {
          method: "POST",
          headers: {
            "sec-fetch-site": "same-origin",
            cookie: `organizer_${game.code}=${game.organizerToken}`,
          },
          body: new URLSearchParams({
            ...{ action: "updateParticipantDetails", from: "address", renewLink: "on", email },
          }),
        }),
      );
      assert.equal(answer.status, 303);
      await settled(app, 0);
      assert.deepEqual(server.arrived.slice(before).map(({ to }) => to), [email]);
    }
  },
);

mailTest(
  "a sealed game: only people entered by another person read who else has their link",
  async (app, server) => {
    for (const draw of ["later", "now"] as const) {
      for (const isSealed of [true, false]) {
        const { client } = app;
        const game = await createMailedGame(app, { isSealed, draw });
        const { length: before } = server.arrived;
        const { invitationToken } = game;
        const join = { participantName: "Bob", participantEmail: "bob@example.org" };
        const joined = { action: "joinInvitation", invitationToken, ...join };
        assert.equal((await client.patchGame(game, joined)).status, 200);
        const added = { participantName: "Eve", participantEmail: "eve@example.org" };
        await client.manage(game, "addParticipant", added);
        const newcomers = [join, added].map(({ participantEmail }) => participantEmail);
        // Others may be notified of a changed receiver after a while.
        await until(() => {
          const mailed = new Set(server.arrived.slice(before).map(({ to }) => to));
          return Promise.resolve(newcomers.every((to) => mailed.has(to)));
        }, "both are mailed");
        const arrived = server.arrived.slice(before);
        const told = arrived.filter(({ text }) => text.includes("If you didn’t join yourself"));
        assert.deepEqual(told.map(({ to }) => to), isSealed ? ["bob@example.org"] : []);
      }
    }
  },
);
