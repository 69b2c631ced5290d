import { namesOf } from "../game/derive.ts";
import type { PersonProgress } from "../game/progress.ts";
import type { Game } from "../game/types.ts";
import { calledOrganizer, capitalizeRole } from "../i18n/naming.ts";
import { knownName, type Translate } from "../i18n/translate.ts";
import type { SendResult } from "../operations/send_mails.ts";
import {
  isParticipantAction,
  ORGANIZER_NEWS,
  type OrganizerAction,
  type OrganizerDone,
  organizerRow,
  PARTICIPANT_ACTIONS,
  PARTICIPANT_NEWS,
  type ParticipantRow,
} from "./actions.ts";
import { managePath } from "../browser/links.ts";
import { readCookie, withCookies, writeCookie } from "../http/cookies.ts";

type Done = OrganizerAction | OrganizerDone | keyof typeof ORGANIZER_NEWS;

/**
 * Returns the query that tells the next page what was done.
 *
 * @param moved number of people who got a different receiver
 * @param unserved number of people who asked for one and could not get one
 */
export function flashQuery(done: Done, moved?: number, unserved = 0): string {
  const counts = [
    ...(moved === undefined ? [] : [`&moved=${moved}`]),
    ...(unserved === 0 ? [] : [`&unserved=${unserved}`]),
  ];
  return `?done=${done}${counts.join("")}`;
}

/** Value of `done` on the page after joining. */
export const JOINED = "joined";

/** True if the names were drawn just now, which the page shows. */
export function isJustDrawn(
  { searchParams }: URL,
  { isGathering }: Pick<Game, "isGathering">,
): boolean {
  return !isGathering && searchParams.get("done") === "drawNames";
}

/** Returns the query that tells the next page how many emails were sent, failed and are queued. */
export function mailsQuery(
  { sent, failed, queued, notified = 0, withoutMessage = 0 }: SendResult,
): string {
  const without = withoutMessage > 0 ? `&without=${withoutMessage}` : "";
  const devices = notified > 0 ? `&notified=${notified}` : "";
  return `?sent=${sent}&failed=${failed}&queued=${queued}${devices}${without}`;
}

/** Maximum number of people that are named; the next step names all. */
const NAMED = 6;

/** Stands for an unknown name; sentences that would contain it are left out. */
const UNKNOWN = "\uFFFC";

/**
 * Returns the sentences about what the organizer has just done, from the page's query; [] if nothing.
 *
 * @param who name of the person concerned; without it, sentences with a name are left out.
 * @param people everyone but the reader: those with a new receiver are named.
 * @param hasStep true if a step on the page names those whom no email tells.
 */
export function organizerFlash(
  { searchParams }: URL,
  t: Translate,
  who: string = UNKNOWN,
  people: readonly PersonProgress[] = [],
  hasStep = false,
): string[] {
  const count = (name: string) => {
    const text = searchParams.get(name) ?? "";
    return /^\d{1,4}$/.test(text) ? Number(text) : null;
  };
  const news: string[] = [];
  const done = sentenceOf(searchParams.get("done") ?? "", t, who);
  const unserved = count("unserved");
  if (done) news.push(done);
  const moved = count("moved");
  if (done && moved === 0) news.push(t("organize.movedNobody"));
  if (done && moved) news.push(...movedNews(moved, people, hasStep, t));
  if (done && unserved) news.push(t("organize.unserved"));
  const mails = (["sent", "queued", "failed", "notified"] as const).flatMap((status) => {
    const number = count(status);
    return number === null ? [] : [{ status, number }];
  });
  if (mails.length > 0 && mails.every(({ number }) => number === 0)) {
    news.push(t("organize.mails.sent", { number: 0 }));
  }
  for (const { status, number } of mails) {
    if (number > 0) news.push(t(`organize.mails.${status}`, { number }));
  }
  if (count("without")) news.push(t("organize.mails.withoutMessage"));
  return news;
}

/** Names people with a different receiver: those to notify by hand, and those emailed. @param moved their number */
function movedNews(
  moved: number,
  people: readonly PersonProgress[],
  hasStep: boolean,
  t: Translate,
): string[] {
  const changed = people.filter(({ newName }) => newName === "mailed" || (!hasStep && newName));
  if (hasStep && changed.length === 0) return [];
  if (changed.length === 0 || changed.length > NAMED) {
    return [t("organize.moved", { number: moved })];
  }
  const texts = { untold: "organize.movedUntold", mailed: "organize.movedMailed" } as const;
  return namesOf(texts).flatMap((state) => {
    const names = changed.filter(({ newName }) => newName === state)
      .map(({ name }) => t("game.reveal.name", { name }));
    return names.length > 0 ? [t(texts[state], { names })] : [];
  });
}

/** The sentence for a finished action; undefined for an unknown one. */
function sentenceOf(done: string, t: Translate, name: string): string | undefined {
  const row = organizerRow(done);
  const further = knownName(ORGANIZER_NEWS, [done]);
  const text = row ? row.done : further && ORGANIZER_NEWS[further];
  const sentence = text && t(text, { name });
  return sentence?.includes(UNKNOWN) ? undefined : sentence;
}

/**
 * Returns the sentence about what a participant has just done, and the section that it belongs to (null: the whole
 * page); null if nothing was done or the action is unknown.
 *
 * @param organizer the organizer's name; "": unknown
 */
export function participantNews(
  { searchParams }: URL,
  t: Translate,
  organizer = "",
): { sentence: string; section: ParticipantRow["section"] | null } | null {
  const done = searchParams.get("done") ?? "";
  if (isParticipantAction(done)) {
    const row: ParticipantRow = PARTICIPANT_ACTIONS[done];
    const values = { organizer: calledOrganizer(t, organizer) };
    return { sentence: capitalizeRole(t(row.done, values), t), section: row.section };
  }
  const further = knownName(PARTICIPANT_NEWS, [done]);
  return further ? { sentence: t(PARTICIPANT_NEWS[further]), section: null } : null;
}

const COOKIE = "whom";

/** Lifetime of the cookie, in seconds: long enough for the next page. */
const LASTS = 60;

/**
 * Passes the name of the person concerned by an action to the next page, in a cookie, because names do not belong in
 * URLs and a removed person is no longer in the game.
 *
 * @param told the action.
 */
export function setFlashName(
  answer: Response,
  origin: string,
  code: string,
  told: string,
  name: string,
): Response {
  const value = new URLSearchParams({ told, name }).toString();
  return withCookies(
    answer,
    writeCookie(origin, COOKIE, value, { path: managePath(code), maxAge: LASTS }),
  );
}

/** Returns the name for this page's flash message; undefined: none. */
export function readFlashName(headers: Headers, { searchParams }: URL): string | undefined {
  const kept = new URLSearchParams(readCookie(headers, COOKIE) ?? "");
  const isTold = kept.get("told") === searchParams.get("done");
  return isTold ? kept.get("name") ?? undefined : undefined;
}
