import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { formatList, formatMoment, withSpace } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { groupsOf } from "@/lib/pages/apart_groups.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { handedWords } from "../../(_components)/handed_texts.ts";
import { PersonStatus } from "../../(_components)/PersonStatus.tsx";
import { RequestAnswer } from "../../(_components)/Requests.tsx";
import HandedLinks from "../../(_islands)/HandedLinks.tsx";

interface StandingProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  progress: PersonProgress;
  /** The fingerprint of their link, where they need it still. */
  mark: string | undefined;
}

/** How far they have come, and whom they are kept apart from. */
export function Standing({ managed, person, progress, mark }: StandingProps) {
  const { view, reader: { t, locale } } = managed;
  const groups = groupsOf(view).filter((group) => group.includes(person.id));
  const apart = new Set(groups.flat().filter((id) => id !== person.id));
  const names = view.participants.filter(({ id }) => apart.has(id)).map(({ name }) =>
    t("game.reveal.name", { name })
  );
  const asked = { code: view.code, participantId: person.id, name: person.name, t };
  const requests = view.isArchived ? [] : [
    ...person.hasPendingReassignmentRequest ? ["reassign" as const] : [],
    ...person.hasAskedToLeave ? ["leave" as const] : [],
  ];
  return (
    <section class="space-y-2" aria-label={t("organize.csv.status")}>
      <PersonStatus person={progress} state={view.state} t={t} mark={mark} />
      {mark && <HandedLinks words={handedWords(t)} />}
      {person.viewedAt && (
        <p class="muted">
          {t("organize.person.openedAt", {
            when: formatMoment(person.viewedAt, locale, view.timeZone),
          })}
        </p>
      )}
      {names.length > 0 && (
        <p class="muted">
          {withSpace(t("organize.person.apart", { names: formatList(names, locale) }))}
          {!view.isArchived && !view.revealed && (
            <a class="text-link" href={managePath(view.code, "/apart")}>
              {t("organize.apart.edit")}
            </a>
          )}
        </p>
      )}
      {requests.map((kind) => (
        <div key={kind} class="paper border-primary/50 mt-4 space-y-3 border-2 p-5 sm:p-7">
          <h2 class="text-xl sm:text-2xl">
            <JapaneseLineBreaks
              text={t(`organize.next.one.${kind === "leave" ? "leaving" : "asking"}`, asked)}
            />
          </h2>
          <RequestAnswer kind={kind} {...asked} isFixed={view.revealed !== undefined} />
        </div>
      ))}
    </section>
  );
}
