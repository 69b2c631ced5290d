import { ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { HandedOver } from "@/components/PassOn.tsx";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { managePath } from "@/lib/browser/links.ts";
import { isInviter } from "@/lib/game/identity.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Confirmation } from "@/lib/pages/confirmations.ts";
import type { PersonLink } from "@/lib/pages/game_links.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { ClaimTool } from "../../(_components)/ClaimTool.tsx";
import { PersonPassOn } from "../../(_components)/PersonPassOn.tsx";
import ConfirmDialog from "../../(_islands)/ConfirmDialog.tsx";

interface CardProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  /** What is asked before the link is renewed. */
  question: Confirmation;
}

interface LinkCardProps extends CardProps {
  link: string;
  /** Its fingerprint, where they need it still. */
  mark: string | undefined;
}

/** Someone's personal link, to be passed on. */
export function LinkCard({ managed, person, link, mark, question }: LinkCardProps) {
  const { view, reader: { t } } = managed;
  const { name } = person;
  const isDrawn = view.state === "drawn";
  const isYou = isInviter(view, name);
  return (
    <Card title={t("organize.person.linkTitle")} icon="link">
      <p class="text-pretty">
        {isYou
          ? t(isDrawn ? "organize.person.linkOwn" : "organize.person.linkOwnEarly")
          : t(isDrawn ? "organize.person.linkLead" : "organize.person.linkLeadEarly", { name })}
      </p>
      {isYou && (
        <ButtonLink href={link} icon="arrow-right">{t("mail.button.participant")}</ButtonLink>
      )}
      <PersonPassOn managed={managed} person={person} link={link} isMain={!isYou} />
      {mark && !isYou && <HandedOver link={link} name={name} t={t} />}
      <PassOnActions copied={t("common.copied")} />
      <ConfirmDialog
        {...question}
        label={t("organize.person.renew")}
        icon="rotate-ccw"
        class="btn-ghost -ml-3"
      />
    </Card>
  );
}

interface SealedLinkCardProps extends CardProps {
  /** The link by which they can take their place still. */
  claim: Pick<PersonLink, "link" | "until">;
}

/** In a sealed game the organizer has nobody's link: it goes by mail, or is made to be handed over. */
export function SealedLinkCard({ managed, person, claim, question }: SealedLinkCardProps) {
  const { view, hasMail, reader } = managed;
  const { t } = reader;
  return (
    <Card title={t("organize.person.linkTitle")} icon="link" id="link">
      <ClaimTool
        {...{ managed, person, claim }}
        target={managePath(view.code)}
      />
      {!isInviter(view, person.name) && (
        <p class="muted text-sm text-pretty">{t("sealed.links.told", { name: person.name })}</p>
      )}
      {hasMail && person.email && (
        <ConfirmDialog
          {...question}
          label={t("sealed.links.renew")}
          icon="rotate-ccw"
          class="btn-ghost"
        />
      )}
    </Card>
  );
}
