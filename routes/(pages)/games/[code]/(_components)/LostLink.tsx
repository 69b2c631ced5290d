import { HelpLink } from "@/components/HelpLink.tsx";
import { SendLinkForm } from "@/components/SendLinkForm.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { gamePath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

/** The form by which one has one's link sent. */
export interface SendLink {
  /** Whether mails can be sent at all. */
  canSend: boolean;
  email: string;
  errors: FieldErrors;
}

/** For who has no link at hand: it is sent to their address, or whoever invited them copies it. */
export function LostLink(
  { code, sendLink, reader }: { code: string; sendLink: SendLink; reader: Reader },
) {
  const { t } = reader;
  const { canSend, email, errors } = sendLink;
  return (
    <section class="paper space-y-5 p-5 sm:p-7" aria-labelledby="lost-link">
      <h2 id="lost-link" class="text-xl sm:text-2xl">{t("game.signIn.mailTitle")}</h2>
      {canSend && (
        <SendLinkForm
          path={gamePath(code)}
          hint={t("game.signIn.mailLead")}
          {...{ email, errors, t }}
        >
          <input type="hidden" name="action" value="sendLink" />
        </SendLinkForm>
      )}
      <p class="muted text-pretty">{t(canSend ? "game.signIn.ask" : "game.signIn.askOnly")}</p>
      <HelpLink about="participant.lost" reader={reader} />
    </section>
  );
}
