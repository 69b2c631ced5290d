import { Button, ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Icon } from "@/components/Icon.tsx";
import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { gamePath, managePath, whisperPath } from "@/lib/browser/links.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { inviterOf } from "@/lib/game/identity.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { whenDrawn } from "@/lib/pages/draw_time.ts";
import type { KeptGift } from "@/lib/pages/kept_gifts.ts";
import type { NextStep } from "@/lib/pages/next_step.ts";
import type { Waiting } from "@/lib/pages/waiting.ts";
import { ChangeNote } from "./ChangeNote.tsx";
import { countdown } from "./EventDetails.tsx";
import type { OwnRecord } from "./OwnForms.tsx";

interface OwnHeadProps {
  reader: Reader;
  view: ParticipantView;
  own: Pick<OwnRecord, "name" | "viewedAt" | "receiverChange">;
  /** Those that they open for others. */
  kept: readonly KeptGift[];
  daysLeft: number;
  waiting: Waiting;
  step: NextStep;
  /** What comes once the gift is open, which a script shows then: the page stays as it is. */
  nextStep: NextStep;
  /** Whether it is who organizes, on a device that manages the game. */
  isOrganizerHere: boolean;
  /** Where one writes a note of thanks; null: one cannot. */
  thanksAt: string | null;
  now: Date;
}

/** Who is invited by whom to what, and the one thing to do now. */
export function OwnHead(props: OwnHeadProps) {
  const { reader, view, own, daysLeft, step } = props;
  const { t } = reader;
  const { name, receiverChange } = own;
  const isOver = step === "over";
  const isDrawn = view.state === "drawn";
  const organizer = inviterOf(view, name);
  return (
    <CoverBand cover={coverOf(view)}>
      <p class="text-secondary text-sm font-semibold tracking-wide">
        <JapaneseLineBreaks
          text={organizer && !isOver
            ? t("join.invites", { name: organizer, game: view.name })
            : view.name}
        />
      </p>
      <h1 class="text-3xl sm:text-4xl">
        <JapaneseLineBreaks
          text={t(isOver && isDrawn ? "game.over.title" : "game.hello", { name })}
        />
      </h1>
      {!isOver && receiverChange && <ChangeNote reason={receiverChange} t={t} />}
      {!isOver && props.kept.map((gift) =>
        gift.receiverChange && (
          <ChangeNote key={gift.id} reason={gift.receiverChange} kept={gift} t={t} />
        )
      )}
      {step === "open"
        ? (
          <>
            {!receiverChange && (
              <p data-step="open" class="text-lg text-pretty">
                <JapaneseLineBreaks text={t("game.next.open")} />
              </p>
            )}
            <div data-step="opened" hidden class="space-y-3">
              <WhatToDo {...props} step={props.nextStep} />
            </div>
          </>
        )
        : <WhatToDo {...props} />}
      {!isOver && !isDrawn && (
        <p class="muted text-pretty">
          <JapaneseLineBreaks text={whenDrawn(view, reader, props.now, organizer)} />
        </p>
      )}
      {isCountedIn(step) && (
        <p class="font-display text-secondary text-lg">{countdown(daysLeft, t)}</p>
      )}
      {props.isOrganizerHere && (
        <p class="pt-1">
          <a class="text-link inline-flex items-center gap-2" href={managePath(view.code)}>
            <Icon name="settings" class="size-4" />
            {t("created.own.manage")}
          </a>
        </p>
      )}
    </CoverBand>
  );
}

/** Whether the head tells how far away the day is; else there is something to do, and the event tells it. */
export function isCountedIn(step: NextStep): boolean {
  return step === "done" || step === "asked";
}

function WhatToDo({ reader: { t }, view, own, waiting, step, thanksAt }: OwnHeadProps) {
  const say = naming(t, inviterOf(view, own.name));
  switch (step) {
    case "open":
      return null;
    case "leaving":
      return (
        <form method="post" action={gamePath(view.code)} class="space-y-3">
          <ToDo text={say("leaveAsked")} />
          <input type="hidden" name="action" value="stay" />
          <Button variant="secondary" icon="undo-2">{t("place.stay")}</Button>
        </form>
      );
    case "read":
      return (
        <>
          <ToDo text={t("game.next.unread", { count: waiting.count })} />
          <ButtonLink href={whisperPath(view.code, waiting.first)} icon="message-circle">
            {t("game.next.read")}
          </ButtonLink>
        </>
      );
    case "wish":
      return (
        <>
          <ToDo text={t("game.next.wish")} />
          <ButtonLink href="#wishes" icon="heart">{t("game.wish.title")}</ButtonLink>
        </>
      );
    case "asked":
      return <ToDo text={say("asked")} />;
    case "done":
      return <ToDo text={t(view.isWithheld ? "sealed.withheld.title" : "game.next.done")} />;
    case "over":
      if (view.state === "gathering") {
        return <ToDo text={t("game.over.notDrawn")} />;
      }
      return thanksAt
        ? (
          <>
            <ToDo text={t("game.over.thanks")} />
            <ButtonLink
              href={thanksAt}
              icon="heart"
              variant={own.viewedAt === null ? "secondary" : "primary"}
            >
              {t("thanks.title")}
            </ButtonLink>
          </>
        )
        : <ToDo text={t("game.isOver")} />;
  }
}

function ToDo({ text }: { text: string }) {
  return (
    <p class="text-lg text-pretty">
      <JapaneseLineBreaks text={text} />
    </p>
  );
}
