import type { ComponentChildren } from "preact";
import { ButtonLink } from "@/components/Button.tsx";
import { Sketch, type SketchName } from "@/components/art/Sketch.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";
import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { againPath } from "@/lib/browser/links.ts";
import type { NextStep } from "@/lib/game/next_steps.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { FailedMails, OwnMailProblem } from "./MailProblems.tsx";
import { ChangedNames } from "./ChangedNames.tsx";
import { NeededLinks } from "./NeededLinks.tsx";
import { Nudge } from "./Nudge.tsx";
import { Requests } from "./Requests.tsx";

interface NextStepsProps {
  managed: ManagedGame;
  steps: readonly [NextStep, ...NextStep[]];
  /** The links of those who need one, as far as they are shown right here. */
  links: ReadonlyMap<string, string>;
}

/** The one thing to do now, and what comes after it. Holds no island: it is shown again as things happen. */
export function NextSteps({ managed, steps: [first, ...others], links }: NextStepsProps) {
  const { t } = managed.reader;
  const props = { managed, links };
  return (
    <div id="steps" class="space-y-3" data-live>
      <section
        id={first.kind}
        class="group/step paper border-primary/50 space-y-4 border-2 p-5 sm:p-7"
        aria-labelledby="next"
      >
        <div class="flex items-center gap-4">
          <Sketch name={SKETCHES[first.kind]} class="size-[min(3.5rem,18vw)] sm:size-18" />
          <h2 id="next" class="min-w-0 text-2xl sm:text-3xl" data-title="">
            <JapaneseLineBreaks text={titleOf(first, managed)} />
          </h2>
        </div>
        <StepBody step={first} {...props} />
      </section>
      {others.length > 0 && (
        <div
          class="paper divide-base-300 divide-y"
          role="group"
          aria-label={t("organize.next.then")}
        >
          {others.map((step) => (
            <details
              key={step.kind}
              id={step.kind}
              class="group group/step"
              open={step.kind === "again"}
            >
              <summary class="flex min-h-12 items-center gap-3 px-5 py-2.5 font-semibold sm:px-7">
                <Icon name={ICONS[step.kind]} class="text-secondary size-5" />
                <span class="min-w-0 flex-1" data-title="">{titleOf(step, managed)}</span>
                <Icon name="chevron-down" class="muted size-5 group-open:rotate-180" />
              </summary>
              <div class="space-y-4 px-5 pb-5 sm:px-7">
                <StepBody step={step} {...props} />
              </div>
            </details>
          ))}
        </div>
      )}
    </div>
  );
}

const ICONS: Record<NextStep["kind"], IconName> = {
  leaving: "log-out",
  asking: "shuffle",
  changed: "message-circle",
  ownMail: "mail-warning",
  mailFailed: "mail-warning",
  needsLink: "link",
  unopened: "gift",
  noWish: "heart",
  drawProblem: "triangle-alert",
  proposals: "users",
  invite: "send",
  draw: "shuffle",
  again: "party-popper",
  none: "circle-check",
};

/** The picture of the one that comes first. */
const SKETCHES: Record<NextStep["kind"], SketchName> = {
  leaving: "door",
  asking: "swap",
  changed: "swap",
  ownMail: "envelope",
  mailFailed: "envelope",
  needsLink: "chat",
  unopened: "gift",
  noWish: "wish",
  drawProblem: "list",
  proposals: "couple",
  invite: "chat",
  draw: "gift",
  again: "calendar",
  none: "gift",
};

/** What is to be done, with the name of whom it is about where that is one. */
function titleOf(step: NextStep, { reader: { t } }: ManagedGame): string {
  if (!("people" in step)) {
    switch (step.kind) {
      case "ownMail":
        return t("organize.mailProblems.title");
      case "again":
        return t("again.offerTitle");
      default:
        return t("organize.next.none");
    }
  }
  const { kind, people: [one, ...others] } = step;
  const name = one?.name ?? "";
  if ((kind === "leaving" || kind === "asking" || kind === "changed") && others.length === 1) {
    return t(`organize.next.two.${kind}`, {
      names: step.people.map(({ name }) => t("game.reveal.name", { name })),
    });
  }
  const count = others.length + 1;
  return count === 1
    ? t(`organize.next.one.${kind}`, { name })
    : t(`organize.next.${kind}`, { count });
}

function StepBody(
  { step, managed, links }: Pick<NextStepsProps, "managed" | "links"> & { step: NextStep },
): ComponentChildren {
  const { view, reader: { t } } = managed;
  if ("people" in step) {
    switch (step.kind) {
      case "leaving":
        return <Requests {...managed} kind="leave" />;
      case "asking":
        return <Requests {...managed} kind="reassign" />;
      case "changed":
        return <ChangedNames managed={managed} people={step.people} links={links} />;
      case "mailFailed":
        return <FailedMails managed={managed} people={step.people} />;
      case "needsLink":
        return <NeededLinks managed={managed} people={step.people} links={links} />;
      default:
        return <Nudge managed={managed} kind={step.kind} people={step.people} />;
    }
  }
  switch (step.kind) {
    case "ownMail":
      return <OwnMailProblem {...managed} />;
    case "again":
      return (
        <>
          <p class="text-pretty">{t("again.offer")}</p>
          <ButtonLink href={againPath(view.code)} icon="rotate-ccw">{t("again.button")}</ButtonLink>
        </>
      );
    default:
      return <p class="text-pretty">{t("organize.next.noneLead")}</p>;
  }
}
