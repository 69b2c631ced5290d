/** Error messages by the path of their field (`participants.2.name`); "" stands for the whole form. */
export type FieldErrors = Readonly<Record<string, string>>;
