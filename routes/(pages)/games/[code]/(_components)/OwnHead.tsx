import { GiftPile } from "@/components/art/GiftPile.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { PageTitle } from "@/components/Page.tsx";
import { againPath, managePath, postPath, whisperPath } from "@/lib/browser/links.ts";
import { formatDate, formatTime, joinSentences } from "@/lib/browser/format.ts";
import type { ReceiverChange } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { naming } from "@/lib/i18n/naming.ts";
import { withZone } from "@/lib/i18n/time_zone.ts";
import { whenDrawn } from "@/lib/pages/game_form/draw_time.ts";
import { countdown } from "@/lib/pages/countdown.ts";
import type { OwnPageData } from "./own_page_data.ts";

/** The invitation, and the one thing to do now. */
export function OwnHead(props: OwnPageData) {
  const { reader, view, organizer, step, isOver, isDrawn } = props;
  const { t } = reader;
  const { name, receiverChange } = props.own;
  return (
    <CoverBand game={view} ground={<Ground {...props} />}>
      <PageTitle
        over={organizer && (!isDrawn || step === "open") && !isOver && !props.hasJoined
          ? t("join.invites", { name: organizer, game: view.name })
          : view.name}
      >
        {t(headingOf(props), { name })}
      </PageTitle>
      {props.hasJoined && !isDrawn && (
        <>
          <p class="text-lg text-pretty">
            <span id="drawn-at" data-live>
              <LineBreaks text={whenDrawn(view, reader, props.now, organizer)} />
            </span>
          </p>
          <p class="muted text-pretty">
            <LineBreaks text={t("gather.own.lead")} />
          </p>
        </>
      )}
      {props.hasUnreadHome && <p class="text-pretty">{naming(t, organizer)("livesWithLate")}</p>}
      {!isOver && receiverChange && <ChangeNote reason={receiverChange} t={t} />}
      {!isOver && props.kept.map((gift) =>
        gift.receiverChange && (
          <ChangeNote key={gift.id} reason={gift.receiverChange} kept={gift} t={t} />
        )
      )}
      {props.hasOwnGift && view.isWithheld && <ToDo text={t("sealed.withheld.title")} />}
      {step === "open"
        ? (
          <>
            {!receiverChange && (
              <p data-step="open" class="text-lg text-pretty">
                <LineBreaks text={t("game.next.open")} />
              </p>
            )}
            <div data-step="opened" hidden class="space-y-3">
              <WhatToDo {...props} step={props.nextStep} />
            </div>
          </>
        )
        : <WhatToDo {...props} />}
      {props.waitsFor === "finale" && step !== "open" && <FinaleToday {...props} />}
      {isCountedIn(props) && (
        <p class="font-display text-secondary text-lg">{countdown(props.daysLeft, t)}</p>
      )}
      {props.isOrganizerHere && (
        <p class="flex flex-wrap gap-x-6 pt-1">
          {isOver && isDrawn && (
            <a class="text-link inline-flex items-center gap-2" href={againPath(view.code)}>
              <Icon name="rotate-ccw" class="size-4" />
              {t("again.offerTitle")}
            </a>
          )}
          <a class="text-link inline-flex items-center gap-2" href={managePath(view.code)}>
            <Icon name="settings" class="size-4" />
            {t("mail.button.organizer")}
          </a>
        </p>
      )}
    </CoverBand>
  );
}

function headingOf({ step, isDrawn, hasJoined }: OwnPageData) {
  if (step === "over" && isDrawn) return "game.over.title";
  return hasJoined ? "game.in.title" : "game.hello";
}

/** Everyone's gifts in the scene, right after the draw or while people join; the reader's own is in front. */
function Ground({ drawn, isDrawn, isOver, othersPapers, paper }: OwnPageData) {
  if (drawn) return <GiftPile papers={drawn} />;
  if (isDrawn || isOver) return null;
  return (
    <div id="shelf" data-live>
      <GiftPile papers={othersPapers} own={paper} />
    </div>
  );
}

/**
 * True if the head shows the days left, because there is nothing to do. Otherwise the event's card shows them, because
 * they would be misread next to the date of the draw or a locked gift.
 */
export function isCountedIn({ step, view, isDrawn }: OwnPageData): boolean {
  return isDrawn && !view.isWithheld && (step === "done" || step === "asked");
}

function WhatToDo(
  { reader, view, own, kept, path, organizer, waiting, step, thanksAt, hasJoined }: OwnPageData,
) {
  const { t, locale } = reader;
  const say = naming(t, organizer);
  switch (step) {
    case "open":
      return null;
    case "leaving":
      return (
        <form method="post" action={path} class="space-y-3">
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
            {t("whisper.card.open")}
          </ButtonLink>
        </>
      );
    case "arriving":
      return <ToDo text={t("post.get.onItsWay")} href="#post" />;
    case "wish":
      return (
        <>
          {own.hasPendingReassignmentRequest && <ToDo text={say("asked")} />}
          <ToDo text={t("game.next.wish")} />
          {/* An unopened gift that the reader opens for someone else comes first. */}
          <ButtonLink
            href="#wishes"
            icon="heart"
            variant={kept.every(({ hasBeenOpened }) => hasBeenOpened) ? "primary" : "secondary"}
          >
            {t("game.wish.add")}
          </ButtonLink>
        </>
      );
    case "asked":
      return <ToDo text={say("asked")} />;
    case "send":
      return (
        <ToDo
          text={t("post.by", { date: formatDate(view.sendBy, locale) })}
          href={postPath(view.code)}
        />
      );
    case "done":
      // A participant who has just joined still has to keep the link and choose how to learn of the draw, see below.
      // A locked gift says so itself.
      return hasJoined || view.isWithheld ? null : <ToDo text={t("organize.next.none")} />;
    case "finale":
      return (
        <>
          <p class="font-display text-secondary text-2xl">
            <LineBreaks text={t("finale.itsTime")} />
          </p>
          <div class="flex flex-wrap gap-2">
            <ButtonLink href={`${path}/finale`} icon="party-popper">{t("finale.all")}</ButtonLink>
            {thanksAt && (
              <ButtonLink href={thanksAt} icon="heart" variant="secondary">
                {t("thanks.title")}
              </ButtonLink>
            )}
          </div>
        </>
      );
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

/** How the finale starts; shown on its day until it does. */
export function FinaleToday(
  { view, isOrganizerHere, organizer, finaleTime, mayStartFinale, now, reader }: OwnPageData,
) {
  const { t, locale } = reader;
  const time = formatTime(finaleTime, locale, { isUtc: view.timeZone === null });
  return (
    <div id="finale-today" data-live class="border-accent space-y-1 border-s-4 py-1 ps-4">
      <p class="text-lg font-semibold">
        <LineBreaks text={t("finale.today")} />
      </p>
      {mayStartFinale && isOrganizerHere
        ? (
          <ButtonLink
            href={managePath(view.code, "/confirm?action=startFinale")}
            icon="party-popper"
            variant="secondary"
          >
            {t("organize.confirm.startFinale.button")}
          </ButtonLink>
        )
        : (
          <p class="text-pretty">
            {finaleTime === "" ? naming(t, organizer)("finaleWaits") : t("finale.waitsAt", {
              time: withZone(now.toISOString(), time, view.timeZone, reader),
            })}
          </p>
        )}
    </div>
  );
}

/** What to do, with a link to where it is done unless a button leads there. */
function ToDo({ text, href }: { text: string; href?: string }) {
  const breaks = <LineBreaks text={text} />;
  return (
    <p class="text-lg text-pretty">
      {href ? <a class="text-link" href={href}>{breaks}</a> : breaks}
    </p>
  );
}

interface ChangeNoteProps {
  reason: ReceiverChange;
  /** The gift's owner, if the reader opens it for someone else. */
  kept?: { id: string; name: string };
  t: Translate;
}

/**
 * Says that the name in a gift has changed since it was last opened, with the same sentence as the email. A script
 * hides it once the gift is open.
 */
function ChangeNote({ reason, kept, t }: ChangeNoteProps) {
  const title = kept
    ? t("mail.kinds.keptChanged.heading", { name: kept.name })
    : t("mail.kinds.receiverChanged.subject");
  return (
    <div
      class="border-accent space-y-1 border-s-4 py-1 ps-4"
      {...(kept ? { "data-kept": kept.id } : { "data-step": "open" })}
    >
      <p class="text-lg font-semibold text-balance">
        {kept
          ? <a class="text-link" href={`#gift-${kept.id}`}>{title}</a>
          : <LineBreaks text={title} />}
      </p>
      <p class="text-pretty">
        {joinSentences([t(`game.changed.${reason}`), t("game.changed.forget")])}
      </p>
    </div>
  );
}
