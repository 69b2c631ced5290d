import { ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { coverOf } from "@/lib/game/cover.ts";
import { inviterOf } from "@/lib/game/identity.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { whenDrawn } from "@/lib/pages/draw_time.ts";
import type { NextStep } from "@/lib/pages/next_step.ts";
import { countdown } from "./EventDetails.tsx";
import type { OwnRecord } from "./OwnForms.tsx";

interface OwnHeadProps {
  reader: Reader;
  view: ParticipantView;
  own: Pick<OwnRecord, "name" | "viewedAt" | "hasPendingReassignmentRequest">;
  daysLeft: number;
  step: NextStep;
  /** What comes once the gift is open, which a script shows then: the page stays as it is. */
  nextStep: NextStep;
  /** Where one writes a note of thanks; null: one cannot. */
  thanksAt: string | null;
  now: Date;
}

/** Who is invited by whom to what, and the one thing to do now. */
export function OwnHead(props: OwnHeadProps) {
  const { reader, view, own, daysLeft, step } = props;
  const { t } = reader;
  const inviter = step === "over" ? "" : inviterOf(view, own.name);
  return (
    <CoverBand cover={coverOf(view)}>
      <p class="text-secondary text-sm font-semibold tracking-wide">
        {inviter ? t("join.invites", { name: inviter, game: view.name }) : view.name}
      </p>
      <h1 class="text-3xl sm:text-4xl">{t("game.hello", { name: own.name })}</h1>
      {step === "open"
        ? (
          <>
            <p data-step="open" class="text-lg text-pretty">{t("game.next.open")}</p>
            <div data-step="opened" hidden class="space-y-3">
              <WhatToDo {...props} step={props.nextStep} />
            </div>
          </>
        )
        : <WhatToDo {...props} />}
      {step !== "over" && view.state === "gathering" && (
        <p class="muted text-pretty">{whenDrawn(view, reader, props.now)}</p>
      )}
      {step === "done" && (
        <p class="font-display text-secondary text-lg">{countdown(daysLeft, t)}</p>
      )}
    </CoverBand>
  );
}

function WhatToDo({ reader: { t }, view, own, daysLeft, step, thanksAt }: OwnHeadProps) {
  switch (step) {
    case "open":
      return null;
    case "wish":
      return (
        <>
          <p class="text-lg text-pretty">{t("game.next.wish")}</p>
          <ButtonLink href="#wishes" icon="heart">{t("game.wish.title")}</ButtonLink>
        </>
      );
    case "done":
      return view.isWithheld || own.hasPendingReassignmentRequest
        ? null
        : <p class="text-lg text-pretty">{t("game.next.done")}</p>;
    case "over":
      return (
        <>
          <p class="font-display text-secondary text-lg">{countdown(daysLeft, t)}</p>
          {thanksAt && (
            <ButtonLink
              href={thanksAt}
              icon="heart"
              variant={own.viewedAt === null ? "secondary" : "primary"}
            >
              {t("thanks.title")}
            </ButtonLink>
          )}
        </>
      );
  }
}
