import assert from "node:assert/strict";
import { OPERATION_NAMES, OPERATIONS } from "@/lib/game/operations.ts";
import type { Game } from "@/lib/game/types.ts";
import { photoAddedSchema } from "@/lib/http/answer_schemas.ts";
import { startApp, type TestApp } from "./support/app.ts";
import { makeDevice } from "./support/browser_device.ts";
import { type CreatedGame, hasShape } from "./support/client.ts";
import { inDays } from "./support/games.ts";
import { captureLogs } from "./support/logs.ts";
import { beCalm, settled } from "./support/mail_app.ts";
import { startMailServer, type TestMailServer } from "./support/mail.ts";
import { PHOTOS } from "./support/photos.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { sql } from "./support/sql.ts";
import { assertSame, isLongWord, longWords, normalized } from "./support/transcripts.ts";
import { amount, sample } from "./support/sample.ts";

const [PHOTO] = PHOTOS.values();
const ORGANIZER = "organizer@example.org";
/** The organizer's second mailbox. */
const SECOND = "second@example.org";
const THIRD = "third@example.org";
const COUNT = 8;
/** People without an address. */
const OFFLINE = [6, 7, 8];
/** People who are added later: by the organizer, by invitation, and as two replacements. */
const NEWCOMERS = 4;

/** Everything that the organizer of a sealed game ever received, in order. */
interface Transcript {
  told: string[];
  /** Every participant token that ever existed, and the id of every photo. */
  secrets: string[];
  /** The names of all actions. */
  played: Set<string>;
  /** After each action of the organizer: the numbers of those who had opened and got a different receiver. */
  changed: number[][];
  /** The service's log at its default level. */
  logged: string[];
}

/** Waits until all mails are sent; those about moves are made due. */
async function moves(app: TestApp): Promise<void> {
  const moved = "'receiverChanged', 'reassignmentApproved', 'reassignmentDeclined', 'keptChanged'";
  const which = `status = 'queued' and kind in (${moved})`;
  await sql(app.services, `update outbox set due_at = created_at where ${which}`);
  app.services.mail?.wake();
  await settled(app, 0);
}

/** Plays a game in which everyone gives to the one `shift` places on. @returns all that its organizer gets */
async function play(
  app: TestApp,
  server: TestMailServer,
  { shift, looksAtPages }: { shift: number; looksAtPages: boolean },
): Promise<Transcript> {
  const { client, services: { store, tokens } } = app;
  const told: string[] = [];
  const changed: number[][] = [];
  const played = new Set<string>();
  using logs = captureLogs();
  const game = await client.createGame({
    name: "Office",
    date: inDays(20),
    isSealed: true,
    byPost: true,
    sendEmails: true,
    organizerEmail: ORGANIZER,
    participants: Array.from({ length: COUNT }, (_, index) => ({
      name: `Person${index + 1}x`,
      email: OFFLINE.includes(index + 1) ? "" : `p${index + 1}@example.org`,
      wish: `wish ${index + 1}`,
    })),
    keepers: [["Person1x", "Person7x"]],
  });
  told.push(JSON.stringify(game));
  const { code, organizerToken } = game;
  await store.changeGame(code, (before) => {
    assert(before);
    const participants = before.participants.map((one, index) => ({
      ...one,
      receiver: (index + shift) % COUNT + 1,
    }));
    return { game: { ...before, participants }, outbox: null, result: undefined };
  });
  const read = async (): Promise<Game> => {
    const present = await store.readGame(code);
    assert(present);
    return present;
  };
  const tokenOf = async (number: number) => {
    const one = (await read()).participants.find((person) => person.number === number);
    assert(one);
    return tokens.participant(game, one);
  };
  const idOf = (number: number) => game.participants[number - 1]?.id ?? "";

  const asParticipant = async (number: number, action?: string, fields: object = {}) => {
    const participantToken = await tokenOf(number);
    if (action) played.add(action);
    const answer = action
      ? await client.patchGame(game, {
        action,
        participantToken,
        participantId: idOf(number),
        ...fields,
      })
      : await client.getGame(game, { participantToken });
    assert.equal(answer.status, 200, answer.text);
    // Mails about messages and wishes wait for some minutes, those about parcels until the morning in their topic.
    await sql(
      app.services,
      `update outbox set due_at = created_at, topic = case when kind like 'parcel%'
         then '2020-01-01T07:00:00.000Z' || substr(topic, 25) else topic end
       where kind in ('messageWaiting', 'wishChanged', 'parcelSent', 'parcelArrived')
         and status = 'queued'`,
    );
    app.services.mail?.wake();
    // Mails to one person are merged while they wait.
    await moves(app);
  };
  let looks = 0;
  const look = async () => {
    await moves(app);
    told.push((await client.getGame(game, { organizerToken })).text);
    if (looksAtPages && looks++ % amount(2, 1) === 0) await lookAtPages(app, game, told, looks);
  };
  const organize = async (action: string, fields: object = {}) => {
    await moves(app);
    const { status, text } = await client.patchGame(game, { action, organizerToken, ...fields });
    // A mail may have been sent before the answer was made; the look below comes after it.
    told.push(`${action}: ${status} ${text.replaceAll('"status":"queued"', '"status":"sent"')}`);
    played.add(action);
    assert.equal(status, 200, text);
    changed.push(
      (await read()).participants.flatMap((one) => one.receiverChange ? [one.number] : []),
    );
    await look();
  };
  const person = (number: number) => ({ participantId: idOf(number) });
  const assertWithheld = async (participantToken: string, what: string) => {
    const view = await client.readAsParticipant(game, { participantToken });
    assert.deepEqual([view.isWithheld, view.receiver, view.assignments], [true, null, []], what);
  };

  for (const number of [1, 2, 3, 4]) await asParticipant(number);
  for (const number of [1, 2, 3]) await asParticipant(number, "confirmAssignment");
  for (const number of [4, 5]) await asParticipant(number, "requestReassignment");
  const whisper = async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      const to = number % 2 ? "giver" : "receiver";
      await asParticipant(number, "sendMessage", { to, text: `words of ${number}` });
    }
    await asParticipant(2, "muteThread", { to: "giver", muted: true });
    for (const number of [1, 4]) {
      const { endpoint, keys } = makeDevice(`secret-${number}`);
      await asParticipant(number, "addDevice", { endpoint, keys });
      await look();
      if (number === 4) await asParticipant(number, "removeDevice", { endpoint });
    }
    await look();
  };
  const photos: string[] = [];
  const addPhoto = async (number: number) => {
    const headers = { "x-participant-token": await tokenOf(number) };
    const answer = await client.post(`/api/games/${code}/photos`, PHOTO, headers);
    const { photo } = hasShape(answer, photoAddedSchema);
    photos.push(photo);
    return photo;
  };
  await look();
  await whisper();
  for (const number of [1, 2, 3, 4]) {
    await asParticipant(number, "updateAddress", { lines: [`Street ${number}`] });
  }
  for (const number of [1, 2, 3, 4, 5]) {
    await asParticipant(number, "setWishes", {
      wishes: [{ title: `Item ${number}`, photo: await addPhoto(number) }],
      revision: 0,
    });
    await look();
  }
  // A photo is added outside any list, and another is removed from its list.
  await addPhoto(2);
  await look();
  await asParticipant(5, "setWishes", { wishes: [{ title: "Item 5" }], revision: 1 });
  await look();
  for (const number of [1, 2]) {
    const participantToken = await tokenOf(number);
    const { receiver } = await client.readAsParticipant(game, { participantToken });
    await asParticipant(number, "markWish", { wishId: receiver?.wishes?.[0]?.id, bought: true });
    await look();
  }
  for (const number of [1, 2, 3]) await asParticipant(number, "setParcel", { sent: true });
  for (const number of [2, 5]) await asParticipant(number, "confirmArrived");
  // The first keeps the seventh, who has no mailbox: mails about their parcels go to the keeper.
  const { keeping: [kept] } = await client.readAsParticipant(game, {
    participantToken: await tokenOf(1),
  });
  assert(kept);
  const forKept = { keptId: kept.participantId };
  await asParticipant(1, "updateAddress", { ...forKept, lines: ["Street 7"] });
  await asParticipant(1, "setParcel", { ...forKept, sent: true });
  await asParticipant(6, "setParcel", { sent: true });
  await asParticipant(4, "setParcel", { sent: true });
  await look();
  await asParticipant(1, "confirmArrived", forKept);
  await look();
  await organize("remindToSend");
  // Their giver is notified with a mail that the organizer must not see.
  for (const number of [1, 2, 3, 4, 5]) {
    await asParticipant(number, "updateWish", { wish: `tea ${number}` });
  }
  await organize("removeParticipant", person(6));
  await whisper();
  for (const number of [1, 2, 3]) await asParticipant(number);
  for (const number of [1, 2, 3]) await asParticipant(number, "confirmAssignment");
  await look();
  await organize("addParticipant", { participantName: "Latecomer" });
  await organize("forceReassignParticipant", person(3));
  await organize("approveReassignment", person(4));
  await organize("setExclusions", { exclusions: [[idOf(1), idOf(2)]] });
  for (const number of [1, 2, 3, 4, 5]) await asParticipant(number);
  await organize("setExclusions", { exclusions: [] });
  await organize("approveAllReassignments");
  for (const number of [1, 2, 3]) await asParticipant(number);
  const joining = { action: "joinInvitation", invitationToken: game.invitationToken };
  const joined = await client.patchGame(game, { ...joining, participantName: "Guest" });
  assert.equal(joined.status, 200);
  await look();
  await organize("setKeepers", { keepers: [] });
  for (const number of [1, 2, 5]) await asParticipant(number);
  for (const number of [3, 4]) {
    await asParticipant(number);
    await asParticipant(number, "leaveGame");
  }
  await look();
  await organize("cancelReassignmentRequest", person(4));
  const heirs = { participantName: "Heir", participantEmail: THIRD };
  await organize("replaceParticipant", { ...person(3), ...heirs });
  await organize("replaceParticipant", { ...person(8), participantName: "Stand-in" });
  const heir = (await read()).participants.find(({ name }) => name === "Heir");
  assert(heir);
  await assertWithheld(await tokenOf(heir.number), "by nobody else in the place");
  await organize("regenerateToken", { participantId: heir.id });
  await assertWithheld(await tokenOf(heir.number), "nor by another link");
  await organize("issueClaim", person(7));
  await organize("issueClaim");
  await organize("regenerateToken", person(1));
  await organize("updateParticipantDetails", { ...person(2), email: SECOND, renewLink: false });
  for (const number of [1, 4, 5, 7]) {
    await asParticipant(number, "updateWish", { wish: `cake ${number}` });
  }
  await organize("cancelReassignmentRequest", person(5));
  for (const type of ["reminderAll", "failedParticipants", "allParticipants", "organizer"]) {
    const answer = await client.post("/api/email/send", { code, organizerToken, type });
    told.push(`${type}: ${answer.status} ${answer.text}`);
  }
  const recovery = { code, type: "recoverParticipantLink", email: SECOND };
  await moves(app);
  const { length: arrived } = server.arrived;
  told.push((await client.post("/api/email/send", recovery)).text);
  // Requested work continues after the answer.
  await server.waitFor(arrived + 1);
  await look();
  await assertWithheld(await tokenOf(2), "by no mail to another address");
  await moves(app);
  // After another draw the place belongs to the holder of its link.
  const elsewhere = server.arrived.filter(({ to }) => to === SECOND || to === THIRD);
  await organize("reassignAll");
  for (const { to, text, html, parsed } of server.arrived) {
    if (to === ORGANIZER) told.push(`${parsed.subject}\n${text}\n${html}`);
  }
  // These contain links, which open nothing that was opened before.
  const readElsewhere = elsewhere.map(({ to, parsed, text }) =>
    `${to}: ${parsed.subject}\n${text.replaceAll(/(?<=(participant|mail)=)[\w-]{22,}/g, "TOKEN")}`
  );
  told.push(...readElsewhere.toSorted());
  const answer = await client.deleteGame(game, { "x-organizer-token": organizerToken });
  // So that each mail of the archival has the same state in both games.
  await moves(app);
  told.push(answer.text, (await client.getGame(game, { organizerToken })).text);
  await client.post("/api/games/cleanup", undefined, {
    "x-cleanup-secret": app.services.settings.cleanupSecret ?? "",
  });
  const secrets = Array.from({ length: COUNT + NEWCOMERS }, (_, index) => index + 1).flatMap((
    number,
  ) =>
    Array.from(
      { length: 9 },
      (_, version) => tokens.participant(game, { number, tokenVersion: version + 1 }),
    )
  );
  return { told, secrets: [...secrets, ...photos], played, changed, logged: logs.lines };
}

/**
 * Reads every page that the organizer can open, and the confirmation of each action.
 *
 * @param look index of the person whose pages are included, one per look.
 */
async function lookAtPages(
  app: TestApp,
  game: CreatedGame,
  told: string[],
  look: number,
): Promise<void> {
  const { code, organizerToken } = game;
  const present = await app.services.store.readGame(code);
  const headers = { cookie: `organizer_${code}=${organizerToken}; lang=en` };
  const ids = present?.participants.map(({ id }) => id) ?? [];
  const id = ids[look % ids.length] ?? "";
  const asked = ["removeParticipant", "forceReassignParticipant", "regenerateToken"];
  const paths = [
    "/organize",
    "/organize/details",
    "/organize/apart",
    "/organize/pairs",
    "/organize/people.csv",
    "/created",
    "/created/links.csv",
    "/slips",
    ...["reassignAll", "breakSeal", "archive"].map((one) => `/organize/confirm?action=${one}`),
    `/organize/people/${id}`,
    `/organize/people/${id}/menu`,
    `/created/qr?participant=${id}`,
    ...asked.map((one) => `/organize/confirm?action=${one}&participantId=${id}`),
  ];
  for (const path of paths) {
    const url = `http://localhost/games/${code}${path}`;
    const answer = await app.fetch(new Request(url, { headers }));
    told.push(`${path.replace(/participantId=.*/, "")}: ${answer.status} ${await answer.text()}`);
  }
  const form = new URLSearchParams(ids.slice(0, 2).map((id) => ["member", id]));
  const url = `http://localhost/games/${code}/organize/apart`;
  const question = await app.fetch(new Request(url, { method: "POST", headers, body: form }));
  told.push(`${question.status} ${await question.text()}`);
}

for (const database of sample(["SQLite", "Postgres"])) {
  Deno.test({
    name: `a sealed game: everything its organizer gets is the same for any pairs (${database})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const transcripts: Transcript[] = [];
      // A page is rendered from the same game on either database.
      const looksAtPages = database === "SQLite";
      for (const shift of [1, 3]) {
        await using server = await startMailServer();
        await using app = await startApp({
          SMTP_URL: server.url,
          MAIL_FROM: "gifts@example.org",
          PUBLIC_URL: "https://gifts.example.org",
          ...database === "Postgres" ? { DATABASE_URL: await makeMigratedDatabase() } : {},
        });
        transcripts.push(await play(beCalm(app), server, { shift, looksAtPages }));
      }
      for (const { told, secrets, played, changed, logged } of transcripts) {
        // Some actions must change receivers, so that there is something to hide from the organizer. The draws decide
        // how many.
        const acts = changed.filter((numbers) => numbers.length > 0).length;
        assert(acts >= 4, `${acts} of ${changed.length}`);
        const log = logged.join("\n");
        assert.match(log, /archival/);
        assert.doesNotMatch(log, /Person\d|Latecomer|Guest|Heir|Stand-in|@example/);
        // These need a shared phone, the end of the event, and another holder of a link.
        const others = ["openInRoom", "sendThanks", "agreeHandover"];
        const kept = OPERATION_NAMES.filter((name) =>
          OPERATIONS[name].sealedOrganizerLearns !== "all"
        );
        assert.deepEqual(kept.filter((name) => !played.has(name) && !others.includes(name)), []);
        for (const secret of secrets) {
          assert(isLongWord(secret));
          assert(!log.includes(secret), "a secret in the log");
        }
        assert(told.length > (looksAtPages ? amount(180, 300) : 60), `only ${told.length}`);
        for (const text of told) {
          assert(!text.includes('"giverId"'), "a pair");
          assert(!text.includes('"receiverChange":"'), "who was moved");
          assert(!text.includes("words of"), "a message");
          assert(!text.includes("Street "), "an address");
          assert(!text.includes("Item "), "an item");
          const words = longWords(text);
          for (const secret of secrets) assert(!words.includes(secret), `a secret in ${text}`);
        }
      }
      const [one, other] = transcripts;
      assert(one && other);
      assert.equal(one.told.length, other.told.length);
      for (const [index, text] of one.told.entries()) {
        assertSame(normalized(text), normalized(other.told[index] ?? ""));
      }
    },
  });
}
