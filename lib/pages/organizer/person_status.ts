import { isOutOfReach, type PersonProgress } from "../../game/progress.ts";

/** The labels of a person's status. */
const WORDS = {
  leaving: { text: "place.leaving", tone: "wanting", icon: "log-out" },
  asking: { text: "organize.people.status.asking", tone: "wanting", icon: "shuffle" },
  failed: { text: "organize.people.filters.mailFailed", tone: "urgent", icon: "mail-warning" },
  queued: { text: "organize.people.filters.mailQueued", tone: "plain", icon: "clock" },
  needed: { text: "organize.people.filters.needsLink", tone: "wanting", icon: "link" },
  made: { text: "organize.people.status.made", tone: "plain", icon: "link" },
  taken: { text: "organize.people.status.taken", tone: "plain", icon: "user-round" },
  unopened: { text: "organize.people.filters.unopened", tone: "plain", icon: "gift" },
  opened: { text: "organize.people.status.opened", tone: "plain", icon: "eye" },
  confirmed: { text: "organize.people.filters.confirmed", tone: "done", icon: "circle-check" },
  newName: { text: "organize.people.filters.changed", tone: "wanting", icon: "gift" },
  noNews: { text: "organize.people.filters.noNews", tone: "plain", icon: "message-circle" },
  hasWish: { text: "gather.status.hasWish", tone: "done", icon: "heart" },
  noWish: { text: "organize.people.filters.noWish", tone: "plain", icon: "heart" },
} as const;

export type StatusWord = (typeof WORDS)[keyof typeof WORDS];

/**
 * Returns the labels of a person's status, the most urgent first. Fewer before the draw.
 *
 * @param isPast true once the event is over: nothing more is expected of them.
 */
export function statusWords(
  person: PersonProgress,
  state: "gathering" | "drawn",
  isPast = false,
): StatusWord[] {
  const { link, gift } = person;
  const wish = person.hasWish ? WORDS.hasWish : WORDS.noWish;
  // Nothing needs to be done about other links, so they have no label.
  const linkWord = link === "used" || link === "sent" || link === "gone" ? [] : [WORDS[link]];
  const isMailWrong = link === "failed" || link === "queued";
  const outOfReach = isOutOfReach(person) && !isPast ? [WORDS.noNews] : [];
  // The wish is last: it has a column of its own.
  if (state === "gathering") return [...isMailWrong ? linkWord : outOfReach, wish];
  const isLinkTold = isMailWrong || gift === "unopened" || link === "needed";
  return [
    ...person.asksToLeave ? [WORDS.leaving] : [],
    ...person.asksForOther ? [WORDS.asking] : [],
    ...isLinkTold ? linkWord : [],
    // Without a link, no one can have opened anything, and no one is left to open an erased person's gift.
    ...(link === "needed" || link === "gone") && gift === "unopened"
      ? []
      : [person.newName && !isPast ? WORDS.newName : WORDS[gift]],
    ...gift === "unopened" ? outOfReach : [],
    wish,
  ];
}

/** The labels of people whom an email would help. */
const UNMAILED: ReadonlySet<StatusWord> = new Set([WORDS.needed, WORDS.noNews]);

/** True if a person's status says that they need their link or get no updates, although they have an address. */
export function missesMails(person: PersonProgress, state: "gathering" | "drawn"): boolean {
  return person.hasAddress && statusWords(person, state).some((word) => UNMAILED.has(word));
}
