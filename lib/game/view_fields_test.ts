import assert from "node:assert/strict";
import { accessOf, decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import type { ParticipantAccess } from "./access.ts";
import { storedAddress } from "./postal_address.ts";
import { type Game, ORGANIZER, type Participant } from "./types.ts";
import { organizerView, participantView, viewEmail, viewGame } from "./views.ts";

const AT = "2026-12-01T10:00:00.000Z";
const NOW = new Date("2026-12-10T12:00:00Z");
const HOME = { lines: ["Road 1"], country: "DE", hint: "" };

/** P1 gives to P2, P2 to P3 and so on, P1 keeps P3; everyone has an address to send to. */
function ring(
  body: Record<string, unknown> = {},
  facts: Record<number, Partial<Participant>> = {},
) {
  const game = makeGame(4, { byPost: true, ...body });
  const participants = game.participants.map((one) => ({
    ...one,
    receiver: one.number % 4 + 1,
    wish: `wish of ${one.name}`,
    desiredGift: `gift of ${one.name}`,
    ...storedAddress(game, one, { ...HOME, lines: [`Road ${one.number}`] }, decisionContext),
    keeps: one.number === 1 ? [3] : [],
    ...facts[one.number],
  }));
  return { ...game, participants };
}

function seen(game: Game, number: number, credential: Partial<ParticipantAccess> = {}) {
  const participant = game.participants.find((one) => one.number === number) ?? assert.fail();
  const access = { ...accessOf(participant), ...credential };
  return participantView(game, access, tokens, NOW, { lists: [], marks: [] });
}

const ownOf = (view: ReturnType<typeof seen>) =>
  view.participants.find(({ id }) => id === view.authenticatedParticipantId) ?? assert.fail();

Deno.test("participantView() with one's token has the address to send to, one's own address, and the parcels", () => {
  const view = seen(ring(), 1);
  assert.deepEqual(view.receiver?.postalAddress?.lines, ["Road 2"]);
  assert.deepEqual(view.postalAddress?.lines, ["Road 1"]);
  assert.deepEqual(view.parcels?.toMe, "none");
  assert.deepEqual([view.receiver?.wish, view.receiver?.desiredGift], [
    "wish of P2",
    "gift of P2",
  ]);
  const [kept] = view.keeping ?? [];
  assert.deepEqual([kept?.name, kept?.receiver?.name, kept?.address], ["P3", "P4", "byOwner"]);
  assert.deepEqual(kept?.receiver?.postalAddress?.lines, ["Road 4"]);
  assert.deepEqual(kept?.parcels?.toReceiver, { isSent: false, hasArrived: false });
  assert.deepEqual(seen(ring(), 3).keptBy, ["P1"]);
  for (const without of [seen(ring(), 1, { hasToken: false }), seen(ring({ byPost: false }), 1)]) {
    assert(!("postalAddress" in without) && !("parcels" in without));
    assert(!("postalAddress" in (without.receiver ?? {})));
    assert(!without.keeping?.some((one) => "address" in one || "parcels" in one));
  }
});

Deno.test("participantView() shows a keeper the kept person's parcels, separate from their own", () => {
  const from = (giver: number) => ({
    parcels: [{ giver, seenFrom: AT, arrivalSeenFrom: null, isTakenBack: false }],
  });
  const { keeping: [kept] = [], parcels } = seen(ring({}, { 1: from(4), 4: from(3) }), 1);
  assert.deepEqual([kept?.parcels, parcels], [
    { toReceiver: { isSent: true, hasArrived: false }, toMe: "none" },
    { toReceiver: { isSent: false, hasArrived: false }, toMe: "onItsWay" },
  ]);
});

Deno.test("participantView() shows one's address only if an id alone opens nothing", () => {
  assert.equal("email" in ownOf(seen(ring(), 1)), true);
  const byId = ownOf(seen(ring(), 1, { hasToken: false }));
  assert.equal("email" in byId, false);
  assert.equal("hasEmail" in byId && byId.hasEmail, true);
  const protectedGame = ring({ isProtected: true });
  assert.equal("email" in ownOf(seen(protectedGame, 1, { hasToken: false })), true);
});

Deno.test("participantView() of a locked gift shows nothing of it, and hides that it has changed", () => {
  const facts = {
    revealBlockedForTokenVersion: 1,
    receiverChange: "left",
    hasConfirmedAssignment: true,
  } as const;
  const locked = seen(ring({ isSealed: true }, { 1: facts }), 1);
  assert.deepEqual([locked.isWithheld, locked.receiver, locked.assignments, locked.parcels], [
    true,
    null,
    [],
    null,
  ]);
  const own = ownOf(locked);
  assert.partialDeepStrictEqual(own, { receiverChange: null, hasConfirmedAssignment: false });
  const open = ownOf(seen(ring({}, { 1: facts }), 1));
  assert.partialDeepStrictEqual(open, { receiverChange: "left", hasConfirmedAssignment: true });
});

Deno.test("participantView() reveals nothing of a withheld gift to a keeper", () => {
  const [kept] = seen(ring({ isSealed: true }), 1).keeping ?? [];
  assert.deepEqual([kept?.receiver, kept?.receiverChange, kept?.address, kept?.parcels], [
    null,
    null,
    null,
    null,
  ]);
  const changed = ring({}, { 3: { receiverChange: "left" } });
  assert.equal(seen(changed, 1).keeping?.[0]?.receiverChange, "left");
});

Deno.test("viewOwnRecord contains a person's requests, and how their place was claimed", () => {
  const facts = {
    reassignmentRequestedAt: AT,
    leaveRequestedAt: AT,
    openedInRoomAt: AT,
    viewedAt: AT,
    claimIssuedAt: AT,
    claimOpenedAt: null,
    language: "fr",
  } as const;
  const [first, second] = organizerView(ring({}, { 1: facts }), tokens, NOW).participants;
  assert.deepEqual(
    [first?.hasPendingReassignmentRequest, first?.hasAskedToLeave, first?.openedInRoomAt],
    [true, true, AT],
  );
  assert.deepEqual([first?.viewedAt, first?.claim, first?.language], [
    AT,
    { issuedAt: AT, openedAt: null },
    "fr",
  ]);
  assert.deepEqual(
    [second?.hasPendingReassignmentRequest, second?.hasAskedToLeave, second?.claim],
    [false, false, null],
  );
});

Deno.test("organizerView() of a sealed game hides everything that depends on the pairs, and every link", () => {
  const facts = { hasConfirmedAssignment: true, viewedAt: null, firstViewedAt: AT };
  const game = ring({ isSealed: true }, { 1: { ...facts, receiverChange: "left" } });
  const hidden = organizerView(game, tokens, NOW);
  const [first] = hidden.participants;
  assert.deepEqual(
    [first?.hasConfirmedAssignment, first?.viewedAt, first?.receiverChange, first?.token],
    [false, AT, null, ""],
  );
  assert.deepEqual([hidden.assignments, first?.hasPostalAddress, hidden.parcels], [
    [],
    false,
    null,
  ]);
  const open = organizerView({ ...game, sealBrokenAt: AT }, tokens, NOW);
  assert.equal(open.assignments.length, 4);
  assert.deepEqual([open.participants[0]?.viewedAt, open.participants[0]?.receiverChange], [
    null,
    "left",
  ]);
  assert.equal(open.participants[0]?.hasPostalAddress, false, "it was promised for the seal");
  const plain = organizerView(ring(), tokens, NOW);
  assert.equal(plain.participants[0]?.hasPostalAddress, true);
  assert.equal(plain.participants[0]?.token.length, 22);
});

Deno.test("organizerView() shows the state of mails, how many wait, and who is reached in a browser", () => {
  const device = { id: crypto.randomUUID(), version: 1, since: AT };
  const game: Game = {
    ...ring({ organizerEmail: "o@example.org" }),
    devices: [{ ...device, recipient: 2 }, { ...device, recipient: ORGANIZER }],
    wishLists: [
      { participant: 1, version: 1, revision: 1, count: 2 },
      { participant: 2, version: 1, revision: 3, count: 0 },
    ],
    provedEmail: "o@example.org",
  };
  const sent = { status: "sent", kind: "assignment", at: AT, reason: null } as const;
  const view = organizerView(
    game,
    tokens,
    NOW,
    new Map([[1, { ...sent, held: 2 }], [2, { ...sent, held: 1 }]]),
  );
  assert.equal(view.mailsHeld, 3);
  assert.deepEqual(view.participants.map(({ emailStatus }) => emailStatus.status), [
    ...["sent", "sent", "none", "none"],
  ]);
  assert.deepEqual(view.participants.map(({ hasDevice }) => hasDevice), [
    false,
    true,
    false,
    false,
  ]);
  assert.deepEqual(view.participants.map(({ hasWishes }) => hasWishes), [
    true,
    false,
    false,
    false,
  ]);
  assert.deepEqual([view.devices.length, view.isOrganizerEmailConfirmed], [1, true]);
  assert.deepEqual(viewEmail(undefined), { status: "none", kind: null, at: null, reason: null });
  assert.deepEqual(viewEmail({ ...sent, held: 2 }), sent);
});

Deno.test("organizerView() says nothing of mails to removed addresses", () => {
  const sent = { status: "failed", kind: "assignment", at: AT, reason: null } as const;
  const emails = new Map([[1, sent], [2, sent], [ORGANIZER, sent]]);
  const statuses = (organizerEmail: string) => {
    const view = organizerView(
      ring({ organizerEmail }, { 1: { email: null } }),
      tokens,
      NOW,
      emails,
    );
    return [view.organizerEmailStatus, ...view.participants.map((one) => one.emailStatus)]
      .map(({ status }) => status);
  };
  assert.deepEqual(statuses("o@example.org"), ["failed", "none", "failed", "none", "none"]);
  assert.deepEqual(statuses(""), ["none", "none", "failed", "none", "none"]);
});

Deno.test("organizerView() lists rules by people, requests by kind, and keepers with their people", () => {
  const game: Game = {
    ...ring({}, {
      2: { leaveRequestedAt: AT, reassignmentRequestedAt: AT, oneWayExclusions: [4] },
    }),
    exclusions: [[1, 3]],
    households: [[2, 4]],
  };
  const [p1, p2, p3, p4] = game.participants.map(({ id }) => id);
  const view = organizerView(game, tokens, NOW);
  assert.deepEqual([view.exclusions, view.households, view.oneWayExclusions, view.keepers], [
    [[p1, p3]],
    [[p2, p4]],
    [[p2, p4]],
    [[p1, p3]],
  ]);
  assert.deepEqual(
    view.reassignmentRequests.map(({ kind, participantName }) => [kind, participantName]),
    [
      ["reassign", "P2"],
      ["leave", "P2"],
    ],
  );
  assert.deepEqual(view.assignments[0], { giverId: p1, receiverId: p2 });
});

Deno.test("views with a token contain all pairs once the event is over", () => {
  const over: Game = { ...ring(), reveal: "afterEvent", date: "2026-12-01", earliestEnd: null };
  const [p1, p2] = over.participants.map(({ id }) => id);
  for (const view of [seen(over, 1), organizerView(over, tokens, NOW)]) {
    assert.deepEqual(view.revealed?.[0], { giverId: p1, receiverId: p2 });
    assert.equal(view.revealed?.length, 4);
  }
  assert.equal("revealed" in seen(over, 1, { hasToken: false }), false);
  assert.equal("revealed" in seen({ ...over, reveal: "never" }, 1), false);
});

Deno.test("viewGame() shows each role its own view, and the organizer how mails fare", () => {
  const game = ring();
  const sent = { status: "sent", kind: "assignment", at: AT, reason: null } as const;
  const emails = new Map([[1, sent]]);
  const wishes = { lists: [], marks: [] };
  const organizer = viewGame(game, { role: "organizer" }, tokens, NOW, emails, wishes);
  assert(organizer.view === "organizer");
  assert.equal(organizer.participants[0]?.emailStatus.status, "sent");
  const participant = game.participants[0] ?? assert.fail();
  const own = viewGame(game, accessOf(participant), tokens, NOW, emails, wishes);
  assert(own.view === "participant");
  assert.deepEqual(own.receiver?.wishes, []);
});

Deno.test("viewGame() says of each game whether it is drawn, and whether it is archived", () => {
  const publicOf = (game: Game) => viewGame(game, { role: "public" }, tokens, NOW);
  const drawn = publicOf(makeGame(3));
  assert.deepEqual([drawn.state, drawn.isArchived, drawn.archivedAt], ["drawn", false, null]);
  const gathering = publicOf({ ...makeGame(3, { draw: "later" }), archivedAt: AT });
  assert.deepEqual([gathering.state, gathering.isArchived, gathering.archivedAt], [
    "gathering",
    true,
    AT,
  ]);
  const [one] = drawn.participants;
  assert.deepEqual(Object.keys(one ?? {}).toSorted(), ["desiredGift", "id", "name", "wish"]);
});
