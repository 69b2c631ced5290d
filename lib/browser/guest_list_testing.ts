import type { GuestLines } from "./guest_lines.ts";
import type { GuestList } from "./guest_list.ts";

/** The form fields with these lines. */
export function lines(people: string, households = "", exclusions = "", keepers = ""): GuestLines {
  return { people, households, exclusions, keepers };
}

/** The groups as text, with the names of their members. */
export function namesOf({ guests, groups }: GuestList): string[] {
  return groups.map(({ kind, members }) =>
    `${kind}: ${members.map((key) => guests.find((one) => one.key === key)?.name).join("+")}`
  );
}
