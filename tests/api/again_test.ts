import assert from "node:assert/strict";
import { createdGameSchema } from "@/lib/http/answer_schemas.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import {
  type Answer,
  type CreatedGame,
  type NewGame,
  refuses,
  succeeds,
} from "../support/client.ts";
import { inDays, people } from "../support/games.ts";
import { sql } from "../support/sql.ts";
import { assertValidDraw, byName, named, pairsOf } from "../support/views.ts";

const FAMILY = {
  ...{ name: "Family", organizerName: "Grandma", cover: "winter", amount: "20", currency: "CHF" },
  ...{ time: "18:30", location: "Bern", generalNotes: "Warm socks", timeZone: "Europe/Zurich" },
  ...{ organizerEmail: "grandma@example.org", isProtected: true, allowReassignment: false },
  language: "de",
  participants: people(8).map((one) => ({ ...one, wish: "Tea", desiredGift: "A cup" })),
  households: [["P1", "P2"], ["P3", "P4"], ["P5", "P6", "P7"]],
  exclusions: [["P1", "P8"]],
  oneWayExclusions: [["P2", "P3"], ["P8", "P4"]],
} satisfies Partial<NewGame>;

testAppOnBoth(
  "again copies everything except wishes, confirmations and ids",
  async ({ client }) => {
    const first = await client.createGame(FAMILY);
    await client.archive(first);
    const next = await client.playAgain(first, { date: inDays(300) });
    assertValidDraw(next);
    const ofGame = (one: OrganizerView) => ({
      ...{ name: one.name, organizerName: one.organizerName, cover: one.cover, time: one.time },
      ...{ amount: one.amount, currency: one.currency, location: one.location },
      ...{ generalNotes: one.generalNotes, timeZone: one.timeZone, language: one.language },
      ...{ organizerEmail: one.organizerEmail, isProtected: one.isProtected },
      ...{ allowReassignment: one.allowReassignment, sendEmails: one.sendEmails },
      people: one.participants.map(({ name, email, language }) => [name, email, language]),
      households: byName(one, one.households),
      exclusions: byName(one, one.exclusions),
      oneWayExclusions: byName(one, one.oneWayExclusions),
    });
    assert.deepEqual(ofGame(next), ofGame(first));
    assert.equal(next.date, inDays(300));
    assert.equal(next.isArchived, false);
    assert(next.participants.every(({ wish, desiredGift }) => wish === "" && desiredGift === ""));
    assert(next.participants.every(({ hasConfirmedAssignment }) => !hasConfirmedAssignment));
    const known = JSON.stringify(first);
    assert(
      next.participants.every(({ id, token }) => !known.includes(id) && !known.includes(token)),
    );
    assert.notEqual(next.organizerToken, first.organizerToken);
    assert.equal((await client.readAsOrganizer(first)).isArchived, true, "and the old one stays");
  },
);

testAppOnBoth("again accepts rules by name and by id of the previous game", async ({ client }) => {
  const first = await client.createGame(FAMILY);
  const id = (name: string) => named(first, name).id;
  const next = await client.playAgain(first, {
    households: [[id("P1"), "p2"]],
    exclusions: [[id("P3"), id("P4")]],
    oneWayExclusions: [["P5", id("P6")]],
    keepers: [[id("P7"), id("P8")]],
  });
  assert.deepEqual(
    [next.households, next.exclusions, next.oneWayExclusions, next.keepers]
      .map((list) => byName(next, list)),
    [["P1 P2"], ["P3 P4"], ["P5 P6"], ["P7 P8"]],
  );
  const { organizerToken } = first;
  const participants = people(4);
  const body = { organizerToken, date: inDays(9), participants, exclusions: [["P1", id("P8")]] };
  refuses(await client.repeatGame(first, body), 400, "UNKNOWN_PERSON");
});

testAppOnBoth("again changes only what its body says", async ({ client }) => {
  const first = await client.createGame(FAMILY);
  const next = await client.playAgain(first, {
    ...{ name: "Next", location: "", isProtected: false, exclusions: [], date: inDays(2) },
    participants: [
      ...["p1", "P2", "P3", "P6", "P7"].map((name) => ({ name })),
      { name: "Zoe", email: "zoe@example.org", language: "it", wish: "Ink" },
    ],
  });
  assertValidDraw(next);
  assert.deepEqual(
    [next.name, next.location, next.isProtected, next.amount],
    ["Next", "", false, "20"],
  );
  assert.deepEqual(next.participants.map(({ name }) => name), [
    "p1",
    "P2",
    "P3",
    "P6",
    "P7",
    "Zoe",
  ]);
  assert.deepEqual(
    [named(next, "Zoe").wish, named(next, "Zoe").language, named(next, "P2").email],
    ["Ink", "it", ""],
    "the whole list is the body's",
  );
  assert.deepEqual(byName(next, next.households), ["P6 P7", "p1 P2"]);
  assert.deepEqual(next.exclusions, []);
  assert.deepEqual(byName(next, next.oneWayExclusions), ["P2 P3"]);
  assert.deepEqual((await client.readAsOrganizer(first)).participants.length, 8);
});

testAppOnBoth("an empty time zone means none, at creation and in again", async ({ client }) => {
  const first = await client.createGame({ timeZone: "" });
  assert.equal((await client.readAsOrganizer(first)).timeZone, null);
  const zoned = await client.createGame({ timeZone: "Europe/Zurich" });
  const next = await client.playAgain(zoned, { date: inDays(2), timeZone: "" });
  assert.equal((await client.readAsOrganizer(next)).timeZone, null);
});

testAppOnBoth("again is allowed only to the organizer of that game", async ({ client }) => {
  const first = await client.createGame({ isProtected: true });
  const other = await client.createGame();
  const ask = (shown: Record<string, string>, rest: Record<string, unknown> = {}) =>
    client.repeatGame(first, { date: inDays(9), ...rest }, shown);
  for (const archived of [false, true]) {
    if (archived) await client.archive(first);
    const hides = (answer: Answer, status: number, code: string) =>
      archived ? refuses(answer, 404, "GAME_NOT_FOUND") : refuses(answer, status, code);
    hides(await ask({}), 401, "TOKEN_REQUIRED");
    hides(await ask({ "x-participant-token": named(first, "P1").token }), 401, "TOKEN_REQUIRED");
    for (const token of ["wrong", other.organizerToken, first.invitationToken]) {
      hides(await ask({ "x-organizer-token": token }), 403, "INVALID_TOKEN");
      hides(await ask({}, { organizerToken: token }), 403, "INVALID_TOKEN");
    }
    refuses(await ask({}, { date: "soon" }), 400, "VALIDATION_FAILED");
    refuses(await client.repeatGame(first, {}), 400, "VALIDATION_FAILED");
    refuses(await client.repeatGame(first, "{"), 400, "MALFORMED_JSON");
    const { organizerToken } = first;
    for (
      const [rest, code] of [
        [{ date: inDays(-2) }, "DATE_IN_PAST"],
        [{ participants: people(2) }, "VALIDATION_FAILED"],
        [{ participants: [...people(3), { name: "p1" }] }, "NAME_TAKEN"],
        [{ exclusions: [["P1", "Zoe"]] }, "UNKNOWN_PERSON"],
        [{ oneWayExclusions: [["Zoe", "P1"]] }, "UNKNOWN_PERSON"],
        [{ oneWayExclusions: [["P1", "P1"]] }, "VALIDATION_FAILED"],
        [{ households: [["P1", "P2", "P3"]] }, "DRAW_IMPOSSIBLE"],
        [{ name: null }, "VALIDATION_FAILED"],
      ] as const
    ) refuses(await ask({}, { organizerToken, ...rest }), 400, code, JSON.stringify(rest));
    for (
      const [query, shown, body] of [
        [`?organizerToken=${organizerToken}`, {}, {}],
        ["", { "x-organizer-token": organizerToken }, {}],
        ["", {}, { organizerToken }],
      ] as const
    ) {
      const answer = await client.post(
        `/api/games/${first.code}/again${query}`,
        { date: inDays(9), ...body },
        shown,
      );
      succeeds(answer, createdGameSchema, 201);
    }
  }
  refuses(await client.repeatGame({ code: "999999" }, { date: inDays(9) }), 404, "GAME_NOT_FOUND");
  refuses(await client.get(`/api/games/${first.code}/again`), 405, "METHOD_NOT_ALLOWED");
});

testAppOnBoth("again finds an archived game whose code has been reassigned", async (app) => {
  const { client, services } = app;
  const first = await client.createGame({ name: "First", isProtected: true });
  await client.archive(first);
  const second = await client.createGame({ name: "Second", isProtected: true });
  await sql(services, "update games set code = $1 where id = $2", [first.code, second.id]);
  const { code } = first;
  assert.equal((await client.playAgain(first)).name, "First");
  assert.equal((await client.playAgain({ ...second, code })).name, "Second");
});

testAppOnBoth("again with the same key and body creates one game", async ({ client }) => {
  const first = await client.createGame();
  const { organizerToken } = first;
  const body = { date: inDays(9), organizerToken };
  const headers = { "idempotency-key": crypto.randomUUID() };
  const ask = async () => {
    const answer = await client.repeatGame(first, body, headers);
    if (answer.status !== 409) return answer;
    // While the first request is still sending mails, the others are told to retry.
    refuses(answer, 409, "IN_PROGRESS");
    return await ask();
  };
  const answers = await Promise.all(Array.from({ length: 6 }, ask));
  for (const answer of answers) assert.deepEqual(answer.body, answers[0]?.body);
  assert.equal(answers[0]?.status, 201);
  const elsewhere = { ...headers, "x-organizer-token": organizerToken };
  assert.deepEqual(
    (await client.repeatGame(first, { date: inDays(9) }, elsewhere)).body,
    answers[0]?.body,
    "wherever the token stands",
  );
  refuses(await client.repeatGame(first, { ...body, name: "x" }, headers), 409, "KEY_REUSED");
  refuses(await client.repeatGame(first, { date: inDays(9) }, headers), 401, "TOKEN_REQUIRED");
  const another = await client.createGame();
  const { organizerToken: others } = another;
  const theirs = await client.repeatGame(another, { ...body, organizerToken: others }, headers);
  assert.notDeepEqual(theirs.body, answers[0]?.body, "of another game it is another request");
});

testAppOnBoth("no one gets a previous receiver, even after the old game is erased", async (app) => {
  const { client, services } = app;
  const first = await client.createGame({
    // Enough people that everyone still has a choice after two years.
    participants: people(10),
  });
  const second = await client.playAgain(first);
  await client.erase(first);
  const third = await client.playAgain(second, { date: inDays(200) });
  await client.erase(second);
  const had = new Set([...pairsOf(first), ...pairsOf(second)]);
  assert.equal(had.size, 20, "none twice");
  const avoids = (view: OrganizerView) => pairsOf(view).filter((pair) => had.has(pair));
  assert.deepEqual(avoids(third), []);
  for (let draw = 0; draw < 10; draw++) {
    assert.deepEqual(avoids(await client.manage(third, "reassignAll", {})), []);
  }
  const { id } = named(third, "P1");
  const renamed = await client.manage(third, "updateParticipantDetails", {
    participantId: id,
    name: "Ana",
  });
  const asAna = new Set([...had].map((pair) => pair.replace(/\bP1\b/, "Ana")));
  for (let draw = 0; draw < 10; draw++) {
    const view = await client.manage(renamed, "reassignAll", {});
    assert.deepEqual(pairsOf(view).filter((pair) => asAna.has(pair)), [], "under another name");
  }
  const [row] = await sql<{ memory: unknown }>(
    services,
    "select memory from games where id = $1",
    [third.id],
  );
  const kept = typeof row?.memory === "string" ? row.memory : JSON.stringify(row?.memory);
  assert.equal(kept.match(/\[\s*"[\w-]{8}",\s*"[\w-]{8}"\s*\]/g)?.length, 20);
  assert.doesNotMatch(kept, /P\d+"/);
});

testAppOnBoth("eraseMe also deletes the pairs of earlier games", async ({ client, services }) => {
  const first = await client.createGame();
  const second = await client.playAgain(first, { date: inDays(0) });
  await client.eraseMe(second, named(second, "P1").token);
  const [row] = await sql<{ memory: unknown }>(
    services,
    "select memory from games where id = $1",
    [second.id],
  );
  const kept = typeof row?.memory === "string" ? row.memory : JSON.stringify(row?.memory);
  const pairs = kept.match(/\[\s*"[\w-]{8}",\s*"[\w-]{8}"\s*\]/g);
  assert.equal(pairs?.length, 2, "two pairs of four had P1 in them");
  const third = await client.playAgain(second);
  assert.deepEqual(third.participants.map(({ name }) => name), ["P2", "P3", "P4"]);
});

/** An answer without what differs in every game: ids, tokens, code, times and the new pairs. */
function withoutOwn(text: string, game: CreatedGame): string {
  const own = [game.id, game.code, game.organizerToken, game.invitationToken];
  for (const { id, token } of game.participants) own.push(id, token);
  return own.reduce((rest, secret) => rest.replaceAll(secret, "…"), text)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…")
    // Who moved and who has not opened yet depends on the new pairs.
    .replace(/"viewedAt":(null|"…")/g, '"viewedAt":…')
    .replace(/"receiverChange":(null|"[a-z]+")/g, '"receiverChange":…')
    .replace(/"assignments":\[[^\]]*\]/, "…")
    .replace(/"receiver":(\{[^}]*\}|null)/, "…");
}

/** Every answer that can be requested about a new game, as text. */
async function askAll({ client }: TestApp, game: CreatedGame): Promise<string[]> {
  const { organizerToken, code } = game;
  const organizer = { organizerToken };
  const patch = (body: Record<string, unknown>) => client.patchGame(game, body);
  const answers = [
    await client.getGame(game, organizer),
    await client.getGame(game),
    ...await Promise.all(
      game.participants.map(({ token }) =>
        client.getOwnData({ code }, { "x-participant-token": token })
      ),
    ),
    await patch({ action: "setExclusions", households: [["P1", "P2", "P3"]], ...organizer }),
    await patch({
      action: "setExclusions",
      oneWayExclusions: [["P1", "P2"], ["P1", "P3"], ["P1", "P4"]],
      ...organizer,
    }),
    await patch({ action: "removeParticipant", participantId: named(game, "P4").id, ...organizer }),
    await patch({ action: "removeParticipant", participantId: named(game, "P3").id, ...organizer }),
    await patch({
      action: "forceReassignParticipant",
      participantId: named(game, "P1").id,
      ...organizer,
    }),
    await patch({ action: "reassignAll", ...organizer }),
    await client.repeatGame(game, { date: inDays(-1), ...organizer }),
    await client.repeatGame(game, { date: inDays(5), households: [["P1", "P2"]], ...organizer }),
  ];
  return answers.map(({ status, text }) => {
    const receivers = text.replace(/"receiver":\{"name":"[^"]*"/, '"receiver":{"name":"…"');
    return `${status} ${withoutOwn(receivers, game)}`;
  });
}

testAppOnBoth("no answer about the new game reveals a pair of the old one", async (app) => {
  const { client } = app;
  const perPairs = new Map<string, string[]>();
  // Four people in a circle or in two couples: the old pairs differ, the answers must not.
  for (let attempt = 0; attempt < 40 && perPairs.size < 2; attempt++) {
    const first = await client.createGame({ date: inDays(3) });
    const pairs = String(pairsOf(first));
    if (perPairs.has(pairs)) continue;
    const next = await client.playAgain(first, { date: inDays(40) });
    perPairs.set(pairs, await askAll(app, next));
  }
  const [one, other] = [...perPairs.values()];
  assert(one && other);
  assert.equal(one.length, other.length);
  one.slice(0, -1).forEach((text, index) => assert.equal(text, other[index]));
});
