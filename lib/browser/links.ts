import { type Language, LANGUAGES } from "../game/types.ts";

/** Paths of the public pages, without a language; "" is the start page. */
export const PUBLIC_PAGES = ["", "create", "help", "recover", "privacy"] as const;
export type PublicPage = (typeof PUBLIC_PAGES)[number];

/**
 * The path of a public page.
 *
 * @param language in the path; null: the page is in the reader's language.
 */
export function publicPath(page: PublicPage, language: Language | null = null): string {
  return `/${[language ?? "", page].filter(Boolean).join("/")}`;
}

/** Parses the path of a public page; null for any other path. */
export function findPublicPage(
  pathname: string,
): { page: PublicPage; language: Language | null } | null {
  return PUBLIC_PLACES.get(pathname) ?? null;
}

const PUBLIC_PLACES = new Map(
  [null, ...LANGUAGES].flatMap((language) =>
    PUBLIC_PAGES.map((page) => [publicPath(page, language), { page, language }] as const)
  ),
);

/** The page of a game, for everyone who has its code. */
export function gamePath(code: string): string {
  return `/games/${code}`;
}

/** The page that shows a gift opened without scripts; works once. */
export function giftPath(code: string): string {
  return `/games/${code}/gift`;
}

/**
 * A participant's own page.
 *
 * @param token that participant's.
 * @param mark in emails, `Tokens.mailMark` of the address, which shows that the link was opened from an email.
 */
export function participantPath(code: string, token: string, mark?: string): string {
  const path = `/games/${code}?participant=${encodeURIComponent(token)}`;
  return mark ? `${path}&mail=${encodeURIComponent(mark)}` : path;
}

/** The messages between the signed-in participant and their receiver or giver. */
export function whisperPath(code: string, partner?: "receiver" | "giver"): string {
  return `/games/${code}/whisper${partner ? `?with=${partner}` : ""}`;
}

/**
 * The page where the signed-in participant enters their postal address and says that they have sent their gift.
 *
 * @param keptId the person they act for; absent: themselves. @param rest of the path
 */
export function postPath(code: string, keptId?: string, rest = ""): string {
  return `/games/${code}/post${rest}${keptId ? `?for=${encodeURIComponent(keptId)}` : ""}`;
}

/** A photo of a wish, for signed-in readers who see the wish. @param id absent: the path to upload photos to */
export function photoPath(code: string, id?: string): string {
  return `/games/${code}/photos${id ? `/${id}` : ""}`;
}

/** The page where the signed-in participant edits their wish list. */
export function wishesPath(code: string): string {
  return `/games/${code}/wishes`;
}

/** The path where browsers that receive notifications are added and removed. */
export function devicesPath(code: string): string {
  return `/games/${code}/devices`;
}

/** The organizer's page. @param token the organizer's */
export function organizerPath(code: string, token: string): string {
  return `/games/${code}/organize?token=${encodeURIComponent(token)}`;
}

/** The page to join a game through its invitation. @param token the game's invitation token */
export function joinPath(code: string, token: string): string {
  return `/games/${code}/join?invitation=${encodeURIComponent(token)}`;
}

/** The one-time link to claim a place. Short, because people type it from paper. */
export function claimPath(code: string, token: string): string {
  return `/games/${code}/c/${encodeURIComponent(token)}`;
}

/** The preview picture of a game. @param key `Tokens.preview` of the game */
export function picturePath(code: string, key: string): string {
  return `/preview/${code}/${encodeURIComponent(key)}`;
}

/**
 * The preview picture of all other pages. It contains the product's name, so a site with a name of its own shows the
 * icon instead.
 */
export function sitePicturePath(language: Language, siteName: string | null): string {
  return siteName === null ? `/preview/${language}.png` : "/icon-512.png";
}

/** The page after an erasure. @param code of a game that others on this device still take part in */
export function erasedPath(code?: string): string {
  return code ? `/erased?game=${encodeURIComponent(code)}` : "/erased";
}

/**
 * The page to end the notifications of one game, or all emails, to one address.
 *
 * @param gameId the game's id, because codes are reused.
 * @param token `Tokens.unsubscribe` of game and address, which keeps the address itself out of the URL.
 * @param declining `Tokens.declining` of the address, for after it has left the game.
 */
export function unsubscribePath(gameId: string, token: string, declining: string): string {
  const [one, all] = [token, declining].map(encodeURIComponent);
  return `/unsubscribe?game=${gameId}&token=${one}&all=${all}`;
}

/** The page to end all emails of this service to one address. @param token `Tokens.declining` of the address */
export function decliningPath(token: string): string {
  return `/unsubscribe?never=${encodeURIComponent(token)}`;
}

/**
 * The page to report not knowing the people of a game.
 *
 * @param mail name of the game's email.
 * @param token `Tokens.report` of the email.
 */
export function reportPath(gameId: string, mail: string, token: string): string {
  const query = `game=${gameId}&mail=${encodeURIComponent(mail)}`;
  return `/report?${query}&token=${encodeURIComponent(token)}`;
}

/** The page where the organizer confirms their address. @param token `Tokens.confirmation` */
export function confirmSenderPath(gameId: string, token: string): string {
  return `/confirm?game=${gameId}&token=${encodeURIComponent(token)}`;
}

/** The signed-in organizer's page. @param rest of the path, or a query */
export function managePath(code: string, rest = ""): string {
  return `/games/${code}/organize${rest}`;
}

/** The page where the signed-in organizer starts the next round of a game. */
export function againPath(code: string): string {
  return managePath(code, "/again");
}

/** The signed-in organizer's page about one participant. */
export function managePersonPath(code: string, participantId: string): string {
  return managePath(code, `/people/${encodeURIComponent(participantId)}`);
}

/** The web app manifest. */
export function manifestPath(language: Language): string {
  return `/manifest/${language}.webmanifest`;
}

/** The page that receives a wish from a shop’s page or another app. */
export const handedWishPath = "/wish";

/** The page that explains the bookmarklet. */
export const wishBookmarkletPath = "/wish/bookmarklet";
