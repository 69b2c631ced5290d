import PassOnActions from "@/islands/PassOnActions.tsx";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Icon } from "./Icon.tsx";
import { InvitationPassOn, type PassedOnGame } from "./PassOn.tsx";
import { LineBreaks } from "./LineBreaks.tsx";

interface InviteCardProps {
  /** The link through which people join. */
  link: string;
  game: PassedOnGame;
  /** True if sending the link is the next thing to do. */
  isMain?: boolean;
  t: Translate;
}

/** The invitation link and the ways to share it. */
export function InviteCard({ link, game, isMain = true, t }: InviteCardProps) {
  return (
    <section
      class={`paper space-y-4 p-5 sm:p-7 ${isMain ? "border-primary/50 border-2" : ""}`}
      aria-labelledby="invite"
    >
      <h2 id="invite" class="flex items-center gap-3 text-xl sm:text-2xl">
        <Icon name="send" class="text-secondary size-6" />
        <span class="min-w-0">{t("gather.created.ready")}</span>
      </h2>
      <p class="text-pretty">
        <LineBreaks text={t("organize.links.invitationLead")} />
      </p>
      <PassOnActions copied={t("common.copied")} />
      <InvitationPassOn link={link} game={game} isCalm={!isMain} t={t} />
    </section>
  );
}
