/** Attacks that once succeeded, each as the moves of one game. People whose names begin with Z are invented. */
import type { Move } from "./play.ts";

const organizer = (act: string, rest: Omit<Move, "by" | "act"> = {}): Move => ({
  by: "organizer",
  act,
  ...rest,
});
const honest = (act: string, who: string): Move => ({ by: "honest", act, who });
const own = (act: string, who: string, rest: Omit<Move, "by" | "act" | "who"> = {}): Move => ({
  by: "own",
  act,
  who,
  ...rest,
});

/** Real people with addresses of their own. */
export const real = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `R${index + 1}`,
    email: `r${index + 1}@people.example`,
  }));

const create = (people: { name: string; email?: string }[], fields: object = {}): Move =>
  organizer("create", {
    fields: {
      name: "Party",
      date: "2026-12-20",
      isSealed: true,
      sendEmails: true,
      participants: people,
      ...fields,
    },
  });

const withoutAddresses = (count: number) => real(count).map(({ name }) => ({ name }));
const names = (people: { name: string }[]) => people.map(({ name }) => name);
const allOpen = (people: { name: string }[]) => names(people).map((name) => honest("look", name));

/** Keyed by the number of their point in issue 21. */
export const KNOWN: Record<string, Move[]> = {
  "1 a past time": [
    create(real(5), { date: "2026-12-01", time: "08:00", reveal: "afterEvent" }),
    organizer("updateGameDetails", { fields: { date: "2026-12-20", time: "" } }),
    ...allOpen(real(5)),
  ],
  "1 a past time, drawn later": [
    create(real(5), { date: "2026-12-01", time: "08:00", reveal: "afterEvent", draw: "later" }),
    organizer("drawNames"),
    organizer("updateGameDetails", { fields: { date: "2026-12-20", time: "" } }),
  ],
  "1 reveal on and off": [
    create(real(5), { date: "2026-12-01", time: "08:00" }),
    organizer("updateGameDetails", { fields: { reveal: "afterEvent" } }),
    organizer("updateGameDetails", { fields: { reveal: "never" } }),
  ],
  "2 again and again": [
    create(real(4)),
    ...allOpen(real(4)),
    ...[0, 1].flatMap((game) => [
      organizer("again", {
        game,
        fields: { date: `202${7 + game}-12-20`, participants: withoutAddresses(4) },
      }),
      ...names(real(4)).map((who) => organizer("take", { game: game + 1, who })),
      ...names(real(4)).map((who) => own("look", who, { game: game + 1 })),
    ]),
  ],
  "2 again with rules": [
    create(real(5)),
    ...allOpen(real(5)),
    ...[0, 1].flatMap((game) => [
      organizer("again", {
        game,
        fields: {
          date: `202${7 + game}-12-20`,
          participants: withoutAddresses(5),
          oneWayExclusions: [["R1", "R3"], ["R1", "R4"], ["R2", "R4"], ["R2", "R5"]],
        },
      }),
      ...names(real(5)).map((who) => organizer("take", { game: game + 1, who })),
      ...names(real(5)).map((who) => own("look", who, { game: game + 1 })),
    ]),
  ],
  "2 again without addresses": [
    create(real(3)),
    ...allOpen(real(3)),
    organizer("again", { fields: { date: "2027-12-20", participants: withoutAddresses(3) } }),
    ...names(real(3)).map((who) => organizer("take", { game: 1, who })),
    ...names(real(3)).map((who) => own("look", who, { game: 1 })),
  ],
  "2 a chain of games that gather": [
    create(real(5)),
    ...allOpen(real(5)),
    ...[0, 1, 2, 3].map((game) =>
      organizer("again", { game, fields: { date: "2027-12-20", draw: "later" } })
    ),
    ...[1, 2, 3, 4].flatMap((game) => [
      organizer("drawNames", { game }),
      organizer("breakSeal", { game }),
    ]),
  ],
  "2 a chain of games before the sealed one": [
    create(real(6), { date: "2036-12-20" }),
    ...allOpen(real(6)),
    ...[0, 1, 2, 3].map((game) =>
      organizer("again", { game, fields: { date: `202${7 + game}-12-20` } })
    ),
    ...[1, 2, 3, 4].map((game) => organizer("breakSeal", { game })),
  ],
  "3 add and remove": [
    create(real(5)),
    ...allOpen(real(5).slice(1)),
    organizer("addParticipant", { fields: { participantName: "Z" } }),
    organizer("take", { who: "Z" }),
    own("look", "Z"),
    organizer("removeParticipant", { who: "Z" }),
  ],
  "4 forcing": [
    create([...real(3), { name: "Z" }]),
    organizer("take", { who: "Z" }),
    own("look", "Z"),
    ...allOpen(real(3)),
    ...[1, 2, 3].flatMap(() => [
      organizer("forceReassignParticipant", { who: "R1" }),
      own("look", "Z"),
      ...allOpen(real(3)),
    ]),
  ],
  "5 by mail": [
    create(names(real(5)).map((name) => ({ name, email: `${name.toLowerCase()}@own.example` }))),
    ...names(real(5)).map((who) => organizer("give", { who })),
    ...allOpen(real(5)),
    ...names(real(5)).map((who) =>
      organizer("updateParticipantDetails", { who, fields: { wish: `tea for ${who}` } })
    ),
  ],
  "5 places held without a look": [
    create(names(real(5)).map((name) => ({ name, email: `${name.toLowerCase()}@own.example` }))),
    ...names(real(5)).flatMap((who) => [
      own("updateWish", who, { fields: { wish: `tea for ${who}` } }),
      own("sendMessage", who, { fields: { to: "receiver", text: "Hi" } }),
    ]),
    ...real(5).map(({ name: who, email }) =>
      organizer("updateParticipantDetails", { who, fields: { email, renewLink: true } })
    ),
    ...allOpen(real(5)),
  ],
  "6 rules that leave one draw": [
    create(real(4), {
      oneWayExclusions: [
        ["R1", "R3"],
        ["R1", "R4"],
        ["R2", "R1"],
        ["R2", "R4"],
        ["R3", "R1"],
        ["R3", "R2"],
        ["R4", "R2"],
      ],
    }),
  ],
  "6 memory that leaves no choice": [
    create([...real(3), { name: "Z" }]),
    organizer("take", { who: "Z" }),
    own("look", "Z"),
    organizer("again", { fields: { date: "2027-12-20" } }),
    organizer("take", { game: 1, who: "Z" }),
    own("look", "Z", { game: 1 }),
    organizer("again", { game: 1, fields: { date: "2028-12-20" } }),
    organizer("take", { game: 2, who: "Z" }),
    own("look", "Z", { game: 2 }),
  ],
  "8 a taken place whose receiver is replaced": [
    create(withoutAddresses(5)),
    organizer("give", { who: "R1" }),
    honest("look", "R1"),
    honest("confirmAssignment", "R1"),
    organizer("take", { who: "R1" }),
    ...names(real(5)).slice(1).flatMap((who, index) => [
      organizer("replaceParticipant", { who, fields: { participantName: `Z${index}` } }),
      own("look", "R1"),
    ]),
  ],
  "9 keepers of people who joined": [
    create(real(2), { draw: "later" }),
    ...["J1", "J2", "J3"].map((participantName): Move => ({
      by: "honest",
      act: "join",
      fields: { participantName },
    })),
    organizer("addParticipant", {
      fields: { participantName: "Z", participantEmail: "z@own.example" },
    }),
    organizer("setKeepers", { fields: { keepers: [["Z", "J1"], ["Z", "J2"], ["Z", "J3"]] } }),
    organizer("drawNames"),
    own("look", "Z"),
  ],
  "9 the room": [
    create(real(4)),
    ...names(real(4)).map((who) => organizer("openInRoom", { who })),
  ],
  "9 keepers": [
    create([{ name: "Z" }, ...names(real(5)).map((name) => ({ name }))], {
      keepers: names(real(5)).map((name) => ["Z", name]),
      keepersMayDraw: true,
    }),
    organizer("take", { who: "Z" }),
    own("look", "Z"),
  ],
  "9 a keeper who is gone": [
    create([{ name: "Z" }, ...withoutAddresses(4)], { keepers: [["Z", "R1"]] }),
    organizer("take", { who: "Z" }),
    own("look", "Z"),
    organizer("regenerateToken", { who: "Z" }),
    organizer("reassignAll"),
    own("look", "Z"),
  ],
  "9 one of two keepers who is gone": [
    create([{ name: "Z" }, ...withoutAddresses(5)], { keepers: [["Z", "R1"], ["R2", "R1"]] }),
    organizer("take", { who: "Z" }),
    own("look", "Z"),
    organizer("regenerateToken", { who: "Z" }),
    organizer("give", { who: "R1" }),
    honest("look", "R1"),
  ],
};
