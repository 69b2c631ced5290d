import { ButtonLink } from "@/components/Button.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { FewNames } from "./FewNames.tsx";
import { PersonPassOn } from "./PersonPassOn.tsx";

interface ChangedNamesProps {
  managed: ManagedGame;
  people: readonly PersonProgress[];
  /** The links that are passed on right here. */
  links: ReadonlyMap<string, string>;
}

/**
 * Those who had opened their gift and do not know that there is a different name in it: a message for each, right
 * here where they are few, else on the page of all links.
 */
export function ChangedNames({ managed, people, links }: ChangedNamesProps) {
  const { view, reader: { t } } = managed;
  const ids = new Set(people.map(({ id }) => id));
  const shown = view.participants.flatMap((person) => {
    const link = ids.has(person.id) ? links.get(person.id) : undefined;
    return link ? [{ person, link }] : [];
  });
  return (
    <>
      <p class="text-pretty">{t("organize.next.changedLead")}</p>
      {shown.length > 0
        ? (
          <ul class="divide-base-300 divide-y">
            {shown.map(({ person, link }) => (
              <li key={person.id} data-key={person.id} class="space-y-2 py-3 first:pt-0 last:pb-0">
                {shown.length > 1 && <h3 class="text-lg">{person.name}</h3>}
                <PersonPassOn
                  {...{ managed, person, link }}
                  isMain={shown.length === 1}
                  place="changed"
                />
              </li>
            ))}
          </ul>
        )
        : (
          <>
            <FewNames managed={managed} people={people} filter="changed" />
            <ButtonLink href={`${gamePath(view.code)}/created`} icon="share-2">
              {t("organize.links.all")}
            </ButtonLink>
          </>
        )}
    </>
  );
}
