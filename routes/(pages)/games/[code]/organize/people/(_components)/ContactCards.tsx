/** The cards of a person's page for their link and their emails. */
import PassOnActions from "@/islands/PassOnActions.tsx";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { canBeReminded } from "@/lib/game/progress.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { withoutMessagePoint } from "@/lib/pages/organizer/mail_question.ts";
import { wayIn } from "@/lib/pages/organizer/game_links.ts";
import { Button, buttonClass, ButtonLink, Hidden } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Icon } from "@/components/Icon.tsx";
import { HandedOver, PersonPassOn } from "@/components/PassOn.tsx";
import { PersonField } from "@/components/PersonField.tsx";
import { describeMail, isAddressDead, NoMail } from "../../(_components)/Mails.tsx";
import { ReminderText } from "../../(_components)/ReminderText.tsx";
import ConfirmDialog from "../../(_islands)/ConfirmDialog.tsx";
import { type ActivePersonPageData, ADDRESS, asksForAddress } from "./person_page_data.ts";

/** A person's link, to be passed on. */
export function LinkCard(data: ActivePersonPageData) {
  const { person: { name }, link, mark, isYou, reader: { t } } = data;
  return (
    <Card title={t("game.device.link")} icon="link">
      {isYou
        ? <ButtonLink href={link} icon="arrow-right">{t("mail.button.participant")}</ButtonLink>
        : (
          <>
            <p class="text-pretty">{t("organize.person.linkLead", { name })}</p>
            <PersonPassOn {...data} isMain />
            {mark && <HandedOver link={link} name={name} t={t} />}
            <PassOnActions copied={t("common.copied")} />
          </>
        )}
      <ConfirmDialog
        {...data.questions.regenerateToken}
        icon="rotate-ccw"
        class="btn-ghost -ms-3"
      />
    </Card>
  );
}

/** In a sealed game, whose organizer sees no personal links: the link is emailed, or a claim link handed over. */
export function SealedLinkCard(data: ActivePersonPageData) {
  const { view, hasMail, person, reader } = data;
  const { t } = reader;
  const { id, name, email, claim } = person;
  const isMailed = email !== "" && view.sendEmails && hasMail;
  const until = data.claim?.expiresAt ?? null;
  return (
    <Card title={t("game.device.link")} icon="link">
      <div class="space-y-3">
        {/* Gets the focus once a link was made. */}
        <p id="link" tabIndex={-1} class="muted scroll-mt-24 text-sm outline-none">
          {wayIn(view, { isMailed, until, claim }, reader)}
        </p>
        {data.claim && (
          <>
            <PersonPassOn {...data} link={data.claim.claimUrl} isMain />
            <PassOnActions copied={t("common.copied")} />
            {!data.isYou && (
              <p class="muted text-sm text-pretty">{t("organize.person.linkLead", { name })}</p>
            )}
          </>
        )}
        <form method="post" action={managePath(view.code)}>
          <Hidden fields={{ action: "issueClaim", participantId: id }} />
          <Button
            {...data.claim || isMailed
              ? { variant: "quiet", class: "-ms-3" }
              : { variant: "secondary" }}
            icon="link"
          >
            {t("sealed.links.make")}
          </Button>
        </form>
      </div>
      {!data.isYou && !data.claim && (
        <p class="muted text-sm text-pretty">{t("sealed.links.told", { name })}</p>
      )}
      {hasMail && email && (
        <ConfirmDialog
          {...data.questions.regenerateToken}
          icon="rotate-ccw"
          class="btn-ghost -ms-3"
        />
      )}
    </Card>
  );
}

/** The state of a person's emails, and buttons to send one. */
export function MailCard(data: ActivePersonPageData) {
  const { view, hasMail, reader, person, isYou, refusedForms: { mail: refused } } = data;
  const { t } = reader;
  const hasFailed = person.emailStatus.status === "failed";
  // If the address is dead, the form above replaces it, and emails the link at once.
  const isMailed = hasMail && person.email !== "" &&
    (refused !== null || !isAddressDead(person.emailStatus));
  // No reminder after a failed email, or to the organizer themselves.
  const isReminded = !hasFailed && !isYou && canBeReminded(data.progress, hasMail);
  return (
    <Card
      id="mail"
      title={t(hasFailed ? "organize.mailProblems.fix" : "passOn.mail")}
      icon={hasFailed ? "mail-warning" : "mail"}
    >
      <p class={`empty:hidden ${hasFailed ? "text-error font-semibold" : "muted"}`}>
        {describeMail(person.emailStatus, view.timeZone, reader)}
      </p>
      {!hasMail && <NoMail view={view} reader={reader} />}
      {hasMail && !person.email && <p class="text-pretty">{t("errors.code.EMAIL_MISSING")}</p>}
      {asksForAddress(data) && <AddressForm {...data} />}
      {(isMailed || isReminded) && (
        <form method="post" action={managePersonPath(view.code, person.id)} class="space-y-3">
          <input type="hidden" name="action" value="sendEmail" />
          <FormErrors
            errors={refused?.errors ?? {}}
            t={t}
            idOf={() =>
              "customMessage"}
          />
          {isMailed && (
            <Button
              name="type"
              value="participant"
              variant={hasFailed ? "quiet" : "secondary"}
              icon="mail"
            >
              {t("organize.person.sendLink")}
            </Button>
          )}
          {isReminded && !isMailed && (
            <Button name="type" value="reminder" variant="secondary" icon="send">
              {t("organize.remind.title")}
            </Button>
          )}
          {isReminded && isMailed && (
            <details class="open:space-y-4" open={refused !== null}>
              <summary class={buttonClass("quiet")}>
                <Icon name="send" />
                {t("organize.remind.title")}
              </summary>
              <ReminderText
                t={t}
                left={withoutMessagePoint(data, data.withoutMessage)}
                isForNobody
                rows={3}
                typed={refused?.typed.customMessage}
                error={refused?.errors.customMessage}
              />
              <Button name="type" value="reminder" icon="send">{t("organize.remind.title")}</Button>
            </details>
          )}
        </form>
      )}
    </Card>
  );
}

/** A form for a missing or wrong address; the link is emailed there at once. */
function AddressForm(
  { view, person, progress, isHidden, reader: { t }, refusedForms: { address } }:
    ActivePersonPageData,
) {
  return (
    <form method="post" action={managePersonPath(view.code, person.id)} class="space-y-3">
      <Hidden fields={{ action: "updateParticipantDetails", from: ADDRESS }} />
      {/* The owner of a wrong mailbox must not keep a working link. */}
      <input type="hidden" name="renewLink" value="on" />
      <FormErrors errors={address?.errors ?? {}} t={t} idOf={() => ADDRESS} />
      <PersonField
        field="email"
        by="organizer"
        id={ADDRESS}
        errors={address?.errors ?? {}}
        typed={{ email: address?.typed.email ?? person.email }}
        t={t}
        // An existing address can be removed.
        required={person.email === ""}
      />
      {isHidden && progress.link !== "needed" && <RenewPoints name={person.name} t={t} />}
      <Button
        icon="send"
        variant={person.emailStatus.status === "failed" ? "primary" : "secondary"}
      >
        {t("organize.person.saveAndSend")}
      </Button>
    </form>
  );
}

/** In a sealed game: what a new address ends, and whom the new link reaches. */
export function RenewPoints({ name, t }: { name: string; t: Translate }) {
  return (
    <details>
      <summary class="text-link">{t("sealed.links.ifMoved")}</summary>
      <ul class="muted list-disc pt-2 ps-5 text-sm">
        {t("sealed.confirmRenew", { name }).split("\n").map((point) => <li key={point}>{point}
        </li>)}
      </ul>
    </details>
  );
}
