/** What forms ask about a game: plain data, in the order of the page. */
import { namesOf } from "../game/derive.ts";
import type { GameField } from "../game/fields.ts";
import { LIMITS } from "../game/types.ts";

/** The forms that ask for fields of a game. */
export type GameForm = "create" | "again" | "details";

/** The form field for a game's field; texts are keys of the locales. */
interface FormRow {
  control:
    | "line"
    | "email"
    | "date"
    | "time"
    | "moment"
    | "lines"
    | "box"
    | "budget"
    | "cover"
    | "language"
    /** The control of the previous field asks for it. */
    | null;
  label: string;
  hint: string | null;
  /** The placeholder. */
  example: string | null;
  place: "who" | "event" | "more" | "options";
  in: readonly GameForm[];
  /** Icon in the list of fields on pages that show the event; null: not listed. */
  icon: string | null;
  /** Further attributes of the control. */
  input: Readonly<Record<string, string | number | boolean>>;
  /** True if two such fields share a line. */
  isHalf: boolean;
  isRequired: boolean;
  /** True if the label says that the field is optional. */
  isOptional: boolean;
  /** True if its error messages do not name it, so that a list of errors must. */
  isUnnamed: boolean;
}

const ALL = ["create", "again", "details"] as const;
const LASTING = ["create", "details"] as const;

const FIELD = {
  control: "line",
  ...{ hint: null, example: null, icon: null, input: {}, in: ALL },
  ...{ isHalf: false, isRequired: false, isOptional: false, isUnnamed: false },
} as const;
const EVENT = { ...FIELD, place: "event" } as const;
const DETAIL = { ...FIELD, place: "more", isOptional: true, isUnnamed: true } as const;
const BOX = { ...FIELD, control: "box", place: "options" } as const;

export const GAME_FORM = {
  organizerName: {
    ...FIELD,
    label: "common.yourName",
    place: "who",
    in: LASTING,
    input: {
      maxLength: LIMITS.organizerName,
      autocomplete: "given-name",
      enterkeyhint: "next",
    },
  },
  name: {
    ...EVENT,
    label: "create.event.name",
    example: "create.event.nameExample",
    input: { maxLength: LIMITS.gameName, autocomplete: "off" },
    isHalf: true,
    isRequired: true,
  },
  date: {
    ...EVENT,
    control: "date",
    label: "mail.facts.date",
    icon: "calendar-days",
    isHalf: true,
    isUnnamed: true,
    isRequired: true,
  },
  time: {
    ...DETAIL,
    control: "time",
    label: "mail.facts.time",
    icon: "clock",
    isHalf: true,
  },
  location: {
    ...DETAIL,
    label: "mail.facts.location",
    icon: "map-pin",
    input: { maxLength: LIMITS.location, autocomplete: "off" },
    isHalf: true,
  },
  timeZone: {
    ...DETAIL,
    label: "organize.details.timeZone",
    hint: "organize.details.timeZoneHint",
    in: LASTING,
    input: { maxLength: 64, autocomplete: "off", spellcheck: false },
  },
  amount: {
    ...EVENT,
    control: "budget",
    label: "create.event.amount",
    icon: "wallet",
    isUnnamed: true,
  },
  currency: { ...EVENT, control: null, label: "create.event.currency" },
  cover: { ...EVENT, control: "cover", label: "create.cover.title", in: LASTING },
  drawAt: {
    ...FIELD,
    control: "moment",
    label: "gather.create.drawAt",
    hint: "gather.create.drawAtHint",
    place: "more",
    in: LASTING,
    isOptional: true,
    isUnnamed: true,
  },
  generalNotes: {
    ...DETAIL,
    control: "lines",
    label: "create.event.notes",
    input: { maxLength: LIMITS.notes, rows: 3 },
  },
  organizerEmail: {
    ...DETAIL,
    control: "email",
    label: "common.yourEmail",
    hint: "create.options.organizerEmailHint",
    place: "options",
    in: LASTING,
    input: { maxLength: LIMITS.email, autocomplete: "email" },
  },
  isProtected: {
    ...BOX,
    label: "create.options.isProtected",
    hint: "create.options.isProtectedHint",
    in: LASTING,
  },
  byPost: { ...BOX, label: "create.options.byPost", hint: "create.options.byPostHint" },
  sendBy: {
    ...FIELD,
    control: "date",
    label: "mail.facts.sendBy",
    hint: "create.options.sendByHint",
    place: "options",
    icon: "send",
    isOptional: true,
    isUnnamed: true,
  },
  isSealed: { ...BOX, label: "sealed.create.label", in: ["create"] },
  reveal: { ...BOX, label: "finale.turnOn", place: "event", in: ["create"] },
  allowReassignment: {
    ...BOX,
    label: "create.options.allowReassignment",
    hint: "create.options.allowReassignmentHint",
    in: LASTING,
  },
  sendEmails: {
    ...BOX,
    label: "create.options.sendEmails",
    hint: "create.options.sendEmailsHint",
  },
  replyToOrganizer: {
    ...BOX,
    label: "create.options.replyToOrganizer",
    hint: "create.options.replyToOrganizerHint",
    in: LASTING,
  },
  language: {
    ...FIELD,
    control: "language",
    label: "create.options.language",
    place: "options",
    in: LASTING,
  },
} as const satisfies Record<Exclude<GameField, "keepersMayDraw">, FormRow>;

type Table = typeof GAME_FORM;
export type FormField = keyof Table;
type BoxField = {
  [Name in FormField]: Table[Name]["control"] extends "box" ? Name : never;
}[FormField];

/** The values of the fields in a form. */
export type TypedFields =
  & Record<Exclude<FormField, BoxField>, string>
  & Record<BoxField, boolean>;

export const FORM_FIELDS = namesOf(GAME_FORM);

/** The fields that pages about the event list. */
export type ShownField = {
  [Name in FormField]: Table[Name]["icon"] extends null ? never : Name;
}[FormField];
export const SHOWN_FIELDS = FORM_FIELDS.filter((field): field is ShownField =>
  GAME_FORM[field].icon !== null
);

const ROWS: Readonly<Record<FormField, FormRow>> = GAME_FORM;

/** The fields of a form, in the order of the page; only those in the given places, if there are any. */
export function fieldsIn(form: GameForm, ...places: FormRow["place"][]): FormField[] {
  return FORM_FIELDS.filter((field) => {
    const row = ROWS[field];
    return row.in.includes(form) && (places.length === 0 || places.includes(row.place));
  });
}

/** The fields that people type into. */
export const TEXT_FIELDS = FORM_FIELDS.filter((field) =>
  ["line", "lines", "email", "date"].includes(ROWS[field].control ?? "")
);
