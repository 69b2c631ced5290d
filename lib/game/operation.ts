/** What the table of operations is made of: the cells of a row, and the bodies that are asked for. */
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
  /** What is sent of them. */
  oneWayExclusions?: readonly unknown[];
  households: readonly (readonly unknown[])[];
}

/** Everything that the service needs to know of one operation besides its body. */
export interface Operation<Action> {
  /**
   * Who may ask for it, with the decision; null: it takes more than a decision on an active game, and
   * `lib/operations/verbs.ts` carries it out.
   */
  by: {
    /** Where a participant may as well, a participant's token decides, unless the body has one of the organizer. */
    organizer?: Act<Action> | null;
    participant?: Act<Action> | null;
    /** With the invitation. */
    invited?: Act<Action>;
    /** With a claim that still opens, for the place that it opens. */
    claiming?: (game: Game, participant: Participant, context: DecisionContext) => Change;
    /** With the link that opened a gift, which has ended since. */
    formerHolder?: null;
  };
  /**
   * Whether it is refused once the pairs are settled, since it would move pairs or the end of the event; for
   * an action that can do other things as well: whether this one does.
   */
  whenOver: "allowed" | "refused" | ((game: Game, action: Action) => boolean);
  /** What the organizer of a sealed game may learn of it, besides pairs: not even that it happened, or only that. */
  sealedOrganizerLearns: "nothing" | "thatDone" | "all";
  /** How it can be refused, besides what `refusalsOf` derives from the other cells. */
  refusals?: readonly ErrorCode[];
  /** What it answers; absent: the game as its asker sees it. */
  answers?: readonly z.ZodType[];
  /** Whether it draws pairs, or checks if it has to; such decisions are measured. */
  draws?: true;
  /** Whether there must be pairs. */
  needsPairs?: true;
  /** Whether a participant has to show their token, in unprotected games too. */
  needsToken?: true;
  /** Whether the decision needs to know whose link went by mail. */
  needsMailedParticipants?: true;
  /** What its organizer's request cost depends on; absent: the stored game. */
  costs?: (game: Game, action: Action) => GameSize;
}

/** Cells of what leaves all pairs as they are, and of which the organizer of a sealed game may learn all besides pairs. */
export const KEEPS_PAIRS = { whenOver: "allowed", sealedOrganizerLearns: "all" } as const;

/** Cells of what leaves all pairs as they are, and of which the organizer of a sealed game learns nothing. */
export const SECRET = { whenOver: "allowed", sealedOrganizerLearns: "nothing" } as const;

/** Cells of what may draw because people or rules change, which tells the organizer of a sealed game no pair. */
export const MAY_DRAW = {
  draws: true,
  whenOver: "refused",
  sealedOrganizerLearns: "all",
} as const;

/** One row of the table. */
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

/** Makes what makes the body of an action, by what tells who asks for it. */
function bodyWith<Credentials extends z.ZodRawShape>(credentials: Credentials) {
  return <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
    z.object({ action: z.literal(name), ...credentials, ...shape });
}

export const participantBody = bodyWith({ participantId, participantToken });
export const organizerBody = bodyWith({ organizerToken });

/** The body of an action for which an id is never enough. */
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
