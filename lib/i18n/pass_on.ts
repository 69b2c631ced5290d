import type { Language, ReceiverChange } from "../game/types.ts";
import type { OrganizerView } from "../game/view_schemas.ts";
import { localeAt } from "./time_zone.ts";
import { translator } from "./translate.ts";

type Told = Pick<OrganizerView, "name" | "language" | "state" | "timeZone">;

/** Translates with the words of the event's region, like the game's mails. */
function speak(language: Language, { timeZone }: Pick<Told, "timeZone">) {
  return translator(language, null, localeAt(language, timeZone));
}

interface Addressed {
  name: string;
  /** null for the game's language. */
  language: Language | null;
  receiverChange: ReceiverChange | null;
}

/** The message to send with a personal link, in its reader's language. Never mentions the receiver. */
export function personMessage(
  game: Told,
  { name, language, receiverChange }: Addressed,
): string {
  const t = speak(language ?? game.language, game);
  const opens = game.state === "gathering" ? "place" : receiverChange ? "changed" : "gift";
  return t(`passOn.${opens}`, { name, game: game.name });
}

/** The message to people who already have their link and are not notified, in the game's language. */
export function drawnMessage(game: Pick<Told, "name" | "language" | "timeZone">): string {
  return speak(game.language, game)("passOn.drawn", { game: game.name });
}

/** The message to send with the link to join, in the game's language. */
export function invitationMessage(game: Told): string {
  return speak(game.language, game)("organize.links.shareText", { game: game.name });
}
