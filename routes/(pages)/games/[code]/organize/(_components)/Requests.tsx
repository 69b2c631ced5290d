import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { formatMoment } from "@/lib/browser/format.ts";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { Button } from "@/components/Button.tsx";

/** So many are listed; the list of people has them all. */
const LISTED = 5;

/** Those who ask for somebody else, and the organizer's answers. */
export function Requests({ view, reader: { t, locale } }: ManagedGame) {
  const requests = view.reassignmentRequests.filter(({ kind }) => kind === "reassign");
  return (
    <>
      <p class="text-pretty">{t("organize.requests.lead")}</p>
      <ul class="divide-base-300 divide-y">
        {requests.slice(0, LISTED).map(({ participantId, requestedAt }) => {
          const name = view.participants.find((one) => one.id === participantId)?.name ?? "";
          return (
            <li key={participantId} class="space-y-2 py-3">
              <p>
                <a class="text-link" href={managePersonPath(view.code, participantId)}>{name}</a>
                <span class="muted block text-sm">
                  {formatMoment(requestedAt, locale, view.timeZone)}
                </span>
              </p>
              <RequestAnswer code={view.code} participantId={participantId} name={name} t={t} />
            </li>
          );
        })}
      </ul>
      {requests.length > LISTED && (
        <p>
          <a
            class="text-link"
            href={managePath(view.code, "?show=asking#people")}
            aria-current="false"
          >
            {t("organize.more", { count: requests.length - LISTED })}
          </a>
        </p>
      )}
      {requests.length > 1 && (
        <form method="post" action={managePath(view.code)}>
          <Button name="action" value="approveAllReassignments" icon="list-checks">
            {t("organize.requests.approveAll", { count: requests.length })}
          </Button>
        </form>
      )}
    </>
  );
}

interface RequestAnswerProps {
  code: string;
  participantId: string;
  name: string;
  t: ManagedGame["reader"]["t"];
}

/** Yes or no to one request. */
export function RequestAnswer({ code, participantId, name, t }: RequestAnswerProps) {
  return (
    <form method="post" action={managePath(code)} class="flex flex-wrap gap-2">
      <input type="hidden" name="participantId" value={participantId} />
      <input type="hidden" name="kind" value="reassign" />
      <Button
        variant="secondary"
        icon="check"
        name="action"
        value="approveReassignment"
        aria-label={t("organize.requests.approveName", { name })}
      >
        {t("organize.requests.approve")}
      </Button>
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
