import type { ComponentChildren, ComponentProps } from "preact";
import ConfirmDialog from "../(_islands)/ConfirmDialog.tsx";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { hasPassed, type PersonProgress } from "@/lib/game/progress.ts";
import type { SendEmail } from "@/lib/game/schemas.ts";
import { countPairs, groupsOf } from "@/lib/pages/apart_groups.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import type { ConfirmableAction } from "@/lib/pages/actions.ts";
import type { Confirmation } from "@/lib/pages/confirmations.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { invitationMessage } from "@/lib/i18n/pass_on.ts";
import { formatDate, formatMoney, joinSentences, languageName } from "@/lib/browser/format.ts";
import { gamePath, managePath } from "@/lib/browser/links.ts";
import { Fold } from "@/components/Fold.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import type { IconName } from "@/components/icon_names.ts";
import { PassOn } from "@/components/PassOn.tsx";
import { timeOf } from "../../(_components)/event_time.tsx";
import { EraseForm } from "./EraseTool.tsx";
import { RemindTool } from "./RemindTool.tsx";

interface ToolsProps {
  managed: ManagedGame;
  people: readonly PersonProgress[];
  /** The link by which late-comers join. */
  invitation: string;
  /** What is asked before an act that concerns the whole game. */
  ask: (action: ConfirmableAction<"game">) => Confirmation;
  /** The reminder, where it was refused. */
  reminder: RefusedForm | null;
  /** The erasure, where it was refused. */
  erasure: RefusedForm | null;
}

/** Everything that concerns the whole game, in a few groups; what destroys comes last. */
export function Tools(props: ToolsProps) {
  return (
    <div class="space-y-3">
      <LinksTool {...props} />
      {props.people.length > 0 && !hasPassed(props.managed.game, new Date()) && (
        <RemindTool {...props} />
      )}
      <EventTool {...props.managed} />
      {props.managed.view.state === "drawn" && <PairsTool {...props} />}
      <EndTool {...props} />
    </div>
  );
}

/** One tool in a list of them. */
function Tool(
  { href, icon, download, children }: {
    href: string;
    icon: IconName;
    download?: boolean;
    children: string;
  },
) {
  return (
    <li>
      <ButtonLink
        href={href}
        variant="quiet"
        icon={icon}
        class="w-full justify-start text-left"
        {...(download && { download })}
      >
        {children}
      </ButtonLink>
    </li>
  );
}

function LinksTool({ managed, invitation, ask }: ToolsProps) {
  const { view, hasMail, reader: { t } } = managed;
  const isDrawn = view.state === "drawn";
  const renew = {
    ...ask("regenerateInvitationToken"),
    label: t("organize.links.renewInvitation"),
    icon: "rotate-ccw",
    class: "btn-ghost",
  } as const;
  return (
    <Fold isCard id="links" title={t("organize.links.title")} icon="link">
      <p class="text-pretty">
        {t(pairsHiddenFromOrganizer(view) ? "sealed.links.lead" : "organize.links.lead")}
      </p>
      <ul class="-mx-3">
        <Tool href={`${gamePath(view.code)}/created`} icon="link">{t("organize.links.all")}</Tool>
        {isDrawn && (
          <>
            <Tool href={`${gamePath(view.code)}/slips`} icon="scissors">
              {t("created.take.slips")}
            </Tool>
            <Tool href={managePath(view.code, "/room")} icon="gift">{t("family.roomOpen")}</Tool>
          </>
        )}
        <Tool href={managePath(view.code, "/people.csv")} icon="download" download>
          {t("organize.csv.download")}
        </Tool>
      </ul>
      {hasMail && view.participants.some((one) => one.email) && (
        <SendButton code={view.code} type="allParticipants">
          {t("organize.links.sendAll")}
        </SendButton>
      )}
      {!isDrawn
        ? <ConfirmDialog {...renew} />
        : !view.revealed && <Invitation {...{ managed, invitation, renew }} />}
    </Fold>
  );
}

interface InvitationProps extends Pick<ToolsProps, "managed" | "invitation"> {
  renew: ComponentProps<typeof ConfirmDialog>;
}

/** The link by which late-comers join; while people come together it leads the page instead. */
function Invitation({ managed: { view, reader: { t } }, invitation, renew }: InvitationProps) {
  return (
    <section
      class="border-base-300 space-y-3 border-t pt-5"
      aria-labelledby="invitation-title"
    >
      <h3 id="invitation-title" class="text-lg">{t("organize.links.invitationTitle")}</h3>
      <p class="muted text-sm text-pretty">{t("organize.links.invitationLead")}</p>
      <PassOn
        link={invitation}
        message={invitationMessage(view)}
        subject={view.name}
        label={t("organize.links.invitation")}
        t={t}
        qr={`${gamePath(view.code)}/created/qr?invitation`}
        isMain
      />
      <PassOnActions copied={t("common.copied")} />
      <ConfirmDialog {...renew} />
    </section>
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

function EventTool(managed: ManagedGame) {
  const { view, reader: { t, locale } } = managed;
  const facts: [string, ComponentChildren][] = [
    [t("game.date"), formatDate(view.date, locale)],
    [t("game.time"), timeOf(view, managed.reader)],
    [t("game.place"), view.location],
    [t("game.amount"), formatMoney(view.amount, view.currency, locale)],
    [t("organize.details.language"), languageName(view.language)],
    [t("organize.details.isProtected"), t(`organize.yesNo.${view.isProtected}`)],
    [t("create.options.allowReassignment"), t(`organize.yesNo.${view.allowReassignment}`)],
    [t("organize.details.sendEmails"), t(`organize.yesNo.${view.sendEmails}`)],
  ];
  return (
    <Fold isCard id="event" title={t("organize.event.title")} icon="calendar-days" isOpen>
      <dl class="grid grid-cols-2 gap-3 text-sm *:first:col-span-2">
        {facts.filter(([, value]) => value).map(([label, value]) => (
          <div key={label}>
            <dt class="muted">{label}</dt>
            <dd class="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p class="text-sm text-pretty">{rulesIn(managed)}</p>
      <ul class="-mx-3">
        <Tool href={managePath(view.code, "/details")} icon="pencil">
          {t("organize.event.edit")}
        </Tool>
        {!view.revealed && (
          <>
            <Tool href={managePath(view.code, "/apart")} icon="users">
              {t("organize.apart.edit")}
            </Tool>
            <Tool href={managePath(view.code, "/finale")} icon="party-popper">
              {t("finale.title")}
            </Tool>
          </>
        )}
      </ul>
    </Fold>
  );
}

/** How many must not draw each other. */
function rulesIn({ view, reader: { t } }: ManagedGame): string {
  const count = countPairs(groupsOf(view));
  const oneWay = view.oneWayExclusions.length;
  const sentences = [
    ...count + oneWay === 0 ? [t("organize.apart.none")] : [],
    ...count > 0 ? [t("organize.apart.count", { count })] : [],
    ...oneWay > 0 ? [t("again.oneWay.count", { count: oneWay })] : [],
  ];
  return joinSentences(sentences);
}

function PairsTool({ managed: { view, reader }, ask }: ToolsProps) {
  const { t } = reader;
  return (
    <Fold isCard id="pairs" title={t("organize.pairs.title")} icon="eye-off">
      <p class="text-pretty">
        {t(pairsHiddenFromOrganizer(view) ? "sealed.pairs" : "organize.pairs.hidden")}
      </p>
      <div class="flex flex-wrap gap-3">
        {pairsHiddenFromOrganizer(view)
          ? <ConfirmDialog {...ask("breakSeal")} label={t("sealed.break")} icon="eye" />
          : (
            <ButtonLink href={managePath(view.code, "/pairs")} variant="secondary" icon="eye">
              {t("organize.pairs.look")}
            </ButtonLink>
          )}
        {!view.revealed && (
          <ConfirmDialog
            {...ask("reassignAll")}
            label={t("organize.pairs.redraw")}
            icon="shuffle"
            class="btn-ghost text-error"
          />
        )}
      </div>
      <HelpLink
        about={pairsHiddenFromOrganizer(view) ? "organizer.sealed" : "organizer.peek"}
        reader={reader}
      />
    </Fold>
  );
}

function EndTool({ managed, ask, erasure }: ToolsProps) {
  const { view, hasMail, reader } = managed;
  const { t } = reader;
  const email = hasMail ? view.organizerEmail : "";
  return (
    <Fold isCard id="end" title={t("organize.end.title")} icon="settings" isOpen={erasure !== null}>
      {email && (
        <SendButton code={view.code} type="organizer">
          {t("organize.end.sendLink", { email })}
        </SendButton>
      )}
      {hasMail && (
        <p class="text-pretty">
          {t(email ? "organize.end.renewLead" : "organize.end.renewNoAddress")}
        </p>
      )}
      <div class="flex flex-wrap gap-2">
        {email && (
          <ConfirmDialog
            {...ask("regenerateOrganizerToken")}
            label={t("organize.end.renew")}
            icon="key-round"
          />
        )}
        {hasMail && !email && (
          <ButtonLink
            href={managePath(view.code, "/details#organizerEmail")}
            variant="secondary"
            icon="mail"
          >
            {t("organize.end.addAddress")}
          </ButtonLink>
        )}
        <form method="post">
          <Button name="action" value="signOut" variant="quiet" icon="log-out">
            {t("organize.end.signOut")}
          </Button>
        </form>
      </div>
      <div class="border-base-300 space-y-3 border-t pt-5">
        <p class="text-pretty">{t("organize.end.archiveLead")}</p>
        <ConfirmDialog
          {...ask("archive")}
          label={t("organize.end.archive")}
          icon="trash"
          class="btn-outline btn-error"
        />
        <HelpLink about="organizer.close" reader={reader} />
      </div>
      <details id="erase" class="border-base-300 group/erase border-t pt-2" open={erasure !== null}>
        <summary class="text-error flex min-h-11 items-center gap-2 font-semibold">
          {t("organize.erase.title")}
        </summary>
        <EraseForm managed={managed} refused={erasure} />
      </details>
    </Fold>
  );
}
