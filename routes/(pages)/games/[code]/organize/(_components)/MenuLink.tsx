import { Icon } from "@/components/Icon.tsx";
import { managePersonPath } from "@/lib/browser/links.ts";
import { isInviter } from "@/lib/game/identity.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

interface MenuLinkProps {
  code: string;
  person: { id: string; name: string };
  t: Translate;
  /** false: dots that weigh less in a long list. */
  hasIcon?: boolean;
}

/**
 * What can be done for one person, behind three dots; their page does the same where no script runs. It stands in a
 * list whose items begin with the person's name.
 */
export function MenuLink({ code, person, t, hasIcon = true }: MenuLinkProps) {
  const { name } = person;
  return (
    <a
      class="btn btn-ghost btn-square needs-script relative"
      href={managePersonPath(code, person.id)}
      data-menu=""
      aria-haspopup="dialog"
      aria-label={t("organize.people.menu", { name })}
    >
      {hasIcon ? <Icon name="ellipsis" /> : "…"}
    </a>
  );
}

/** Names to tap, each with what can be done for that person. */
export function MenuNames(
  { view, people, t }: {
    view: Pick<OrganizerView, "code" | "organizerName">;
    people: MenuLinkProps["person"][];
    t: Translate;
  },
) {
  return (
    <ul class="flex flex-wrap gap-2">
      {people.map(({ id, name }) => (
        <li key={id}>
          <a
            class="btn btn-outline border-base-300 font-semibold"
            href={managePersonPath(view.code, id)}
            data-menu=""
            aria-haspopup="dialog"
            aria-label={t("organize.people.menu", { name })}
          >
            {name}
            {isInviter(view, name) && ` ${t("create.people.you")}`}
            <Icon name="ellipsis" class="size-4" />
          </a>
        </li>
      ))}
    </ul>
  );
}
