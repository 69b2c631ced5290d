import type { LinkState, PersonProgress } from "../game/progress.ts";

/** One thing that is said of how far somebody has come. */
export interface StatusWord {
  text:
    | "place.leaving"
    | "gather.status.hasWish"
    | "gather.status.noWish"
    | `organize.people.filters.${"mailFailed" | "mailQueued" | "needsLink"}`
    | `organize.people.status.${"asking" | "sent" | "made" | "taken"}`
    | `organize.people.status.${PersonProgress["gift"]}`;
  tone: "urgent" | "wanting" | "done" | "plain";
  icon:
    | "log-out"
    | "shuffle"
    | "mail-warning"
    | "clock"
    | "link"
    | "mail-check"
    | "user-round"
    | "gift"
    | "eye"
    | "circle-check"
    | "heart";
}

const LINKS: Readonly<Record<Exclude<LinkState, "used">, StatusWord>> = {
  failed: { text: "organize.people.filters.mailFailed", tone: "urgent", icon: "mail-warning" },
  queued: { text: "organize.people.filters.mailQueued", tone: "plain", icon: "clock" },
  needed: { text: "organize.people.filters.needsLink", tone: "wanting", icon: "link" },
  sent: { text: "organize.people.status.sent", tone: "plain", icon: "mail-check" },
  made: { text: "organize.people.status.made", tone: "plain", icon: "link" },
  taken: { text: "organize.people.status.taken", tone: "plain", icon: "user-round" },
};

const GIFTS: Readonly<Record<PersonProgress["gift"], StatusWord>> = {
  unopened: { text: "organize.people.status.unopened", tone: "plain", icon: "gift" },
  opened: { text: "organize.people.status.opened", tone: "plain", icon: "eye" },
  confirmed: { text: "organize.people.status.confirmed", tone: "done", icon: "circle-check" },
};

/** How far somebody has come, the most urgent first. Before the draw it is their wish alone. */
export function statusWords(person: PersonProgress, state: "gathering" | "drawn"): StatusWord[] {
  const wish: StatusWord = person.hasWish
    ? { text: "gather.status.hasWish", tone: "done", icon: "heart" }
    : { text: "gather.status.noWish", tone: "plain", icon: "heart" };
  const { link, gift } = person;
  const isMailWrong = link === "failed" || link === "queued";
  if (state === "gathering") return isMailWrong ? [LINKS[link], wish] : [wish];
  const isLinkTold = link !== "used" && (isMailWrong || gift === "unopened");
  return [
    ...person.asksToLeave
      ? [{ text: "place.leaving", tone: "wanting", icon: "log-out" } as const]
      : [],
    ...person.asksForOther
      ? [{ text: "organize.people.status.asking", tone: "wanting", icon: "shuffle" } as const]
      : [],
    ...isLinkTold ? [LINKS[link]] : [],
    // Who has no link cannot have opened anything.
    ...link === "needed" && gift === "unopened" ? [] : [GIFTS[gift]],
    wish,
  ];
}
