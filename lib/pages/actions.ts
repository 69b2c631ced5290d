/**
 * What the buttons of a game's pages do. From these tables come the fields that are read from a form, the
 * question before an act, the sentence after it and the place where it leads; an action that is not in
 * them does not exist for a page.
 */
import type { ActionName, ActionOf } from "../game/action_schemas.ts";
import type { SendEmail } from "../game/schemas.ts";
import type { Texts } from "../i18n/translate.ts";

/** What a form may say of an action: its credentials are the reader's own. */
type FieldOf<Action> = Exclude<keyof Action, "action" | `${string}Token`>;

/** What the organizer does by one press of a button. */
export interface OrganizerRow<Field = string, Asked = "person" | "game"> {
  /** The fields of its form, under their names in the API. */
  fields: readonly Field[];
  /** What the next page says; without it that page tells in its own words. */
  done?: `organize.done.${keyof Texts["organize"]["done"]}`;
  /**
   * Asked about before, by the texts `organize.confirm.NAME`: something that happens to one person, on
   * whose page it ends if they are still there, or to the whole game.
   */
  confirm?: Asked;
  /** Whether it is told how many people got someone else; before, too, where it is asked about. */
  reportsMoves?: true;
}

type Asked<Name> = Name extends keyof Texts["organize"]["confirm"] ? "person" | "game" : never;

/** Actions on an active game, and five operations that are none. */
type OrganizerTable =
  & {
    [Name in ActionName]?: OrganizerRow<FieldOf<ActionOf<Name>>, Asked<Name>>;
  }
  & {
    sendEmail: OrganizerRow<FieldOf<SendEmail>>;
    regenerateOrganizerToken: OrganizerRow<never, Asked<"regenerateOrganizerToken">>;
    archive: OrganizerRow<never, Asked<"archive">>;
    eraseGame: OrganizerRow<"confirmName", never>;
    signOut: OrganizerRow<never>;
  };

export const ORGANIZER_ACTIONS = {
  addParticipant: {
    fields: ["participantName", "participantEmail", "wish"],
    done: "organize.done.addParticipant",
    reportsMoves: true,
  },
  removeParticipant: {
    fields: ["participantId"],
    confirm: "person",
    done: "organize.done.removeParticipant",
    reportsMoves: true,
  },
  regenerateToken: {
    fields: ["participantId"],
    confirm: "person",
    done: "organize.done.regenerateToken",
  },
  forceReassignParticipant: {
    fields: ["participantId"],
    confirm: "person",
    done: "organize.done.forceReassignParticipant",
    reportsMoves: true,
  },
  approveReassignment: {
    fields: ["participantId"],
    done: "organize.done.approveReassignment",
    reportsMoves: true,
  },
  cancelReassignmentRequest: {
    fields: ["participantId", "kind"],
    done: "organize.done.cancelReassignmentRequest",
  },
  approveAllReassignments: {
    fields: [],
    done: "organize.done.approveAllReassignments",
    reportsMoves: true,
  },
  reassignAll: { fields: [], confirm: "game", done: "organize.done.reassignAll" },
  drawNames: { fields: [], confirm: "game", done: "organize.done.drawNames" },
  acceptHousehold: { fields: ["proposalId"], done: "organize.done.acceptHousehold" },
  declineHousehold: { fields: ["proposalId"], done: "organize.done.declineHousehold" },
  regenerateInvitationToken: {
    fields: [],
    confirm: "game",
    done: "organize.done.regenerateInvitationToken",
  },
  issueClaim: { fields: ["participantId"], done: "organize.done.issueClaim" },
  breakSeal: { fields: [], confirm: "game", done: "organize.done.breakSeal" },
  regenerateOrganizerToken: { fields: [], confirm: "game" },
  archive: { fields: [], confirm: "game", done: "organize.done.archive" },
  eraseGame: { fields: ["confirmName"] },
  sendEmail: { fields: ["type", "customMessage", "participantId"] },
  signOut: { fields: [] },
} as const satisfies OrganizerTable;

export type OrganizerAction = keyof typeof ORGANIZER_ACTIONS;

/** The actions that are asked about before, for one person or for the whole game. */
export type ConfirmableAction<Scope extends "person" | "game" = "person" | "game"> = {
  [Name in OrganizerAction]: (typeof ORGANIZER_ACTIONS)[Name] extends { confirm: Scope } ? Name
    : never;
}[OrganizerAction];

export function isOrganizerAction(text: string): text is OrganizerAction {
  return Object.hasOwn(ORGANIZER_ACTIONS, text);
}

export function isConfirmableAction(text: string): text is ConfirmableAction {
  return isOrganizerAction(text) && "confirm" in ORGANIZER_ACTIONS[text];
}

/** What else the organizer's pages can say was done, on pages of its own: texts `organize.done.X`. */
export const ORGANIZER_NEWS = [
  "updateParticipantDetails",
  "updateGameDetails",
  "setExclusions",
  "replaceParticipant",
  "setKeepers",
  "keptApart",
  "sealed",
  "hide",
  "gone",
] as const satisfies readonly (keyof Texts["organize"]["done"])[];

/** What a participant does by one press of a button. */
export interface ParticipantRow<Field = string> {
  /** The fields of its form, under their names in the API. */
  fields: readonly Field[];
  /** What the page says afterwards. */
  done: `game.done.${keyof Texts["game"]["done"]}`;
  /** The id of the section with its form, where it ends; at the gift it lies open again. */
  section: "gift" | "wishes" | "contact" | "leave";
}

export const PARTICIPANT_ACTIONS = {
  updateWish: { fields: ["wish", "desiredGift"], done: "game.done.wish", section: "wishes" },
  updateParticipantEmail: {
    fields: ["email", "language"],
    done: "game.done.contact",
    section: "contact",
  },
  confirmAssignment: { fields: [], done: "game.done.confirm", section: "gift" },
  requestReassignment: { fields: [], done: "game.done.ask", section: "gift" },
  cancelReassignmentRequest: { fields: ["kind"], done: "game.done.withdraw", section: "gift" },
  leaveGame: { fields: [], done: "game.done.leave", section: "leave" },
} as const satisfies {
  [Name in ActionName]?: ParticipantRow<FieldOf<ActionOf<Name>>>;
};

/** What else a participant's page can say was done: texts `game.done.X`. */
export const PARTICIPANT_NEWS = [
  "joined",
  "joinedWish",
  "gathered",
  "gatheredWish",
  "left",
  "signOut",
  "stay",
  "agreeHandover",
  "linkSent",
] as const satisfies readonly (
  keyof Texts["game"]["done"]
)[];

export type ParticipantAction = keyof typeof PARTICIPANT_ACTIONS;

export function isParticipantAction(text: string): text is ParticipantAction {
  return Object.hasOwn(PARTICIPANT_ACTIONS, text);
}
