import { managePersonPath } from "@/lib/browser/links.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { MenuLink } from "./MenuLink.tsx";

/** So many still have pictures in their rows. */
const PICTURED = 100;

/** Whether the rows of so many have pictures. */
export function hasPictures(people: readonly unknown[]): boolean {
  return people.length <= PICTURED;
}

interface PersonRowProps {
  code: string;
  person: PersonProgress;
  /** What `statusRenderer` makes of them. */
  status: string;
  t: Translate;
  hasIcons: boolean;
  /** Whether it is who reads it. */
  isYou: boolean;
  email?: string;
  /** Whether there is a menu of what can be done for them. */
  hasMenu?: boolean;
  /** What a search finds them by. */
  filters?: string;
  isHidden?: boolean;
}

/** One person in a list of class `people`, where all of the looks are: there may be a thousand rows. */
export function PersonRow(
  { code, person, status, t, hasIcons, isYou, email, hasMenu = true, filters, isHidden = false }:
    PersonRowProps,
) {
  return (
    <li
      {...(filters !== undefined && { "data-search": "", "data-filters": filters })}
      {...(isHidden && { hidden: true })}
    >
      <p>
        <a href={managePersonPath(code, person.id)}>{person.name}</a>
        {isYou && (
          <>
            {" "}
            <span class="muted text-sm">{t("create.people.you")}</span>
          </>
        )}
        {email && (
          <>
            {" "}
            <small>{email}</small>
          </>
        )}
      </p>
      <div class="statuses" dangerouslySetInnerHTML={{ __html: status }} />
      {hasMenu && <MenuLink code={code} person={person} t={t} hasIcon={hasIcons} />}
    </li>
  );
}
