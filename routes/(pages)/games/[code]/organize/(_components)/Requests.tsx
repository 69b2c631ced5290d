import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { formatMoment, joinSentences } from "@/lib/browser/format.ts";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { countMovable } from "@/lib/game/preview.ts";
import { movePoints } from "@/lib/pages/organizer/questions.ts";
import { Button, ButtonLink, Hidden, labelled } from "@/components/Button.tsx";
import { Further } from "./People.tsx";

/** Maximum number of requests shown here; the list of people has all. */
const LISTED = 5;

/** A request for a different receiver, or to leave. */
type RequestKind = ManagedGame["view"]["reassignmentRequests"][number]["kind"];

/** The requests of one kind, with the organizer's possible answers. */
export function Requests({ kind, ...managed }: ManagedGame & { kind: RequestKind }) {
  const { view, reader: { t, locale } } = managed;
  const requests = view.reassignmentRequests.filter((one) => one.kind === kind);
  const asking = requests.map(({ participantId }) => participantId);
  const lead = requestLead(managed, kind, asking);
  return (
    <>
      {lead && <p class="text-pretty">{lead}</p>}
      <ul class="divide-base-300 divide-y">
        {requests.slice(0, LISTED).map(({ participantId, participantName, requestedAt }) => (
          <li key={participantId} data-key={participantId} class="space-y-2 py-3">
            <p>
              {/* If there is only one, the head of the step names the person. */}
              {requests.length > 1 && (
                <a class="text-link" href={managePersonPath(view.code, participantId)}>
                  {participantName}
                </a>
              )}
              <span class="muted block text-sm">
                {t("organize.requests.since", {
                  when: formatMoment(requestedAt, locale, view.timeZone),
                })}
              </span>
            </p>
            <RequestAnswer
              code={view.code}
              {...{ kind, participantId, t }}
              isFixed={view.revealed !== undefined}
              name={participantName}
            />
          </li>
        ))}
      </ul>
      <Further code={view.code} count={requests.length - LISTED} filter="asking" t={t} />
      {kind === "reassign" && requests.length > 1 && !view.revealed && (
        <form method="post" action={managePath(view.code)}>
          <Button name="action" value="approveAllReassignments" icon="list-checks">
            {t("organize.requests.approveAll")}
          </Button>
        </form>
      )}
    </>
  );
}

/** What a request means for the others; "": nothing to say. @param asking ids of the people who ask */
export function requestLead(
  managed: ManagedGame,
  kind: RequestKind,
  asking: readonly string[],
): string {
  const { game, view, reader: { t } } = managed;
  // After the reveal, the request can only be declined.
  if (kind === "leave" || view.revealed) return "";
  const moves = movePoints(managed, countMovable(game, asking), asking);
  return joinSentences([t("organize.requests.lead"), ...moves]);
}

interface RequestAnswerProps {
  kind: RequestKind;
  code: string;
  participantId: string;
  name: string;
  /** True if all pairs are revealed, so that the request can only be declined. */
  isFixed: boolean;
  t: ManagedGame["reader"]["t"];
}

/** The buttons that grant or decline a request. */
export function RequestAnswer(props: RequestAnswerProps) {
  const { kind, code, participantId, name, isFixed, t } = props;
  const decline = { name: "action", value: "cancelReassignmentRequest" };
  return (
    <form method="post" action={managePath(code)} class="grid gap-2 sm:flex sm:flex-wrap">
      <Hidden fields={{ participantId, kind }} />
      {kind === "leave"
        ? (
          <>
            <Button variant="secondary" icon="heart" {...decline}>
              {t("place.askToStay", { name })}
            </Button>
            {!isFixed && <WaysOut {...props} />}
          </>
        )
        : (
          <>
            {!isFixed && (
              <Button
                variant="secondary"
                icon="check"
                name="action"
                value="approveReassignment"
                {...labelled(t("organize.requests.approve"), name, t)}
              />
            )}
            <Button
              variant="secondary"
              {...decline}
              {...labelled(t("organize.requests.keepName"), name, t)}
            />
          </>
        )}
    </form>
  );
}

/** Links to give the place to someone else, or to remove the person, which asks first. */
function WaysOut(props: RequestAnswerProps) {
  const { code, participantId, name, t } = props;
  const asked = new URLSearchParams({ action: "removeParticipant", participantId });
  return (
    <>
      <ButtonLink
        variant="secondary"
        icon="user-plus"
        href={`${managePersonPath(code, participantId)}?place=1`}
      >
        {t("place.open", { name })}
      </ButtonLink>
      <ButtonLink
        variant="quiet"
        class="text-error"
        icon="trash"
        href={managePath(code, `/confirm?${asked}`)}
        {...labelled(t("common.remove"), name, t)}
      />
    </>
  );
}
