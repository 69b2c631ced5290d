import type { ComponentProps } from "preact";
import ConfirmDialog from "../(_islands)/ConfirmDialog.tsx";
import ShareButton from "@/islands/ShareButton.tsx";
import { hidesPairs } from "@/lib/game/seal.ts";
import type { SendEmail } from "@/lib/game/schemas.ts";
import { countPairs, groupsOf } from "@/lib/pages/apart_groups.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import type { AskedAction } from "@/lib/pages/actions.ts";
import type { Confirmation } from "@/lib/pages/confirmations.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { formatDate, formatMoney, formatTime } from "@/lib/browser/format.ts";
import { gamePath, managePath } from "@/lib/browser/links.ts";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { TextArea } from "@/components/Field.tsx";
import { EraseTool } from "./EraseTool.tsx";
import { Fold } from "./Fold.tsx";
import { NoMail } from "./NoMail.tsx";

interface ToolsProps {
  managed: ManagedGame;
  /** The link by which late-comers join. */
  invitation: string;
  /** What is asked before an act that concerns the whole game. */
  ask: (action: AskedAction<"game">) => Confirmation;
  /** The reminder, where it was refused. */
  reminder: RefusedForm | null;
  /** The erasure, where it was refused. */
  erasure: RefusedForm | null;
}

/** Everything that concerns the whole game, folded together. */
export function Tools(props: ToolsProps) {
  return (
    <div class="space-y-3">
      <EventTool {...props.managed} />
      <LinksTool {...props} />
      <RoomTool {...props.managed} />
      <ReminderTool {...props} />
      <ApartTool {...props.managed} />
      {props.managed.view.state === "drawn" && <PairsTool {...props} />}
      <EndTool {...props} />
      <EraseTool managed={props.managed} refused={props.erasure} />
    </div>
  );
}

function EventTool({ view, reader: { t, locale } }: ManagedGame) {
  const time = formatTime(view.time, locale);
  const facts = [
    [t("game.date"), formatDate(view.date, locale)],
    [t("game.time"), view.timeZone && time ? `${time} (${view.timeZone})` : time],
    [t("game.place"), view.location],
    [t("game.amount"), formatMoney(view.amount, view.currency, locale)],
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

function LinksTool({ managed: { view, hasMail, reader: { t } }, invitation, ask }: ToolsProps) {
  const renew = {
    ...ask("regenerateInvitationToken"),
    label: t("organize.links.renewInvitation"),
    icon: "rotate-ccw",
    class: "btn-ghost",
  } as const;
  return (
    <Fold id="links" title={t("organize.links.title")} icon="link">
      <p class="text-pretty">
        {t(hidesPairs(view) ? "sealed.links.lead" : "organize.links.lead")}
      </p>
      <ButtonLink href={`${gamePath(view.code)}/created`} variant="secondary" icon="qr-code">
        {t("organize.links.all")}
      </ButtonLink>
      {hasMail && view.participants.some((one) => one.email) && (
        <SendButton code={view.code} type="allParticipants">
          {t("organize.links.sendAll")}
        </SendButton>
      )}
      {view.state === "drawn"
        ? <Invitation {...{ view, t, invitation, renew }} />
        : <ConfirmDialog {...renew} />}
    </Fold>
  );
}

interface InvitationProps extends Pick<ToolsProps, "invitation"> {
  view: ManagedGame["view"];
  t: ManagedGame["reader"]["t"];
  renew: ComponentProps<typeof ConfirmDialog>;
}

/** The link by which late-comers join; while people come together it leads the page instead. */
function Invitation({ view, t, invitation, renew }: InvitationProps) {
  return (
    <div class="border-base-300 space-y-3 border-t pt-5">
      <h3 class="text-lg">{t("organize.links.invitationTitle")}</h3>
      <p class="muted text-sm text-pretty">{t("organize.links.invitationLead")}</p>
      <CopyField id="invitation" label={t("organize.links.invitation")} value={invitation} t={t} />
      <div class="flex flex-wrap gap-2">
        <ShareButton
          text={t("organize.links.shareText", { game: view.name })}
          url={invitation}
          label={t("created.people.share")}
          describedBy="invitation"
        />
        <ConfirmDialog {...renew} />
      </div>
    </div>
  );
}

function RoomTool({ view, reader: { t } }: ManagedGame) {
  if (view.state === "gathering") return null;
  return (
    <Fold id="room" title={t("family.roomTitle")} icon="gift">
      <p class="text-pretty">{t("family.roomLead")}</p>
      <ButtonLink href={managePath(view.code, "/room")} variant="secondary" icon="gift">
        {t("family.roomOpen")}
      </ButtonLink>
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

function ReminderTool({ managed: { view, hasMail, reader: { t } }, reminder }: ToolsProps) {
  const reachable = view.participants.filter((one) => one.email).length;
  return (
    <Fold
      id="remind"
      title={t("organize.remind.title")}
      icon="send"
      isOpen={reminder !== null}
    >
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
              value={reminder?.typed.customMessage ?? ""}
              error={reminder?.errors.customMessage ?? reminder?.errors[""]}
              maxlength={2000}
            />
            <Button icon="send">{t("organize.remind.all")}</Button>
          </form>
        )
        : <NoMail code={view.code} t={t} />}
    </Fold>
  );
}

function ApartTool({ view, reader: { t } }: ManagedGame) {
  const count = countPairs(groupsOf(view));
  const oneWay = view.oneWayExclusions.length;
  return (
    <Fold id="apart" title={t("organize.apart.title")} icon="users">
      {count + oneWay === 0 && <p class="text-pretty">{t("organize.apart.none")}</p>}
      {count > 0 && <p class="text-pretty">{t("organize.apart.count", { count })}</p>}
      {oneWay > 0 && <p class="text-pretty">{t("again.oneWay.count", { count: oneWay })}</p>}
      <ButtonLink href={managePath(view.code, "/apart")} variant="secondary" icon="pencil">
        {t("organize.apart.edit")}
      </ButtonLink>
    </Fold>
  );
}

function PairsTool({ managed: { view, reader: { t } }, ask }: ToolsProps) {
  return (
    <Fold id="pairs" title={t("organize.pairs.title")} icon="eye-off">
      <p class="text-pretty">
        {t(hidesPairs(view) ? "sealed.pairs" : "organize.pairs.hidden")}
      </p>
      <div class="flex flex-wrap gap-3">
        {hidesPairs(view)
          ? <ConfirmDialog {...ask("breakSeal")} label={t("sealed.break")} icon="eye" />
          : (
            <ButtonLink href={managePath(view.code, "/pairs")} variant="secondary" icon="eye">
              {t("organize.pairs.look")}
            </ButtonLink>
          )}
        <ConfirmDialog
          {...ask("reassignAll")}
          label={t("organize.pairs.redraw")}
          icon="shuffle"
          class="btn-ghost text-error"
        />
      </div>
    </Fold>
  );
}

function EndTool({ managed: { view, hasMail, reader: { t } }, ask }: ToolsProps) {
  return (
    <Fold id="end" title={t("organize.end.title")} icon="settings">
      {hasMail && view.organizerEmail && (
        <SendButton code={view.code} type="organizer">
          {t("organize.end.sendLink", { email: view.organizerEmail })}
        </SendButton>
      )}
      <p class="text-pretty">{t("organize.end.renewLead")}</p>
      <ConfirmDialog
        {...ask("regenerateOrganizerToken")}
        label={t("organize.end.renew")}
        icon="key-round"
      />
      <p class="border-base-300 border-t pt-5 text-pretty">{t("organize.end.archiveLead")}</p>
      <ConfirmDialog
        {...ask("archive")}
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
