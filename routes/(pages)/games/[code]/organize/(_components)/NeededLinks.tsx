import { Button, ButtonLink } from "@/components/Button.tsx";
import { HandedOver } from "@/components/PassOn.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { makeLinkText } from "@/lib/pages/game_links.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { FewNames } from "./FewNames.tsx";
import { PersonPassOn } from "./PersonPassOn.tsx";

/** What goes once all links are ticked as handed over; the ticks stay, to be taken back. */
const WHILE_NEEDED = "group-data-done/step:hidden";

interface NeededLinksProps {
  managed: ManagedGame;
  people: readonly PersonProgress[];
  /** The links that are passed on right here. */
  links: ReadonlyMap<string, string>;
}

/** Those who have no way to their gift yet: few links are passed on right here, more on the page of all links. */
export function NeededLinks({ managed, people, links }: NeededLinksProps) {
  const { view, reader: { t } } = managed;
  const path = `${gamePath(view.code)}/created`;
  if (pairsHiddenFromOrganizer(view)) {
    const only = people.length === 1
      ? view.participants.find(({ id }) => id === people[0]?.id)
      : undefined;
    return (
      <>
        <p class="text-pretty">{t("sealed.links.leadByHand")}</p>
        <FewNames managed={managed} people={people} filter="needsLink" />
        <form method="post" action={path}>
          <Button icon="link">
            {t(only ? makeLinkText(view, only) : "sealed.links.makeMissing")}
          </Button>
        </form>
      </>
    );
  }
  const shown = view.participants.flatMap((person) => {
    const link = links.get(person.id);
    return link ? [{ person, link }] : [];
  });
  const isOnly = shown.length === 1;
  return (
    <>
      <p class={`text-pretty ${WHILE_NEEDED}`}>
        {t("organize.next.pass", { count: people.length })}
      </p>
      {shown.length > 0
        ? (
          <ul class="divide-base-300 divide-y">
            {shown.map(({ person, link }) => (
              <li
                key={person.id}
                data-key={person.id}
                class="space-y-2 py-3 first:pt-0 last:pb-0"
              >
                {!isOnly && (
                  <div class="flex flex-wrap items-center justify-between gap-x-4">
                    <h3 class="min-w-0 text-lg">
                      {person.name}
                      {isInviter(view, person.name) && ` ${t("create.people.you")}`}
                    </h3>
                    <HandedOver link={link} name={person.name} t={t} />
                  </div>
                )}
                <div class={WHILE_NEEDED}>
                  <PersonPassOn
                    managed={managed}
                    person={person}
                    link={link}
                    isMain={isOnly}
                  />
                </div>
                {isOnly && <HandedOver link={link} name={person.name} t={t} />}
              </li>
            ))}
          </ul>
        )
        : (
          <>
            <div class={WHILE_NEEDED}>
              <FewNames managed={managed} people={people} filter="needsLink" />
            </div>
            <div class="flex flex-wrap gap-2">
              <ButtonLink href={path} icon="share-2">{t("organize.links.all")}</ButtonLink>
              <ButtonLink href={`${gamePath(view.code)}/slips`} variant="secondary" icon="scissors">
                {t("created.take.slips")}
              </ButtonLink>
            </div>
          </>
        )}
    </>
  );
}
