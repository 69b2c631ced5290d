import { Button } from "@/components/Button.tsx";
import { Field } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { gamePath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** The form by which one has one's link sent. */
export interface SendLink {
  /** Whether mails can be sent at all. */
  canSend: boolean;
  email: string;
  errors: FieldErrors;
}

/** For who has no link at hand: it is sent to their address, or whoever invited them copies it. */
export function LostLink(
  { code, sendLink, t }: { code: string; sendLink: SendLink; t: Translate },
) {
  const { canSend, email, errors } = sendLink;
  return (
    <section class="paper space-y-5 p-5 sm:p-7" aria-labelledby="lost-link">
      <h2 id="lost-link" class="text-xl sm:text-2xl">{t("game.signIn.mailTitle")}</h2>
      {canSend && (
        <form method="post" action={gamePath(code)} class="space-y-5">
          <input type="hidden" name="action" value="sendLink" />
          <FormErrors errors={errors} t={t} />
          <Field
            name="email"
            type="email"
            label={t("recover.email")}
            hint={t("game.signIn.mailLead")}
            value={email}
            error={errors.email}
            required
            autocomplete="email"
          />
          <Button icon="send">{t("recover.button")}</Button>
        </form>
      )}
      <p class="muted text-pretty">{t(canSend ? "game.signIn.ask" : "game.signIn.askOnly")}</p>
    </section>
  );
}
