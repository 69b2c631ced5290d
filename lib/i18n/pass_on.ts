import { inviterOf } from "../game/identity.ts";
import type { Language, ReceiverChange } from "../game/types.ts";
import type { OrganizerView } from "../game/view_schemas.ts";
import { translator } from "./translate.ts";

type Told = Pick<OrganizerView, "name" | "organizerName" | "language" | "state">;

interface Addressed {
  name: string;
  /** null: the game's. */
  language: Language | null;
  receiverChange: ReceiverChange | null;
}

/** The message to send with a personal link, in its reader's language. Never mentions the receiver. */
export function personMessage(
  game: Told,
  { name, language, receiverChange }: Addressed,
): string {
  const t = translator(language ?? game.language);
  const values = { name, game: game.name };
  // The organizer sends their own link to themselves.
  const organizer = inviterOf(game, name);
  if (game.state === "gathering") {
    return organizer ? t("passOn.placeFrom", { ...values, organizer }) : t("passOn.place", values);
  }
  if (receiverChange) {
    return organizer
      ? t("passOn.changedFrom", { ...values, organizer })
      : t("passOn.changed", values);
  }
  return organizer ? t("passOn.giftFrom", { ...values, organizer }) : t("passOn.gift", values);
}

/** The message to people who have their page and get no news, in the game's language. */
export function drawnMessage({ name: game, language }: Pick<Told, "name" | "language">): string {
  return translator(language)("passOn.drawn", { game });
}

/** The message to send with the link to join, in the game's language. */
export function invitationMessage(
  { name: game, organizerName: organizer, language }: Told,
): string {
  const t = translator(language);
  return organizer
    ? t("passOn.inviteFrom", { game, organizer })
    : t("organize.links.shareText", { game });
}
