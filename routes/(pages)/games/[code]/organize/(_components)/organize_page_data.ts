import { fingerprintOf } from "@/lib/browser/handed_over.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { findRefusal } from "@/lib/game/assignments.ts";
import { hasTakenPlace } from "@/lib/game/finale.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { nextSteps } from "@/lib/game/next_steps.ts";
import { papersOf } from "@/lib/game/paper.ts";
import { hasPassed, progressOf } from "@/lib/game/progress.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { LIMITS } from "@/lib/game/types.ts";
import type { ConfirmableAction } from "@/lib/pages/actions.ts";
import { confirmationOf } from "@/lib/pages/organizer/confirmations.ts";
import { countWithoutMessage } from "@/lib/operations/send_mails.ts";
import { isJustDrawn, organizerFlash, readFlashName } from "@/lib/pages/flash_messages.ts";
import { invitationLink, personLink } from "@/lib/pages/organizer/game_links.ts";
import {
  isParticipantHere,
  type ManagedGame,
  versionOf,
} from "@/lib/pages/organizer/managed_game.ts";
import { organizerNotices } from "@/lib/pages/organizer/notices.ts";
import { filtersFor, REMINDED } from "@/lib/pages/organizer/people_groups.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import type { Ctx } from "@/lib/state.ts";
import type { RefusedAct } from "./organizer_acts.ts";

/** Maximum number of links on the page itself. */
const FEW_LINKS = 6;

/** The data of the organizer's page, for all its parts. */
export type OrganizePageData = ReturnType<typeof loadOrganizePage>;

/**
 * Loads the data of the organizer's page.
 *
 * @param refused the form that was refused.
 * @param remindedAt when the organizer last sent a reminder, if the page shows it. ISO 8601, UTC.
 */
export function loadOrganizePage(
  ctx: Ctx,
  managed: ManagedGame,
  refused: RefusedAct | null,
  remindedAt: string | null = null,
) {
  const { services, services: { tokens } } = ctx.state;
  const { searchParams } = ctx.url;
  const { headers } = ctx.req;
  const { game, view, hasMail, reader: { t } } = managed;
  const now = new Date();
  const isHidden = pairsHiddenFromOrganizer(view);
  const people = progressOf(game, view, hasMail, now);
  const steps = nextSteps(game, view, hasMail, now);
  const filters = filtersFor(managed, now);
  const whom = readFlashName(headers, ctx.url);
  const others = people.filter(({ name }) => !isInviter(view, name));
  const linkOf = (person: typeof view.participants[number]) => personLink(ctx, managed, person);
  const own = isHidden ? undefined : view.participants.find(({ name }) => isInviter(view, name));
  const needed = new Set(people.filter(({ link }) => link === "needed").map(({ id }) => id));
  const isAdded = !isHidden && searchParams.get("done") === "addParticipant";
  const added = view.participants.find(({ id, name }) =>
    isAdded && name === whom && needed.has(id)
  );
  /** The people whose links a step passes on, if they are few. */
  const handed = new Set(
    steps.flatMap((step) =>
      (step.kind === "needsLink" || step.kind === "changed") && step.people.length <= FEW_LINKS
        ? step.people.map(({ id }) => id)
        : []
    ),
  );
  const refusedBy = (action: RefusedAct["action"]) => refused?.action === action ? refused : null;
  return {
    ...managed,
    now,
    isHidden,
    operator: operatorOf(ctx.state),
    /** True once the event is over or the game is archived. */
    isPast: hasPassed(game, now),
    /** True while the event is still to come, and there are people to remind. */
    mayRemind: people.length > 0 && !hasPassed(game, now) && !hasTakenPlace(game, now),
    people,
    steps,
    /** The links that a step passes on right here, by person id. */
    links: new Map(
      view.participants.filter(({ id }) => !isHidden && handed.has(id))
        .map((person) => [person.id, linkOf(person)]),
    ),
    /** Fingerprints of needed links, by person id: this device remembers which of them it has handed over. */
    marks: new Map(
      view.participants.filter(({ id }) => !isHidden && needed.has(id))
        .map((person) => [person.id, fingerprintOf(linkOf(person))]),
    ),
    /** The filters of the list of people. */
    filters,
    /** The list's initial search and filter. */
    choice: {
      search: searchParams.get("search") ?? "",
      show: filters.find((known) => known === searchParams.get("show")) ?? "all",
    },
    remindedAt,
    /** The group that is initially selected for a reminder. */
    reminded: REMINDED.find((known) => known === searchParams.get("group")) ?? "all",
    /** Number of people whose email lacks the organizer's own words. */
    withoutMessage: countWithoutMessage(services, game, new Set(people.map(({ id }) => id))),
    /** The URL of the game's page, for people who are signed in there. */
    gameLink: ctx.state.origin + gamePath(view.code),
    /** The invitation link. */
    invitation: invitationLink(ctx, managed),
    /** Why the names cannot be drawn; null if nothing is to be shown about that. */
    drawRefusal: view.drawProblem && view.participants.length >= LIMITS.minParticipants
      ? findRefusal(game)
      : null,
    version: versionOf(managed, now),
    /** Everyone's wrapping papers, if the names were drawn just now. */
    drawn: isJustDrawn(ctx.url, game) ? papersOf(game) : null,
    /** Flash messages. */
    news: game.isGathering && searchParams.get("done") === "drawNames" ? [] : organizerFlash(
      ctx.url,
      t,
      whom,
      others,
      steps.some(({ kind }) => kind === "changed"),
    ),
    /** The person just added, if the organizer passes their link on. */
    added: added && { person: added, link: linkOf(added) },
    /** URL of the organizer's own gift: without their link if they are signed in here; undefined if there is none. */
    ownLink: isParticipantHere(ctx) ? gamePath(view.code) : own && linkOf(own),
    /** The question before an action that concerns the whole game. */
    ask: (action: ConfirmableAction<"game">) => confirmationOf(action, managed, tokens, null),
    notices: organizerNotices(ctx, managed),
    refused,
    /** The refused forms of the page. Without emails there is no form for reminders. */
    refusedForms: {
      add: refusedBy("addParticipant"),
      reminder: hasMail && refused?.typed.type === "reminderAll" ? refused : null,
      erasure: refusedBy("eraseGame"),
    },
  };
}
