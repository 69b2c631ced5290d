import { type Language, LANGUAGES } from "../game/types.ts";

/** The pages about the site, by their addresses; the first is the start page. */
export const PUBLIC_PAGES = ["", "create", "help", "recover", "privacy"] as const;
export type PublicPage = (typeof PUBLIC_PAGES)[number];

/**
 * A page about the site.
 *
 * @param language that its address names; null: the page is in whichever language its reader reads.
 */
export function publicPath(page: PublicPage, language: Language | null = null): string {
  return `/${[language ?? "", page].filter(Boolean).join("/")}`;
}

/** The page about the site that an address leads to, and the language that it names; null: it is another's. */
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

/** The game as everyone with the code sees it. */
export function gamePath(code: string): string {
  return `/games/${code}`;
}

/** Where a gift that was opened without scripts lies open, once. */
export function giftPath(code: string): string {
  return `/games/${code}/gift`;
}

/** A participant's own page. @param token that participant's */
export function participantPath(code: string, token: string): string {
  return `/games/${code}?participant=${encodeURIComponent(token)}`;
}

/** Where the signed-in participant talks with the person they give to, and with who gives to them. */
export function whisperPath(code: string, partner?: "receiver" | "giver"): string {
  return `/games/${code}/whisper${partner ? `?with=${partner}` : ""}`;
}

/** Where the signed-in participant says where to send to, and that they have sent. @param rest of the path */
export function postPath(code: string, rest = ""): string {
  return `/games/${code}/post${rest}`;
}

/** The organizer's page. @param token the organizer's */
export function organizerPath(code: string, token: string): string {
  return `/games/${code}/organize?token=${encodeURIComponent(token)}`;
}

/** Where a late-comer joins. @param token the game's invitation token */
export function joinPath(code: string, token: string): string {
  return `/games/${code}/join?invitation=${encodeURIComponent(token)}`;
}

/** Where someone takes their place, once: short, as it is typed from paper. */
export function claimPath(code: string, token: string): string {
  return `/games/${code}/c/${encodeURIComponent(token)}`;
}

/** The picture that chats show of a link to a game. @param key `Tokens.preview` of the game */
export function picturePath(code: string, key: string): string {
  return `/preview/${code}/${encodeURIComponent(key)}`;
}

/** The picture that they show of any other page. */
export function sitePicturePath(language: Language): string {
  return `/preview/${language}.png`;
}

/** Where it is said that something is gone for good. @param code of a game that others on the device are in still */
export function erasedPath(code?: string): string {
  return code ? `/erased?game=${encodeURIComponent(code)}` : "/erased";
}

/** Where a lost link is asked for. @param language that the address names */
export function recoveryPath(language: Language | null = null): string {
  return publicPath("recover", language);
}

/**
 * Where one address ends the notices of one game.
 *
 * @param gameId the game's id, since codes are used again.
 * @param token `Tokens.unsubscribe` of game and address: the address itself stays out of the URL.
 */
export function unsubscribePath(gameId: string, token: string): string {
  return `/unsubscribe?game=${gameId}&token=${encodeURIComponent(token)}`;
}

/** Where one address ends all mails of this service. @param token `Tokens.declining` of the address */
export function decliningPath(token: string): string {
  return `/unsubscribe?never=${encodeURIComponent(token)}`;
}

/** Where the signed-in organizer manages a game. @param rest of the path, or a query */
export function managePath(code: string, rest = ""): string {
  return `/games/${code}/organize${rest}`;
}

/** Where the signed-in organizer plays a game again. */
export function againPath(code: string): string {
  return managePath(code, "/again");
}

/** Where the signed-in organizer manages one person. */
export function managePersonPath(code: string, participantId: string): string {
  return managePath(code, `/people/${encodeURIComponent(participantId)}`);
}

/** What a browser needs to put the site on a home screen. */
export function manifestPath(language: Language): string {
  return `/manifest/${language}.webmanifest`;
}
