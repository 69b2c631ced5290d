import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { z } from "zod";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { Game } from "@/lib/game/types.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { errorSchema } from "@/lib/http/answer_schemas.ts";
import { PATHS } from "@/lib/http/openapi_paths.ts";
import { startApp, type TestApp } from "./support/app.ts";
import { type Answer, hasShape, type Managed } from "./support/client.ts";
import { assertDocumented, templateOf } from "./support/documented.ts";
import { type Call, type CredentialKind, CREDENTIALS } from "./support/privacy_call.ts";
import { assertOwnPhotos, isAna, PHOTO_READINGS, photosOfAna } from "./support/privacy_photos.ts";
import { readWithTokens } from "./support/sealed_games.ts";
import { secretsOf } from "./support/secrets.ts";
import {
  CALLS,
  createGame,
  credentials,
  keptIdOf,
  type KindOfGame,
  mayAsk,
  NAMES,
  proposalOf,
} from "./support/privacy_calls.ts";
import { amount, sample } from "./support/sample.ts";

/** The parts of an answer that reveal something about a game. */
const toldSchema = z.object({
  view: z.string(),
  authenticatedParticipantId: z.string(),
  participant: z.object({ id: z.string() }),
  participantToken: z.string(),
  receiver: z.object({ name: z.string() }).nullable(),
  keeping: z.array(
    z.object({ name: z.string(), receiver: z.object({ name: z.string() }).nullable() }),
  ),
  assignments: z.array(z.object({ giverId: z.string() })),
  householdProposals: z.unknown(),
  drawProblem: z.unknown(),
  keepers: z.array(z.array(z.string())).optional(),
  revealed: z.unknown(),
}).partial();

/** Fails if an answer contains something that its caller may not see. */
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
  const self = isAna || kind === "claim" ? "Ana" : hasJoined ? "Fay" : undefined;
  const tokens = new Set(own.flatMap(({ participants }) => participants.map(({ token }) => token)));
  /** True for tokens that only the participants themselves may see, in a sealed game. */
  const isKept = (text: string) => pairsHiddenFromOrganizer(view) && tokens.has(text);
  const echoed = new Set([...Object.values(shown), told.participantToken]);
  const secrets = [
    ...secretsOf(...own).map((secret) => ({ ...secret, foreign: false })),
    ...secretsOf(other).map((secret) => ({ ...secret, foreign: true })),
  ];
  for (const { text, owner, foreign } of secrets) {
    // In an open game an id alone shows no one the address, not even their own.
    const isHidden = kind === "own id" && !view.isProtected && text.includes("@");
    const isAllowed = !foreign &&
        (isOrganizer && !isKept(text) || (owner === self && !isHidden)) ||
      echoed.has(text);
    if (!isAllowed) {
      assert(!answer.text.includes(text), `${label}: shows what belongs to ${owner}: ${text}`);
    }
  }
  assertOwnWords(label, kind, answer.text);
  assertOwnAddresses(label, kind, told, answer.text);
  assertOwnMarks(label, kind, told, answer.text);
  assert.equal(told.revealed, undefined, `${label}: pairs before the event is over`);
  if (isOrganizer) {
    if (pairsHiddenFromOrganizer(view)) {
      assert.deepEqual(told.assignments ?? [], [], `${label}: pairs`);
    }
    return;
  }

  assert.equal(told.householdProposals, undefined, `${label}: who lives with whom`);
  assert.equal(told.drawProblem, undefined, `${label}: why there was no draw`);
  if (view.state === "gathering") {
    assert.deepEqual(told.assignments ?? [], [], `${label}: a pair before the draw`);
    assert.equal(told.receiver ?? null, null, `${label}: a receiver before the draw`);
    if (told.view === "invitation") {
      // Who opens whose gift in a sealed game must be known before joining.
      const said = new Set(told.keepers?.flat());
      for (const name of NAMES) {
        const isNamed = new RegExp(`\\b${name}\\b`).test(answer.text);
        assert.equal(isNamed, view.isSealed && said.has(name), `${label}: names ${name}`);
      }
    }
  }

  // A newcomer who joined by invitation sees their own pair, like anyone else.
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
  const kept = (told.keeping ?? []).flatMap((one) => one.receiver?.name ?? []);
  assert(seesPair || kept.length === 0, `${label}: names whom a kept person gives to`);
  assert(self === "Ana" || kept.length === 0, `${label}: opens a gift that nobody keeps here`);
  for (const name of NAMES) {
    const isPublic = !view.isProtected && told.view === "public";
    const isOwn = view.participants.find((one) => one.name === name)?.id === viewer;
    if (isPublic || isOwn || name === receiver || kept.includes(name)) continue;
    assert(!answer.text.includes(`wish-own-${name}`), `${label}: the wish of ${name}`);
    assert(!answer.text.includes(`gift-own-${name}`), `${label}: the gift of ${name}`);
  }
}

/** Fails if an answer contains messages, unless they are Ana's own and shown to her. */
function assertOwnWords(label: string, kind: CredentialKind, text: string): void {
  for (const [words, game, from, to] of text.matchAll(/words-(\w+)-by-(\w+)-for-(\w+)/g)) {
    const isOwn = kind === "own token" && game === "own" && (from === "Ana" || to === "Ana");
    assert(isOwn, `${label}: tells ${words}`);
  }
}

/** Fails if an answer shows an address or a wish to anyone but its owner and their giver. */
function assertOwnAddresses(
  label: string,
  kind: CredentialKind,
  { receiver, keeping = [], participantToken }: z.infer<typeof toldSchema>,
  text: string,
): void {
  const givesTo = [receiver, ...keeping.map((one) => one.receiver)].map((one) => one?.name);
  for (const [address, game, owner] of text.matchAll(/(?:address|item)-(\w+)-of-(\w+)/g)) {
    const isShown = kind === "own token"
      ? owner === "Ana" || givesTo.includes(owner)
      : participantToken !== undefined && givesTo.includes(owner);
    assert(game === "own" && isShown, `${label}: tells ${address}`);
  }
}

/** Fails if an answer shows a giver's marks to anyone but the giver and their keeper. */
function assertOwnMarks(
  label: string,
  kind: CredentialKind,
  { keeping = [], participantToken }: z.infer<typeof toldSchema>,
  text: string,
): void {
  const isHolder = kind === "own token" || participantToken !== undefined;
  const givers = ["Ana", ...keeping.map(({ name }) => name)];
  for (const [mark, game, giver = ""] of text.matchAll(/marked-(\w+)-by-(\w+)/g)) {
    assert(game === "own" && isHolder && givers.includes(giver), `${label}: tells ${mark}`);
  }
  if (isHolder || label.includes("openapi")) return;
  assert(!/isBought|hasChanged|isGone/.test(text), `${label}: tells of marks`);
}

/** A game in its organizer's view with all links, and as stored. */
interface Known {
  view: Awaited<ReturnType<typeof readWithTokens>>;
  stored: Game | null;
}

async function know(app: TestApp, game: Managed): Promise<Known> {
  const view = await readWithTokens(app, game, "Ana");
  return { view, stored: await app.services.store.readGame(game.code) };
}

/** A service with an additional game that no call concerns. */
interface Scene {
  app: TestApp;
  other: OrganizerView;
  /** The API's document from before the first game, so that it cannot contain any. */
  document: string;
}

async function begin(app: TestApp): Promise<Scene> {
  const { text: document } = await app.client.get("/api/openapi.json");
  return { app, document, other: await createGame(app, "other", true) };
}

/** @returns the answer's status, and the game for the next call: the same object if nothing has changed. */
async function checkCall(
  { app, other, document }: Scene,
  call: Call,
  kind: CredentialKind,
  game: Managed,
  known: Known,
): Promise<{ status: number; after: Known }> {
  const { client } = app;
  const { view: before } = known;
  const shown = credentials(kind, before, other);
  const sent = { ...shown, ...proposalOf(kind, before), kept: keptIdOf(app, before) };
  const path = call.path(game, shown);
  const answer = await client.send(
    call.method,
    path,
    call.body?.(game, sent),
    call.headers?.(game, shown),
  );
  const isGone = call.name === "PATCH eraseGame" && answer.status === 200;
  const present = await app.services.store.readGame(game.code);
  // Unchanged stored data gives unchanged views, so there is no need to read them again.
  const isSame = isGone || isDeepStrictEqual(present, known.stored);
  const after = isSame ? known : await know(app, game);
  const label = `${call.name} by ${kind}, ${
    before.isSealed ? "sealed" : before.isProtected ? "protected" : "open"
  }${before.isArchived ? ", archived" : ""}`;
  assert(answer.status < 500 || [500, 503].includes(answer.status), label);
  if (answer.status >= 400 && call.method !== "HEAD" && path.startsWith("/api/")) {
    assertDocumented(call.method, path, answer.status, hasShape(answer, errorSchema));
  }
  const isOthers = call.operation && !mayAsk(kind, call.operation);
  assert(!isOthers || answer.status >= 400, `${label}: the table does not let them`);
  const takesPhoto = call.name.startsWith("POST photo") && answer.status < 400;
  assert(!takesPhoto || isAna(kind), `${label}: takes a photo`);
  // Searching a document this long for every secret would take longer than all other calls.
  const isKnown = call.name === "GET openapi.json" && answer.text === document;
  if (!isKnown) assertDiscreet(label, kind, shown, answer, [before, after.view], other);
  assertOwnPhotos(label, kind, answer, present);
  return { status: answer.status, after };
}

/** Requests every photo with every credential, before and after Ana has opened her gift. */
async function checkPhotos({ app, other }: Scene, game: Managed): Promise<void> {
  const { client, services } = app;
  const before = await readWithTokens(app, game, "Ana");
  for (const hasOpened of [false, true]) {
    if (hasOpened) await client.getGame(game, credentials("own token", before, other));
    const present = await services.store.readGame(game.code);
    assert(present);
    for (const kind of CREDENTIALS) {
      const shown = credentials(kind, before, other);
      const read: string[] = [];
      for (const { method, path, headers } of PHOTO_READINGS) {
        const answer = await client.send(
          method,
          path(game, shown),
          undefined,
          headers?.(game, shown),
        );
        assertOwnPhotos(path(game, shown), kind, answer, present);
        assert([200, 404].includes(answer.status));
        if (answer.status === 200) read.push(answer.text.replace(/-photo-own-of-/, " "));
      }
      // Each one through the API and on its page.
      const expected: string[] = isAna(kind)
        ? photosOfAna(present).flatMap((one) => [one, one])
        : [];
      assert.deepEqual(read.toSorted(), expected.toSorted(), kind);
    }
  }
}

/** True if a call only reads. Reading messages also marks them, which is not stored in the game. */
function isReading({ name, method }: Call): boolean {
  return ["GET", "HEAD"].includes(method) && !name.endsWith("messages");
}

const KINDS_OF_GAME: (KindOfGame & { isProtected: boolean; isArchived?: boolean })[] = [
  { isProtected: true },
  { isProtected: true, isSealed: true },
  { isProtected: false },
  { isProtected: false, draw: "later" },
  { isProtected: true, isRepeated: true },
  { isProtected: true, isSealed: true, draw: "later" },
  { isProtected: false, isArchived: true },
  { isProtected: true, isArchived: true },
  { isProtected: true, isSealed: true, isArchived: true },
  { isProtected: true, draw: "later" },
  { isProtected: false, isRepeated: true },
];

for (const { isProtected, isArchived = false, ...kind } of sample(KINDS_OF_GAME, 7)) {
  const state = [
    isProtected ? "protected" : "open",
    ...isArchived ? ["archived"] : [],
    ...kind.draw === "later" ? ["gathering"] : [],
    ...kind.isRepeated ? ["repeated"] : [],
    ...kind.isSealed ? ["sealed"] : [],
  ].join(" ");
  Deno.test(`no answer about a ${state} game tells anyone what is not theirs`, async () => {
    await using app = await startApp();
    const { client } = app;
    const scene = await begin(app);
    const makeGame = async () => {
      const game = await createGame(app, "own", isProtected, kind);
      if (isArchived) await client.archive(game);
      return { game, known: await know(app, game) };
    };
    let played = await makeGame();
    let successes = 0;
    for (const credential of CREDENTIALS) {
      for (const call of CALLS) {
        const { game, known } = played;
        const { status, after } = await checkCall(scene, call, credential, game, known);
        if (status === 200 || status === 201) successes++;
        // Refusals and reads have changed nothing, so the next call can use the same game.
        const isRefused = status >= 400;
        const onlyReads = isReading(call) && after === known;
        played = isRefused || onlyReads ? { game, known: after } : await makeGame();
      }
    }
    const isNarrow = kind.draw === "later" || kind.isSealed;
    await checkPhotos(scene, (await makeGame()).game);
    assert(
      successes >= (isArchived ? 30 : isNarrow ? 45 : 60),
      `only ${successes} requests succeeded`,
    );
  });
}

Deno.test("every operation of the API is among the tested requests", () => {
  const game = { code: "{code}", organizerToken: "" };
  const tried = CALLS.map(({ method, path }) => `${method} ${templateOf(path(game, {}))}`);
  const documented = Object.entries(PATHS).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
  );
  // The creator of a game is its organizer, and sees nothing of another one.
  assert.deepEqual(documented.filter((one) => !tried.includes(one)), ["POST /api/games"]);
});

/** After these, the game or Ana no longer exists for further requests. */
const LAST_CALLS = ["DELETE", "PATCH eraseGame", "PATCH eraseMe", "PATCH leaveGame"];

Deno.test("no sequence of requests ever tells anyone what is not theirs", async () => {
  await using app = await startApp();
  const scene = await begin(app);
  const step = fc.record({
    kind: fc.constantFrom(...CREDENTIALS),
    call: fc.constantFrom(...CALLS.filter((call) => !LAST_CALLS.includes(call.name))),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...KINDS_OF_GAME.filter(({ isArchived }) => !isArchived)),
      fc.array(step, { minLength: 5, maxLength: 25 }),
      async ({ isProtected, ...kindOfGame }, steps) => {
        const game = await createGame(app, "own", isProtected, kindOfGame);
        let known = await know(app, game);
        for (const { kind, call } of steps) {
          ({ after: known } = await checkCall(scene, call, kind, game, known));
        }
      },
    ),
    { numRuns: amount(40, 60) },
  );
});
