import { isOutOfReach, type LinkState, type PersonProgress } from "../../game/progress.ts";
import type { Texts } from "../../i18n/translate.ts";

/** One label of a person's status. */
export interface StatusWord {
  text:
    | "place.leaving"
    | "gather.status.hasWish"
    | `organize.people.filters.${keyof Texts["organize"]["people"]["filters"]}`
    | `organize.people.status.${keyof Texts["organize"]["people"]["status"]}`;
  tone: "urgent" | "wanting" | "done" | "plain";
  icon:
    | "log-out"
    | "shuffle"
    | "mail-warning"
    | "clock"
    | "message-circle"
    | "link"
    | "user-round"
    | "gift"
    | "eye"
    | "circle-check"
    | "heart";
}

/** Nothing needs to be done about other links, so they have no label. */
const LINKS: Readonly<Record<Exclude<LinkState, "used" | "sent" | "gone">, StatusWord>> = {
  failed: { text: "organize.people.filters.mailFailed", tone: "urgent", icon: "mail-warning" },
  queued: { text: "organize.people.filters.mailQueued", tone: "plain", icon: "clock" },
  needed: { text: "organize.people.filters.needsLink", tone: "wanting", icon: "link" },
  made: { text: "organize.people.status.made", tone: "plain", icon: "link" },
  taken: { text: "organize.people.status.taken", tone: "plain", icon: "user-round" },
};

const GIFTS: Readonly<Record<PersonProgress["gift"], StatusWord>> = {
  unopened: { text: "organize.people.filters.unopened", tone: "plain", icon: "gift" },
  opened: { text: "organize.people.status.opened", tone: "plain", icon: "eye" },
  confirmed: { text: "organize.people.filters.confirmed", tone: "done", icon: "circle-check" },
};

const NO_NEWS: StatusWord = {
  text: "organize.people.filters.noNews",
  tone: "plain",
  icon: "message-circle",
};

const NEW_NAME: StatusWord = {
  text: "organize.people.filters.changed",
  tone: "wanting",
  icon: "gift",
};

/** The labels after the event. */
const ENDED: typeof GIFTS = {
  ...GIFTS,
  unopened: { text: "organize.people.status.neverOpened", tone: "plain", icon: "gift" },
};

/**
 * The labels of a person's status, the most urgent first. Before the draw only their wish counts.
 *
 * @param isPast true once the event is over: nothing more is expected.
 */
export function statusWords(
  person: PersonProgress,
  state: "gathering" | "drawn",
  isPast = false,
): StatusWord[] {
  const wish: StatusWord = person.hasWish
    ? { text: "gather.status.hasWish", tone: "done", icon: "heart" }
    : {
      text: "organize.people.filters.noWish",
      tone: "plain",
      icon: "heart",
    };
  const { link, gift } = person;
  const isMailWrong = link === "failed" || link === "queued";
  const outOfReach = isOutOfReach(person) && !isPast ? [NO_NEWS] : [];
  if (state === "gathering") return [...isMailWrong ? [LINKS[link]] : outOfReach, wish];
  // A link that has ended may have opened the gift before.
  const isLinkTold = isMailWrong || gift === "unopened" || link === "needed";
  return [
    ...person.asksToLeave
      ? [{ text: "place.leaving", tone: "wanting", icon: "log-out" } as const]
      : [],
    ...person.asksForOther
      ? [{ text: "organize.people.status.asking", tone: "wanting", icon: "shuffle" } as const]
      : [],
    ...isLinkTold && link !== "used" && link !== "sent" && link !== "gone" ? [LINKS[link]] : [],
    // Without a link, no one can have opened anything.
    ...link === "needed" && gift === "unopened"
      ? []
      : [isPast ? ENDED[gift] : person.newName ? NEW_NAME : GIFTS[gift]],
    ...gift === "unopened" ? outOfReach : [],
    wish,
  ];
}
