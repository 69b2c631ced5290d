import type { ComponentChildren } from "preact";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Button } from "./Button.tsx";
import { Field } from "./Field.tsx";
import { FormErrors } from "./FormErrors.tsx";

interface SendLinkFormProps {
  /** Path that the form is sent to. */
  path: string;
  email: string;
  errors: FieldErrors;
  hint?: string;
  t: Translate;
  class?: string;
  /** Variant of the button, if something else comes first. */
  variant?: "secondary";
  /** Further fields. */
  children?: ComponentChildren;
}

/** Asks for the address that the reader's links are sent to. */
export function SendLinkForm(
  { path, email, errors, hint, t, class: classes = "", variant, children }: SendLinkFormProps,
) {
  return (
    <form method="post" action={path} class={`space-y-5 ${classes}`}>
      {children}
      <FormErrors errors={errors} t={t} />
      <Field
        name="email"
        type="email"
        label={t("common.yourEmail")}
        hint={hint}
        value={email}
        error={errors.email}
        required
        autocomplete="email"
      />
      <Button icon="send" {...variant && { variant }}>{t("recover.button")}</Button>
    </form>
  );
}
