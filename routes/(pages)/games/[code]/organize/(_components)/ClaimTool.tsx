import ShareButton from "@/islands/ShareButton.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { Button } from "@/components/Button.tsx";
import { formatMoment } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { PersonLink } from "@/lib/pages/game_links.ts";

interface ClaimToolProps {
  view: OrganizerView;
  person: OrganizerView["participants"][number];
  /** Whether this service can send mails. */
  hasMail: boolean;
  /** The claim that still opens their place, where there is one. */
  claim: Pick<PersonLink, "link" | "until">;
  reader: Reader;
  /** Where the form goes that makes a link. */
  target: string;
}

/** In a sealed game: how one person gets into their place, and a link to hand over. */
export function ClaimTool(
  { view, person, hasMail, claim: { link, until }, reader, target }: ClaimToolProps,
) {
  const { t, locale } = reader;
  const { id, name, email, claim } = person;
  const isMailed = email !== "" && view.sendEmails && hasMail;
  const moment = (at: string) => formatMoment(at, locale, view.timeZone);
  const state = until
    ? t("sealed.links.until", { when: moment(until) })
    : claim?.openedAt
    ? t("sealed.links.opened", { when: moment(claim.openedAt) })
    : claim
    ? t("sealed.links.expired")
    : t(isMailed ? "sealed.links.byMail" : "sealed.links.none");
  return (
    <div class="space-y-3">
      <p class="muted text-sm">{state}</p>
      {link && (
        <>
          <CopyField
            id={`claim-${id}`}
            label={t("created.people.link", { name })}
            value={link}
            t={t}
          />
          <p class="muted text-sm">{t("sealed.links.cardHint", { name })}</p>
          <div class="flex flex-wrap items-center gap-3">
            <ShareButton
              text={t("created.people.shareText", { name, game: view.name })}
              url={link}
              label={t("created.people.share")}
              describedBy={`claim-${id}`}
            />
            <img
              class="rounded-field size-32 bg-white"
              width="128"
              height="128"
              loading="lazy"
              src={`${gamePath(view.code)}/created/qr?participant=${id}`}
              alt={t("created.people.qrOf", { name })}
            />
          </div>
        </>
      )}
      <form method="post" action={target}>
        <input type="hidden" name="action" value="issueClaim" />
        <input type="hidden" name="participantId" value={id} />
        <Button variant={link || isMailed ? "quiet" : "secondary"} icon="link">
          {t(claim ? "sealed.links.makeNew" : "sealed.links.make")}
        </Button>
      </form>
    </div>
  );
}
