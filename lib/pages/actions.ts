/**
 * What the buttons of a game's pages do: the fields of a button's form, the question before it, the sentence after
 * it and the page that comes next. Each operation has a row for each role that may ask for it; null: no button.
 */
import { erasedPath, managePath } from "../browser/links.ts";
import type { ActionOf, NameBy } from "../game/operations.ts";
import type { SendEmail } from "../game/schemas.ts";
import type { NamingText } from "../i18n/naming.ts";
import type { Texts } from "../i18n/translate.ts";
import {
  foreseeDraw,
  foreseeFinale,
  foreseeMoves,
  foreseeRedraw,
  foreseeRenewal,
  foreseeUnsealing,
  type Question,
  toldOfArchival,
  toldOfDraw,
  toldOfNewLink,
} from "./organizer/questions.ts";

/** The fields that a form may have for an action; credentials come from the reader's cookie. */
type FieldOf<Action> = Exclude<keyof Action, "action" | `${string}Token`>;

/** A button of the organizer. */
export interface OrganizerRow<Field = string, Asked = Question> {
  /** The fields of its form, under their names in the API; absent: none; null: the form is on a page of its own. */
  fields?: readonly Field[] | null;
  /** The sentence on the next page; absent if that page has its own. */
  done?:
    | `organize.done.${keyof Texts["organize"]["done"]}`
    | "common.saved"
    | "create.people.removed"
    | "created.ready"
    | "game.changed.redrawn";
  /** The question before it, with the texts `organize.confirm.NAME`. */
  question?: Asked;
  /** True if the next page says how many people got a different receiver. */
  reportsMoves?: true;
  /**
   * The next page if it is not the organizer's: the person's page (if they are still in the game), their link on that
   * page, or the finale.
   */
  landing?: "person" | "link" | "finale";
  /** Signs the organizer out on this device; returns the path of the next page. */
  leavesTo?: (code: string) => string;
}

type Asked<Name> = Name extends keyof Texts["organize"]["confirm"] ? Question : never;

/** All operations of the organizer, and three actions of their page that are not operations. */
type OrganizerTable =
  & {
    [Name in NameBy<"organizer">]: OrganizerRow<FieldOf<ActionOf<Name>>, Asked<Name>> | null;
  }
  & {
    sendEmail: OrganizerRow<FieldOf<SendEmail>>;
    archive: OrganizerRow<never, Asked<"archive">>;
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
    question: { about: "person", tone: "danger", sketch: "door", foresee: foreseeMoves },
    done: "create.people.removed",
    reportsMoves: true,
    landing: "person",
  },
  replaceParticipant: { fields: null, done: "organize.done.addParticipant" },
  updateParticipantDetails: { fields: null, done: "common.saved" },
  regenerateToken: {
    fields: ["participantId"],
    question: {
      about: "person",
      tone: "primary",
      sketch: "key",
      told: toldOfNewLink,
      pointsSealed: "sealed.confirmRenew",
    },
    done: "organize.done.regenerateToken",
    landing: "person",
  },
  forceReassignParticipant: {
    fields: ["participantId"],
    question: {
      about: "person",
      tone: "danger",
      sketch: "swap",
      foresee: foreseeMoves,
      // Its own sentences would be wrong: a person who has not opened their gift may keep the same receiver.
      pointsSealed: null,
    },
    done: "organize.done.approveReassignment",
    reportsMoves: true,
    landing: "person",
  },
  approveReassignment: {
    fields: ["participantId"],
    done: "organize.done.approveReassignment",
    reportsMoves: true,
  },
  cancelReassignmentRequest: { fields: ["participantId", "kind"], done: "common.saved" },
  approveAllReassignments: { done: "common.saved", reportsMoves: true },
  reassignAll: {
    question: { about: "game", tone: "danger", sketch: "swap", foresee: foreseeRedraw },
    done: "game.changed.redrawn",
  },
  drawNames: {
    question: {
      about: "game",
      tone: "primary",
      sketch: "gift",
      told: toldOfDraw,
      foresee: foreseeDraw,
    },
    done: "created.ready",
  },
  acceptHousehold: { fields: ["proposalId"], done: "common.saved" },
  declineHousehold: { fields: ["proposalId"], done: "common.saved" },
  setExclusions: { fields: null, done: "common.saved" },
  setKeepers: { fields: null, done: "common.saved" },
  updateGameDetails: { fields: null, done: "common.saved" },
  regenerateInvitationToken: {
    question: { about: "game", tone: "primary", sketch: "chat" },
    done: "common.saved",
  },
  issueClaim: { fields: ["participantId"], landing: "link" },
  breakSeal: {
    question: { about: "game", tone: "danger", sketch: "mask", foresee: foreseeUnsealing },
  },
  startFinale: {
    question: { about: "game", tone: "primary", sketch: "calendar", foresee: foreseeFinale },
    landing: "finale",
  },
  remindToSend: { done: "organize.done.remindToSend" },
  openInRoom: null,
  addDevice: null,
  removeDevice: null,
  regenerateOrganizerToken: {
    question: { about: "game", tone: "primary", sketch: "key", foresee: foreseeRenewal },
    leavesTo: (code) => managePath(code, "/renewed"),
  },
  eraseGame: { fields: ["confirmName"], leavesTo: () => erasedPath() },
  archive: {
    question: { about: "game", tone: "danger", sketch: "broom", told: toldOfArchival },
  },
  sendEmail: { fields: ["type", "customMessage", "participantId"] },
  signOut: {},
} as const satisfies OrganizerTable;

type Table = typeof ORGANIZER_ACTIONS;
/** What a button of the organizer's page does. */
export type OrganizerAction = {
  [Name in keyof Table]: Table[Name] extends { fields: null } | null ? never : Name;
}[keyof Table];

/** The actions that have a sentence for the next page. */
export type OrganizerDone = {
  [Name in keyof Table]: Table[Name] extends { done: string } ? Name : never;
}[keyof Table];

/** The actions that ask for confirmation, about one person or the whole game. */
export type ConfirmableAction<Scope extends "person" | "game" = "person" | "game"> = {
  [Name in OrganizerAction]: Table[Name] extends { question: { about: Scope } } ? Name : never;
}[OrganizerAction];

/** Returns the row of an action; null for an unknown name. */
export function organizerRow(name: string): OrganizerRow | null {
  return Object.hasOwn(ORGANIZER_ACTIONS, name) ? rows[name] ?? null : null;
}

const rows: Readonly<Record<string, OrganizerRow | null>> = ORGANIZER_ACTIONS;

export function isOrganizerAction(text: string): text is OrganizerAction {
  const row = organizerRow(text);
  return row !== null && row.fields !== null;
}

export function isConfirmableAction(text: string): text is ConfirmableAction {
  return organizerRow(text)?.question !== undefined;
}

/** Further flash messages of the organizer's pages. */
export const ORGANIZER_NEWS = {
  keptApart: "organize.done.keptApart",
  drawnMeanwhile: "organize.done.drawnMeanwhile",
  sealed: "organize.done.sealed",
  gone: "errors.code.PARTICIPANT_NOT_FOUND",
  deviceEnded: "common.saved",
} as const;

/** A button of a participant. */
export interface ParticipantRow<Field = string> {
  /** The fields of its form, under their names in the API; absent: none. */
  fields?: readonly Field[];
  /** What the page says afterwards. */
  done:
    | `game.done.${keyof Texts["game"]["done"]}`
    | `named.${NamingText}`
    | "common.saved"
    | "game.reveal.confirmed";
  /** Id of the section with its form. */
  section: "gift" | "wishes" | "contact" | "leave";
}

export const PARTICIPANT_ACTIONS = {
  updateWish: { fields: ["wish", "desiredGift"], done: "game.done.wish", section: "wishes" },
  updateParticipantEmail: {
    fields: ["email", "language"],
    done: "common.saved",
    section: "contact",
  },
  confirmAssignment: { done: "game.reveal.confirmed", section: "gift" },
  requestReassignment: { done: "named.doneAsk", section: "gift" },
  cancelReassignmentRequest: { fields: ["kind"], done: "game.done.withdraw", section: "gift" },
  leaveGame: { done: "named.doneLeave", section: "leave" },
  eraseMe: null,
  muteThread: null,
  sendMessage: null,
  sendThanks: null,
  updateAddress: null,
  setParcel: null,
  confirmArrived: null,
  setWishes: null,
  markWish: null,
  addDevice: null,
  removeDevice: null,
  allowKeepers: null,
} as const satisfies {
  [Name in NameBy<"participant">]: ParticipantRow<FieldOf<ActionOf<Name>>> | null;
};

/** Further flash messages of a participant's page. */
export const PARTICIPANT_NEWS = {
  left: "game.done.left",
  signOut: "game.done.signOut",
  stay: "game.done.stay",
  agreeHandover: "game.done.agreeHandover",
  allowKeepers: "common.saved",
  linkSent: "game.done.linkSent",
  otherReader: "game.done.otherReader",
  tooEarlyToErase: "errors.code.TOO_EARLY_TO_ERASE",
  eventOver: "errors.code.EVENT_OVER",
  deviceEnded: "common.saved",
} as const;

export type ParticipantAction = {
  [Name in keyof typeof PARTICIPANT_ACTIONS]: (typeof PARTICIPANT_ACTIONS)[Name] extends null
    ? never
    : Name;
}[keyof typeof PARTICIPANT_ACTIONS];

export function isParticipantAction(text: string): text is ParticipantAction {
  const known: Readonly<Record<string, ParticipantRow | null>> = PARTICIPANT_ACTIONS;
  return Object.hasOwn(known, text) && known[text] !== null;
}
