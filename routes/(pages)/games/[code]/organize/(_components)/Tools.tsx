import type { ComponentChildren } from "preact";
import ConfirmDialog from "../(_islands)/ConfirmDialog.tsx";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { finaleHindrance } from "@/lib/game/finale.ts";
import { mailPoints } from "@/lib/pages/organizer/mail_question.ts";
import { joinSentences, languageName } from "@/lib/browser/format.ts";
import { gamePath, managePath } from "@/lib/browser/links.ts";
import { Fold } from "@/components/Fold.tsx";
import { Button, ButtonLink, MenuLine } from "@/components/Button.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { NoticesFold } from "@/components/Notices.tsx";
import { InvitationPassOn } from "@/components/PassOn.tsx";
import { eventFacts } from "../../(_components)/event_facts.tsx";
import { EraseForm, RemindTool } from "./OrganizerForms.tsx";
import type { OrganizePageData } from "./organize_page_data.ts";
import { SendButton } from "./Mails.tsx";

/** Links to everything that can be done with the whole game, and a form of those pages if it was refused. */
export function Tools(data: OrganizePageData) {
  const { view: { code, state, revealed }, refusedForms, reader: { t } } = data;
  const drawn = [
    [`${gamePath(code)}/slips`, "scissors", "created.take.slips"],
    [managePath(code, "/room"), "gift", "family.roomOpen"],
  ] as const;
  const apart = [managePath(code, "/apart"), "users", "create.people.plainHouseholds"] as const;
  const finale = [managePath(code, "/finale"), "party-popper", "finale.title"] as const;
  // The most used come first.
  const tools = [
    // While people join, the links are in a fold, so the fragment names that.
    [
      `${gamePath(code)}/created#${state === "drawn" ? "links" : "personal"}`,
      "link",
      "organize.links.all",
    ],
    ...data.mayRemind
      ? [[managePath(code, "/tools#remind"), "send", "organize.remind.title"] as const]
      : [],
    [managePath(code, "/details"), "pencil", "organize.event.edit"],
    ...state === "drawn" ? drawn : [],
    ...revealed ? [] : [apart],
    ...revealed || finaleHindrance(data.game, data.now) ? [] : [finale],
    [managePath(code, "/tools"), "settings", "create.more.title"],
  ] as const;
  return (
    <div class="space-y-3">
      {refusedForms.reminder && <RemindTool {...data} />}
      {refusedForms.erasure && <EndTool {...data} />}
      <nav id="manage" class="paper px-2 py-2" aria-labelledby="manage-title">
        <h2 id="manage-title" class="px-3 pt-3 pb-1 text-xl">{t("mail.button.organizer")}</h2>
        <ul>
          {tools.map(([href, icon, text]) => (
            <li key={href}>
              <MenuLine {...{ href, icon }}>{t(text)}</MenuLine>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** Rarely used tools, in a few groups; destructive ones come last. */
export function SeldomTools(data: OrganizePageData) {
  return (
    <div class="space-y-3">
      {data.mayRemind && <RemindTool {...data} />}
      <LinksTool {...data} />
      {data.view.byPost && <PostTool {...data} />}
      <EventTool {...data} />
      {data.view.state === "drawn" && <PairsTool {...data} />}
      <NoticesFold {...data.notices} isCard />
      <EndTool {...data} />
    </div>
  );
}

function LinksTool(data: OrganizePageData) {
  const { view, hasMail, ask, reader: { t } } = data;
  const renew = {
    ...ask("regenerateInvitationToken"),
    icon: "rotate-ccw",
    class: "btn-ghost",
  } as const;
  return (
    <Fold
      isCard
      id="links"
      title={t("organize.links.all")}
      icon="link"
    >
      {data.isHidden && <p class="text-pretty">{t("sealed.links.lead")}</p>}
      <div class="-mx-3">
        <MenuLine href={managePath(view.code, "/people.csv")} icon="download" download>
          {t("created.take.csv")}
        </MenuLine>
      </div>
      {hasMail && view.participants.some((one) => one.email) && (
        <>
          <SendButton code={view.code} type="allParticipants">
            {t("organize.links.sendAll")}
          </SendButton>
          <p class="muted text-sm text-pretty">
            {joinSentences(mailPoints(data, "allParticipants", data.people))}
          </p>
        </>
      )}
      {view.state !== "drawn" && <ConfirmDialog {...renew} />}
      {/* The link for latecomers. While people join, it is at the top of the page instead. */}
      {view.state === "drawn" && !view.revealed && (
        <section
          class="border-base-300 space-y-3 border-t pt-5"
          aria-labelledby="invitation-title"
        >
          <h3 id="invitation-title" class="text-lg">{t("gather.status.inviteMore")}</h3>
          <p class="muted text-sm text-pretty">{t("organize.links.invitationLead")}</p>
          <InvitationPassOn link={data.invitation} game={view} t={t} />
          <PassOnActions copied={t("common.copied")} />
          <ConfirmDialog {...renew} />
        </section>
      )}
    </Fold>
  );
}

function EventTool(data: OrganizePageData) {
  const { view, reader: { t } } = data;
  const hindrance = finaleHindrance(data.game, data.now);
  const facts: [string, ComponentChildren][] = [
    ...eventFacts(view, data.reader)
      .map(({ label, value }): [string, ComponentChildren] => [label, value]),
    [t("create.options.language"), languageName(view.language)],
  ];
  return (
    <Fold isCard id="event" title={t("create.event.title")} icon="calendar-days" isOpen>
      <dl class="grid grid-cols-2 gap-3 text-sm *:first:col-span-2">
        {facts.filter(([, value]) => value).map(([label, value]) => (
          <div key={label}>
            <dt class="muted">{label}</dt>
            <dd class="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {!view.revealed && hindrance && (
        <p class="muted text-sm text-pretty">
          {t("common.line", { label: t("finale.title"), value: t(hindrance) })}
        </p>
      )}
      <ButtonLink href={managePath(view.code, "/details")} variant="secondary" icon="pencil">
        {t("organize.event.edit")}
      </ButtonLink>
    </Fold>
  );
}

/** What the organizer may know about addresses and parcels. */
function PostTool({ view, hasMail, reader: { t } }: OrganizePageData) {
  const { parcels, participants, code } = view;
  const total = participants.length;
  const count = participants.filter((one) => one.hasPostalAddress).length;
  const number = parcels === "none" ? 0 : parcels === "all" ? total : parcels;
  const said = number === "some"
    ? t("post.count.some")
    : number !== null && t("post.count.number", { number, total });
  return (
    <Fold isCard id="post" title={t("post.title")} icon="send">
      {view.isSealed
        ? <p class="text-pretty">{t("post.count.sealed")}</p>
        : <p class="text-pretty">{t("post.count.addresses", { number: count, total })}</p>}
      {said && <p class="text-pretty">{said}</p>}
      {hasMail && view.state === "drawn" && (
        <form method="post" action={managePath(code)} class="space-y-2">
          <Button name="action" value="remindToSend" variant="secondary" icon="mail">
            {t("post.count.remind")}
          </Button>
          <p class="muted text-sm text-pretty">{t("post.count.remindHint")}</p>
        </form>
      )}
    </Fold>
  );
}

function PairsTool({ view, reader, isHidden, ask }: OrganizePageData) {
  const { t } = reader;
  return (
    <Fold isCard id="pairs" title={t("organize.pairs.title")} icon="eye-off">
      {!(isHidden && view.revealed) && (
        <p class="text-pretty">
          {t(isHidden ? "sealed.noteOwn" : "organize.pairs.hidden")}
        </p>
      )}
      <div class="flex flex-wrap gap-3">
        {isHidden
          ? <ConfirmDialog {...ask("breakSeal")} icon="eye" />
          : (
            <ButtonLink href={managePath(view.code, "/pairs")} variant="secondary" icon="eye">
              {t("organize.pairs.show")}
            </ButtonLink>
          )}
        {!view.revealed && (
          <ConfirmDialog
            {...ask("reassignAll")}
            icon="shuffle"
            class="btn-ghost text-error"
          />
        )}
      </div>
      {!isHidden && <HelpLink about="organizer.peek" reader={reader} />}
    </Fold>
  );
}

function EndTool(data: OrganizePageData) {
  const { view, hasMail, reader, ask } = data;
  const { t } = reader;
  const isErasing = data.refusedForms.erasure !== null;
  const email = hasMail ? view.organizerEmail : "";
  return (
    <Fold isCard id="end" title={t("organize.end.title")} icon="settings" isOpen={isErasing}>
      {email && (
        <SendButton code={view.code} type="organizer">
          {t("recover.button")}
        </SendButton>
      )}
      {hasMail && <p class="text-pretty">{t("organize.end.renewLead")}</p>}
      <div class="flex flex-wrap gap-2">
        {email && (
          <ConfirmDialog
            {...ask("regenerateOrganizerToken")}
            icon="key-round"
          />
        )}
        {hasMail && !email && (
          <ButtonLink
            href={managePath(view.code, "/details#organizerEmail")}
            variant="secondary"
            icon="mail"
          >
            {t("common.yourEmail")}
          </ButtonLink>
        )}
        <form method="post" action={managePath(view.code)}>
          <Button name="action" value="signOut" variant="quiet" icon="log-out">
            {t("game.device.signOut")}
          </Button>
        </form>
      </div>
      <div class="border-base-300 space-y-3 border-t pt-5">
        <p class="text-pretty">{t("organize.end.archiveLead")}</p>
        <ConfirmDialog
          {...ask("archive")}
          forgetsForm
          icon="x"
          class="btn-outline btn-error"
        />
      </div>
      <details id="erase" class="border-base-300 group/erase border-t pt-2" open={isErasing}>
        <summary class="text-error flex min-h-11 items-center gap-2 font-semibold">
          {t("organize.erase.title")}
        </summary>
        <EraseForm {...data} />
      </details>
    </Fold>
  );
}
