import assert from "node:assert/strict";
import { MAIL_KINDS } from "@/lib/game/types.ts";
import { remindToSend } from "@/lib/operations/daily.ts";
import type { TestApp } from "./support/app.ts";
import { SetClock } from "./support/clock.ts";
import { inDays, people } from "./support/games.ts";
import {
  assertEachOnce,
  confirmSender,
  createMailedGame,
  FIVE,
  mailTest,
  ORGANIZER,
  settled,
  waitsAgain,
} from "./support/mail_app.ts";
import { pairInRing, readWithTokens } from "./support/sealed_games.ts";
import { sql } from "./support/sql.ts";
import { named } from "./support/views.ts";

const KINDS = MAIL_KINDS.filter((kind) =>
  ["parcelSent", "parcelArrived", "sendSoon"].includes(kind)
);

/** Waiting and sent mails about parcels. */
async function mailsAbout({ services }: TestApp): Promise<string[]> {
  const rows = await sql<{ kind: string; recipient: number; status: string }>(
    services,
    `select kind, recipient, status from outbox
     where kind in ('parcelSent', 'parcelArrived', 'sendSoon') order by id`,
  );
  return rows.map(({ kind, recipient, status }) => `${kind} ${recipient} ${status}`);
}

mailTest("a parcel is reported in the morning, without name or address", async (app, server) => {
  const { client } = app;
  const game = await createMailedGame(app, { byPost: true, date: inDays(40), isProtected: true });
  await pairInRing(app, game);
  await settled(app, 0);
  server.arrived.length = 0;
  const of = (name: string) => ({ participantToken: named(game, name).token });
  const address = { lines: ["Paula Petz", "Pappelweg 2"], country: "DE" };
  await client.act(game, "updateAddress", { ...of("P2"), ...address });
  await client.act(game, "setParcel", { ...of("P1"), sent: true });
  await client.act(game, "setParcel", { ...of("P1"), sent: false });
  await client.act(game, "setParcel", { ...of("P1"), sent: true });
  assert.deepEqual(await mailsAbout(app), ["parcelSent 2 queued"]);
  app.services.mail?.wake();
  using clock = new SetClock();
  clock.move(33);
  app.services.mail?.wake();
  await settled(app, 0);
  await client.act(game, "confirmArrived", of("P2"));
  clock.move(33);
  app.services.mail?.wake();
  await settled(app, 0);
  assert.deepEqual(server.arrived.map(({ to }) => to), ["p2@example.org", "p1@example.org"]);
  for (const { text, html } of server.arrived) {
    // A link's token may contain any two letters.
    const said = `${text}${html}`.replaceAll(/https?:\/\/[^\s"<]*/g, "");
    for (const secret of ["P1", "P3", "Pappelweg", "Petz"]) {
      const own = secret === "P1" ? "p1@example.org" : "";
      const isOwn = server.arrived.some((mail) => mail.text === text && mail.to === own);
      assert(isOwn || !said.includes(secret), secret);
    }
  }
  const view = await client.readAsOrganizer(game);
  for (const { emailStatus } of view.participants) {
    assert(!KINDS.some((kind) => kind === emailStatus.kind), "no status tells of it");
  }
});

mailTest("a parcel that is unmarked before the morning is not reported", async (app, server) => {
  const { client } = app;
  const game = await createMailedGame(app, { byPost: true, date: inDays(40), isProtected: true });
  await pairInRing(app, game);
  await settled(app, 0);
  server.arrived.length = 0;
  const participantToken = named(game, "P1").token;
  await client.act(game, "setParcel", { participantToken, sent: true });
  await client.act(game, "setParcel", { participantToken, sent: false });
  using clock = new SetClock();
  clock.move(33);
  app.services.mail?.wake();
  await settled(app, 0);
  assert.deepEqual(server.arrived, []);
});

mailTest(
  "a parcel's mail that was held until the organizer confirmed still waits for its morning",
  async (app, server) => {
    const game = await createMailedGame(app, { byPost: true, date: inDays(40), isProtected: true });
    await pairInRing(app, game);
    const participantToken = named(game, "P1").token;
    await app.client.act(game, "setParcel", { participantToken, sent: true });
    await confirmSender(app, game);
    app.services.mail?.wake();
    await settled(app, 1);
    await waitsAgain(app);
    assert.deepEqual(await mailsAbout(app), ["parcelSent 2 queued"]);
    assertEachOnce(server, [ORGANIZER, ...FIVE]);
    server.arrived.length = 0;
    using clock = new SetClock();
    clock.move(33);
    app.services.mail?.wake();
    await settled(app, 0);
    assertEachOnce(server, ["p2@example.org"]);
  },
  { MAIL_CONFIRM: "organizer" },
);

mailTest("reminders go to those who have not sent, and leave no trace", async (app, server) => {
  const { client, services } = app;
  const created = await createMailedGame(app, {
    byPost: true,
    date: inDays(40),
    sendBy: inDays(20),
    isProtected: true,
  });
  await pairInRing(app, created);
  await settled(app, 0);
  const participantToken = named(created, "P1").token;
  await client.act(created, "setParcel", { participantToken, sent: true });
  const before = await client.readAsOrganizer(created);
  server.arrived.length = 0;
  const to = () => server.arrived.map((mail) => mail.to).sort();
  const others = ["p2", "p3", "p4", "p5"].map((name) => `${name}@example.org`);
  const daysLater = async (days: number) => {
    server.arrived.length = 0;
    for (let times = 0; times < 2; times++) {
      await remindToSend(services, new Date(Date.now() + days * 86_400_000));
      await settled(app, 1);
    }
    return to();
  };
  assert.deepEqual(await daysLater(12), []);
  assert.deepEqual(await daysLater(13), others);
  assert.deepEqual(await daysLater(14), []);
  assert.deepEqual(await daysLater(18), others);
  server.arrived.length = 0;
  const answer = await client.manage(created, "remindToSend", {});
  await settled(app, 1);
  assert.deepEqual(to(), others);
  assert.deepEqual({ ...answer, organizerEmailStatus: before.organizerEmailStatus }, before);
  server.arrived.length = 0;
  assert.deepEqual(await client.manage(created, "remindToSend", {}), answer, "once a day");
  await settled(app, 1);
  assert.deepEqual(to(), []);
  assert.deepEqual(await client.readAsOrganizer(created), answer, "not in how mails fare");
  const ids = await sql<{ id: number }>(services, "select id from outbox where kind = 'sendSoon'");
  for (const { id } of ids) {
    await services.store.bounceMail({ id: String(id), gameId: created.id }, "mailboxFull");
  }
  assert.deepEqual(await client.readAsOrganizer(created), answer, "nor where they come back");
  assert(!server.arrived.some((mail) => mail.to === ORGANIZER));
});

mailTest(
  "mails about parcels of a kept child without a mailbox go to the keeper",
  async (app, server) => {
    const { client, services } = app;
    const game = await createMailedGame(app, {
      ...{ byPost: true, date: inDays(40), sendBy: inDays(20), isProtected: true },
      participants: people(5).map((one) => ({
        ...one,
        email: ["P2", "P5"].includes(one.name) ? "" : one.email ?? "",
      })),
      keepers: [["P4", "P2"], ["P4", "P5"]],
    });
    await pairInRing(app, game);
    await settled(app, 0);
    server.arrived.length = 0;
    using clock = new SetClock();
    const of = (name: string) => ({ participantToken: named(game, name).token });
    const { keeping } = await client.readAsParticipant(game, of("P4"));
    const forChild = (name: string) => {
      const kept = keeping.find((one) => one.name === name);
      assert(kept);
      return { ...of("P4"), keptId: kept.participantId };
    };
    const toKeeper = () => {
      const mails = server.arrived.filter(({ parsed: { subject } }) =>
        subject?.startsWith("There’s an update for you")
      );
      server.arrived.length = 0;
      return mails.map(({ to, text }) => {
        assert.equal(to, "p4@example.org");
        // A token in a link may contain any letters.
        const told = text.replaceAll(/https?:\S+/g, "");
        for (const secret of ["P1", "P3"]) assert(!told.includes(secret), secret);
        return told;
      }).sort();
    };
    const morning = async () => {
      clock.move(33);
      services.mail?.wake();
      await settled(app, 0);
    };
    await client.act(game, "setParcel", { ...of("P1"), sent: true });
    await morning();
    const [sent = "", ...more] = toKeeper();
    assert.match(sent, /is on its way to P2/);
    assert.deepEqual(more, []);
    const before = await client.readAsOrganizer(game);
    await client.manage(game, "remindToSend", {});
    await settled(app, 1);
    const reminders = toKeeper();
    assert.equal(reminders.length, 2);
    assert.match(
      reminders.join(),
      /mail the present from P2 for .*Send by: .*mail the present from P5 for .*Send by: /s,
    );
    assert.deepEqual((await client.readAsOrganizer(game)).participants, before.participants);
    for (const name of ["P2", "P5"]) {
      await client.act(game, "setParcel", { ...forChild(name), sent: true });
    }
    for (const name of ["P3", "P1"]) await client.act(game, "confirmArrived", of(name));
    // A former keeper does not even get mails that are already waiting.
    await client.manage(game, "setKeepers", {
      keepers: [[named(game, "P4").id, named(game, "P2").id]],
    });
    await morning();
    const [arrived = "", ...others] = toKeeper();
    assert.match(arrived, /The package from P2 for .* has arrived/s);
    assert.deepEqual(others, []);
  },
);

mailTest(
  "no mail about a kept child's parcel goes to a keeper's later link before its former holder agrees",
  async (app, server) => {
    const { client, services } = app;
    const game = await createMailedGame(app, {
      ...{ byPost: true, date: inDays(40), sendBy: inDays(20), isSealed: true },
      participants: people(5).map((one) => ({ ...one, email: one.name === "P2" ? "" : one.email })),
      keepers: [["P4", "P2"]],
    });
    await pairInRing(app, game);
    await settled(app, 0);
    using clock = new SetClock();
    const linkOf = async (name: string) => ({
      participantToken: named(await readWithTokens(app, game, name), name).token,
    });
    const toKeeper = async () => {
      server.arrived.length = 0;
      clock.move(33);
      services.mail?.wake();
      await settled(app, 0);
      return server.arrived.filter(({ to, parsed: { subject } }) =>
        to === "p4@example.org" && subject?.startsWith("There’s an update for you")
      ).length;
    };
    // The keeper opens their own gift but not yet the child's, which the later link can still open.
    const former = await linkOf("P4");
    const headers = { "x-participant-token": former.participantToken };
    assert.equal((await client.get(`/api/games/${game.code}/messages`, headers)).status, 200);
    await client.manage(game, "regenerateToken", { participantId: named(game, "P4").id });
    const later = await linkOf("P4");
    const { isWithheld, keeping } = await client.readAsParticipant(game, later);
    assert.deepEqual([isWithheld, keeping.map(({ name }) => name)], [true, ["P2"]]);
    await client.act(game, "setParcel", { ...await linkOf("P1"), sent: true });
    assert.equal(await toKeeper(), 0, "it is on its way");
    await client.manage(game, "remindToSend", {});
    assert.equal(await toKeeper(), 0, "a reminder");
    const agree = { action: "agreeHandover", ...former };
    assert.equal((await client.patchGame(game, agree)).status, 200);
    await client.manage(game, "remindToSend", {});
    assert.equal(await toKeeper(), 1);
  },
);
