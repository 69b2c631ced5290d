import { gamePath } from "@/lib/browser/links.ts";
import { LIMITS } from "@/lib/game/types.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";

export interface OwnLinkProps {
  view: OrganizerView;
  reader: Reader;
  /** The organizer's own link. */
  ownLink: string;
  /** True if this service can send mails. */
  hasMail: boolean;
  /** The form for the organizer's address, if it was refused. */
  refused: RefusedForm | null;
}

/** The organizer's own link, apart from those to pass on. */
export function OwnLink(
  { view, ownLink, hasMail, refused, reader: { t } }: OwnLinkProps,
) {
  const { organizerEmail: email, organizerEmailStatus: { status, reason } } = view;
  return (
    <section class="paper space-y-3 p-5 sm:p-7" aria-labelledby="own">
      <h2 id="own" class="flex items-center gap-3 text-xl sm:text-2xl">
        <Icon name="key-round" class="text-secondary size-6" />
        {t("created.own.title")}
      </h2>
      <p class="text-pretty">
        {t("created.own.warning")}
      </p>
      <CopyField id="own-link" label={t("created.own.label")} value={ownLink} t={t} />
      {email === "" && hasMail && (
        <form method="post" action={`${gamePath(view.code)}/created#own`} class="space-y-3">
          <input type="hidden" name="action" value="updateGameDetails" />
          <Field
            name="organizerEmail"
            type="email"
            label={t("common.yourEmail")}
            hint={t("create.trust")}
            value={refused?.typed.organizerEmail ?? ""}
            error={refused?.errors.organizerEmail ?? refused?.errors[""]}
            required
            maxLength={LIMITS.email}
            autocomplete="email"
          />
          <Button variant="secondary" icon="mail">{t("created.own.send")}</Button>
        </form>
      )}
      {(status === "sent" || status === "queued") && (
        <p class="muted text-sm">{t("created.own.queued", { email })}</p>
      )}
      {status === "failed" && (
        <Alert tone="warning">
          {t("created.own.failed", { email, reason: t(`mail.failures.${reason ?? "internal"}`) })}
        </Alert>
      )}
      <ButtonLink href={`${gamePath(view.code)}/organize`} variant="secondary" icon="settings">
        {t("mail.button.organizer")}
      </ButtonLink>
    </section>
  );
}
