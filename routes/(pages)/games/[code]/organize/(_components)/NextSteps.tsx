import type { ComponentChildren } from "preact";
import { Button, ButtonLink, Hidden } from "@/components/Button.tsx";
import { Sketch, type SketchName } from "@/components/art/Sketch.tsx";
import { Icon, type IconName } from "@/components/Icon.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { formatList } from "@/lib/browser/format.ts";
import { againPath, gamePath, managePath } from "@/lib/browser/links.ts";
import type { NextStep } from "@/lib/game/next_steps.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { canBeReminded, type PersonProgress } from "@/lib/game/progress.ts";
import { namedFew } from "@/lib/i18n/naming.ts";
import { drawnMessage } from "@/lib/i18n/pass_on.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { knownName, type Translate } from "@/lib/i18n/translate.ts";
import { unmailedPoint } from "@/lib/pages/organizer/mail_question.ts";
import { HandedOver, PassOn, PersonPassOn } from "@/components/PassOn.tsx";
import { FailedMails, OwnMailProblem } from "./Mails.tsx";
import type { OrganizePageData } from "./organize_page_data.ts";
import { FewNames } from "./People.tsx";
import { Requests } from "./Requests.tsx";

/** What to do now, and what comes next. Must contain no island, because the browser updates it as plain HTML. */
export function NextSteps(data: OrganizePageData) {
  const { steps: [first, ...others], view, reader: { t } } = data;
  // The notice above says what to do.
  if (first.kind === "none" && (view.mailsHeld > 0 || view.mailPausedAt)) {
    return <div id="steps" data-live />;
  }
  const isMain = first.kind !== "again" || isFinaleOver(view);
  return (
    <div id="steps" class="space-y-3" data-live>
      <section
        id={first.kind}
        class={`group/step paper space-y-4 p-5 sm:p-7 ${
          isMain ? "border-primary/50 border-2" : ""
        }`}
        aria-labelledby="next"
      >
        <div class="flex items-center gap-4">
          <Sketch name={LOOKS[first.kind].sketch} class="size-[min(3.5rem,18vw)] sm:size-18" />
          <h2 id="next" class="min-w-0 text-2xl sm:text-3xl" data-title="">
            <LineBreaks text={titleOf(first, data.reader)} />
          </h2>
        </div>
        <StepBody step={first} {...data} />
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
                <Icon name={LOOKS[step.kind].icon} class="text-secondary size-5" />
                <span class="min-w-0 flex-1" data-title="">{titleOf(step, data.reader)}</span>
                <Icon name="chevron-down" class="muted size-5 group-open:rotate-180" />
              </summary>
              <div class="space-y-4 px-5 pb-5 sm:px-7">
                <StepBody step={step} {...data} />
              </div>
            </details>
          ))}
        </div>
      )}
    </div>
  );
}

/** False while the page offers the finale first, whose end offers another game. */
function isFinaleOver({ revealed, isArchived }: OrganizePageData["view"]): boolean {
  return !revealed || isArchived;
}

/** How each step is marked: with an icon in a list, and with a picture if it is the first. */
const LOOKS: Record<NextStep["kind"], { icon: IconName; sketch: SketchName }> = {
  leaving: { icon: "log-out", sketch: "door" },
  asking: { icon: "shuffle", sketch: "swap" },
  changed: { icon: "message-circle", sketch: "swap" },
  ownMail: { icon: "mail-warning", sketch: "envelope" },
  mailFailed: { icon: "mail-warning", sketch: "envelope" },
  needsLink: { icon: "link", sketch: "chat" },
  unreached: { icon: "message-circle", sketch: "chat" },
  unopened: { icon: "gift", sketch: "gift" },
  noWish: { icon: "heart", sketch: "wish" },
  drawProblem: { icon: "triangle-alert", sketch: "list" },
  proposals: { icon: "users", sketch: "couple" },
  invite: { icon: "send", sketch: "chat" },
  draw: { icon: "shuffle", sketch: "gift" },
  finale: { icon: "party-popper", sketch: "gift" },
  again: { icon: "party-popper", sketch: "calendar" },
  none: { icon: "circle-check", sketch: "gift" },
};

/** Titles of steps that are not about particular people. */
const TITLES = {
  ownMail: "organize.mailProblems.title",
  finale: "finale.today",
  again: "again.offerTitle",
} as const;

/** The step's text, with the names of the people it concerns. */
function titleOf(step: NextStep, { t, locale }: Reader): string {
  if (!("people" in step)) {
    const kind = knownName(TITLES, [step.kind]);
    return t(kind ? TITLES[kind] : "organize.next.none");
  }
  const { kind, people } = step;
  const count = people.length;
  // A script rewrites this title as links are ticked.
  if (kind === "needsLink") {
    const [{ name } = { name: "" }] = people;
    return count === 1
      ? t("organize.next.needsLinkOf", { name })
      : t("organize.next.needsLink", { number: count });
  }
  const named = namedFew(people, t);
  switch (kind) {
    case "unreached":
      return t("organize.next.unreached", { names: named.names });
    case "changed":
    case "mailFailed":
      return t("common.line", {
        label: t(`organize.people.filters.${kind}`),
        value: formatList(named.names, locale),
      });
    default:
      return t(`organize.next.${kind}`, named);
  }
}

function StepBody({ step, ...data }: OrganizePageData & { step: NextStep }): ComponentChildren {
  const { view, reader: { t } } = data;
  if ("people" in step) {
    const { kind } = step;
    const props = { ...data, people: step.people };
    if (kind === "leaving") return <Requests {...data} kind="leave" />;
    if (kind === "asking") return <Requests {...data} kind="reassign" />;
    if (kind === "unopened" || kind === "noWish") return <Nudge {...props} kind={kind} />;
    const Body = BODIES[kind];
    return <Body {...props} />;
  }
  switch (step.kind) {
    case "ownMail":
      return <OwnMailProblem {...data} />;
    case "finale":
      return (
        <>
          <p class="text-pretty">{t("organize.next.finaleLead")}</p>
          <StartFinale code={view.code} t={t} />
        </>
      );
    case "again":
      return (
        <>
          <p class="text-pretty">{t("again.offer")}</p>
          <ButtonLink
            href={againPath(view.code)}
            variant={isFinaleOver(view) ? "primary" : "secondary"}
            icon="rotate-ccw"
          >
            {t("again.button")}
          </ButtonLink>
        </>
      );
    default:
      return null;
  }
}

/** A step about people. */
interface StepProps extends OrganizePageData {
  people: PersonProgress[];
}

const BODIES = {
  changed: ChangedNames,
  mailFailed: FailedMails,
  needsLink: NeededLinks,
  unreached: OutOfReach,
};

/** The people of a step with links to pass on. Other people's links belong to other steps. */
function linksOf({ view: { participants }, people, links }: StepProps) {
  const ids = new Set(people.map(({ id }) => id));
  return participants.flatMap((person) => {
    const link = ids.has(person.id) && links.get(person.id);
    return link ? [{ person, link }] : [];
  });
}

/**
 * People who opened their gift and do not know that their receiver has changed: a message for each, here if they are
 * few, otherwise on the page of all links.
 */
function ChangedNames(props: StepProps) {
  const { view, reader: { t } } = props;
  const shown = linksOf(props);
  const isOnly = shown.length === 1;
  return (
    <>
      <p class="text-pretty">{t("organize.next.changedLead")}</p>
      {shown.length > 0
        ? (
          <ul class="divide-base-300 divide-y">
            {shown.map(({ person, link }) => (
              <li key={person.id} data-key={person.id} class="space-y-2 py-3 first:pt-0 last:pb-0">
                {!isOnly && <h3 class="text-lg">{person.name}</h3>}
                <PersonPassOn {...props} {...{ person, link }} isMain={isOnly} place="changed" />
              </li>
            ))}
          </ul>
        )
        : (
          <>
            <FewNames {...props} filter="changed" />
            <ButtonLink href={`${gamePath(view.code)}/created`} icon="share-2">
              {t("organize.next.shareLinks")}
            </ButtonLink>
          </>
        )}
    </>
  );
}

/** Hides elements once all links are ticked. The ticks stay, so that they can be undone. */
const WHILE_NEEDED = "group-data-done/step:hidden";

/** People who still need their link: a few are passed on here, more on the page of all links. */
function NeededLinks(props: StepProps) {
  const { view, people, isHidden, reader: { t } } = props;
  const path = `${gamePath(view.code)}/created`;
  if (isHidden) {
    const only = people.length === 1
      ? view.participants.find(({ id }) => id === people[0]?.id)
      : undefined;
    return (
      <>
        <p class="text-pretty">{t("sealed.links.lead")}</p>
        <FewNames {...props} filter="needsLink" />
        <form method="post" action={path}>
          <Button icon="link">
            {t(only ? "sealed.links.make" : "sealed.links.makeMissing")}
          </Button>
        </form>
      </>
    );
  }
  const shown = linksOf(props);
  const isOnly = shown.length === 1;
  return (
    <>
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
                    {...props}
                    {...{ person, link }}
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
              <FewNames {...props} filter="needsLink" />
            </div>
            <div class="flex flex-wrap gap-2">
              <ButtonLink href={path} icon="share-2" class={WHILE_NEEDED}>
                {t("organize.next.shareLinks")}
              </ButtonLink>
              <ButtonLink href={`${gamePath(view.code)}/slips`} variant="secondary" icon="scissors">
                {t("created.take.slips")}
              </ButtonLink>
            </div>
          </>
        )}
    </>
  );
}

/** People who have their page but get no updates: one message for all of them, for example for the family's chat. */
function OutOfReach(props: StepProps) {
  const { view, gameLink, reader: { t } } = props;
  return (
    <>
      <p class="text-pretty">{t("organize.next.unreachedLead")}</p>
      <FewNames {...props} filter="noNews" />
      <PassOn
        link={gameLink}
        message={drawnMessage(view)}
        subject={view.name}
        label={t("passOn.page")}
        t={t}
        place="unreached"
        isMain
      />
    </>
  );
}

/** People who may need a reminder; one button sends it to everyone it reaches. */
function Nudge({ kind, ...props }: StepProps & { kind: "unopened" | "noWish" }) {
  const { view, hasMail, people, reader: { t } } = props;
  const count = people.filter((one) => canBeReminded(one, hasMail)).length;
  return (
    <>
      <p class="text-pretty">{t(`organize.next.${kind}Lead`)}</p>
      <FewNames {...props} filter={kind} />
      {count > 0 &&
        unmailedPoint(props, people).map((point) => (
          <p key={point} class="muted text-sm text-pretty">{point}</p>
        ))}
      {count > 0 && (
        <form method="post" action={managePath(view.code)}>
          <Hidden fields={{ action: "sendEmail", type: "reminderAll", step: kind }} />
          <Button icon="send">{t("organize.remind.title")}</Button>
        </form>
      )}
    </>
  );
}

/** A link to the question before the finale. */
export function StartFinale({ code, t }: { code: string; t: Translate }) {
  return (
    <ButtonLink href={managePath(code, "/confirm?action=startFinale")} icon="party-popper">
      {t("organize.confirm.startFinale.button")}
    </ButtonLink>
  );
}
