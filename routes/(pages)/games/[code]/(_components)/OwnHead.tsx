import { ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { formatMoment } from "@/lib/browser/format.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { inviterOf } from "@/lib/game/identity.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { NextStep } from "@/lib/pages/next_step.ts";
import { countdown } from "./EventDetails.tsx";

interface OwnHeadProps {
  reader: Reader;
  view: ParticipantView;
  own: { name: string };
  daysLeft: number;
  step: NextStep;
}

/** Who is invited by whom to what, and the one thing to do now. */
export function OwnHead({ reader, view, own, daysLeft, step }: OwnHeadProps) {
  const { t, locale } = reader;
  const inviter = inviterOf(view, own.name);
  const drawn = view.drawAt
    ? t("gather.status.at", { when: formatMoment(view.drawAt, locale, view.timeZone) })
    : t("gather.own.byHand");
  return (
    <CoverBand cover={coverOf(view)}>
      <p class="text-secondary text-sm font-semibold tracking-wide">
        {inviter ? t("join.invites", { name: inviter, game: view.name }) : view.name}
      </p>
      <h1 class="text-3xl sm:text-4xl">{t("game.hello", { name: own.name })}</h1>
      {step === "open" && <p class="text-lg text-pretty">{t("game.next.open")}</p>}
      {step === "wish" && (
        <>
          <p class="text-lg text-pretty">{t("game.next.wish")}</p>
          <ButtonLink href="#wishes" icon="heart">{t("game.wish.title")}</ButtonLink>
        </>
      )}
      {step === "done" && !view.isWithheld && (
        <p class="text-lg text-pretty">{t("game.next.done")}</p>
      )}
      {step !== "over" && view.state === "gathering" && <p class="muted text-pretty">{drawn}</p>}
      {(step === "done" || step === "over") && (
        <p class="font-display text-secondary text-lg">{countdown(daysLeft, t)}</p>
      )}
    </CoverBand>
  );
}
