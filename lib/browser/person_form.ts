/** What the forms ask of a person: plain data. A participant and the organizer are asked in words of their own. */
import type { PersonFields } from "../game/fields.ts";
import { LIMITS } from "../game/types.ts";

/** Who fills a form in. */
export type Asked = "self" | "organizer";

/** How one field is asked for; texts are keys of the locales. */
interface PersonRow extends
  Record<Asked, {
    control: "line" | "email" | "lines" | "language";
    label: string;
    /** The placeholder. */
    example?: string;
    autocomplete?: string;
  }> {
  /** The longest text, in characters. */
  maxLength?: number;
  isRequired?: true;
}

export const PERSON_FORM = {
  name: {
    self: { control: "line", label: "common.yourName", autocomplete: "name" },
    organizer: { control: "line", label: "create.people.name", autocomplete: "off" },
    maxLength: LIMITS.participantName,
    isRequired: true,
  },
  email: {
    self: { control: "email", label: "game.contact.email", autocomplete: "email" },
    organizer: { control: "email", label: "game.contact.email", autocomplete: "off" },
    maxLength: LIMITS.email,
  },
  desiredGift: {
    self: {
      control: "line",
      label: "game.reveal.desiredGift",
      autocomplete: "off",
    },
    organizer: { control: "lines", label: "game.reveal.desiredGift" },
    maxLength: LIMITS.wish,
  },
  wish: {
    self: { control: "lines", label: "game.reveal.wish", example: "game.wish.wishHint" },
    organizer: { control: "lines", label: "game.reveal.wish" },
    maxLength: LIMITS.wish,
  },
  language: {
    self: { control: "language", label: "organize.person.language" },
    organizer: { control: "language", label: "organize.person.language" },
    isRequired: true,
  },
} as const satisfies Record<keyof PersonFields, PersonRow>;
