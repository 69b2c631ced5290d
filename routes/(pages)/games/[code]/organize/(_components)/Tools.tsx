import ConfirmDialog from "../(_islands)/ConfirmDialog.tsx";
import ShareButton from "@/islands/ShareButton.tsx";
import type { SendEmail } from "@/lib/game/schemas.ts";
import { countPairs, groupsOf } from "@/lib/pages/apart_groups.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import type { Confirmation, DangerousAction } from "@/lib/pages/confirmations.ts";
import { formatDate, formatMoney, formatTime } from "@/lib/browser/format.ts";
import type { FieldErrors } from "@/lib/i18n/errors.ts";
import { gamePath, joinPath, managePath } from "@/lib/browser/links.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { TextArea } from "@/components/Field.tsx";
import { Fold } from "./Fold.tsx";

/** The questions before the acts that concern the whole game. */
export type GameConfirmations = Record<
  Extract<
    DangerousAction,
    "reassignAll" | "archive" | "regenerateInvitationToken" | "regenerateOrganizerToken"
  >,
  Confirmation
>;

export interface ToolsProps {
  managed: ManagedGame;
  /** Under which people reach the service. */
  baseUrl: string;
  confirmations: GameConfirmations;
  /** What was typed into the reminder and why it was refused. */
  reminder: { typed: string; errors: FieldErrors };
}

/** Everything that concerns the whole game, folded together. */
export function Tools({ managed, baseUrl, confirmations, reminder }: ToolsProps) {
  return (
    <div class="space-y-3">
      <EventTool {...managed} />
      <LinksTool managed={managed} baseUrl={baseUrl} confirmations={confirmations} />
      <ReminderTool managed={managed} {...reminder} />
      <ApartTool {...managed} />
      <PairsTool managed={managed} confirmations={confirmations} />
      <EndTool managed={managed} confirmations={confirmations} />
    </div>
  );
}

function EventTool({ view, reader: { t, language } }: ManagedGame) {
  const time = formatTime(view.time, language);
  const facts = [
    [t("game.date"), formatDate(view.date, language)],
    [t("game.time"), view.timeZone && time ? `${time} (${view.timeZone})` : time],
    [t("game.place"), view.location],
    [t("game.amount"), formatMoney(view.amount, view.currency, language)],
    [t("organize.details.isProtected"), t(`organize.yesNo.${view.isProtected}`)],
    [t("organize.details.allowReassignment"), t(`organize.yesNo.${view.allowReassignment}`)],
    [t("organize.details.sendEmails"), t(`organize.yesNo.${view.sendEmails}`)],
  ].filter(([, value]) => value);
  return (
    <Fold id="event" title={t("organize.event.title")} icon="calendar-days">
      <dl class="grid gap-3 text-sm sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt class="muted">{label}</dt>
            <dd class="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {!view.isArchived && (
        <ButtonLink href={managePath(view.code, "/details")} variant="secondary" icon="pencil">
          {t("organize.event.edit")}
        </ButtonLink>
      )}
    </Fold>
  );
}

function LinksTool(
  { managed: { view, hasMail, reader: { t } }, baseUrl, confirmations }: Omit<
    ToolsProps,
    "reminder"
  >,
) {
  const invitation = baseUrl + joinPath(view.code, view.invitationToken);
  return (
    <Fold id="links" title={t("organize.links.title")} icon="link">
      <p class="text-pretty">{t("organize.links.lead")}</p>
      <ButtonLink href={`${gamePath(view.code)}/created`} variant="secondary" icon="qr-code">
        {t("organize.links.all")}
      </ButtonLink>
      {hasMail && view.participants.some((one) => one.email) && (
        <SendButton code={view.code} type="allParticipants">
          {t("organize.links.sendAll")}
        </SendButton>
      )}
      <div class="border-base-300 space-y-3 border-t pt-5">
        <h3 class="text-lg">{t("organize.links.invitationTitle")}</h3>
        <p class="muted text-sm text-pretty">{t("organize.links.invitationLead")}</p>
        <CopyField
          id="invitation"
          label={t("organize.links.invitation")}
          value={invitation}
          t={t}
        />
        <div class="flex flex-wrap gap-2">
          <ShareButton
            text={t("organize.links.shareText", { game: view.name })}
            url={invitation}
            label={t("created.people.share")}
            describedBy="invitation"
          />
          <ConfirmDialog
            {...confirmations.regenerateInvitationToken}
            label={t("organize.links.renewInvitation")}
            icon="rotate-ccw"
            class="btn-ghost"
          />
        </div>
      </div>
    </Fold>
  );
}

interface SendButtonProps {
  code: string;
  type: SendEmail["type"];
  children: string;
}

/** Asks for mails with one press. */
function SendButton({ code, type, children }: SendButtonProps) {
  return (
    <form method="post" action={managePath(code)}>
      <input type="hidden" name="action" value="sendEmail" />
      <Button name="type" value={type} variant="secondary" icon="mail">{children}</Button>
    </form>
  );
}

function ReminderTool(
  { managed: { view, hasMail, reader: { t } }, typed, errors }:
    & Pick<ToolsProps, "managed">
    & ToolsProps["reminder"],
) {
  const reachable = view.participants.filter((one) => one.email).length;
  const isOpen = Object.keys(errors).length > 0;
  return (
    <Fold id="remind" title={t("organize.remind.title")} icon="send" isOpen={isOpen}>
      {hasMail
        ? (
          <form method="post" action={managePath(view.code)} class="space-y-5">
            <input type="hidden" name="action" value="sendEmail" />
            <input type="hidden" name="type" value="reminderAll" />
            <p class="text-pretty">{t("organize.remind.lead", { count: reachable })}</p>
            <TextArea
              name="customMessage"
              label={t("organize.remind.message")}
              optional={t("common.optional")}
              hint={t("organize.remind.messageHint")}
              value={typed}
              error={errors.customMessage ?? errors[""]}
              maxlength={2000}
            />
            <Button icon="send">{t("organize.remind.all")}</Button>
          </form>
        )
        : <NoMail code={view.code} t={t} />}
    </Fold>
  );
}

/** Says that this service sends no mails, and what to do instead. */
export function NoMail({ code, t }: { code: string; t: ManagedGame["reader"]["t"] }) {
  return (
    <Alert tone="info" title={t("organize.noMail.title")}>
      <p class="text-pretty">{t("organize.noMail.body")}</p>
      <p>
        <a class="text-link" href={`${gamePath(code)}/created`}>{t("organize.links.all")}</a>
      </p>
    </Alert>
  );
}

function ApartTool({ view, reader: { t } }: ManagedGame) {
  const count = countPairs(groupsOf(view));
  return (
    <Fold id="apart" title={t("organize.apart.title")} icon="users">
      <p class="text-pretty">
        {count === 0 ? t("organize.apart.none") : t("organize.apart.count", { count })}
      </p>
      <ButtonLink href={managePath(view.code, "/apart")} variant="secondary" icon="pencil">
        {t("organize.apart.edit")}
      </ButtonLink>
    </Fold>
  );
}

function PairsTool(
  { managed: { view, reader: { t } }, confirmations }: Pick<
    ToolsProps,
    "managed" | "confirmations"
  >,
) {
  return (
    <Fold id="pairs" title={t("organize.pairs.title")} icon="eye-off">
      <p class="text-pretty">{t("organize.pairs.hidden")}</p>
      <div class="flex flex-wrap gap-3">
        <ButtonLink href={managePath(view.code, "/pairs")} variant="secondary" icon="eye">
          {t("organize.pairs.look")}
        </ButtonLink>
        <ConfirmDialog
          {...confirmations.reassignAll}
          label={t("organize.pairs.redraw")}
          icon="shuffle"
          class="btn-ghost text-error"
        />
      </div>
    </Fold>
  );
}

function EndTool(
  { managed: { view, hasMail, reader: { t } }, confirmations }: Pick<
    ToolsProps,
    "managed" | "confirmations"
  >,
) {
  return (
    <Fold id="end" title={t("organize.end.title")} icon="settings">
      {hasMail && view.organizerEmail && (
        <SendButton code={view.code} type="organizer">
          {t("organize.end.sendLink", { email: view.organizerEmail })}
        </SendButton>
      )}
      <p class="text-pretty">{t("organize.end.renewLead")}</p>
      <ConfirmDialog
        {...confirmations.regenerateOrganizerToken}
        label={t("organize.end.renew")}
        icon="key-round"
      />
      <p class="border-base-300 border-t pt-5 text-pretty">{t("organize.end.archiveLead")}</p>
      <ConfirmDialog
        {...confirmations.archive}
        label={t("organize.end.archive")}
        icon="trash"
        class="btn-outline btn-error"
      />
      <form method="post" class="border-base-300 border-t pt-5">
        <Button name="action" value="signOut" variant="quiet" icon="log-out">
          {t("organize.end.signOut")}
        </Button>
      </form>
    </Fold>
  );
}
