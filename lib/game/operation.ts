/** Building blocks of the table of operations: the cells of a row, and the request bodies. */
import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import { organizerToken, participantId, participantToken, token } from "./fields.ts";
import type { Change, DecisionContext, Game, Participant } from "./types.ts";

type Act<Action> = (game: Game, action: Action, context: DecisionContext) => Change;

/** The parts of a game, or of a request body, that cause work. */
export interface GameSize {
  /** Participants of a stored game carry their own one-way exclusions. */
  participants: readonly unknown[];
  exclusions: readonly unknown[];
  /** One-way exclusions in a request body. */
  oneWayExclusions?: readonly unknown[];
  households: readonly (readonly unknown[])[];
}

/** Everything that the service needs to know about an operation, except its body. */
export interface Operation<Action> {
  /**
   * Who may ask for it, and the function that decides it. Null: it takes more than a decision on an active game, and
   * `lib/operations/verbs.ts` carries it out.
   */
  by: {
    /** If a participant may ask, too, their token takes precedence, unless an organizer's token is in the body. */
    organizer?: Act<Action> | null;
    participant?: Act<Action> | null;
    /** With the invitation token. */
    invited?: Act<Action>;
    /** With a claim that is still valid, for the place of that claim. */
    claiming?: (game: Game, participant: Participant, context: DecisionContext) => Change;
    /** With a former link that opened a locked gift, or entered what is hidden from the current link. */
    formerHolder?: null;
  };
  /**
   * Whether it is refused once the pairs are settled, because it would move pairs or the end of the event. A function
   * decides for an action that can also do other things.
   */
  whenOver: "allowed" | "refused" | ((game: Game, action: Action) => boolean);
  /** What the organizer of a sealed game may learn of it: not even that it happened, only that, or all but pairs. */
  sealedOrganizerLearns: "nothing" | "thatDone" | "all";
  /** Its refusals, in addition to those that `refusalsOf` derives from the other cells. */
  refusals?: readonly ErrorCode[];
  /** Schemas of its answers; absent: the game as the caller sees it. */
  answers?: readonly z.ZodType[];
  /** Whether it draws pairs, or checks if it must; the duration of such decisions is measured. */
  draws?: true;
  /** Whether the names must have been drawn. */
  needsPairs?: true;
  /** Whether a participant must show their token even in an unprotected game. */
  needsToken?: true;
  /** Whether the decision needs to know which participants' links were mailed. */
  needsMailedParticipants?: true;
  /** The size that determines the cost for the organizer; absent: that of the stored game. */
  costs?: (game: Game, action: Action) => GameSize;
}

/** Cells of operations that move no pairs; the organizer of a sealed game may learn all about them except pairs. */
export const KEEPS_PAIRS = { whenOver: "allowed", sealedOrganizerLearns: "all" } as const;

/** Cells of operations that move no pairs, and about which the organizer of a sealed game learns nothing. */
export const SECRET = { whenOver: "allowed", sealedOrganizerLearns: "nothing" } as const;

/** Cells of operations that may draw because people or rules change. In a sealed game this reveals no pair. */
export const MAY_DRAW = {
  draws: true,
  whenOver: "refused",
  sealedOrganizerLearns: "all",
} as const;

/** Makes one row of the table. */
export function operation<
  Body extends z.ZodObject,
  const Cells extends Operation<z.infer<Body>>,
>(body: Body, cells: Cells): Cells & { body: Body } {
  return { ...cells, body };
}

/** An action that names one participant. */
export interface Target {
  action: string;
  participantId: string;
}

/** Returns a function that makes the body of an action with these credentials. */
function bodyWith<Credentials extends z.ZodRawShape>(credentials: Credentials) {
  return <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
    z.object({ action: z.literal(name), ...credentials, ...shape });
}

export const participantBody = bodyWith({ participantId, participantToken });
export const organizerBody = bodyWith({ organizerToken });

/** Makes the body of an action that always needs a token: an id is never enough. */
export const ownBody = bodyWith({
  participantId: participantId.optional(),
  participantToken: token.optional().describe(
    "Always needed; may also come as the header x-participant-token",
  ),
});

/** The participant a keeper acts for, in the body of an action that keepers may carry out. */
export const keptId = participantId.optional().describe(
  "Id of someone in `keeping`: acts for them; absent: for the caller",
);
