import { Button, ButtonLink } from "@/components/Button.tsx";
import { formatMoment } from "@/lib/browser/format.ts";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";

/** Those who ask to be let go, and what can be done. */
export function LeaveRequests({ view, reader: { t, locale } }: ManagedGame) {
  const requests = view.reassignmentRequests.filter(({ kind }) => kind === "leave");
  return (
    <>
      <p class="text-pretty">{t("place.leavingLead")}</p>
      <ul class="divide-base-300 divide-y">
        {requests.map(({ participantId, participantName: name, requestedAt }) => (
          <li key={participantId} class="space-y-2 py-3">
            <p>
              <a class="text-link" href={managePersonPath(view.code, participantId)}>{name}</a>
              <span class="muted block text-sm">
                {formatMoment(requestedAt, locale, view.timeZone)}
              </span>
            </p>
            <LeaveAnswer code={view.code} participantId={participantId} name={name} t={t} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface LeaveAnswerProps {
  code: string;
  participantId: string;
  name: string;
  t: ManagedGame["reader"]["t"];
}

/** Out, somebody else for the place, or no. To take somebody out is asked about before. */
export function LeaveAnswer({ code, participantId, name, t }: LeaveAnswerProps) {
  const asked = new URLSearchParams({ action: "removeParticipant", participantId });
  return (
    <form method="post" action={managePath(code)} class="flex flex-wrap gap-2">
      <ButtonLink
        variant="secondary"
        icon="trash"
        href={managePath(code, `/confirm?${asked}`)}
        aria-label={t("place.removeName", { name })}
      >
        {t("place.remove")}
      </ButtonLink>
      <ButtonLink
        variant="secondary"
        icon="user-plus"
        href={`${managePersonPath(code, participantId)}?place=1`}
        aria-label={t("common.line", { label: t("place.replace"), value: name })}
      >
        {t("place.replace")}
      </ButtonLink>
      <input type="hidden" name="participantId" value={participantId} />
      <input type="hidden" name="kind" value="leave" />
      <Button
        variant="quiet"
        icon="x"
        name="action"
        value="cancelReassignmentRequest"
        aria-label={t("organize.requests.declineName", { name })}
      >
        {t("organize.requests.decline")}
      </Button>
    </form>
  );
}
