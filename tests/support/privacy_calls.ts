import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { OPERATION_NAMES, type OperationName, OPERATIONS } from "@/lib/game/operations.ts";
import { NONCE_BYTES } from "@/lib/game/sealed_text.ts";
import { EMAIL_TYPES } from "@/lib/game/schemas.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { TestApp } from "./app.ts";
import { makeDevice } from "./browser_device.ts";
import type { CreatedGame, NewGame } from "./client.ts";
import { inDays } from "./games.ts";
import type { Call, CredentialKind } from "./privacy_call.ts";
import { addPhotos, PHOTO_CALLS, photoOf } from "./privacy_photos.ts";
import { issueClaim } from "./sealed_games.ts";
import { named } from "./views.ts";

/** Roles in which a credential's holder may act. */
const ROLES: Record<CredentialKind, readonly string[]> = {
  "none": [],
  "wrong": [],
  "another game's organizer": [],
  "another game's participant": [],
  "own id": ["participant"],
  "own token": ["participant"],
  "own token with another's id": [],
  // The organizer knows everyone's id.
  "organizer": ["organizer", "participant"],
  "invitation": ["invited"],
  "claim": ["claiming"],
};

/** True if the table allows an operation to the holder of such a credential. */
export function mayAsk(kind: CredentialKind, name: OperationName): boolean {
  return Object.keys(OPERATIONS[name].by).some((who) => ROLES[kind].includes(who));
}

export const NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve"];

export interface KindOfGame {
  draw?: "now" | "later";
  isRepeated?: boolean;
  isSealed?: boolean;
}

/** Creates a game in which every secret is unique. */
export async function createGame(
  app: TestApp,
  label: string,
  isProtected: boolean,
  { draw = "now", isRepeated = false, isSealed = false }: KindOfGame = {},
): Promise<CreatedGame> {
  const { client, services: { store } } = app;
  const body = {
    isSealed,
    name: `Game ${label}`,
    date: inDays(9),
    isProtected,
    draw,
    organizerEmail: `organizer-${label}@secret.example`,
    participants: NAMES.map((name) => ({
      name,
      // Two of them share a mailbox; the person with a keeper in a sealed game has none.
      email: isSealed && name === "Cy"
        ? ""
        : `${name === "Eve" ? "dee" : name.toLowerCase()}-${label}@secret.example`,
      wish: `wish-${label}-${name}`,
      desiredGift: `gift-${label}-${name}`,
    })),
    // With five people, more rules would reveal a pair.
    exclusions: isSealed ? [] : [["Ana", "Ben"]],
    oneWayExclusions: [["Cy", "Dee"]],
    keepers: isSealed ? [["Ana", "Cy"]] : [["Ana", "Cy"], ["Ben", "Ana"]],
    byPost: true,
  } satisfies Partial<NewGame>;
  const first = await client.createGame({ ...body, reveal: "afterEvent" });
  const game = isRepeated ? await client.playAgain(first, body) : first;
  // Their links are queued as mails, so that a changed address ends them.
  const add = NAMES.map((_, index) => ({ recipient: index + 1, kind: "assignment" as const }));
  await store.addMails(game.id, () => ({ add, update: [] }));
  await whisper(app, label, game.code);
  await addAddresses(app, label, game.code);
  await addWishes(app, label, game.code);
  if (draw === "later") {
    const { invitationToken } = game;
    const livesWith = ["Ana", "Ben"];
    await client.join(game, { invitationToken, participantName: "Gil", livesWith });
  }
  if (isSealed) await issueClaim(client, game, "Ana");
  return game;
}

/** The text of a message, which names its author and recipient. */
export function wordsOf(label: string, from: string, to: string): string {
  return `words-${label}-by-${from}-for-${to}`;
}

/** Sends everyone a message from their giver, which only these two may see. */
async function whisper(
  { services: { store, tokens } }: TestApp,
  label: string,
  code: string,
): Promise<void> {
  const game = await store.readGame(code);
  assert(game);
  if (game.isGathering) return;
  for (const sender of game.participants) {
    const receiver = game.participants.find(({ number }) => number === sender.receiver);
    assert(receiver);
    const place = {
      gameId: game.id,
      giver: sender.number,
      receiver: receiver.number,
      isFromGiver: true,
      giverVersion: sender.tokenVersion,
      receiverVersion: receiver.tokenVersion,
      id: `${sender.number}`,
    };
    const text = tokens.messages.seal(
      wordsOf(label, sender.name, receiver.name),
      place,
      randomBytes(NONCE_BYTES),
    );
    const outcome = await store.addMessage(game.id, {
      message: { ...place, isThanks: false, question: null, text, sentAt: game.createdAt },
      sender,
      limit: { count: 30, since: game.createdAt },
      mail: null,
    });
    assert.equal(outcome, "stored");
  }
}

/** A postal address. */
export function addressOf(label: string, name: string): string {
  return `address-${label}-of-${name}`;
}

/** Gives everyone a postal address. */
async function addAddresses(
  { services: { store, tokens } }: TestApp,
  label: string,
  code: string,
): Promise<void> {
  await store.changeGame(code, (game) => {
    assert(game);
    const participants = game.participants.map((one) => {
      const text = { lines: [addressOf(label, one.name)], country: "", hint: "" };
      const place = { gameId: game.id, participant: one.number };
      const nonce = randomBytes(NONCE_BYTES);
      return {
        ...one,
        postalAddress: tokens.addresses.seal(JSON.stringify(text), place, nonce),
        addressTokenVersion: one.tokenVersion,
      };
    });
    return { game: { ...game, participants }, outbox: null, result: undefined };
  });
}

/** Id of an item on each list: ids are unique only within one list. */
const WISH = crypto.randomUUID();

/** Gives everyone a wish with a photo, which their giver has marked under another title. */
async function addWishes(app: TestApp, label: string, code: string): Promise<void> {
  const { store } = app.services;
  const game = await store.readGame(code);
  assert(game);
  await addPhotos(app, label, game);
  for (const { name, number, tokenVersion } of game.participants) {
    const wish = { id: WISH, title: `item-${label}-of-${name}`, url: "", price: null, note: "" };
    const wishes = [{ ...wish, photo: photoOf(number, "listed") }];
    await store.changeGameById(game.id, () => ({
      game: null,
      wishList: { participant: number, version: tokenVersion, revision: 1, wishes },
      outbox: null,
      result: undefined,
    }));
  }
  for (const asker of game.participants) {
    const { number: giver, receiver, name } = asker;
    if (receiver === null) continue;
    const title = `marked-${label}-by-${name}`;
    const wish = { id: WISH, title, url: "", price: null, note: "", photo: null };
    const mark = { giver, receiver, wishId: WISH, wish, markedAt: game.createdAt, asker };
    assert(await store.markWish(game.id, mark));
  }
}

/** Someone other than Ana; Ben may no longer be there. */
export function another(view: OrganizerView): OrganizerView["participants"][number] {
  const other = view.participants.find(({ name }) => name !== "Ana");
  assert(other);
  return other;
}

/** The credentials sent with this kind; the caller is Ana if it is a participant. */
export function credentials(
  kind: CredentialKind,
  game: OrganizerView & { claimToken: string },
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
        claimToken: "AAAAAAAAAAAAAAAAAAAAAA",
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
    case "claim":
      return { claimToken: game.claimToken };
  }
}

function query(shown: Record<string, string>): string {
  return new URLSearchParams(shown).toString();
}

/** The calling participant's browser; no response may contain its push address. */
const { endpoint, keys } = makeDevice("secret-address");
const DEVICE = { endpoint, keys };

/** Fields for all actions besides a credential; unknown fields are ignored. */
function actionFields(): Record<string, unknown> {
  return {
    wish: "new wish",
    participantName: "Fay",
    participantEmail: "fay@secret.example",
    // A new address each time: people who share an address see it of each other, so it would not be a secret.
    email: `moved-${crypto.randomUUID()}@secret.example`,
    location: "Elsewhere",
    confirmName: "Game own",
    exclusions: [["Ana", "Cy"]],
    livesWith: ["Ana", "Dee"],
    drawAt: inDays(3) + "T18:00:00Z",
    keepers: [["Ana", "Dee"]],
    to: "receiver",
    text: "some words",
    muted: true,
    reveal: "afterEvent",
    lines: ["Elsewhere"],
    sent: true,
    wishes: [{ title: "A new item", photo: photoOf(1, "loose") }],
    revision: 1,
    wishId: WISH,
    bought: true,
    ...DEVICE,
  };
}

/** A household proposal, as its organizer sees it. */
export function proposalOf(
  kind: CredentialKind,
  { householdProposals: [proposal] }: OrganizerView,
) {
  return kind === "organizer" && proposal ? { proposalId: proposal.id } : { proposalId: "a-b" };
}

/** Actions that Ana performs for Cy, whose keeper she is. */
const FOR_KEPT = ["updateAddress", "setParcel", "confirmArrived", "markWish"] as const;

/** The id that Ana sees for Cy. */
export function keptIdOf({ services: { tokens } }: TestApp, game: OrganizerView): string {
  const cy = game.participants.find(({ name }) => name === "Cy");
  return game.isProtected || !cy ? tokens.alias(game, { number: 1 }, { number: 3 }) : cy.id;
}

export const CALLS: Call[] = [
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
  ...["GET", "HEAD"].map((method): Call => ({
    name: `${method} messages`,
    method,
    path: (game, shown) => `/api/games/${game.code}/messages?${query(shown)}`,
  })),
  ...["POST", "DELETE"].map((method): Call => ({
    name: `${method} push`,
    method,
    path: (game) => `/api/games/${game.code}/push`,
    body: (_, shown) => ({ ...shown, ...DEVICE, ...method === "DELETE" && { keys: undefined } }),
  })),
  {
    name: "POST again",
    method: "POST",
    path: (game) => `/api/games/${game.code}/again`,
    body: (_, shown) => ({ date: inDays(99), ...shown }),
  },
  ...OPERATION_NAMES.map((action): Call => ({
    name: `PATCH ${action}`,
    operation: action,
    method: "PATCH",
    path: (game) => `/api/games/${game.code}`,
    body: (_, shown) => ({ action, ...actionFields(), ...shown }),
  })),
  {
    name: "PATCH setWishes, stale",
    operation: "setWishes",
    method: "PATCH",
    path: (game) => `/api/games/${game.code}`,
    body: (_, shown) => ({ action: "setWishes", wishes: [], revision: 0, ...shown }),
  },
  ...PHOTO_CALLS,
  ...FOR_KEPT.map((action): Call => ({
    name: `PATCH ${action} for Cy`,
    operation: action,
    method: "PATCH",
    path: (game) => `/api/games/${game.code}`,
    body: (_, { kept, ...shown }) => ({ action, ...actionFields(), ...shown, keptId: kept }),
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
  {
    name: "ask for links",
    method: "POST",
    path: () => "/api/email/links",
    body: (_, shown) => ({ email: "ana-own@secret.example", ...shown }),
  },
  ...["cleanup", "nothing"].map((name): Call => ({
    name: `POST ${name}`,
    method: "POST",
    path: () => `/api/games/${name}`,
    body: (_, shown) => shown,
  })),
  ...["health", "health/live", "health/ready", "config", "push-key", "openapi.json"].map((
    name,
  ): Call => ({
    name: `GET ${name}`,
    method: "GET",
    path: (_, shown) => `/api/${name}?${query(shown)}`,
  })),
];
