import { PassOn } from "@/components/PassOn.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { personMessage } from "@/lib/i18n/pass_on.ts";

interface PersonPassOnProps extends Pick<ManagedGame, "view" | "reader"> {
  person: OrganizerView["participants"][number];
  link: string;
  /** Whether all ways are in sight. */
  isMain?: boolean;
  /** Tells places of one page apart that may show the same link. */
  place?: string;
}

/** The ways to pass one person's link on. */
export function PersonPassOn(
  { view, reader: { t }, person, link, isMain = false, place }: PersonPassOnProps,
) {
  return (
    <PassOn
      link={link}
      message={personMessage(view, person)}
      subject={view.name}
      label={t("created.people.link", { name: person.name })}
      t={t}
      qr={`${gamePath(view.code)}/created/qr?participant=${person.id}`}
      isMain={isMain}
      {...(place && { place })}
      {...(person.email && { email: person.email })}
    />
  );
}
