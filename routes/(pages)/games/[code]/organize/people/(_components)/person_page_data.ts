import { fingerprintOf } from "@/lib/browser/handed_over.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { paperOf } from "@/lib/game/paper.ts";
import { progressOf } from "@/lib/game/progress.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { ConfirmableAction } from "@/lib/pages/actions.ts";
import { confirmationOf } from "@/lib/pages/organizer/confirmations.ts";
import { flashQuery, organizerFlash } from "@/lib/pages/flash_messages.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { openClaims } from "@/lib/http/claim_links.ts";
import { countWithoutMessage } from "@/lib/operations/send_mails.ts";
import { personLink } from "@/lib/pages/organizer/game_links.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import type { Ctx } from "@/lib/state.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";

/** A form of a person's page that was refused. */
export type RefusedPersonForm = RefusedForm<
  "sendEmail" | "updateParticipantDetails" | "replaceParticipant" | "setKeepers"
>;

/** The id of the field for an address, and the `from` of forms that were sent with it. */
export const ADDRESS = "address";

/** The fields of the form that edits a person. */
export const EDITED_FIELDS = ["name", "email", "desiredGift", "wish", "language"] as const;

/** Finds the participant in the URL; null if they have left the game. */
export function findPerson(ctx: Ctx, managed: ManagedGame) {
  const { game, view, hasMail } = managed;
  const people = progressOf(game, view, hasMail, new Date());
  const index = game.participants.findIndex((one) => one.id === ctx.params.id);
  const participant = game.participants[index];
  const person = view.participants[index];
  const progress = people[index];
  if (!participant || !person || !progress) return null;
  /** Their link, to be passed on; "" in a sealed game without a valid claim link. */
  const link = personLink(ctx, managed, person);
  return {
    ...managed,
    people,
    participant,
    person,
    progress,
    link,
    /** The fingerprint of their link, if they still need it. */
    mark: progress.link === "needed" && link ? fingerprintOf(link) : undefined,
    isHidden: pairsHiddenFromOrganizer(game),
    /** True if they have erased their data in a sealed game: no one may get a link to their place. */
    isErased: pairsHiddenFromOrganizer(game) && participant.erasedAt !== null,
    /** True if the person is the organizer. */
    isYou: isInviter(view, person.name),
  };
}

export type FoundPerson = NonNullable<ReturnType<typeof findPerson>>;

/** The data of a person's page, for all its parts. */
export type PersonPageData = NonNullable<Awaited<ReturnType<typeof loadPersonPage>>>;

/** True if a separate card asks for an address, because there is none or mails to it fail. */
export function asksForAddress(
  { hasMail, isErased, person: { email, emailStatus } }: FoundPerson,
): boolean {
  return hasMail && !isErased && (email === "" || emailStatus.status === "failed");
}

/** The data of a person's page in an active game. */
export interface ActivePersonPageData extends PersonPageData {
  questions: NonNullable<PersonPageData["questions"]>;
}

/**
 * Loads the data of a person's page.
 *
 * @param saved the action that was carried out although another part of the form was refused.
 * @param keepersToConfirm ids of the chosen keepers, if that redraws all names and needs a confirmation.
 * @returns null if the person has left the game.
 */
export async function loadPersonPage(
  ctx: Ctx,
  managed: ManagedGame,
  refused: RefusedPersonForm | null,
  saved?: "updateParticipantDetails",
  keepersToConfirm: readonly string[] | null = null,
) {
  const found = findPerson(ctx, managed);
  if (!found) return null;
  const { game, view, participant, person, people, isHidden, reader: { t } } = found;
  const ask = async (action: ConfirmableAction<"person">) => {
    // Preparing the question tries out the action, which may draw names.
    await yieldToEventLoop();
    return confirmationOf(action, managed, ctx.state.services.tokens, participant);
  };
  // After a refused form, or before a confirmation, the URL's flash message is outdated.
  const told = (refused || keepersToConfirm) && !saved
    ? null
    : new URL(saved ? flashQuery(saved) : "", ctx.url);
  const others = people.filter(({ name }) => !isInviter(view, name));
  const edit = refused?.action === "updateParticipantDetails" ? refused : null;
  const refusedBy = (action: RefusedPersonForm["action"]) =>
    refused?.action === action ? refused : null;
  return {
    ...found,
    /** In a sealed game, the valid link to claim their place. */
    claim: isHidden ? openClaims(ctx, game).get(person.id) : undefined,
    /** Their wrapping paper. */
    paper: paperOf(game.id, participant.number),
    /** The questions before actions that concern them; null if the game is archived. */
    questions: view.isArchived ? null : {
      regenerateToken: await ask("regenerateToken"),
      forceReassignParticipant: await ask("forceReassignParticipant"),
      removeParticipant: await ask("removeParticipant"),
    },
    /** 1 if an email to them lacks the organizer's own words; otherwise 0. */
    withoutMessage: countWithoutMessage(ctx.state.services, game, new Set([person.id])),
    /** True if the page was opened to give their place to someone else: that form comes first, with the focus. */
    isPlaceFirst: ctx.url.searchParams.has("place"),
    /** Flash messages. */
    news: told ? organizerFlash(told, t, person.name, others) : [],
    keepersToConfirm,
    /** The forms of the page, if they were refused. */
    refusedForms: {
      mail: refusedBy("sendEmail"),
      address: edit?.typed.from === ADDRESS ? edit : null,
      edit: edit?.typed.from === ADDRESS ? null : edit,
      keepers: refusedBy("setKeepers"),
      place: refusedBy("replaceParticipant"),
    },
  };
}
