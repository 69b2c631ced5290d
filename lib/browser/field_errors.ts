/** Sentences by the path of the field they belong to (`participants.2.name`); "" is the whole form. */
export type FieldErrors = Readonly<Record<string, string>>;
