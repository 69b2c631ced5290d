import assert from "node:assert/strict";
import type { Game } from "@/lib/game/types.ts";
import type { TestApp } from "./app.ts";
import type { Answer, Managed } from "./client.ts";
import { PHOTOS } from "./photos.ts";
import type { Call, CredentialKind } from "./privacy_call.ts";

/** On its owner's list, or on none. */
type Kind = "listed" | "loose";

/** Id of a photo; unique within a game. @param owner their number */
export function photoOf(owner: number, kind: Kind): string {
  return `00000000-0000-4000-8000-0000000${kind === "loose" ? 1 : 0}${
    String(owner).padStart(4, "0")
  }`;
}

/** Stores two photos of each participant, whose bytes identify the owner. */
export async function addPhotos(
  { services: { store } }: TestApp,
  label: string,
  { id: gameId, participants }: Game,
): Promise<void> {
  for (const { number: participant, tokenVersion: version } of participants) {
    for (const kind of ["listed", "loose"] as const) {
      const bytes = new TextEncoder().encode(`${kind}-photo-${label}-of-${participant}`);
      const photo = { participant, version, type: "image/webp", bytes } as const;
      const added = await store.addPhoto(gameId, { id: photoOf(participant, kind), ...photo }, 20);
      assert.equal(added, "stored");
    }
  }
}

/** Credentials as headers of the API or as a browser's cookies. */
function headersOf({ code }: Managed, shown: Record<string, string>, isPage: boolean) {
  const { organizerToken, participantToken, participantId, invitationToken } = shown;
  const participant = participantToken ?? (participantId && `id.${participantId}`);
  const sent = isPage
    ? { organizer: organizerToken, participant, invitation: invitationToken }
    : { "x-organizer-token": organizerToken, "x-participant-token": participantToken };
  const given = Object.entries(sent).flatMap(([name, value]) => value ? [[name, value]] : []);
  if (!isPage) return Object.fromEntries(given);
  return { cookie: given.map(([role, value]) => `${role}_${code}=${value}`).join("; ") };
}

/** The API and the pages, which send and receive credentials differently. */
const WAYS = [["", true], ["/api", false]] as const;

/** Requests for a photo, both ways. */
function readingOf(owner: number, kind: Kind): Call[] {
  return WAYS.map(([place, isPage]) => ({
    name: `GET ${kind} photo of ${owner} ${place}`,
    method: "GET",
    path: ({ code }) => `${place}/games/${code}/photos/${photoOf(owner, kind)}`,
    headers: (game, shown) => headersOf(game, shown, isPage),
  }));
}

/** Reads everyone's photos on lists, and Ana's and Ben's that are on none. */
export const PHOTO_READINGS: Call[] = [
  ...[1, 2, 3, 4, 5].flatMap((owner) => readingOf(owner, "listed")),
  ...[1, 2].flatMap((owner) => readingOf(owner, "loose")),
];

const [PHOTO] = PHOTOS.values();

/** Uploads a photo, and reads another participant's. */
export const PHOTO_CALLS: Call[] = [
  ...WAYS.map(([place, isPage]): Call => ({
    name: `POST photo ${place}`,
    method: "POST",
    path: ({ code }) => `${place}/games/${code}/photos`,
    body: () => PHOTO,
    headers: (game, shown) => headersOf(game, shown, isPage),
  })),
  ...readingOf(2, "listed"),
];

/** True if the credential is Ana's token, the only one that can upload and see photos. */
export function isAna(kind: CredentialKind): boolean {
  return kind === "own token" || kind === "own token with another's id";
}

/** Asserts that all photos in a response are Ana's or on the list of someone whose gift she has opened. */
export function assertOwnPhotos(
  label: string,
  kind: CredentialKind,
  { text }: Answer,
  game: Game | null,
): void {
  for (const [photo, photoKind, of, owner] of text.matchAll(/(\w+)-photo-(\w+)-of-(\d+)/g)) {
    const isShown = isAna(kind) && of === "own" && game !== null &&
      photosOfAna(game).includes(`${photoKind} ${owner}`);
    assert(isShown, `${label}: shows ${photo}`);
  }
}

/** The photos that Ana may see, as kind and owner's number; none in an archived game. */
export function photosOfAna({ participants, archivedAt }: Game): string[] {
  if (archivedAt !== null) return [];
  const ana = participants.find(({ number }) => number === 1);
  const opened = participants.filter(({ number, viewedAt, receiver }) =>
    (number === 1 || ana?.keeps.includes(number)) && viewedAt !== null && receiver !== null
  );
  return ["listed 1", "loose 1", ...opened.map(({ receiver }) => `listed ${receiver}`)];
}
