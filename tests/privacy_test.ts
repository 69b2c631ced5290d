import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { ACTION_NAMES, EMAIL_TYPES } from "@/lib/game/schemas.ts";
import type { OrganizerView } from "@/lib/game/views.ts";
import { errorSchema } from "@/lib/http/answer_schemas.ts";
import { openApiDocument } from "@/lib/http/openapi.ts";
import { startApp, type TestApp } from "./support/app.ts";
import {
  type Answer,
  type Client,
  type CreatedGame,
  hasShape,
  type Managed,
} from "./support/client.ts";
import { inDays } from "./support/games.ts";
import { named } from "./support/views.ts";

/** Who is asking; the others of the same game, and everybody of another game, must stay hidden. */
const CREDENTIALS = [
  "none",
  "wrong",
  "another game's organizer",
  "another game's participant",
  "own id",
  "own token",
  "own token with another's id",
  "organizer",
  "invitation",
] as const;
type CredentialKind = (typeof CREDENTIALS)[number];

const NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve"];

/** What of an answer tells something about a game. */
const toldSchema = z.object({
  view: z.string(),
  authenticatedParticipantId: z.string(),
  participant: z.object({ id: z.string() }),
  participantToken: z.string(),
  receiver: z.object({ name: z.string() }).nullable(),
  assignments: z.array(z.object({ giverId: z.string() })),
}).partial();

/** A game whose every secret can be told apart from all others. */
async function createGame(
  { client, services: { store } }: TestApp,
  label: string,
  isProtected: boolean,
): Promise<CreatedGame> {
  const game = await client.createGame({
    name: `Game ${label}`,
    date: inDays(9),
    isProtected,
    organizerEmail: `organizer-${label}@secret.example`,
    participants: NAMES.map((name) => ({
      name,
      email: `${name.toLowerCase()}-${label}@secret.example`,
      wish: `wish-${label}-${name}`,
      desiredGift: `gift-${label}-${name}`,
    })),
    exclusions: [["Ana", "Ben"]],
  });
  // Their links are on the way by mail, so that another address ends them.
  const add = NAMES.map((_, index) => ({ recipient: index + 1, kind: "assignment" as const }));
  await store.addMails(game.id, () => ({ add, update: [] }));
  return game;
}

/** Somebody who is not Ana, for there may be no Ben any more. */
function another(view: OrganizerView): OrganizerView["participants"][number] {
  const other = view.participants.find(({ name }) => name !== "Ana");
  assert(other);
  return other;
}

/** What a request of this kind shows of its asker, who is Ana wherever they are a participant. */
function credentials(
  kind: CredentialKind,
  game: OrganizerView,
  other: OrganizerView,
): Record<string, string> {
  const ana = named(game, "Ana");
  switch (kind) {
    case "none":
      return {};
    case "wrong":
      return {
        organizerToken: "AAAAAAAAAAAAAAAAAAAAAA",
        participantToken: "AAAAAAAAAAAAAAAAAAAAAA",
        invitationToken: "AAAAAAAAAAAAAAAAAAAAAA",
        participantId: crypto.randomUUID(),
      };
    case "another game's organizer":
      return { organizerToken: other.organizerToken, invitationToken: other.invitationToken };
    case "another game's participant":
      return {
        participantToken: named(other, "Ana").token,
        participantId: named(other, "Ana").id,
      };
    case "own id":
      return { participantId: ana.id };
    case "own token":
      return { participantToken: ana.token, participantId: ana.id };
    case "own token with another's id":
      return { participantToken: ana.token, participantId: another(game).id };
    case "organizer":
      return { organizerToken: game.organizerToken, participantId: another(game).id };
    case "invitation":
      return { invitationToken: game.invitationToken };
  }
}

interface Call {
  name: string;
  method: string;
  path: (game: Managed, shown: Record<string, string>) => string;
  body?: (game: Managed, shown: Record<string, string>) => unknown;
}

function query(shown: Record<string, string>): string {
  return new URLSearchParams(shown).toString();
}

/** What the actions need besides a credential; a superset serves, unknown fields being ignored. */
function actionFields(): Record<string, unknown> {
  return {
    wish: "new wish",
    participantName: "Fay",
    participantEmail: "fay@secret.example",
    // Another each time: one address may be that of several people, and then it is no secret between them.
    email: `moved-${crypto.randomUUID()}@secret.example`,
    location: "Elsewhere",
    confirmName: "Game own",
    exclusions: [["Ana", "Cy"]],
  };
}

const CALLS: Call[] = [
  ...["GET", "HEAD", "DELETE"].map((method): Call => ({
    name: method,
    method,
    path: (game, shown) => `/api/games/${game.code}?${query(shown)}`,
  })),
  ...["GET", "HEAD"].map((method): Call => ({
    name: `${method} my-data`,
    method,
    path: (game, shown) => `/api/games/${game.code}/my-data?${query(shown)}`,
  })),
  ...ACTION_NAMES.map((action): Call => ({
    name: `PATCH ${action}`,
    method: "PATCH",
    path: (game) => `/api/games/${game.code}`,
    body: (_, shown) => ({ action, ...actionFields(), ...shown }),
  })),
  ...EMAIL_TYPES.map((type): Call => ({
    name: `send ${type}`,
    method: "POST",
    path: () => "/api/email/send",
    body: (game, shown) => ({
      code: game.code,
      type,
      email: "ana-own@secret.example",
      ...shown,
    }),
  })),
  ...["cleanup", "nothing"].map((name): Call => ({
    name: `POST ${name}`,
    method: "POST",
    path: () => `/api/games/${name}`,
    body: (_, shown) => shown,
  })),
  ...["health", "health/ready", "config", "openapi.json"].map((name): Call => ({
    name: `GET ${name}`,
    method: "GET",
    path: (_, shown) => `/api/${name}?${query(shown)}`,
  })),
];

/** Strings of a game that only some may read, by who owns them. */
function secretsOf(...views: OrganizerView[]) {
  return views.flatMap((view) => [
    { text: view.organizerEmail, owner: "organizer" },
    { text: view.organizerToken, owner: "organizer" },
    { text: view.invitationToken, owner: "organizer" },
    ...view.participants.flatMap((one) => [
      { text: one.email, owner: one.name },
      { text: one.token, owner: "organizer" },
      ...(view.isProtected ? [{ text: one.id, owner: one.name }] : []),
    ]),
  ]).filter(({ text }) => text);
}

/** Fails where an answer holds what its asker may not see. */
function assertDiscreet(
  label: string,
  kind: CredentialKind,
  shown: Record<string, string>,
  answer: Answer,
  own: readonly [before: OrganizerView, after: OrganizerView],
  other: OrganizerView,
): void {
  const [, view] = own;
  const told = toldSchema.parse(answer.body ?? {});
  const isOrganizer = kind === "organizer";
  const isAna = kind === "own id" || kind === "own token";
  const hasJoined = kind === "invitation" && told.participantToken;
  const self = isAna ? "Ana" : hasJoined ? "Fay" : undefined;
  const echoed = new Set([...Object.values(shown), told.participantToken]);
  const secrets = [
    ...secretsOf(...own).map((secret) => ({ ...secret, foreign: false })),
    ...secretsOf(other).map((secret) => ({ ...secret, foreign: true })),
  ];
  for (const { text, owner, foreign } of secrets) {
    // By an id alone nobody sees the address in an open game, not even their own.
    const isHidden = kind === "own id" && !view.isProtected && text.includes("@");
    const isAllowed = !foreign &&
        (isOrganizer || (owner === self && !isHidden)) ||
      echoed.has(text);
    if (!isAllowed) {
      assert(!answer.text.includes(text), `${label}: shows what belongs to ${owner}: ${text}`);
    }
  }
  if (isOrganizer) return;

  // A newcomer who joined by invitation sees their own pair, like anybody else.
  const viewer = told.authenticatedParticipantId ?? told.participant?.id;
  const seesPair = viewer !== undefined && (
    !view.isProtected || kind === "own token" || told.participantToken
  );
  const pairs = told.assignments ?? [];
  assert(pairs.length <= (seesPair ? 1 : 0), `${label}: ${pairs.length} assignments`);
  for (const pair of pairs) assert.equal(pair.giverId, viewer, `${label}: somebody else's pair`);
  if (!answer.text) return;
  const receiver = told.receiver?.name;
  assert(seesPair || !receiver, `${label}: names a receiver`);
  for (const name of NAMES) {
    const isPublic = !view.isProtected && told.view === "public";
    const isOwn = view.participants.find((one) => one.name === name)?.id === viewer;
    if (isPublic || isOwn || name === receiver) continue;
    assert(!answer.text.includes(`wish-own-${name}`), `${label}: the wish of ${name}`);
    assert(!answer.text.includes(`gift-own-${name}`), `${label}: the gift of ${name}`);
  }
}

const { paths } = openApiDocument("test");

/** Fails where an operation of the API's document does not know a refusal that it answers with. */
function assertDocumented(
  method: string,
  path: string,
  status: number,
  { code }: z.infer<typeof errorSchema>,
): void {
  const [address = ""] = path.split("?");
  const template = paths[address] ? address : address.replace(/\d{6}/, "{code}");
  const operation = paths[template]?.[method.toLowerCase()];
  // What is no operation is answered by those who refuse unknown paths and methods.
  if (!operation) return;
  const known = operation.responses[status]?.description;
  assert(known?.includes(`\`${code}\``), `${method} ${template}: ${status} ${code}`);
}

async function checkCall(
  client: Client,
  call: Call,
  kind: CredentialKind,
  game: Managed,
  other: OrganizerView,
): Promise<number> {
  const before = await client.readAsOrganizer(game);
  const shown = credentials(kind, before, other);
  const answer = await client.send(call.method, call.path(game, shown), call.body?.(game, shown));
  const isGone = call.name === "PATCH eraseGame" && answer.status === 200;
  const after = isGone ? before : await client.readAsOrganizer(game);
  const label = `${call.name} by ${kind}, ${before.isProtected ? "protected" : "open"}${
    before.isArchived ? ", archived" : ""
  }`;
  assert(answer.status < 500 || [500, 503].includes(answer.status), label);
  if (answer.status >= 400 && call.method !== "HEAD") {
    assertDocumented(
      call.method,
      call.path(game, shown),
      answer.status,
      hasShape(answer, errorSchema),
    );
  }
  assertDiscreet(label, kind, shown, answer, [before, after], other);
  return answer.status;
}

for (const isProtected of [true, false]) {
  for (const isArchived of [false, true]) {
    const state = `${isProtected ? "protected" : "open"}${isArchived ? " archived" : ""}`;
    Deno.test(`no answer about a ${state} game tells anybody what is not theirs`, async () => {
      await using app = await startApp();
      const { client } = app;
      const other = await createGame(app, "other", true);
      let successes = 0;
      for (const kind of CREDENTIALS) {
        for (const call of CALLS) {
          const game = await createGame(app, "own", isProtected);
          if (isArchived) await client.archive(game);
          const status = await checkCall(client, call, kind, game, other);
          if (status === 200) successes++;
        }
      }
      assert(successes >= (isArchived ? 30 : 60), `only ${successes} requests succeeded`);
    });
  }
}

/** After these nothing more can be asked of the game, or nothing of Ana. */
const LAST_CALLS = ["DELETE", "PATCH eraseGame", "PATCH eraseMe"];

Deno.test("no sequence of requests ever tells anybody what is not theirs", async () => {
  await using app = await startApp();
  const { client } = app;
  const other = await createGame(app, "other", true);
  const step = fc.record({
    kind: fc.constantFrom(...CREDENTIALS),
    call: fc.constantFrom(...CALLS.filter((call) => !LAST_CALLS.includes(call.name))),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 5, maxLength: 25 }),
      async (isProtected, steps) => {
        const game = await createGame(app, "own", isProtected);
        for (const { kind, call } of steps) await checkCall(client, call, kind, game, other);
      },
    ),
    { numRuns: 40 },
  );
});
