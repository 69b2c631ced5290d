import { managePath } from "@/lib/browser/links.ts";
import type { PeopleFilter } from "@/lib/browser/people_filter.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { MenuNames } from "./MenuLink.tsx";

/** So many are named; the list of people has them all. */
const NAMED = 6;

interface FewNamesProps {
  managed: ManagedGame;
  people: readonly PersonProgress[];
  /** What of the list of people shows the others. */
  filter: PeopleFilter;
}

/** Some of those whom a step is about, to tap, and the way to the others. */
export function FewNames(
  { managed: { view, reader: { t } }, people, filter }: FewNamesProps,
) {
  return (
    <>
      <MenuNames view={view} people={people.slice(0, NAMED)} t={t} />
      {people.length > NAMED && (
        <p>
          <a
            class="text-link inline-block py-2.5"
            href={managePath(view.code, `?show=${filter}#people`)}
            aria-current="false"
          >
            {t("organize.more", { count: people.length - NAMED })}
          </a>
        </p>
      )}
    </>
  );
}
