/** Finds missing fields and errors of the creation form before it is submitted. Pure. */
import { cryptoRandom } from "../draw/random.ts";
import { cheapestMatching } from "../draw/matching.ts";
import { NOBODY, Rules } from "../draw/rules.ts";
import { tightGroup } from "../draw/tight_group.ts";
import { normalizedKey } from "../game/identity.ts";
import { LIMITS } from "../game/types.ts";
import { type GuestLines, readGuests, readPeople } from "./guest_lines.ts";
import { countGuests, type GuestList, isOwnName, repeatedNames } from "./guest_list.ts";

/** The fields of the form that are checked. */
export interface CreateFields extends GuestLines {
  name: string;
  date: string;
  organizerName: string;
  /** True if the organizer takes part. */
  takesPart: boolean;
  /** True if people join before the draw. */
  isLater: boolean;
}

/** Ids of fields that are still empty. */
export type Missing = "organizerName" | "people" | "name" | "date";

/** An error that prevents the creation. */
export type CreateProblem =
  | { kind: "datePast" }
  | { kind: "repeated"; name: string; line: number; isOwn?: true }
  | { kind: "impossible"; givers: string[]; receivers: string[] };

/** The result of checking the form. */
export type CreateLook = ReturnType<typeof lookAtForm>;

/** Checks the form. @param today YYYY-MM-DD in the reader's time zone */
export function lookAtForm(fields: CreateFields, today: string) {
  const self = fields.takesPart ? fields.organizerName : null;
  const list = readPeople(fields.people, self);
  const people = countGuests(list);
  const hasDate = /^\d{4}-\d\d-\d\d$/.test(fields.date);
  const repeated = repeatedIn(list);
  const missing: [Missing, boolean][] = [
    ["organizerName", fields.takesPart && fields.organizerName.trim() === ""],
    ["people", !fields.isLater && people < LIMITS.minParticipants],
    ["name", fields.name.trim() === ""],
    ["date", !hasDate],
  ];
  // If a name is used twice, it is unclear which person the rules mean.
  const group = fields.isLater || repeated.length > 0
    ? null
    : impossibleGroup(readGuests(fields, self));
  const problems: CreateProblem[] = [
    ...(hasDate && fields.date < today ? [{ kind: "datePast" as const }] : []),
    ...repeated.map((one) => ({ kind: "repeated" as const, ...one })),
    ...(group ? [{ kind: "impossible" as const, ...group }] : []),
  ];
  return {
    people,
    /** True if all required fields are empty. */
    isBlank: [fields.name, fields.date, fields.organizerName].every((text) => text.trim() === "") &&
      list.guests.every(({ isSelf, name, email }) => isSelf || name + email === ""),
    missing: missing.flatMap(([id, isMissing]) => isMissing ? [id] : []),
    problems,
  };
}

/** The repeated names, each once, with the index of the line that repeats it and whether the organizer has the name. */
function repeatedIn(list: GuestList): { name: string; line: number; isOwn?: true }[] {
  const again = repeatedNames(list);
  const lines = list.guests.filter(({ isSelf }) => !isSelf);
  const found = lines.flatMap((guest, line) => {
    if (!again.has(guest.key)) return [];
    const isOwn = isOwnName(list, guest) && { isOwn: true as const };
    return [[normalizedKey(guest.name), { name: guest.name.trim(), line, ...isOwn }] as const];
  });
  return [...new Map(found).values()];
}

/** Finds the group that makes a draw impossible; null if a draw is possible. */
function impossibleGroup(list: GuestList): { givers: string[]; receivers: string[] } | null {
  const named = list.guests.filter(({ name }) => name.trim() !== "");
  // Three people without rules always have a draw; two are too few to report anything yet.
  if (list.groups.length === 0 || named.length < LIMITS.minParticipants) return null;
  const place = new Map(named.map(({ key }, index) => [key, index]));
  const groups = list.groups.map(({ members }) => members.flatMap((key) => place.get(key) ?? []));
  const rules = new Rules(named.length, [], groups);
  const nobody = new Int32Array(named.length).fill(NOBODY);
  const matching = cheapestMatching(rules, nobody, new Int32Array(named.length), cryptoRandom);
  if (!matching.receiverOf.includes(NOBODY)) return null;
  const { givers, receivers } = tightGroup(rules, matching);
  const names = (people: number[]) => people.map((person) => named[person]?.name.trim() ?? "");
  return { givers: names(givers), receivers: names(receivers) };
}
