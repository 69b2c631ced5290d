import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink, labelled } from "@/components/Button.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { formatMoment, withSpace } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { isDrawnAfterEvent, isTooLateToDraw } from "@/lib/game/finale.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { explainError } from "@/lib/i18n/errors.ts";
import { InviteCard } from "@/components/InviteCard.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { MailProblems } from "./Mails.tsx";
import { AddPerson } from "./OrganizerForms.tsx";
import type { OrganizePageData } from "./organize_page_data.ts";
import { Reached } from "./People.tsx";
import { PeopleRows } from "./PeopleList.tsx";
import { Tools } from "./Tools.tsx";

/** The participants' number and proposals, and the way to the draw. No islands, because the browser updates it. */
function Gathered(data: OrganizePageData) {
  const { view, reader: { t, locale } } = data;
  const count = view.participants.length;
  const drawAt = view.drawProblem ? null : view.drawAt;
  const isReady = canDraw(data);
  // After a failed draw, other texts say so.
  const isFew = count < LIMITS.minParticipants && !view.drawProblem;
  const few = t("errors.fewPeople", { min: LIMITS.minParticipants });
  return (
    <div class="space-y-6">
      <div class="space-y-4">
        <h2 id="in" class="flex items-center gap-3 text-xl sm:text-2xl">
          <Icon name="users" class="text-secondary size-6" />
          <span class="min-w-0">{t("create.people.total", { count })}</span>
        </h2>
        <p class="text-pretty empty:hidden">
          {drawAt && (
            <LineBreaks
              text={withSpace(
                t("gather.status.at", { when: formatMoment(drawAt, locale, view.timeZone) }),
              )}
            />
          )}
          {!drawAt && isFew && withSpace(few)}
          {/* While no draw is possible, another time would not help. */}
          {!data.drawRefusal && (
            <a class="text-link" href={managePath(view.code, "/details#drawAt")}>
              {t(drawAt ? "gather.status.changeTime" : "gather.status.setTime")}
            </a>
          )}
        </p>
        {drawAt && isFew && <p class="muted">{few}</p>}
      </div>
      {/* Above the button, because the answers affect the draw. */}
      <Proposals {...data} />
      {isReady && (
        <div class="flex flex-wrap gap-2">
          <ButtonLink href={managePath(view.code, "/confirm?action=drawNames")} icon="shuffle">
            {t("organize.confirm.drawNames.button")}
          </ButtonLink>
          <ButtonLink href="#invite" variant="secondary" icon="send" class="lg:hidden">
            {t("gather.status.inviteMore")}
          </ButtonLink>
          <ButtonLink href={managePath(view.code, "/stage")} variant="quiet" icon="party-popper">
            {t("gather.status.stage")}
          </ButtonLink>
        </div>
      )}
      <Reached {...data} />
    </div>
  );
}

/**
 * The page while people join. The invitation link comes first until enough have joined, then the draw.
 *
 * @param rows the result of `renderPeople`.
 */
export function Gathering({ rows, ...data }: OrganizePageData & { rows: string }) {
  const { view, reader, invitation, people } = data;
  const isFirst = view.participants.length < LIMITS.minParticipants;
  const invite = <InviteCard link={invitation} game={view} isMain={isFirst} t={reader.t} />;
  return (
    <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div class="space-y-6">
        <div id="problem" class="empty:hidden" data-live>
          <DrawProblem {...data} />
        </div>
        {isFirst && invite}
        <section class="paper space-y-4 p-5 sm:p-7">
          <div id="gathered" data-live>
            <Gathered {...data} />
          </div>
          <PeopleRows {...data} rows={rows} labelledBy="in" />
          <AddPerson {...data} />
        </section>
        <SealNote game={view} reader={reader} isOrganizer />
      </div>
      <div class="space-y-6">
        {!isFirst && invite}
        <MailProblems {...data} people={people.filter(({ link }) => link === "failed")} />
        <Tools {...data} />
      </div>
    </div>
  );
}

/** True if the names can be drawn, as far as is known. */
function canDraw({ game, view, drawRefusal, now }: OrganizePageData): boolean {
  return view.participants.length >= LIMITS.minParticipants && !drawRefusal &&
    !isTooLateToDraw(game, now);
}

/** Says why a scheduled draw failed or will not take place, and how to fix that, as long as it matters. */
function DrawProblem(
  { game, view: { code, drawProblem, participants }, drawRefusal: refusal, now, reader: { t } }:
    OrganizePageData,
) {
  if (isTooLateToDraw(game, now)) {
    // After the event, everyone would see all pairs at once.
    return (
      <Alert tone="warning" {...drawProblem && { title: t("mail.kinds.drawFailed.subject") }}>
        <p>{t("errors.eventPassed")}</p>
        {drawProblem && <p>{t("gather.status.problemTold")}</p>}
        <p class="pt-2">
          <ButtonLink href={managePath(code, "/details")} icon="pencil">
            {t("organize.event.edit")}
          </ButtonLink>
        </p>
      </Alert>
    );
  }
  if (isDrawnAfterEvent(game, now)) {
    return (
      <Alert tone="warning">
        <p>{t("errors.drawAfterEvent")}</p>
        <p class="pt-2">
          <ButtonLink href={managePath(code, "/details#drawAt")} icon="pencil">
            {t("gather.status.changeTime")}
          </ButtonLink>
        </p>
      </Alert>
    );
  }
  if (!drawProblem) return null;
  return (
    <Alert
      tone="warning"
      {...!refusal && { title: t("mail.kinds.drawFailed.subject") }}
    >
      {participants.length < LIMITS.minParticipants
        ? (
          <>
            <p>{t("errors.fewPeople", { min: LIMITS.minParticipants })}</p>
            <p>{t("gather.status.problemTold")}</p>
          </>
        )
        : !refusal
        ? <p>{t("gather.status.problemSolved")}</p>
        : (
          <>
            <p>{explainError(refusal, t)}</p>
            <p>{t("gather.status.problemTold")}</p>
            <p class="pt-2">
              <ButtonLink href={managePath(code, "/apart")} icon="users">
                {t("create.people.plainHouseholds")}
              </ButtonLink>
            </p>
          </>
        )}
    </Alert>
  );
}

/** The possible answers to a proposal. */
const ANSWERS = [
  ["acceptHousehold", "create.people.exclusion", "check", "secondary"],
  ["declineHousehold", "gather.proposals.no", "x", "quiet"],
] as const;

/** Households that people proposed, to accept or decline. */
function Proposals({ view, reader: { t } }: OrganizePageData) {
  if (view.householdProposals.length === 0) return null;
  const names = new Map(view.participants.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? "";
  const say = (name: string, others: string[]) =>
    others.length === 1 && others.some((one) => isInviter(view, one))
      ? t("gather.proposals.saysYou", { name })
      : t("gather.proposals.says", {
        name,
        others: others.map((other) => t("game.reveal.name", { name: other })),
      });
  return (
    <section class="border-base-300 space-y-2 border-y pt-4 pb-1" aria-labelledby="proposals">
      <h3 id="proposals" class="text-lg">{t("gather.proposals.title")}</h3>
      <p class="muted text-pretty">{t("gather.proposals.lead")}</p>
      <ul class="divide-base-300 divide-y">
        {view.householdProposals.map(({ id, participantId, withParticipantIds }) => {
          const value = say(nameOf(participantId), withParticipantIds.map(nameOf));
          return (
            <li key={id} data-key={id} class="space-y-2 py-3">
              <p>{value}</p>
              <form method="post" action={managePath(view.code)} class="flex flex-wrap gap-2">
                <input type="hidden" name="proposalId" value={id} />
                {ANSWERS.map(([action, text, icon, variant]) => (
                  <Button
                    key={action}
                    name="action"
                    value={action}
                    {...{ icon, variant }}
                    {...labelled(t(text), value, t)}
                  />
                ))}
              </form>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
