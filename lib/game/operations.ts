/** All operations of PATCH on a game. Each row is made next to its decision. */
import { z } from "zod";
import { newcomerViewSchema } from "./action_answers.ts";
import * as addressChange from "./actions/address_change.ts";
import * as details from "./actions/details.ts";
import * as devices from "./actions/devices.ts";
import * as erase from "./actions/erase.ts";
import * as exclusions from "./actions/exclusions.ts";
import * as finale from "./actions/finale.ts";
import * as gather from "./actions/gather.ts";
import * as keepers from "./actions/keepers.ts";
import * as leave from "./actions/leave.ts";
import * as links from "./actions/links.ts";
import * as messages from "./actions/messages.ts";
import * as people from "./actions/people.ts";
import * as post from "./actions/post.ts";
import * as reassignment from "./actions/reassignment.ts";
import * as replace from "./actions/replace.ts";
import * as requests from "./actions/requests.ts";
import * as room from "./actions/room.ts";
import * as seal from "./actions/seal.ts";
import * as wishes from "./actions/wishes.ts";
import { namesOf } from "./derive.ts";
import type { ErrorCode } from "./errors.ts";
import type { GameSize, Operation } from "./operation.ts";
import type { Game } from "./types.ts";
import { organizerViewSchema, participantViewSchema } from "./view_schemas.ts";

export const OPERATIONS = {
  requestReassignment: requests.requestReassignmentRow,
  cancelReassignmentRequest: requests.cancelReassignmentRequestRow,
  confirmAssignment: requests.confirmAssignmentRow,
  updateWish: wishes.updateWishRow,
  updateParticipantEmail: addressChange.updateParticipantEmailRow,
  joinInvitation: people.joinInvitationRow,
  leaveGame: leave.leaveGameRow,
  muteThread: messages.muteThreadRow,
  drawNames: gather.drawNamesRow,
  acceptHousehold: gather.acceptHouseholdRow,
  declineHousehold: gather.declineHouseholdRow,
  updateGameDetails: details.updateGameDetailsRow,
  updateParticipantDetails: people.updateParticipantDetailsRow,
  addParticipant: people.addParticipantRow,
  removeParticipant: people.removeParticipantRow,
  replaceParticipant: replace.replaceParticipantRow,
  regenerateToken: links.regenerateTokenRow,
  approveReassignment: reassignment.approveReassignmentRow,
  approveAllReassignments: reassignment.approveAllReassignmentsRow,
  forceReassignParticipant: reassignment.forceReassignParticipantRow,
  reassignAll: reassignment.reassignAllRow,
  setExclusions: exclusions.setExclusionsRow,
  setKeepers: keepers.setKeepersRow,
  regenerateInvitationToken: links.regenerateInvitationTokenRow,
  issueClaim: seal.issueClaimRow,
  breakSeal: seal.breakSealRow,
  startFinale: finale.startFinaleRow,
  claimPlace: seal.claimPlaceRow,
  regenerateOrganizerToken: links.regenerateOrganizerTokenRow,
  eraseGame: erase.eraseGameRow,
  openInRoom: room.openInRoomRow,
  eraseMe: erase.eraseMeRow,
  sendMessage: messages.sendMessageRow,
  sendThanks: messages.sendThanksRow,
  agreeHandover: seal.agreeHandoverRow,
  updateAddress: post.updateAddressRow,
  setParcel: post.setParcelRow,
  confirmArrived: post.confirmArrivedRow,
  remindToSend: post.remindToSendRow,
  setWishes: wishes.setWishesRow,
  markWish: wishes.markWishRow,
  addDevice: devices.addDeviceRow,
  removeDevice: devices.removeDeviceRow,
  allowKeepers: keepers.allowKeepersRow,
};

type Rows = typeof OPERATIONS;
export type OperationName = keyof Rows;
/** The body of one operation. */
export type ActionOf<Name extends OperationName> = z.infer<Rows[Name]["body"]>;
type By<Name extends OperationName> = Rows[Name]["by"];
/** Operations that take more than a decision on an active game. */
export type VerbName = {
  [Name in OperationName]: null extends By<Name>[keyof By<Name>] ? Name : never;
}[OperationName];
/** Operations that `decide` handles. */
export type ActionName = Exclude<OperationName, VerbName>;
export type GameAction = ActionOf<ActionName>;
/** Names of the operations that this role may ask for. */
export type NameBy<Who extends string> = {
  [Name in OperationName]: Who & keyof By<Name> extends never ? never : Name;
}[OperationName];

export const OPERATION_NAMES = namesOf(OPERATIONS);

export function isVerbName(name: OperationName): name is VerbName {
  return Object.values(OPERATIONS[name].by).includes(null);
}

const unknownAction = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === "invalid_union"
      ? `Unknown action, expected one of ${OPERATION_NAMES.join(", ")}`
      : "The body must be a JSON object",
};

function bodiesOf<Name extends OperationName>(
  names: readonly Name[],
): [Rows[Name]["body"], ...Rows[Name]["body"][]] {
  const [first, ...others] = names.map((name) => OPERATIONS[name].body);
  if (!first) throw new Error("There are no operations");
  return [first, ...others];
}

/** Bodies of the operations that only need a decision on an active game. */
export const gameActionSchema = z.discriminatedUnion(
  "action",
  bodiesOf(OPERATION_NAMES.filter((name) => !isVerbName(name))),
  unknownAction,
);

/** Body of PATCH /api/games/{code}. */
export const patchGameSchema = z.discriminatedUnion(
  "action",
  bodiesOf(OPERATION_NAMES),
  unknownAction,
).meta({ id: "GameAction" });

/** The rows of the operations that `decide` handles, each with its own body. */
export const DECISIONS: { [Name in ActionName]: Operation<ActionOf<Name>> } = OPERATIONS;

/** The size that determines the cost for the organizer. */
export function costsOf<Name extends ActionName>(
  name: Name,
  game: Game,
  action: ActionOf<Name>,
): GameSize {
  return DECISIONS[name].costs?.(game, action) ?? game;
}

/** Schemas of an operation's successful answers. */
export function answersOf(name: OperationName): readonly z.ZodType[] {
  const { answers, by }: Operation<never> = OPERATIONS[name];
  return answers ?? [
    ...by.organizer !== undefined ? [organizerViewSchema] : [],
    ...by.participant !== undefined ? [participantViewSchema] : [],
    ...by.invited || by.claiming ? [newcomerViewSchema] : [],
  ];
}

/** All refusals specific to an operation, without those that any request and body can get. */
export function refusalsOf(name: OperationName): Set<ErrorCode> {
  const { body, by, needsPairs, draws, whenOver, refusals = [] } = cellsOf(name);
  const isOwn = by.participant !== undefined || "participantId" in body.shape;
  return new Set<ErrorCode>([
    ...["GAME_NOT_FOUND", "TOKEN_REQUIRED", "INVALID_TOKEN"] as const,
    ...isOwn ? ["PARTICIPANT_NOT_FOUND" as const] : [],
    ...needsPairs ? ["NOT_DRAWN_YET" as const] : [],
    ...whenOver === "allowed" ? [] : ["EVENT_OVER" as const],
    ...draws ? ["DRAW_IMPOSSIBLE" as const, "RULES_TELL_PAIRS" as const] : [],
    ...refusals,
  ]);
}

/** Whether an operation draws pairs, or checks if it must. */
export function mayDraw(name: OperationName): boolean {
  return cellsOf(name).draws ?? false;
}

/** The part of a row that all kinds of rows share. */
function cellsOf(name: OperationName): Operation<never> & { body: z.ZodObject } {
  return OPERATIONS[name];
}
