import type { GuestLines } from "./guest_lines.ts";
import type { GuestList } from "./guest_list.ts";

/** The fields of the form with these lines. */
export function lines(people: string, households = "", exclusions = "", keepers = ""): GuestLines {
  return { people, households, exclusions, keepers };
}

/** The groups by name. */
export function namesOf({ guests, groups }: GuestList): string[] {
  return groups.map(({ kind, members }) =>
    `${kind}: ${members.map((key) => guests.find((one) => one.key === key)?.name).join("+")}`
  );
}
