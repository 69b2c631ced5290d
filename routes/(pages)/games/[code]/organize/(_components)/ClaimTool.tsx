import PassOnActions from "@/islands/PassOnActions.tsx";
import { Button } from "@/components/Button.tsx";
import { formatMoment } from "@/lib/browser/format.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { makeLinkText, type PersonLink } from "@/lib/pages/game_links.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { PersonPassOn } from "./PersonPassOn.tsx";

interface ClaimToolProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  /** The claim that still opens their place, where there is one. */
  claim: Pick<PersonLink, "link" | "until">;
  /** Where the form goes that makes a link. */
  target: string;
}

/** In a sealed game: how one person gets into their place, and a link to hand over. */
export function ClaimTool({ managed, person, claim: { link, until }, target }: ClaimToolProps) {
  const { view, hasMail, reader: { t, locale } } = managed;
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
          <PersonPassOn managed={managed} person={person} link={link} isMain />
          <PassOnActions copied={t("common.copied")} />
          <p class="muted text-sm">{t("sealed.links.cardHint", { name })}</p>
        </>
      )}
      <form method="post" action={target}>
        <input type="hidden" name="action" value="issueClaim" />
        <input type="hidden" name="participantId" value={id} />
        <Button variant={link || isMailed ? "quiet" : "secondary"} icon="link">
          {t(makeLinkText(view, person))}
        </Button>
      </form>
    </div>
  );
}
