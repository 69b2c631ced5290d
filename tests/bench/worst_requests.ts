import { range } from "@/tests/support/draws.ts";
import { MAX_BODY } from "@/lib/http/body.ts";
import { inDays } from "../support/games.ts";
import { fill, name, newGame, randomPair, RULES } from "./worst_rules.ts";

/** A request meant to be expensive. */
export interface WorstRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams | Uint8Array<ArrayBuffer>;
}

/** A game that requests refer to, with its tokens. */
export interface OpenedGame {
  code: string;
  organizerToken: string;
  participants: { id: string; token: string; name: string }[];
}

/** Games created beforehand. */
export interface PreparedGames {
  /** 990 people, so that some can still join. */
  large: OpenedGame;
  /** 990 people, all but seven with opened gifts: a newcomer makes these seven draw again. */
  opened: OpenedGame;
  /** 1,000 people, many with wishes of the maximum length, in characters of three bytes. */
  wordy: OpenedGame;
  /** 1,000 people with many requests for another receiver, and 16,000 exclusions. */
  asking: OpenedGame;
  /** 990 people in households of twenty; many have opened their gift and some have asked for another receiver. */
  homes: OpenedGame;
  /** 990 people with 12,000 excluded pairs, in the same states. */
  pairs: OpenedGame;
}

/** A creation with these rules. */
export function creation(rules: (typeof RULES)[string]): WorstRequest {
  const { size, ...apart } = rules;
  return {
    method: "POST",
    path: "/api/games",
    body: JSON.stringify({ ...newGame(size), ...apart }),
  };
}

const raw = (body: string): WorstRequest => ({ method: "POST", path: "/api/games", body });
const half = MAX_BODY / 2 - 10;

/** Invalid or unusual bodies of a creation. */
export const BODIES: Record<string, WorstRequest> = {
  "130,000 arrays within each other": raw("[".repeat(half) + "]".repeat(half)),
  "130,000 arrays that do not end": raw("[".repeat(MAX_BODY - 10)),
  "40,000 objects within each other": raw('{"a":'.repeat(40_000) + "1" + "}".repeat(40_000)),
  "20,000 unknown members": raw(
    `{${range(20_000).map((i) => `"k${i}":1`).join(",")}}`,
  ),
  "participants: 85,000 empty objects": raw(
    JSON.stringify({ ...newGame(3), participants: range(85_000).map(() => ({})) }),
  ),
  "1,000 participants, all wrong": raw(
    JSON.stringify({
      ...newGame(3),
      participants: range(1_000).map(() => ({
        name: 1,
        email: 2,
        wish: 3,
        desiredGift: 4,
        language: 5,
      })),
    }),
  ),
  "households: 120,000 numbers in arrays": raw(
    JSON.stringify({ ...newGame(3), households: range(120).map(() => range(999).map(() => 1)) }),
  ),
  "exclusions: 20,000 wrong pairs": raw(
    JSON.stringify({ ...newGame(3), exclusions: range(20_000).map(() => [1, 2]) }),
  ),
  "900 names that grow by normalisation": raw(
    JSON.stringify({
      ...newGame(3),
      participants: range(900).map((i) => ({ name: "\uFDFA".repeat(70) + name(i) })),
    }),
  ),
  "900 names of combining marks": raw(
    JSON.stringify({
      ...newGame(3),
      participants: range(900).map((i) => ({ name: "a" + "\u0323\u0302".repeat(38) + name(i) })),
    }),
  ),
  "900 addresses of many dots": raw(
    JSON.stringify({
      ...newGame(3),
      participants: range(900).map((i) => ({
        name: name(i),
        email: "a.".repeat(60) + "@" + "a.".repeat(60) + "c",
      })),
    }),
  ),
  "a time zone of 200,000 characters": raw(
    JSON.stringify({ ...newGame(3), timeZone: "A".repeat(200_000) }),
  ),
  "notes of 120,000 line ends": raw(
    JSON.stringify({ ...newGame(3), generalNotes: "\r".repeat(120_000) }),
  ),
};

const form = (path: string, fields: Record<string, string>): WorstRequest => ({
  method: "POST",
  path,
  headers: { "sec-fetch-site": "same-origin" },
  body: new URLSearchParams(fields),
});

const FORM = { name: "x", date: inDays(30), currency: "EUR", language: "en" };

/** Forms of the creation page. */
export const FORMS: Record<string, WorstRequest> = {
  "1,000 people, 20,000 pairs": form("/create", {
    ...FORM,
    people: range(1_000).map(name).join("\n"),
    exclusions: range(19_000).map(() => randomPair(1_000).join()).join("\n"),
  }),
  "1,000 people without a date": form("/create", {
    ...FORM,
    date: "",
    people: range(1_000).map(name).join("\n"),
  }),
  "100,000 people in lines": form("/create", { ...FORM, people: "a\n".repeat(80_000) }),
  "quotes that do not end": form("/create", { ...FORM, people: `"a,""b\n`.repeat(15_000) }),
  "a line of blanks": form("/create", {
    ...FORM,
    people: `a${" ".repeat(120_000)}@`,
    households: `a${" ".repeat(120_000)}b`,
  }),
  "100,000 fields": form(
    "/create",
    Object.fromEntries(range(20_000).map((i) => [`f${i}`, ""])),
  ),
  // Not escaped, because escapes would leave room for only half as many.
  "a code that seems to hold 29,000 links": {
    method: "POST",
    path: "/",
    headers: {
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: `code=${"/games/1?".repeat(29_000)}+x`,
  },
  "a line of 5,000 names kept apart": form("/create", {
    ...FORM,
    people: "a\nb\nc",
    exclusions: range(5_000).map(name).join(),
  }),
};

/** Requests with unusual headers or paths. */
export const HEADERS: Record<string, WorstRequest> = {
  "Accept-Language of 8,000 languages": {
    method: "GET",
    path: "/",
    headers: { "accept-language": range(1_500).map((i) => `x${i};q=0.${i % 10}`).join() },
  },
  "cookies of 12 KB": {
    method: "GET",
    path: "/",
    headers: { cookie: range(1_200).map((i) => `c${i}=${i}`).join("; ") },
  },
  "X-Forwarded-For of 2,000 hops": {
    method: "GET",
    path: "/",
    headers: { "x-forwarded-for": range(1_500).map(() => "::1").join() },
  },
  "a path of 10,000 segments": { method: "GET", path: "/a".repeat(6_000) },
  "a path of 4,000 escapes": { method: "GET", path: `/${"%2f".repeat(4_000)}` },
  "a query of 5,000 parameters": {
    method: "GET",
    path: `/?${range(2_500).map((i) => `a${i}=`).join("&")}`,
  },
  "the document of the API": { method: "GET", path: "/api/openapi.json" },
  "the page of the API": { method: "GET", path: "/api/docs" },
};

/** Requests about existing games. */
export function requestsAbout({ large, opened, wordy, asking, homes, pairs }: PreparedGames) {
  const organizer = (game: OpenedGame) => ({
    cookie: `organizer_${game.code}=${game.organizerToken}`,
  });
  const participant = (game: OpenedGame) => ({
    cookie: `participant_${game.code}=${game.participants[0]?.token ?? ""}`,
  });
  const act = (game: OpenedGame, body: Record<string, unknown>): WorstRequest => ({
    method: "PATCH",
    path: `/api/games/${game.code}`,
    body: JSON.stringify({ organizerToken: game.organizerToken, ...body }),
  });
  const requests: Record<string, WorstRequest> = {
    "one joins": act(large, {
      action: "addParticipant",
      participantName: `New ${crypto.randomUUID()}`,
    }),
    "one joins, seven make room": act(opened, {
      action: "addParticipant",
      participantName: `New ${crypto.randomUUID()}`,
    }),
    "a new draw for all": act(large, { action: "reassignAll" }),
    "setExclusions of 20,000 pairs": act(large, {
      action: "setExclusions",
      exclusions: fill(() => randomPair(990), 20_000, {}),
    }),
    "setExclusions of nine households of 110": act(large, {
      action: "setExclusions",
      households: range(9).map((home) => range(110).map((i) => name(110 * home + i))),
    }),
    "setExclusions of none": act(large, {
      action: "setExclusions",
      exclusions: [],
      households: [],
    }),
    "a sign-in by a token of 250,000 characters": form(`/games/${large.code}`, {
      action: "signIn",
      token: "x".repeat(250_000),
    }),
    "100 get someone else": act(asking, { action: "approveAllReassignments" }),
  };
  for (const [what, game] of Object.entries({ "homes of 20": homes, "12,000 pairs": pairs })) {
    const someone = (index: number) => ({ participantId: game.participants[index]?.id });
    Object.assign(requests, {
      [`${what}: one joins`]: act(game, {
        action: "addParticipant",
        participantName: `New ${crypto.randomUUID()}`,
      }),
      [`${what}: one who asked`]: act(game, { action: "approveReassignment", ...someone(3) }),
      [`${what}: one is forced`]: act(game, { action: "forceReassignParticipant", ...someone(90) }),
      [`${what}: one leaves`]: act(game, { action: "removeParticipant", ...someone(600) }),
      [`${what}: all who asked`]: act(game, { action: "approveAllReassignments" }),
    });
  }
  for (
    const [what, game] of Object.entries({
      "990 people": large,
      "long wishes": wordy,
      "16,000 pairs": asking,
    })
  ) {
    const api = { method: "GET", path: `/api/games/${game.code}` } as const;
    const page = `/games/${game.code}`;
    Object.assign(
      requests,
      {
        [`${what}: public answer`]: api,
        [`${what}: organizer's answer`]: {
          ...api,
          headers: { "x-organizer-token": game.organizerToken },
        },
        [`${what}: participant's answer`]: {
          ...api,
          headers: { "x-participant-token": game.participants[0]?.token ?? "" },
        },
        [`${what}: organizer's page`]: {
          method: "GET",
          path: `${page}/organize`,
          headers: organizer(game),
        },
        [`${what}: page of exclusions`]: {
          method: "GET",
          path: `${page}/organize/apart`,
          headers: organizer(game),
        },
        [`${what}: page of pairs`]: {
          method: "GET",
          path: `${page}/organize/pairs`,
          headers: organizer(game),
        },
        [`${what}: page of a person`]: {
          method: "GET",
          path: `${page}/organize/people/${game.participants[0]?.id}`,
          headers: organizer(game),
        },
        [`${what}: page of links`]: {
          method: "GET",
          path: `${page}/created`,
          headers: organizer(game),
        },
        [`${what}: links as CSV`]: {
          method: "GET",
          path: `${page}/created/links.csv`,
          headers: organizer(game),
        },
        [`${what}: slips`]: { method: "GET", path: `${page}/slips`, headers: organizer(game) },
        [`${what}: participant's page`]: { method: "GET", path: page, headers: participant(game) },
      } satisfies Record<string, WorstRequest>,
    );
  }
  return requests;
}
