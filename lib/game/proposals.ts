import { z } from "zod";
import { rulesOf } from "../draw/draw.ts";
import { drawProblem } from "./assignments.ts";
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

/** A name that a participant said, and the people in the game that it may mean. */
interface Said {
  name: string;
  meant: Participant[];
}

/** Joins several people in one answer, in our languages: "Ben & Cleo". */
const AND = /[&+＆＋]|\s(?:and|und|y|ed?|et|en|と|和|与)\s/iu;

/** A name in quotes means only a person with exactly this name; several mean one of these people. */
const QUOTED = /^"[^"]*"(?: \| "[^"]*")*$/;

/** How many people a name may mean, and how many of these a participant may have: more are not asked about. */
const FEW = 4;

/**
 * Reads what people said, who do not see the list: a first name also means people with this first name, and a full name
 * a person listed by first name. Answers with several people are split, unless someone has that name.
 */
function readerOfSaid(
  { participants }: Pick<Game, "participants">,
): (one: Participant) => Said[][] {
  const byKey = new Map(participants.map((one) => [normalizedKey(one.name), one]));
  const byStart = Map.groupBy(
    byKey.entries().flatMap(([key, one]) => startsOf(key).map((start) => ({ start, one }))),
    ({ start }) => start,
  );
  const read = (name: string, sayer: number): Said[] => {
    const said = normalizedKey(name);
    const exact = byKey.get(said);
    if (exact && exact.number !== sayer) return [{ name, meant: [exact] }];
    if (!exact && QUOTED.test(name)) {
      const meant = namesIn(name).flatMap((one) => byKey.get(normalizedKey(one)) ?? []);
      return [{ name, meant }];
    }
    const parts = exact ? [] : name.split(AND).map((part) => part.trim()).filter(Boolean);
    if (parts.length > 1) return parts.flatMap((part) => read(part, sayer));
    const shorter = exact ? [] : startsOf(said).flatMap((start) => byKey.get(start) ?? []);
    const longer = byStart.get(said)?.map(({ one }) => one) ?? [];
    const others = [...shorter, ...longer].filter(({ number }) => number !== sayer);
    // A person's own name may also mean the person: many name everyone in their household.
    const meant = [...exact ? [exact] : [], ...others];
    return [{ name, meant: meant.length > FEW ? [] : meant }];
  };
  return ({ number, livesWith }) => livesWith.map((name) => read(name, number));
}

/** The names that an answer in quotes consists of; any other is one name. */
function namesIn(answer: string): string[] {
  return QUOTED.test(answer) ? answer.split('"').filter((_, index) => index % 2 === 1) : [answer];
}

/** An answer that means one of the people with exactly these names; none if there are no names. */
function oneOf(names: string[]): string[] {
  const quoted = [...new Set(names)].map((name) => `"${name}"`);
  return quoted.length > 0 ? [quoted.join(" | ")] : [];
}

/** True if a name can mean only this participant; what remains of several possible people stays unsure. */
function isSure({ name, meant }: Said): boolean {
  return meant.length === 1 && namesIn(name).length === 1;
}

/** What a key begins with, up to each of its spaces. */
function startsOf(key: string): string[] {
  return [...key.matchAll(/ /g)].map(({ index }) => key.slice(0, index));
}

/**
 * Proposed households from `livesWith`, as far as the people are in the game and the rules do not keep them apart yet;
 * each group once. A name that may mean several people makes a proposal for each of them, together with all people who
 * are sure: people who live with the same person live together.
 */
function proposalsOf(game: Game): Proposal[] {
  const talkers = game.participants.filter(({ livesWith }) => livesWith.length > 0);
  if (talkers.length === 0) return [];
  const read = readerOfSaid(game);
  const rules = rulesOf(drawProblem(game));
  const indexOf = new Map(game.participants.map(({ number }, index) => [number, index]));
  const isApart = (one: number, other: number) => {
    const [a = -1, b = -1] = [indexOf.get(one), indexOf.get(other)];
    return rules.forbids(a, b) && rules.forbids(b, a);
  };
  const proposals = new Map<string, Proposal>();
  for (const participant of talkers) {
    const said = read(participant).flat();
    const sure = said.filter(isSure).flatMap(({ meant }) => meant);
    // A household they share shows whom they mean. Other rules that keep them apart do not.
    const homes = game.households.filter((home) => home.includes(participant.number));
    const housemates = new Set(homes.flat());
    housemates.delete(participant.number);
    const unsure = said.flatMap((one) =>
      isSure(one) || one.meant.some(({ number }) => housemates.has(number)) ? [] : one.meant
    );
    for (const named of [sure, ...unsure.length > FEW ? [] : unsure.map((one) => [...sure, one])]) {
      const [, ...others] = new Set([participant, ...named]);
      const numbers = [participant, ...others].map(({ number }) => number);
      const key = numbers.toSorted((a, b) => a - b).join();
      const isSettled = numbers.every((one, index) =>
        numbers.slice(index + 1).every((other) => isApart(one, other))
      );
      if (isSettled || proposals.has(key)) continue;
      proposals.set(key, [participant, ...others]);
    }
  }
  return [...proposals.values()];
}

/** Rewrites the names that some people said. @param before the game in which the names are read; default: `game` */
function changeSaid(
  game: Game,
  rewrite: (said: Said, sayer: Participant) => string | string[],
  { before = game, by = () => true }: { before?: Game; by?: (one: Participant) => boolean } = {},
): Game {
  const read = readerOfSaid(before);
  return changeEach(game, (one) => {
    if (one.livesWith.length === 0 || !by(one)) return null;
    const livesWith = read(one).flatMap((answer, index) => {
      const names = answer.flatMap((said) => rewrite(said, one));
      const isSame = names.join("\n") === answer.map(({ name }) => name).join("\n");
      return isSame ? one.livesWith[index] ?? [] : names;
    });
    return livesWith.join("\n") === one.livesWith.join("\n") ? null : { livesWith };
  });
}

/** Carries a new name of a participant into what others said. @param before the game under the old name */
export function carryProposals(
  game: Game,
  { from, to }: { from: string; to: string },
  before: Game,
): Game {
  if (from === to) return game;
  return changeSaid(
    game,
    (said) => {
      if (!said.meant.some((one) => one.name === from)) return said.name;
      const names = [...namesIn(said.name), ...said.meant.map((one) => one.name)];
      return isSure(said) ? to : oneOf(names.map((one) => one === from ? to : one));
    },
    { before },
  );
}

/**
 * Removes someone from what others said. A first name stays for someone of exactly this name who may still join.
 *
 * @param before the game while they were in it under their name
 * @param isErased true if nothing of theirs may stay.
 */
export function unsaid(
  game: Game,
  { number }: Participant,
  before: Game,
  { isErased }: { isErased: boolean },
): Game {
  return changeSaid(game, (said) => {
    const left = said.meant.find((one) => one.number === number);
    if (!left) return said.name;
    if (isSure(said)) return isErased ? [] : oneOf(shorterNames(said.name, left));
    const names = namesIn(said.name);
    const rest = names.filter((name) => normalizedKey(name) !== normalizedKey(left.name));
    return rest.length < names.length ? oneOf(rest) : said.name;
  }, { before });
}

/**
 * Removes these people from what they said about each other, after the organizer has declined it. If one of them was
 * proposed for a name that may mean several people, only this one is removed: the others are another proposal. A first
 * name may still mean others: people who are in the game, or someone of exactly this name who joins later.
 */
export function withoutDeclined(game: Game, members: readonly Participant[]): Game {
  const isMember = memberTest(members);
  const read = readerOfSaid(game);
  const unsure = members.flatMap((sayer) =>
    read(sayer).flat().flatMap((said) =>
      isSure(said) ? [] : said.meant.filter((one) => one.number !== sayer.number && isMember(one))
    )
  );
  const isDeclined = unsure.length > 0 ? memberTest(unsure) : isMember;
  return changeSaid(game, ({ name, meant }, sayer) => {
    const others = meant.filter(({ number }) => number !== sayer.number);
    const declined = others.filter((one) =>
      isMember(one) && (isDeclined(one) || isDeclined(sayer))
    );
    const [first] = declined;
    if (!first) return name;
    const rest = others.filter((one) => !declined.includes(one)).map((one) => one.name);
    return oneOf([...shorterNames(name, first), ...rest]);
  }, { by: isMember });
}

/** Removes what these people said if they named only each other; otherwise the others may still join. */
export function withoutAccepted(game: Game, members: readonly Participant[]): Game {
  const isMember = memberTest(members);
  const read = readerOfSaid(game);
  const isSettled = (sayer: Participant) =>
    read(sayer).flat().every(({ meant }) => {
      const others = meant.filter(({ number }) => number !== sayer.number);
      return (others.length > 0 ? others : meant).some(isMember);
    });
  return changeEach(game, (one) => isMember(one) && isSettled(one) ? { livesWith: [] } : null);
}

/** The names in an answer that are shorter than a participant's: they may be someone's who has no other. */
function shorterNames(answer: string, { name: full }: Participant): string[] {
  return namesIn(answer).filter((name) => full.length > name.length);
}

function memberTest(members: readonly Participant[]): (one: Participant) => boolean {
  const numbers = new Set(members.map(({ number }) => number));
  return ({ number }) => numbers.has(number);
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
