import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp, testAppOnBoth } from "./support/app.ts";
import { sql } from "./support/sql.ts";
import { inDays, people } from "./support/games.ts";
import { makeDatabase } from "./support/postgres.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function create(app: TestApp, body: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await app.api("POST", "/api/games", {
    name: "Winter party",
    date: inDays(30),
    participants: people(4),
    ...body,
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

/** One organizer action, expected to succeed; answers the view. */
async function act(app: TestApp, game: Answer, action: string, body = {}): Promise<Answer> {
  const answer = await app.api("PATCH", `/api/games/${game.code}`, {
    action,
    organizerToken: game.organizerToken,
    ...body,
  });
  assert.equal(answer.status, 200, `${action}: ${answer.text}`);
  return answer.body;
}

async function read(app: TestApp, game: Answer): Promise<Answer> {
  const answer = await app.api("GET", `/api/games/${game.code}`, undefined, {
    "x-organizer-token": game.organizerToken,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

function idOf(view: Answer, name: string): string {
  return view.participants.find((one: Answer) => one.name === name).id;
}

function tokenOf(view: Answer, name: string): string {
  return view.participants.find((one: Answer) => one.name === name).token;
}

function receiverOf(view: Answer, id: string): string {
  return view.assignments.find((one: Answer) => one.giverId === id).receiverId;
}

/** Everyone gives once, receives once, nobody to themselves, no excluded pair. */
function assertValidDraw(view: Answer): void {
  const ids = view.participants.map((one: Answer) => one.id).toSorted();
  assert.deepEqual(view.assignments.map((one: Answer) => one.giverId).toSorted(), ids);
  assert.deepEqual(view.assignments.map((one: Answer) => one.receiverId).toSorted(), ids);
  const groups: string[][] = [...view.exclusions, ...view.households];
  const excluded = new Set(
    groups.flatMap((group) => group.flatMap((a) => group.map((b) => `${a} ${b}`))),
  );
  for (const { giverId, receiverId } of view.assignments) {
    assert.notEqual(giverId, receiverId);
    assert(!excluded.has(`${giverId} ${receiverId}`), "an excluded pair was drawn");
  }
}

testAppOnBoth("POST /api/games answers 201 with everything the contract names", async (app) => {
  const game = await create(app, {
    amount: "20",
    currency: "EUR",
    time: "18:30",
    location: "Home",
    organizerEmail: "o@example.org",
    exclusions: [["P1", "P2"]],
  });
  assert.match(game.id, UUID);
  assert.match(game.code, /^[1-9]\d{5}$/);
  assert.equal(game.name, "Winter party");
  assert.match(game.organizerToken, /^[\w-]{22,}$/);
  assert.equal(game.participants.length, 4);
  for (const one of game.participants) {
    assert.match(one.id, UUID);
    assert.match(one.token, /^[\w-]{22,}$/);
  }
  assertValidDraw(game);
  assert.deepEqual(game.exclusions, [[idOf(game, "P1"), idOf(game, "P2")]]);
  assert.deepEqual(game.emailResults, {
    organizerEmailSent: false,
    participantEmailsSent: 0,
    participantEmailsFailed: 0,
    participantEmailsQueued: 0,
  });
  assert.match(game.createdAt, TIME);
  assert.equal(game.isArchived, false);
});

testAppOnBoth("POST /api/games fills in the defaults that the decisions name", async (app) => {
  const answer = await app.api("POST", "/api/games", {
    name: "  Trimmed  ",
    date: inDays(0),
    participants: [{ name: "Ana" }, { name: "Ben" }, { name: " Cy " }],
    unknown: "ignored",
  }, { "accept-language": "fr-CH, fr;q=0.9, en;q=0.8" });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const { name, amount, currency, time, location, generalNotes, organizerEmail, language } =
    answer.body;
  assert.deepEqual(
    { name, amount, currency, time, location, generalNotes, organizerEmail, language },
    {
      name: "Trimmed",
      amount: "",
      currency: "USD",
      time: "",
      location: "",
      generalNotes: "",
      organizerEmail: "",
      language: "fr",
    },
  );
  assert.equal(answer.body.isProtected, false);
  assert.equal(answer.body.allowReassignment, true);
  assert.equal(answer.body.participants[2].name, "Cy");
});

for (const size of [3, 1000]) {
  testAppOnBoth(`a game of ${size} is created, read, changed and archived`, async (app) => {
    const households = Array.from(
      { length: Math.floor(size / 5) },
      (_, index) => Array.from({ length: 5 }, (_, member) => `P${index * 5 + member + 1}`),
    );
    const game = await create(app, { participants: people(size), households });
    assertValidDraw(game);
    const { emailResults: _, ...view } = game;
    assert.deepEqual(await read(app, game), view);
    const renamed = await act(app, game, "updateGameDetails", { name: "New name" });
    assert.equal(renamed.name, "New name");
    const redrawn = await act(app, game, "reassignAll");
    assertValidDraw(redrawn);
    const archived = await app.api(
      "DELETE",
      `/api/games/${game.code}?organizerToken=${game.organizerToken}`,
    );
    assert.equal(archived.status, 200, archived.text);
    assert.equal(archived.body.success, true);
    assert.equal(typeof archived.body.message, "string");
    assert.equal(archived.body.archivedCode, game.code);
    const after = await read(app, game);
    assert.equal(after.isArchived, true);
    assert.match(after.archivedAt, TIME);
    assert.equal(after.participants.length, size);
  });
}

testAppOnBoth("an impossible draw answers 400, names the group and stores nothing", async (app) => {
  const answer = await app.api("POST", "/api/games", {
    name: "X",
    date: inDays(1),
    participants: [{ name: "Ana" }, { name: "Ben" }, { name: "Cy" }, { name: "Dee" }, {
      name: "Eve",
    }],
    households: [["Ana", "Ben", "Cy"]],
  });
  assert.equal(answer.status, 400);
  assert.equal(answer.body.code, "DRAW_IMPOSSIBLE");
  assert.match(answer.body.error, /Ana, Ben and Cy may only give to Dee and Eve/);
  const rows = await sql<{ count: number }>(
    app.services,
    "select count(*)::integer as count from games",
  );
  assert.equal(rows[0]?.count, 0);
});

testAppOnBoth(
  "GET /api/games/{code} shows each asker their view of an unprotected game",
  async (app) => {
    const game = await create(app);
    const path = `/api/games/${game.code}`;
    const open = await app.api("GET", path);
    assert.equal(open.status, 200);
    assert.equal(open.headers.get("cache-control"), "no-store");
    assert.equal(open.body.view, "public");
    assert.deepEqual(open.body.assignments, []);
    assert.deepEqual(Object.keys(open.body.participants[0]).toSorted(), [
      "desiredGift",
      "id",
      "name",
      "wish",
    ]);

    const id = idOf(game, "P1");
    for (
      const query of [`participantId=${id}`, `participantToken=${tokenOf(game, "P1")}`]
    ) {
      const own = await app.api("GET", `${path}?${query}`);
      assert.equal(own.status, 200);
      assert.equal(own.body.authenticatedParticipantId, id);
      assert.deepEqual(own.body.assignments, [{ giverId: id, receiverId: receiverOf(game, id) }]);
    }
    assert.equal(
      (await app.api("GET", `${path}?participantId=${crypto.randomUUID()}`)).status,
      404,
    );
    const wrong = await app.api("GET", `${path}?participantToken=nobody`);
    assert.deepEqual([wrong.status, wrong.body.code], [403, "INVALID_TOKEN"]);
    const noOrganizer = await app.api("GET", `${path}?organizerToken=nobody`);
    assert.deepEqual([noOrganizer.status, noOrganizer.body.code], [403, "INVALID_TOKEN"]);
    const seen = await read(app, game);
    const viewed = seen.participants.filter((one: Answer) => one.viewedAt);
    assert.deepEqual(viewed.map((one: Answer) => one.name), ["P1"]);
  },
);

testAppOnBoth(
  "a protected game opens to tokens alone, and ids open nothing of others",
  async (app) => {
    const game = await create(app, { isProtected: true });
    const path = `/api/games/${game.code}`;
    const closed = await app.api("GET", path);
    assert.deepEqual([closed.status, closed.body.code], [401, "PROTECTED_GAME"]);
    const byId = await app.api("GET", `${path}?participantId=${idOf(game, "P1")}`);
    assert.deepEqual([byId.status, byId.body.code], [401, "PROTECTED_GAME"]);

    const headers = { "x-participant-token": tokenOf(game, "P1") };
    const own = await app.api("GET", path, undefined, headers);
    assert.equal(own.status, 200);
    const realIds = new Set(game.participants.map((one: Answer) => one.id));
    const others = own.body.participants.filter((one: Answer) => one.name !== "P1");
    assert.equal(others.length, 3);
    for (const other of others) {
      assert.match(other.id, UUID);
      assert(!realIds.has(other.id), "the id of another participant got out");
      assert.deepEqual(
        Object.keys(other).toSorted(),
        other.id === own.body.receiver.id ? ["desiredGift", "id", "name", "wish"] : ["id", "name"],
      );
      const tried = await app.api("PATCH", path, {
        action: "updateWish",
        participantId: other.id,
        wish: "stolen",
      });
      assert.deepEqual([tried.status, tried.body.code], [404, "PARTICIPANT_NOT_FOUND"]);
    }
    const again = await app.api("GET", path, undefined, headers);
    assert.deepEqual(again.body.participants, own.body.participants, "aliases are stable");
    assert.deepEqual(
      others.find((one: Answer) => one.id === own.body.receiver.id),
      own.body.receiver,
    );
    assert.equal(own.body.assignments[0].receiverId, own.body.receiver.id);

    const crossed = await app.api("PATCH", path, {
      action: "updateWish",
      participantId: idOf(game, "P2"),
      participantToken: tokenOf(game, "P1"),
      wish: "x",
    });
    assert.deepEqual([crossed.status, crossed.body.code], [403, "INVALID_TOKEN"]);
  },
);

testAppOnBoth(
  "participant actions in a protected game show the assignment only with the token",
  async (app) => {
    const game = await create(app, { isProtected: true });
    const body = { action: "updateWish", participantId: idOf(game, "P1"), wish: "Tea" };
    const blind = await app.api("PATCH", `/api/games/${game.code}`, body);
    assert.equal(blind.status, 200);
    assert.deepEqual([blind.body.assignments, blind.body.receiver], [[], null]);
    const seeing = await app.api("PATCH", `/api/games/${game.code}`, {
      ...body,
      participantToken: tokenOf(game, "P1"),
    });
    assert.equal(seeing.body.assignments.length, 1);
    assert.equal(seeing.body.participants.find((one: Answer) => one.name === "P1").wish, "Tea");
  },
);

testAppOnBoth("switching protection on renews the ids that everybody has seen", async (app) => {
  const game = await create(app);
  const known = idOf(game, "P1");
  const closed = await act(app, game, "updateGameDetails", { isProtected: true });
  assert.notEqual(idOf(closed, "P1"), known);
  assert.equal(tokenOf(closed, "P1"), tokenOf(game, "P1"), "personal links stay good");
  const tried = await app.api("PATCH", `/api/games/${game.code}`, {
    action: "updateParticipantEmail",
    participantId: known,
    email: "thief@example.org",
  });
  assert.equal(tried.status, 404);
  assertValidDraw(closed);
});

testAppOnBoth("a reassignment is requested, withdrawn, declined and approved", async (app) => {
  const game = await create(app, { participants: people(3) });
  const id = idOf(game, "P1");
  const path = `/api/games/${game.code}`;
  const ask = () => app.api("PATCH", path, { action: "requestReassignment", participantId: id });
  const pending = async () => (await read(app, game)).reassignmentRequests.length;

  const first = await ask();
  assert.equal(first.status, 200, first.text);
  const [request] = (await read(app, game)).reassignmentRequests;
  assert.deepEqual([request.participantId, request.participantName], [id, "P1"]);
  assert.equal((await ask()).status, 200);
  assert.deepEqual(
    (await read(app, game)).reassignmentRequests,
    [request],
    "repeating changes nothing",
  );

  await app.api("PATCH", path, { action: "cancelReassignmentRequest", participantId: id });
  assert.equal(await pending(), 0);
  await ask();
  await act(app, game, "cancelReassignmentRequest", { participantId: id });
  assert.equal(await pending(), 0);

  const none = await app.api("PATCH", path, {
    action: "approveReassignment",
    participantId: id,
    organizerToken: game.organizerToken,
  });
  assert.deepEqual([none.status, none.body.code], [400, "NO_PENDING_REQUEST"]);
  await ask();
  const before = receiverOf(await read(app, game), id);
  const approved = await act(app, game, "approveReassignment", { participantId: id });
  assert.notEqual(receiverOf(approved, id), before);
  assert.deepEqual(approved.reassignmentRequests, []);
  assertValidDraw(approved);

  await act(app, game, "updateGameDetails", { allowReassignment: false });
  const refused = await ask();
  assert.deepEqual([refused.status, refused.body.code], [400, "REASSIGNMENT_NOT_ALLOWED"]);
});

testAppOnBoth("approveAllReassignments gives every requester somebody else", async (app) => {
  const game = await create(app, { participants: people(7) });
  const requesters = ["P2", "P4", "P5"].map((name) => idOf(game, name));
  for (const participantId of requesters) {
    await app.api("PATCH", `/api/games/${game.code}`, {
      action: "requestReassignment",
      participantId,
    });
  }
  const after = await act(app, game, "approveAllReassignments");
  assertValidDraw(after);
  for (const id of requesters) assert.notEqual(receiverOf(after, id), receiverOf(game, id));
  assert.deepEqual(after.reassignmentRequests, []);
  const same = await act(app, game, "approveAllReassignments");
  assert.deepEqual(same.assignments, after.assignments, "nobody asked, nothing moves");
});

testAppOnBoth(
  "adding disturbs one pair, removing one giver, and confirmed givers none",
  async (app) => {
    const game = await create(app, { participants: people(6) });
    const confirmed = ["P1", "P2", "P3", "P4", "P5"].map((name) => idOf(game, name));
    for (const participantId of confirmed) {
      const answer = await app.api("PATCH", `/api/games/${game.code}`, {
        action: "confirmAssignment",
        participantId,
      });
      assert.equal(answer.status, 200);
    }
    const before = await read(app, game);
    const added = await act(app, game, "addParticipant", {
      participantName: "Newcomer",
      participantEmail: "new@example.org",
    });
    assertValidDraw(added);
    const moved = before.participants.filter((one: Answer) =>
      receiverOf(added, one.id) !== receiverOf(before, one.id)
    );
    assert.deepEqual(moved.map((one: Answer) => one.name), ["P6"], "the one who had not confirmed");
    for (const id of confirmed) {
      assert(added.participants.find((one: Answer) => one.id === id).hasConfirmedAssignment);
    }
    const leaver = idOf(added, "Newcomer");
    const giver = added.assignments.find((one: Answer) => one.receiverId === leaver).giverId;
    const removed = await act(app, game, "removeParticipant", { participantId: leaver });
    assertValidDraw(removed);
    assert.equal(receiverOf(removed, giver), receiverOf(added, leaver));
  },
);

testAppOnBoth("50 PATCHes of one game at the same time all hold", async (app) => {
  const game = await create(app, { participants: people(30) });
  const changes = Array.from(
    { length: 50 },
    (_, index) =>
      index < 30
        ? {
          action: "updateWish",
          participantId: game.participants[index].id,
          wish: `Wish ${index}`,
        }
        : {
          action: "addParticipant",
          organizerToken: game.organizerToken,
          participantName: `Late ${index}`,
        },
  );
  const answers = await Promise.all(
    changes.map((change) => app.api("PATCH", `/api/games/${game.code}`, change)),
  );
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
  const after = await read(app, game);
  assertValidDraw(after);
  assert.equal(after.participants.length, 50);
  for (let index = 0; index < 30; index++) {
    assert.equal(after.participants[index].wish, `Wish ${index}`);
  }
  const late = after.participants.slice(30).map((one: Answer) => one.name);
  assert.deepEqual(
    late.toSorted(),
    changes.flatMap(({ participantName }) => participantName ?? []).toSorted(),
  );
});

testAppOnBoth("removeParticipant keeps three", async (app) => {
  const game = await create(app, { participants: people(3) });
  const answer = await app.api("PATCH", `/api/games/${game.code}`, {
    action: "removeParticipant",
    participantId: idOf(game, "P1"),
    organizerToken: game.organizerToken,
  });
  assert.deepEqual([answer.status, answer.body.code], [400, "TOO_FEW_PARTICIPANTS"]);
  assert.match(answer.body.error, /at least 3/);
});

testAppOnBoth("reassignAll clears confirmations and requests", async (app) => {
  const game = await create(app, { participants: people(8) });
  const path = `/api/games/${game.code}`;
  await app.api("PATCH", path, { action: "confirmAssignment", participantId: idOf(game, "P1") });
  await app.api("PATCH", path, { action: "requestReassignment", participantId: idOf(game, "P2") });
  const after = await act(app, game, "reassignAll");
  assertValidDraw(after);
  assert(after.participants.every((one: Answer) => !one.hasConfirmedAssignment));
  assert.deepEqual(after.reassignmentRequests, []);
});

testAppOnBoth("forceReassignParticipant gives somebody else without a request", async (app) => {
  const game = await create(app);
  const id = idOf(game, "P3");
  const after = await act(app, game, "forceReassignParticipant", { participantId: id });
  assert.notEqual(receiverOf(after, id), receiverOf(game, id));
  assertValidDraw(after);
});

testAppOnBoth(
  "setExclusions redraws only what it breaks, by id or name, and replaces the list",
  async (app) => {
    const game = await create(app, { participants: people(6) });
    const [giver] = game.assignments;
    const same = await act(app, game, "setExclusions", { exclusions: [] });
    assert.deepEqual(same.assignments, game.assignments);
    const after = await act(app, game, "setExclusions", {
      exclusions: [[giver.giverId, giver.receiverId]],
      households: [["P1", "P2"]],
    });
    assertValidDraw(after);
    assert.deepEqual(after.households, [[idOf(game, "P1"), idOf(game, "P2")]]);
    const inHousehold = after.households[0].includes(giver.giverId) &&
      after.households[0].includes(giver.receiverId);
    assert.equal(after.exclusions.length, inHousehold ? 0 : 1, "each pair is told once");
    const again = await act(app, game, "setExclusions", {
      exclusions: after.exclusions,
      households: after.households,
    });
    assert.deepEqual(again.exclusions, after.exclusions, "what is read can be sent back");
    assert.deepEqual(again.households, after.households);
    assert.deepEqual(again.assignments, after.assignments);
    const impossible = await app.api("PATCH", `/api/games/${game.code}`, {
      action: "setExclusions",
      organizerToken: game.organizerToken,
      households: [["P1", "P2", "P3", "P4"]],
    });
    assert.deepEqual([impossible.status, impossible.body.code], [400, "DRAW_IMPOSSIBLE"]);
    assert.deepEqual(
      (await read(app, game)).exclusions,
      after.exclusions,
      "nothing is stored of it",
    );
  },
);

testAppOnBoth("tokens are renewed one by one, and the old ones end", async (app) => {
  const game = await create(app, { isProtected: true });
  const path = `/api/games/${game.code}`;
  const old = tokenOf(game, "P1");
  const renewed = await act(app, game, "regenerateToken", { participantId: idOf(game, "P1") });
  assert.equal((await app.api("GET", `${path}?participantToken=${old}`)).status, 403);
  assert.equal(
    (await app.api("GET", `${path}?participantToken=${tokenOf(renewed, "P1")}`)).status,
    200,
  );
  assert.equal(tokenOf(renewed, "P2"), tokenOf(game, "P2"));

  const invited = await act(app, game, "regenerateInvitationToken");
  assert.notEqual(invited.invitationToken, game.invitationToken);
  const join = (invitationToken?: string) =>
    app.api("PATCH", path, {
      action: "joinInvitation",
      invitationToken,
      participantName: "Late",
      desiredGift: "A book",
    });
  assert.equal((await join()).status, 401);
  assert.equal((await join(game.invitationToken)).status, 403);
  const joined = await join(invited.invitationToken);
  assert.equal(joined.status, 200, joined.text);
  assert.equal(joined.body.view, "participant");
  assert.equal(joined.body.assignments.length, 1);
  const own = await app.api("GET", `${path}?participantToken=${joined.body.participantToken}`);
  assert.equal(own.body.authenticatedParticipantId, joined.body.authenticatedParticipantId);
  assertValidDraw(await read(app, game));
});

testAppOnBoth(
  "regenerateOrganizerToken without mail is refused in the contract's order",
  async (app) => {
    const game = await create(app);
    const renew = (organizerToken?: string) =>
      app.api("PATCH", `/api/games/${game.code}`, {
        action: "regenerateOrganizerToken",
        organizerToken,
      });
    assert.equal((await renew()).status, 401);
    assert.equal((await renew("wrong")).status, 403);
    assert.equal((await renew(game.organizerToken)).status, 400);
    assert.equal((await read(app, game)).code, game.code, "the old token lives on");
  },
);

testAppOnBoth(
  "participants update wish and address, the organizer everything of theirs",
  async (app) => {
    const game = await create(app);
    const path = `/api/games/${game.code}`;
    const participantId = idOf(game, "P1");
    await app.api("PATCH", path, { action: "updateWish", participantId, wish: "Tea\nand cake" });
    await app.api("PATCH", path, {
      action: "updateParticipantEmail",
      participantId,
      email: " New@Example.org ",
    });
    const own = (await read(app, game)).participants[0];
    assert.deepEqual([own.wish, own.email], ["Tea\nand cake", "New@Example.org"]);
    const after = await act(app, game, "updateParticipantDetails", {
      participantId,
      name: "Anna",
      email: "",
      desiredGift: "A hat",
      wish: "",
    });
    const { name, email, desiredGift, wish } = after.participants[0];
    assert.deepEqual([name, email, desiredGift, wish], ["Anna", "", "A hat", ""]);
    assert.deepEqual(after.assignments, game.assignments);
  },
);

testAppOnBoth("one mailbox may serve several people of a game", async (app) => {
  const email = "family@example.org";
  const game = await create(app, {
    participants: [{ name: "Ana", email }, { name: "Ben", email: "Family@Example.org" }, {
      name: "Cy",
    }],
  });
  await act(app, game, "addParticipant", { participantName: "Dee", participantEmail: email });
  await act(app, game, "updateParticipantDetails", { participantId: idOf(game, "Cy"), email });
  const { participants } = await read(app, game);
  assert.deepEqual(
    participants.map((one: Answer) => one.email.toLowerCase()),
    [email, email, email, email],
  );
});

testAppOnBoth("an archived game is 404 for all but its organizer", async (app) => {
  const game = await create(app);
  const path = `/api/games/${game.code}`;
  const remove = (headers: Record<string, string>) => app.api("DELETE", path, undefined, headers);
  assert.equal((await remove({})).status, 401);
  assert.equal((await remove({ "x-organizer-token": "wrong" })).status, 403);
  assert.equal(
    (await app.api("DELETE", "/api/games/999999", undefined, { "x-organizer-token": "x" })).status,
    404,
  );
  assert.equal((await remove({ "x-organizer-token": game.organizerToken })).status, 200);
  const again = await remove({ "x-organizer-token": game.organizerToken });
  assert.deepEqual([again.status, again.body.code], [409, "ALREADY_ARCHIVED"]);
  assert.equal((await remove({ "x-organizer-token": "wrong" })).status, 409);
  assert.equal((await remove({})).status, 401);

  assert.equal((await app.api("GET", path)).status, 404);
  assert.equal((await app.api("GET", `${path}?organizerToken=wrong`)).status, 404);
  assert.equal(
    (await app.api("GET", `${path}?participantToken=${tokenOf(game, "P1")}`)).status,
    404,
  );
  assert.equal((await read(app, game)).isArchived, true);
  for (
    const body of [
      { action: "reassignAll", organizerToken: game.organizerToken },
      { action: "updateWish", participantId: idOf(game, "P1"), wish: "x" },
      { action: "joinInvitation", invitationToken: game.invitationToken, participantName: "L" },
    ]
  ) {
    const answer = await app.api("PATCH", path, body);
    assert.deepEqual([answer.status, answer.body.code], [404, "GAME_NOT_FOUND"], body.action);
  }
  const mail = await app.api("POST", "/api/email/send", {
    code: game.code,
    type: "reminder",
    organizerToken: game.organizerToken,
  });
  assert.equal(mail.status, 404);
});

testAppOnBoth(
  "an archived game stays open to its organizer after its code is used again",
  async (app) => {
    const old = await create(app);
    await app.api("DELETE", `/api/games/${old.code}?organizerToken=${old.organizerToken}`);
    const young = await create(app, { name: "Young" });
    await sql(app.services, "update games set code = $1 where id = $2::text::uuid", [
      old.code,
      young.id,
    ]);
    assert.equal((await read(app, old)).id, old.id);
    assert.equal((await read(app, { ...young, code: old.code })).id, young.id);
    assert.equal((await app.api("GET", `/api/games/${old.code}`)).body.name, "Young");
  },
);

testAppOnBoth(
  "POST /api/games/cleanup archives what is three days past, and counts what fails",
  async (app) => {
    const games = [];
    for (const days of [-10, -3, -2, 5]) {
      const game = await create(app);
      await sql(
        app.services,
        "update games set date = $1::text::date where id = $2::text::uuid",
        [
          inDays(days),
          game.id,
        ],
      );
      games.push(game);
    }
    const path = "/api/games/cleanup";
    const missing = await app.api("POST", path);
    assert.deepEqual([missing.status, missing.body.error], [401, "Unauthorized"]);
    const wrong = await app.api("POST", path, undefined, { "x-cleanup-secret": "wrong" });
    assert.deepEqual([wrong.status, wrong.body.error], [401, "Unauthorized"]);

    const secret = { "x-cleanup-secret": "cleanup secret of the tests" };
    await sql(
      app.services,
      `
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before update on games for each row
      when (old.id = '${games[0].id}') execute function refuse();
  `,
    );
    const partial = await app.api("POST", path, undefined, secret);
    assert.equal(partial.status, 200);
    assert.deepEqual(partial.body, { archivedCount: 1, failedCount: 1, totalFound: 2 });
    await sql(app.services, "drop trigger refuse on games");
    const rest = await app.api("POST", path, undefined, secret);
    assert.deepEqual(rest.body, { archivedCount: 1, failedCount: 0, totalFound: 1 });
    const states = [];
    for (const game of games) states.push((await read(app, game)).isArchived);
    assert.deepEqual(states, [true, true, false, false]);
  },
);

Deno.test("POST /api/games/cleanup goes through more games than one batch holds", async () => {
  await using app = await startApp();
  const game = await create(app, { participants: people(3) });
  await sql(
    app.services,
    `
    insert into games select (jsonb_populate_record(g, jsonb_build_object(
      'id', gen_random_uuid(), 'code', (100000 + n)::text, 'date', '2020-01-01'
    ))).* from games g, generate_series(1, 450) n where g.code <> (100000 + n)::text;
    insert into participants select (jsonb_populate_record(p, jsonb_build_object(
      'game_id', g.id, 'id', gen_random_uuid()
    ))).* from participants p, games g where p.game_id = '${game.id}' and g.id <> p.game_id;
    insert into assignments select g.id, a.giver, a.receiver
      from assignments a, games g where a.game_id = '${game.id}' and g.id <> a.game_id;
  `,
  );
  const answer = await app.api("POST", "/api/games/cleanup", undefined, {
    "x-cleanup-secret": "cleanup secret of the tests",
  });
  assert.deepEqual(answer.body, { archivedCount: 450, failedCount: 0, totalFound: 450 });
});

Deno.test("POST /api/games/cleanup without the setting answers 500", async () => {
  await using app = await startApp({ CLEANUP_SECRET: "" });
  const answer = await app.api("POST", "/api/games/cleanup", undefined, { "x-cleanup-secret": "" });
  assert.deepEqual([answer.status, answer.body.error], [500, "Server configuration error"]);
});

Deno.test("the API answers in JSON for unknown paths and wrong methods, and to HEAD and OPTIONS", async () => {
  await using app = await startApp();
  const unknown = await app.api("GET", "/api/nothing/here");
  assert.deepEqual([unknown.status, unknown.body.code], [404, "NOT_FOUND"]);
  for (
    const [method, path, allow] of [
      ["GET", "/api/games", "POST, OPTIONS"],
      ["PUT", "/api/games/123456", "GET, PATCH, DELETE, HEAD, OPTIONS"],
      ["GET", "/api/games/cleanup", "POST, OPTIONS"],
      ["DELETE", "/api/health", "GET, HEAD, OPTIONS"],
      ["PATCH", "/api/email/send", "POST, OPTIONS"],
    ] as const
  ) {
    const answer = await app.api(method, path);
    assert.deepEqual([answer.status, answer.headers.get("allow")], [405, allow], path);
    assert.equal(answer.body.code, "METHOD_NOT_ALLOWED");
  }
  const game = await create(app);
  const head = await app.api("HEAD", `/api/games/${game.code}`);
  assert.deepEqual([head.status, head.text], [200, ""]);
  const preflight = await app.api("OPTIONS", `/api/games/${game.code}`, undefined, {
    origin: "https://elsewhere.example",
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "content-type",
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
  assert.equal(preflight.headers.get("access-control-allow-credentials"), null);
  assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /PATCH/);
  const crossOrigin = await app.api("PATCH", `/api/games/${game.code}`, {
    action: "updateWish",
    participantId: idOf(game, "P1"),
    wish: "x",
  }, { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" });
  assert.equal(crossOrigin.status, 200, "programs in browsers may use the API from anywhere");
});

Deno.test("HEAD of a game does not count as having looked", async () => {
  await using app = await startApp();
  const game = await create(app);
  const path = `/api/games/${game.code}?participantToken=${tokenOf(game, "P1")}`;
  await app.api("HEAD", path);
  assert.equal((await read(app, game)).participants[0].viewedAt, null);
  const own = await app.api("GET", path);
  assert.match(own.body.participants[0].viewedAt, TIME);
});

testAppOnBoth("health, live, ready and config answer as the contract says", async (app) => {
  const health = await app.api("GET", "/api/health");
  assert.equal(health.status, 200);
  const report = health.body;
  assert.equal(report.overallStatus, "Healthy");
  assert.equal(report.status, "Healthy");
  assert.match(report.timestamp, TIME);
  for (const key of ["version", "buildDate", "environment"]) {
    assert.equal(typeof report[key], "string");
  }
  assert(report.uptime >= 0);
  assert.deepEqual(report.checks, {
    database: { status: "ok" },
    email: { status: "not_configured" },
  });
  assert.deepEqual(report.services.map((one: Answer) => [one.name, one.status]), [
    ["Database", "Healthy"],
    ["E-mail", "NotConfigured"],
    ["Application monitoring", "NotConfigured"],
  ]);
  assert.equal(typeof report.services[0].responseTimeMs, "number");
  assert.equal(report.services[1].responseTimeMs, null);
  const live = await app.api("GET", "/api/health/live");
  assert.deepEqual([live.status, live.body.status], [200, "alive"]);
  const ready = await app.api("GET", "/api/health/ready");
  assert.equal(ready.status, 200);
  assert.equal(ready.body.status, "ready");
  assert.equal(ready.body.checks.database.status, "healthy");
  assert.equal(typeof ready.body.checks.database.latencyMs, "number");
  assert.deepEqual((await app.api("GET", "/api/config")).body, {
    appMonitoringConnectionString: "",
  });
});

Deno.test({
  name: "with the database gone, everything that needs it answers 503 and tells nothing",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeDatabase();
    await using app = await startApp({ DATABASE_URL: url });
    const game = await create(app);
    const { services: elsewhere } = await startApp({ DATABASE_URL: await makeDatabase() });
    await sql(elsewhere, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
    await elsewhere.close();
    const ready = await app.api("GET", "/api/health/ready");
    assert.equal(ready.status, 503);
    assert.equal(ready.body.status, "not_ready");
    assert.equal(ready.body.checks.database.status, "unhealthy");
    const health = await app.api("GET", "/api/health");
    assert.deepEqual([health.status, health.body.overallStatus], [503, "Unhealthy"]);
    assert.equal(health.body.checks.database.status, "error");
    for (
      const answer of [
        await app.api("GET", `/api/games/${game.code}`),
        await app.api("DELETE", `/api/games/${game.code}?organizerToken=${game.organizerToken}`),
        await app.api("PATCH", `/api/games/${game.code}`, {
          action: "reassignAll",
          organizerToken: "x",
        }),
      ]
    ) {
      assert.equal(answer.status, 503, answer.text);
      assert.deepEqual(answer.body, {
        error: "Database not available",
        code: "DATABASE_UNAVAILABLE",
      });
    }
    const cleanup = await app.api("POST", "/api/games/cleanup", undefined, {
      "x-cleanup-secret": "cleanup secret of the tests",
    });
    assert.deepEqual([cleanup.status, cleanup.body.error], [503, "Database not available"]);
  },
});

Deno.test("GET /api/openapi.json describes every path and every action", async () => {
  await using app = await startApp();
  const { status, body } = await app.api("GET", "/api/openapi.json");
  assert.equal(status, 200);
  assert.equal(body.openapi, "3.1.0");
  assert.deepEqual(Object.keys(body.paths).toSorted(), [
    "/api/config",
    "/api/email/send",
    "/api/games",
    "/api/games/cleanup",
    "/api/games/{code}",
    "/api/health",
    "/api/health/live",
    "/api/health/ready",
  ]);
  const actions = body.components.schemas.GameAction.oneOf.map((one: Answer) =>
    one.properties.action.const
  );
  assert.equal(actions.length, 18);
  assert.equal(new Set(actions).size, 18);
  for (
    const [, pointer] of JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
  ) {
    assert(pointer && body.components.schemas[pointer], `${pointer} is defined`);
  }
  assert.equal(body.components.schemas.CreateGame.properties.name.maxLength, 100);
  assert.equal(body.components.schemas.__shared, undefined, "every schema has a name of its own");
});

Deno.test("one client is slowed down at its limit, others are not", async () => {
  await using app = await startApp({ RATE_LIMIT: "5" });
  const get = (client: string, path = "/api/config") =>
    app.fetch(new Request(`http://localhost${path}`), client);
  for (let index = 0; index < 5; index++) assert.equal((await get("198.51.100.1")).status, 200);
  const refused = await get("198.51.100.1");
  assert.equal(refused.status, 429);
  assert(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await refused.json()).code, "TOO_MANY_REQUESTS");
  assert.equal((await get("198.51.100.2")).status, 200);
  assert.equal((await get("198.51.100.1", "/api/health/live")).status, 200);
  const forged = await app.fetch(
    new Request("http://localhost/api/config", { headers: { "x-forwarded-for": "1.2.3.4" } }),
    "198.51.100.1",
  );
  assert.equal(forged.status, 429, "a header that anyone can send is not believed");
});

Deno.test("codes cannot be walked through: after 240 failures a client is locked out", async () => {
  await using app = await startApp({ RATE_LIMIT: "100000" });
  const game = await create(app);
  const get = (code: number | string, client: string) =>
    app.fetch(new Request(`http://localhost/api/games/${code}`), client);
  for (let index = 0; index <= 240; index++) {
    const answer = await get(
      Number(game.code) === 100_000 + index ? 999_999 : 100_000 + index,
      "198.51.100.1",
    );
    assert.equal(answer.status, 404);
  }
  const locked = await get(game.code, "198.51.100.1");
  assert.equal(locked.status, 429);
  assert(Number(locked.headers.get("retry-after")) > 30);
  assert.equal((await get(game.code, "198.51.100.2")).status, 200);
});
