/** What forms ask about a person: plain data. Participants and the organizer are asked with different texts. */
import type { PersonFields } from "../game/fields.ts";
import { LIMITS } from "../game/types.ts";

/** Who fills in a form. */
export type Asked = "self" | "organizer";

/** The form field for a person's field; texts are keys of the locales. */
interface PersonRow extends
  Record<Asked, {
    control: "line" | "email" | "lines" | "language";
    label: string;
    /** The placeholder. */
    example?: string;
    autocomplete?: string;
  }> {
  /** Maximum length, in characters. */
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
