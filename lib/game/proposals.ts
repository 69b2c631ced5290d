import { z } from "zod";
import { changeEach } from "./changes.ts";
import { GameError } from "./errors.ts";
import { normalizedKey } from "./identity.ts";
import { memberByNumber } from "./members.ts";
import type { Game, Participant } from "./types.ts";

export const householdProposalSchema = z.object({
  id: z.string().describe(
    "For acceptHousehold and declineHousehold; another one comes with other people",
  ),
  participantId: z.string().describe("Who said it"),
  withParticipantIds: z.array(z.string()).describe("Those they named who are in the game"),
}).meta({ id: "HouseholdProposal" });

/** A participant who said that they live with others, and those others who are in the game. */
type Proposal = [participant: Participant, ...others: Participant[]];

/**
 * Finds people by a name typed by someone who does not see the list. If only one person fits, a first name also finds a
 * full name, and a full name a first name.
 */
export function finderByName({ participants }: Game): (name: string) => Participant | undefined {
  const keys = participants.map((one) => ({ one, key: normalizedKey(one.name) }));
  const byKey = new Map(keys.map(({ one, key }) => [key, one]));
  return (name) => {
    const said = normalizedKey(name);
    const exact = byKey.get(said);
    if (exact) return exact;
    const [found, ...others] = keys.filter(({ key }) =>
      key.startsWith(`${said} `) || said.startsWith(`${key} `)
    );
    return others.length === 0 ? found?.one : undefined;
  };
}

/**
 * Proposed households from `livesWith`, as far as the people are in the game and no household covers them
 * yet; each group once.
 */
function proposalsOf(game: Game): Proposal[] {
  const talkers = game.participants.filter(({ livesWith }) => livesWith.length > 0);
  if (talkers.length === 0) return [];
  const find = finderByName(game);
  const homes = game.households.map((members) => new Set(members));
  const proposals = new Map<string, Proposal>();
  for (const participant of talkers) {
    const named = participant.livesWith.flatMap((name) => find(name) ?? []);
    const [, ...others] = new Set([participant, ...named]);
    const numbers = [participant, ...others].map(({ number }) => number);
    const key = numbers.toSorted((a, b) => a - b).join();
    const isSettled = homes.some((home) => numbers.every((one) => home.has(one)));
    if (others.length === 0 || isSettled || proposals.has(key)) continue;
    proposals.set(key, [participant, ...others]);
  }
  return [...proposals.values()];
}

/** The participants after a rename, which also changes everyone's `livesWith`. */
export function carryProposals(
  participants: readonly Participant[],
  { from, to }: { from: string; to: string },
): Participant[] {
  const key = normalizedKey(from);
  const isNamed = (said: string) => normalizedKey(said) === key;
  return participants.map((one) =>
    from !== to && one.livesWith.some(isNamed)
      ? { ...one, livesWith: one.livesWith.map((said) => isNamed(said) ? to : said) }
      : one
  );
}

/** Removes someone from others' `livesWith`. @param before the game while they were in it under their name */
export function unsaid(game: Game, { number }: Participant, before: Game): Game {
  const find = finderByName(before);
  const isOther = (said: string) => find(said)?.number !== number;
  return changeEach(
    game,
    ({ livesWith }) => livesWith.every(isOther) ? null : { livesWith: livesWith.filter(isOther) },
  );
}

/** The id changes with the people, so that an organizer approves only what they have seen. */
function idOf(proposal: Proposal): string {
  return proposal.map(({ id }) => id.slice(0, 8)).join("-");
}

/** The proposals, as only the organizer sees them. */
export function viewProposals(game: Game): z.infer<typeof householdProposalSchema>[] {
  return proposalsOf(game).map((proposal) => {
    const [participant, ...others] = proposal;
    return {
      id: idOf(proposal),
      participantId: participant.id,
      withParticipantIds: others.map((one) => one.id),
    };
  });
}

/** @throws {GameError} 404 for an unknown id, for example after someone else has joined. */
export function findProposal(game: Game, proposalId: string): Proposal {
  const proposal = proposalsOf(game).find((one) => idOf(one) === proposalId);
  if (!proposal) throw new GameError("PROPOSAL_NOT_FOUND");
  return proposal;
}

/** The rules of a game by participant id, as in a request. */
export function referencesOf(
  game: Game,
): { exclusions: [string, string][]; households: string[][] } {
  const find = memberByNumber(game, ({ id }) => id);
  return {
    exclusions: game.exclusions.map(([a, b]) => [find(a), find(b)]),
    households: game.households.map((members) => members.map(find)),
  };
}
