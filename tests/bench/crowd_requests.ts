import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { range } from "@/tests/support/draws.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { inDays } from "../support/games.ts";
import { settingWishes, setWishes } from "./wishes.ts";
import { createGame } from "./worst_games.ts";
import {
  BODIES,
  creation,
  FORMS,
  HEADERS,
  type OpenedGame,
  type PreparedGames,
  requestsAbout,
  type WorstRequest,
} from "./worst_requests.ts";
import { name, RULES } from "./worst_rules.ts";

/** Requests of a crowd by name; each returns the request with an index. */
export type CrowdRequests = Record<string, (index: number) => WorstRequest>;

/** Numbers of pictures, each of a different game because each is drawn once, and of people with a wish list. */
const PICTURES = 205;
const WISHERS = 205;

/** The most expensive requests of all kinds. */
export async function crowdRequests(
  url: string,
  games: Pick<PreparedGames, "large" | "asking">,
): Promise<CrowdRequests> {
  const { asking, large } = games;
  const about = requestsAbout({
    ...games,
    opened: large,
    wordy: large,
    homes: large,
    pairs: large,
  });
  const alike = (request: WorstRequest | undefined) => {
    if (!request) throw new Error("There is no such request");
    return () => request;
  };
  const made = (rules: string) => alike(creation(RULES[rules] ?? { size: 3 }));
  const form = (path: string, fields: Record<string, string>): WorstRequest => ({
    method: "POST",
    path,
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(fields),
  });
  const cookie = `organizer_${asking.code}=${asking.organizerToken}`;
  const everyone = range(1_000).map(name).join("\n");
  const participant = ({ code, participants }: OpenedGame, index: number) => ({
    cookie: `participant_${code}=${participants[index]?.token}`,
  });
  const pictures = await findPictures(url);
  for (const index of range(WISHERS)) await setWishes(url, large, index);
  const sending = (bytes: Uint8Array<ArrayBuffer>) => (index: number): WorstRequest => ({
    method: "POST",
    path: `/api/games/${large.code}/photos`,
    headers: { "x-participant-token": large.participants[index]?.token ?? "" },
    body: bytes,
  });
  const photo = await sendPhoto(url, sending(pngOf(1))(0));
  const FORM = { name: "x", date: inDays(30), currency: "EUR", language: "en" };
  return {
    "form: 60,000 lines of one letter": alike(
      form("/create", { ...FORM, people: "a\n".repeat(60_000) }),
    ),
    "form: quotes that do not end": alike(FORMS["quotes that do not end"]),
    "form: a line of blanks": alike(FORMS["a line of blanks"]),
    "form: 1,000 people, 20,000 pairs": alike(FORMS["1,000 people, 20,000 pairs"]),
    "form: 1,000 people without a date": alike(FORMS["1,000 people without a date"]),
    "form: again, without a date": () => ({
      ...form(`/games/${asking.code}/organize/again`, { ...FORM, date: "", people: everyone }),
      headers: { "sec-fetch-site": "same-origin", cookie },
    }),
    "form: a token of 250,000 characters": alike(
      about["a sign-in by a token of 250,000 characters"],
    ),
    "creation: 1,000 people, as many pairs as fit": made("1,000 people, as many pairs as fit"),
    "creation: 1,000 people in 14 KB": alike(creation({ size: 1_000 })),
    "creation: a circle of 200": made("a circle of 200, three neighbours either side"),
    "creation: 160 random households of 60": made("160 random households of 60"),
    "creation: impossible, of 120": made("impossible: 120 people, a group that is hard to find"),
    "body: 900 names that grow": alike(BODIES["900 names that grow by normalisation"]),
    "body: 1,000 participants, all wrong": alike(BODIES["1,000 participants, all wrong"]),
    "body: 130,000 arrays within each other": alike(
      BODIES["130,000 arrays within each other"],
    ),
    "setExclusions of 20,000 pairs": alike(about["setExclusions of 20,000 pairs"]),
    "100 get someone else": alike(about["100 get someone else"]),
    "a new draw for all": alike(about["a new draw for all"]),
    "again": () => ({
      method: "POST",
      path: `/api/games/${asking.code}/again`,
      headers: { "x-organizer-token": asking.organizerToken },
      body: JSON.stringify({ date: inDays(40) }),
    }),
    "organizer's answer, 16,000 pairs": alike(about["16,000 pairs: organizer's answer"]),
    "organizer's page, 16,000 pairs": alike(about["16,000 pairs: organizer's page"]),
    "page of a person, 16,000 pairs": alike(about["16,000 pairs: page of a person"]),
    "page of links": alike(about["990 people: page of links"]),
    "slips": alike(about["990 people: slips"]),
    "participants' pages, 16,000 pairs": (index) => ({
      method: "GET",
      path: `/games/${asking.code}`,
      headers: participant(asking, index),
    }),
    "participants' answers, 16,000 pairs": (index) => ({
      method: "GET",
      path: `/api/games/${asking.code}?participantToken=${asking.participants[index]?.token}`,
    }),
    "participants who wish, of 990": (index) => ({
      method: "PATCH",
      path: `/api/games/${large.code}?participantToken=${large.participants[index]?.token}`,
      body: JSON.stringify({
        action: "updateWish",
        participantId: large.participants[index]?.id,
        wish: `Wool ${index}`,
        desiredGift: "",
      }),
    }),
    "participants' pages with 20 wishes, 990 people": (index) => ({
      method: "GET",
      path: `/games/${large.code}`,
      headers: participant(large, index),
    }),
    "pages of 20 wishes, 990 people": (index) => ({
      method: "GET",
      path: `/games/${large.code}/wishes`,
      headers: participant(large, index),
    }),
    "participants' answers with 20 wishes, 990 people": (index) => ({
      method: "GET",
      path: `/api/games/${large.code}`,
      headers: { "x-participant-token": large.participants[index]?.token ?? "" },
    }),
    "setWishes of 20 items, of 990": (index) => settingWishes(large, WISHERS + index),
    "photos of 100 KiB": sending(pngOf(1)),
    "photos of 6,000 pieces, and one too many": sending(pngOf(6_000)),
    "a photo, of 990 people": alike({
      method: "GET",
      path: `/api/games/${large.code}/photos/${photo}`,
      headers: { "x-participant-token": large.participants[0]?.token ?? "" },
    }),
    "public page, 990 people": alike({ method: "GET", path: `/games/${large.code}` }),
    "pictures": (index) => ({ method: "GET", path: pictures[index] ?? "/" }),
    "the document of the API": alike(HEADERS["the document of the API"]),
    "the page of the API": alike(HEADERS["the page of the API"]),
  };
}

/** Paths of link preview pictures, each of a different game. */
async function findPictures(url: string): Promise<string[]> {
  const paths: string[] = [];
  for (const index of range(PICTURES)) {
    const { code } = await createGame(url, 3, { name: `Party ${index}` });
    const page = await fetch(`${url}/games/${code}`, { headers: { "user-agent": "WhatsApp/2" } });
    const path = /og:image" content="https?:\/\/[^/"]+([^"]+)/.exec(await page.text())?.[1];
    if (!path) throw new Error("A link has no picture");
    paths.push(path);
  }
  return paths;
}

/** Uploads a photo. @returns its id */
async function sendPhoto(url: string, { path, ...request }: WorstRequest): Promise<string> {
  const answer = await fetch(url + path, request);
  if (!answer.ok) throw new Error(`No photo was kept: ${await answer.text()}`);
  return (await answer.json()).photo;
}

/** A PNG of the maximum photo size, its data split into `pieces`; with more than one, an unknown chunk follows. */
function pngOf(pieces: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Uint8Array): Uint8Array => {
    const whole = Buffer.alloc(data.length + 12);
    whole.writeUInt32BE(data.length);
    whole.write(type, 4, "latin1");
    whole.set(data, 8);
    whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
    return whole;
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(1_000);
  size.writeUInt32BE(1_000, 4);
  size.set([8, 6], 8);
  const begin = [Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", size)];
  const end = chunk("IEND", new Uint8Array());
  const room = LIMITS.photoBytes - Buffer.concat([...begin, end]).length - 12 * pieces;
  const data = range(pieces).map(() => chunk("IDAT", randomBytes(Math.floor(room / pieces))));
  return new Uint8Array(
    Buffer.concat([...begin, ...data, ...pieces > 1 ? [chunk("oddX", size)] : [], end]),
  ).slice(0, LIMITS.photoBytes);
}
