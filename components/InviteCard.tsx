import ShareButton from "@/islands/ShareButton.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { ButtonLink } from "./Button.tsx";
import { CopyField } from "./CopyField.tsx";
import { Icon } from "./Icon.tsx";

interface InviteCardProps {
  /** The link by which people join. */
  link: string;
  game: { code: string; name: string };
  t: Translate;
}

/** The one link to send around, and the ways to do so. */
export function InviteCard({ link, game: { code, name }, t }: InviteCardProps) {
  const text = t("organize.links.shareText", { game: name });
  const mail = new URLSearchParams({ subject: name, body: `${text}\n${link}` });
  return (
    <section
      class="paper border-secondary/60 space-y-4 border-2 p-5 sm:p-7"
      aria-labelledby="invite"
    >
      <h2 id="invite" class="flex items-center gap-3 text-xl sm:text-2xl">
        <Icon name="send" class="text-secondary size-6" />
        {t("gather.created.ready")}
      </h2>
      <p class="text-pretty">{t("gather.created.lead")}</p>
      <CopyField id="invitation" label={t("organize.links.invitation")} value={link} t={t} />
      <div class="flex flex-wrap gap-2">
        <ShareButton
          text={text}
          url={link}
          label={t("created.people.share")}
          describedBy="invitation"
        />
        <ButtonLink
          href={`mailto:?${mail.toString().replaceAll("+", "%20")}`}
          variant="secondary"
          icon="mail"
        >
          {t("gather.invite.mail")}
        </ButtonLink>
      </div>
      <details>
        <summary class="text-link min-h-11 py-2">{t("gather.invite.qr")}</summary>
        <img
          src={`${gamePath(code)}/created/qr?invitation`}
          alt={t("gather.invite.qr")}
          loading="lazy"
          class="size-56 rounded-lg bg-white"
        />
      </details>
    </section>
  );
}
