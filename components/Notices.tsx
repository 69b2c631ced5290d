import NoticeIsland from "@/islands/Notices.tsx";
import { formatMoment } from "@/lib/browser/format.ts";
import { fingerprintOf } from "@/lib/browser/handed_over.ts";
import { devicesPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { pick } from "@/lib/game/derive.ts";
import { Button, Hidden, labelled } from "./Button.tsx";
import { Fold } from "./Fold.tsx";
import { HelpLink } from "./HelpLink.tsx";
import { Icon } from "./Icon.tsx";

/** Who is notified of which game, and their way back to it. */
interface NoticesProps {
  game: { code: string; name: string; timeZone: string | null };
  role: "participant" | "organizer";
  /** The participant's id; the organizer has none. */
  id?: string;
  /** The browsers in which they are notified. */
  devices: readonly { id: string; since: string }[];
  /** The ids of those that are this browser; several if people share it. */
  here: readonly string[];
  /** Their personal link. */
  link: string;
  reader: Reader;
}

/** Asks once, after an action, whether this browser may send notifications; not if it does already. */
export function NoticeOffer(props: NoticesProps) {
  return isOnHere(props) ? null : <NoticeIsland {...cardProps(props)} isOffer />;
}

/** The browsers in which the reader is notified, each with a button to end it, and a way to add this one. */
export function NoticesFold({ isCard = false, ...props }: NoticesProps & { isCard?: boolean }) {
  const { game, role, devices, here, reader: { t, locale } } = props;
  return (
    <Fold id="notices" title={t("notices.title")} icon="bell" isCard={isCard}>
      {devices.length > 0 && (
        <ul class="divide-base-300 divide-y">
          {devices.map(({ id, since }) => {
            const when = t("notices.since", { when: formatMoment(since, locale, game.timeZone) });
            return (
              <li key={id} class="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <span class="min-w-0">
                  {here.includes(id) && (
                    <span data-here class="flex items-center gap-2 font-semibold">
                      <Icon name="smartphone" class="text-secondary size-4" />
                      {t("notices.thisDevice")}
                    </span>
                  )}
                  <span class="muted text-sm">{when}</span>
                </span>
                <form method="post" action={devicesPath(game.code)}>
                  <Hidden fields={{ role, device: id }} />
                  <Button
                    name="action"
                    value="removeDevice"
                    variant="quiet"
                    icon="x"
                    {...labelled(t("notices.end"), when, t)}
                  />
                </form>
              </li>
            );
          })}
        </ul>
      )}
      <NoticeIsland {...cardProps(props)} isOn={isOnHere(props)} />
      <HelpLink about="participant.notices" reader={props.reader} />
    </Fold>
  );
}

function isOnHere({ devices, here }: NoticesProps): boolean {
  return devices.some(({ id }) => here.includes(id));
}

function cardProps({ game, role, id = "", link, reader: { t } }: NoticesProps) {
  return {
    path: devicesPath(game.code),
    role,
    person: fingerprintOf(id),
    link,
    texts: {
      ...pick(t("notices", AS_GROUP), SAID),
      ask: t("notices.ask.news"),
      allow: t("notices.allow", { game: game.name }),
      no: t("game.reveal.later"),
      failed: t("common.failed"),
      unknown: t("notices.cannot"),
      copyLink: t("passOn.copyLink"),
      copied: t("common.copied"),
    },
  };
}

/** Texts that do not depend on the game. */
const SAID = [
  ...["on", "later", "denied"] as const,
  ...["full", "cannot", "homeScreen"] as const,
];
