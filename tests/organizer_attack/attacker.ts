/** Random moves of an organizer who wants to know pairs, and of honest people in between. */
import type { Random } from "@/lib/draw/random.ts";
import type { Game } from "@/lib/game/types.ts";
import type { Move, Play } from "./play.ts";

/** Maximum number of people in a game, because all its draws are counted. */
const MOST_PEOPLE = 8;
const DAYS = ["2026-12-01", "2026-12-02", "2026-12-20", "2027-01-05"];
/** Days of repeated games: one is before the day of the game that they repeat. */
const LATER_DAYS = ["2026-12-10", "2026-12-24", "2027-12-20", "2028-12-20"];
const TIMES = ["", "08:00", "18:00"];
const REVEALS = ["never", "afterEvent"];

const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error("Nothing to pick from");
  return item;
};
const chance = (percent: number, random: Random) => random.below(100) < percent;
const some = <Item>(items: readonly Item[], percent: number, random: Random) =>
  items.filter(() => chance(percent, random));

/** An address of an honest person, one of the organizer's own, or none. */
function addressOf(name: string, random: Random): string {
  const place = name.startsWith("Z")
    ? pick(["", "own"], random)
    : pick(["", "people", "people", "people", "own"], random);
  return place && `${name.toLowerCase()}@${place}.example`;
}

/** Pairs of different people. */
function pairsOf(names: readonly string[], most: number, random: Random): [string, string][] {
  return Array.from({ length: random.below(most + 1) }, () => {
    const one = pick(names, random);
    return [one, pick(names.filter((name) => name !== one), random)];
  });
}

/** The created game: real people, and some that the organizer invents. */
export function opening(random: Random): Move {
  const size = 3 + random.below(MOST_PEOPLE - 2);
  const invented = Math.min(random.below(4), size - 2);
  const names = Array.from(
    { length: size },
    (_, index) => index < size - invented ? `R${index + 1}` : `Z${index + 1}`,
  );
  const participants = names.map((name) => ({ name, email: addressOf(name, random) }));
  return {
    by: "organizer",
    act: "create",
    fields: {
      name: "Party",
      date: pick(DAYS, random),
      time: pick(TIMES, random),
      reveal: pick(REVEALS, random),
      draw: chance(15, random) ? "later" : "now",
      isSealed: true,
      sendEmails: true,
      byPost: chance(30, random),
      participants,
      ...(chance(25, random) && { exclusions: pairsOf(names, 2, random) }),
      ...(chance(25, random) && { oneWayExclusions: pairsOf(names, size, random) }),
      ...(chance(15, random) && { keepers: pairsOf(names, 4, random) }),
    },
  };
}

/** Returns the next move, of the organizer or of an honest person. */
export function nextMove(play: Play, random: Random): Move {
  const { games } = play;
  const index = chance(75, random) ? games.length - 1 : random.below(games.length);
  const game = games[index];
  if (!game) throw new Error("No game has been created");
  if (game.isGathering && game.participants.length < MOST_PEOPLE && chance(30, random)) {
    const participantName = `J${play.games.length}${game.nextNumber}`;
    return { by: "honest", act: "join", game: index, fields: { participantName } };
  }
  const honest = play.honestNames(game);
  if (honest.length > 0 && chance(55, random)) {
    const does = ownAct(random);
    // Who has opened combined with a message is a limit named in docs/limits.md: messages reveal nothing else.
    const act = does.act === "sendMessage" ? { act: "look" } : does;
    return { by: "honest", game: index, who: pick(honest, random), ...act };
  }
  const held = play.heldNames(game);
  if (held.length > 0 && chance(30, random)) {
    const who = pick(held, random);
    return { by: "own", game: index, who, ...ownAct(random) };
  }
  return { game: index, ...organizersAct(game, play, random) };
}

/** An action with a person's own link; most often they look. */
function ownAct(random: Random): Pick<Move, "act" | "fields"> {
  switch (random.below(18)) {
    case 0:
      return { act: "requestReassignment" };
    case 1:
      return { act: "confirmAssignment" };
    case 2:
      return { act: "leaveGame" };
    case 3:
      return { act: "updateWish", fields: { wish: `wish ${random.below(100)}` } };
    case 4:
      return {
        act: "sendMessage",
        fields: { to: pick(["giver", "receiver"], random), text: "Hi" },
      };
    case 5:
      return { act: "setParcel", fields: { sent: chance(70, random) } };
    case 6:
      return { act: "confirmArrived" };
    case 7:
      return { act: "allowKeepers", fields: { allowed: chance(70, random) } };
    default:
      return { act: "look" };
  }
}

/** Every action of an organizer; those that draw are more frequent. */
const ACTS = [
  ...["addParticipant", "addParticipant", "removeParticipant", "removeParticipant"],
  ...["forceReassignParticipant", "forceReassignParticipant", "approveAllReassignments"],
  ...["approveReassignment", "replaceParticipant", "setExclusions", "setExclusions"],
  ...["reassignAll", "again", "again", "take", "take", "take", "give", "give", "joinInvitation"],
  ...["updateGameDetails", "updateGameDetails", "updateParticipantDetails"],
  ...["updateParticipantDetails", "regenerateToken", "openInRoom", "setKeepers", "drawNames"],
  ...["cancelReassignmentRequest", "send", "startFinale", "breakSeal", "clock"],
];

/** Prefers people who have not opened yet, because their pairs move. */
function targetIn({ participants }: Game, random: Random): string {
  const names = participants.map(({ name }) => name);
  const unopened = participants.filter(({ firstViewedAt }) => firstViewedAt === null);
  return unopened.length > 0 && chance(40, random)
    ? pick(unopened, random).name
    : pick(names, random);
}

function organizersAct(game: Game, play: Play, random: Random): Omit<Move, "game"> {
  const by = "organizer";
  const act = pick(ACTS, random);
  const names = game.participants.map(({ name }) => name);
  if (names.length < 2) return { by, act: "addParticipant", fields: newcomer(play, random) };
  const who = targetIn(game, random);
  switch (act) {
    case "clock":
      return { by: "clock", act, fields: { hours: pick([1, 24, 24 * 20], random) } };
    case "addParticipant":
    case "joinInvitation":
      return names.length < MOST_PEOPLE
        ? {
          by,
          act,
          fields: {
            ...newcomer(play, random),
            ...act === "addParticipant" && chance(30, random) && {
              apartFrom: [pick(names, random)],
            },
          },
        }
        : { by, act: "removeParticipant", who };
    case "replaceParticipant":
      return { by, act, who, fields: newcomer(play, random) };
    case "setExclusions":
      return {
        by,
        act,
        fields: {
          exclusions: chance(60, random) ? pairsOf(names, 2, random) : [],
          ...(chance(60, random) && { oneWayExclusions: pairsOf(names, names.length, random) }),
        },
      };
    case "setKeepers":
      return { by, act, fields: { keepers: pairsOf(names, 2, random) } };
    case "updateGameDetails":
      return {
        by,
        act,
        fields: {
          ...(chance(60, random) && { date: pick(DAYS, random) }),
          ...(chance(40, random) && { time: pick(TIMES, random) }),
          ...(chance(50, random) && { reveal: pick(REVEALS, random) }),
        },
      };
    case "updateParticipantDetails":
      return {
        by,
        act,
        who,
        fields: chance(50, random)
          ? { wish: `wish ${random.below(100)}` }
          : { email: addressOf(who, random) },
      };
    case "again":
      return { by, act, fields: sameAgain(game, play, random) };
    case "send":
      return { by, act, fields: { type: pick(["reminderAll", "allParticipants"], random) } };
    case "reassignAll":
    case "approveAllReassignments":
    case "drawNames":
    case "startFinale":
    case "breakSeal":
      return { by, act };
    default:
      return { by, act, who };
  }
}

function newcomer(
  play: Play,
  random: Random,
): { participantName: string; participantEmail: string } {
  const count = play.games.reduce((sum, { nextNumber }) => sum + nextNumber, 0);
  const participantName = `Z${count}`;
  return { participantName, participantEmail: addressOf(participantName, random) };
}

/** The next game of a line: with all, some, or other people; with the same or other rules. */
function sameAgain(game: Game, play: Play, random: Random): Record<string, unknown> {
  const names = game.participants.map(({ name }) => name);
  const staying = chance(60, random) ? names : some(names, 80, random);
  const added = some([newcomer(play, random).participantName], 30, random);
  const people = [...staying, ...added].slice(0, MOST_PEOPLE);
  return {
    date: pick(LATER_DAYS, random),
    ...(chance(25, random) && { draw: "later" }),
    ...(chance(70, random) && people.length >= 3 && {
      participants: people.map((name) => ({ name, email: addressOf(name, random) })),
    }),
    ...(chance(40, random) && people.length >= 3 && {
      oneWayExclusions: pairsOf(people, people.length, random),
    }),
    ...(chance(15, random) && { isSealed: false }),
  };
}
