import { fingerprintOf } from "@/lib/browser/handed_over.ts";
import { isLineFirst, lineLink, mailLink, smsLink, whatsAppLink } from "@/lib/browser/pass_on.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { type CoverGame, coverOf } from "@/lib/game/cover.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { invitationMessage, personMessage } from "@/lib/i18n/pass_on.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Icon, type IconName } from "./Icon.tsx";

interface PassOnProps {
  /** The link to share; unique within its `place`. */
  link: string;
  /** Distinguishes places on the page that may show the same link. */
  place?: string | undefined;
  /** A whole sentence in the recipient's language, which precedes the link. */
  message: string;
  /** Subject of the email. */
  subject: string;
  /** Describes the link: "Anna’s link". */
  label: string;
  t: Translate;
  /** Recipient of the email; by default the sender enters it. */
  email?: string;
  /** URL of the link's QR code as a picture. */
  qr?: string;
  /** URL of the page with the other ways, if the list is too long to hold them for each link. */
  more?: string | undefined;
  /** True for the only link of a page: all ways are visible, and the link itself. */
  isMain?: boolean | undefined;
  /** True if the button for the other ways has its name next to it. */
  isMoreNamed?: boolean | undefined;
  /** True if no way stands out, because something else has to be done first. */
  isCalm?: boolean;
}

/**
 * The ways to share a link: WhatsApp (LINE first if Japanese is read), text message, email, another app, copying, a QR
 * code. Their section needs one `islands/PassOnActions.tsx`, which copies, shares and ticks; links work without it.
 */
export function PassOn(props: PassOnProps) {
  const { link, place = "pass", message, subject, label, email = "", qr, more, t } = props;
  const { isMain = false, isCalm = false, isMoreNamed = false } = props;
  const text = `${message}\n${link}`;
  const id = `${place}-${fingerprintOf(link)}`;
  const hasLine = isLineFirst(message, label);
  // In a list, each way names the owner of its link; the only link of a page stands next to its ways.
  const of = isMain ? "" : label;
  const ways = {
    line: hasLine && (
      <Way
        href={lineLink(text)}
        icon="message-circle"
        {...{ of, isMain }}
        isWide
        isFirst={!isCalm}
      >
        {t("passOn.line")}
      </Way>
    ),
    whatsApp: (
      <Way
        href={whatsAppLink(text)}
        icon="message-circle"
        {...{ of, isMain }}
        isWide={!hasLine}
        isFirst={!hasLine && !isCalm}
        isSpare={hasLine}
      >
        {t("passOn.whatsApp")}
      </Way>
    ),
    sms: <Way href={smsLink(text)} icon="smartphone" {...{ of, isMain }}>{t("passOn.sms")}</Way>,
    mail: (
      <Way href={mailLink(subject, text, email)} icon="mail" {...{ of, isMain }}>
        {t("passOn.mailApp")}
      </Way>
    ),
    share: (
      <Act
        act="share"
        icon="share-2"
        class="hidden in-data-can-share:inline-flex"
        {...{ of, isMain }}
      >
        {t("created.people.share")}
      </Act>
    ),
  };
  const copyMessage = (shown: string) => (
    <Act
      act="message"
      icon="message-square-text"
      done={t("common.copied")}
      class={shown}
      {...{ of, isMain }}
    >
      {t("passOn.copyMessage")}
    </Act>
  );
  return (
    <div class="space-y-3" data-pass-on={link} data-message={message} data-subject={subject}>
      <div class={isMain ? "grid grid-cols-2 gap-2 sm:flex sm:flex-wrap" : "flex flex-wrap gap-2"}>
        {ways.line || ways.whatsApp}
        {isMain && ways.sms}
        {isMain && ways.mail}
        {ways.share}
        {/* In a list, a phone has room for one of the two. */}
        {copyMessage(
          !isMain
            ? "in-data-can-share:max-sm:hidden"
            : hasLine
            ? ""
            : "col-span-2 in-data-can-share:col-span-1",
        )}
        {isMain && hasLine && ways.whatsApp}
        {more && (
          <a
            class="btn btn-ghost px-2"
            href={more}
            aria-label={t("common.line", { label: t("passOn.more"), value: label })}
          >
            <Icon name="ellipsis" />
          </a>
        )}
        {!isMain && !more && (
          <details class="group/more relative open:w-full">
            {/* Once open, in the first row of what it has opened. */}
            <summary
              class="btn btn-ghost px-2 group-open/more:absolute group-open/more:end-0"
              aria-label={t("common.line", { label: t("passOn.more"), value: label })}
            >
              <Icon name="ellipsis" class="group-open/more:hidden" />
              <Icon name="chevron-down" class="hidden rotate-180 group-open/more:block" />
              {isMoreNamed && <span class="group-open/more:hidden">{t("passOn.more")}</span>}
            </summary>
            <div class="space-y-3 pb-2">
              <div class="flex flex-wrap gap-2 pe-12">
                {copyMessage("hidden in-data-can-share:max-sm:inline-flex")}
                {ways.sms}
                {ways.mail}
                {hasLine && ways.whatsApp}
              </div>
              <LinkField {...{ id, link, label, t }} />
              <Code {...props} />
            </div>
          </details>
        )}
      </div>
      {isMain && <LinkField {...{ id, link, label, t }} />}
      {isMain && qr && (
        <details>
          <summary class="btn btn-ghost -ms-3">
            <Icon name="qr-code" />
            {t("passOn.qr")}
          </summary>
          <Code {...props} />
        </details>
      )}
    </div>
  );
}

/** What messages say about a game, and what its cover is derived from. */
export type PassedOnGame =
  & CoverGame
  & Pick<OrganizerView, "code" | "name" | "organizerName" | "language" | "state" | "timeZone">;

/** True if no way stands out: in an office, WhatsApp is one of many. */
function isCalmGame(game: CoverGame): boolean {
  return coverOf(game) === "office";
}

interface PersonPassOnProps
  extends Pick<PassOnProps, "link" | "isMain" | "isMoreNamed" | "place" | "more"> {
  view: PassedOnGame;
  reader: Pick<Reader, "t">;
  person: Parameters<typeof personMessage>[1] & { id: string; email: string };
}

/** The ways to share one person's link. */
export function PersonPassOn(
  { view, reader: { t }, person, isMain, ...rest }: PersonPassOnProps,
) {
  return (
    <PassOn
      {...{ ...rest, isMain }}
      isCalm={isMain === true && isCalmGame(view)}
      message={personMessage(view, person)}
      subject={view.name}
      label={t("created.people.link", { name: person.name })}
      t={t}
      qr={`${gamePath(view.code)}/created/qr?participant=${person.id}`}
      email={person.email}
    />
  );
}

/** The ways to share the invitation link, all visible. */
export function InvitationPassOn(
  { link, game, isCalm = false, t }: Pick<PassOnProps, "link" | "isCalm" | "t"> & {
    game: PassedOnGame;
  },
) {
  return (
    <PassOn
      {...{ link, t }}
      isCalm={isCalm || isCalmGame(game)}
      message={invitationMessage(game)}
      subject={game.name}
      label={t("organize.links.invitation")}
      qr={`${gamePath(game.code)}/created/qr?invitation`}
      isMain
    />
  );
}

/** The shape of a way in a list: on a phone, the ways of a row share its width. */
const IN_LIST = "px-3 max-sm:flex-auto max-sm:px-2";

/** Distinguishes a way from those of other links, for screen readers. */
function Of({ label }: { label: string }) {
  return label ? <span class="sr-only">{label}</span> : null;
}

type WayProps = {
  href: string;
  icon: IconName;
  /** Owner of the link, in a list; "" if the link stands next to it. */
  of: string;
  isMain: boolean;
  /** True if it stands out. */
  isFirst?: boolean;
  /** True if it fills a row of the grid. */
  isWide?: boolean;
  /** True if the browser's own sharing covers it, so that it is hidden if the browser has one. */
  isSpare?: boolean;
  children: string;
};

/** A link to another app; in a list on a phone without its icon. */
function Way(
  { href, icon, of, isMain, isFirst = false, isWide = false, isSpare = false, children }: WayProps,
) {
  const look = isFirst && isMain ? "" : isMain ? " btn-outline" : ` btn-outline ${IN_LIST}`;
  const width = !isMain
    ? ""
    : isWide
    ? " col-span-2"
    : isSpare
    ? " px-2 whitespace-nowrap in-data-can-share:hidden"
    : "";
  return (
    <a
      class={`btn btn-primary${look}${width}`}
      href={href}
      data-pass-act="open"
      {...(href.startsWith("https:") && { target: "_blank", rel: "noopener noreferrer" })}
    >
      <Icon name={icon} class={isMain ? "" : "max-sm:hidden"} />
      {children} <Of label={of} />
    </a>
  );
}

interface ActProps {
  act: "message" | "share" | "copy";
  icon: IconName;
  of: string;
  isMain: boolean;
  /** Text of the button once it is done. */
  done?: string;
  /** Further classes, for its width and where it is shown. */
  class?: string;
  children: string;
}

/** A button that needs a script; in a list on a phone without its icon. */
function Act({ act, icon, of, isMain, done, class: classes = "", children }: ActProps) {
  return (
    <button
      type="button"
      class={`group btn btn-outline btn-primary needs-script ${classes} ${isMain ? "" : IN_LIST}`}
      data-pass-act={act}
    >
      <Icon name={icon} class={`group-data-done:hidden ${isMain ? "" : "max-sm:hidden"}`} />
      <Icon name="check" class="hidden group-data-done:block" />
      <span class="group-data-done:hidden">{children}</span>
      {done && <span class="hidden group-data-done:inline">{done}</span>} <Of label={of} />
    </button>
  );
}

/** The link itself, to copy with the button or by hand. */
function LinkField(
  { id, link, label, t }: { id: string } & Pick<PassOnProps, "link" | "label" | "t">,
) {
  return (
    <div class="space-y-1.5">
      <label for={id} class="block font-semibold">{label}</label>
      <div class="flex flex-wrap gap-2">
        <input
          id={id}
          class="input min-w-0 flex-1 basis-[8rem] font-mono text-sm text-ellipsis"
          value={link}
          readonly
        />
        <Act act="copy" icon="copy" of={label} done={t("common.copied")} isMain>
          {t("passOn.copyLink")}
        </Act>
      </div>
    </div>
  );
}

function Code({ qr, label, t }: PassOnProps) {
  return qr === undefined ? null : (
    <img
      class="rounded-field size-44 bg-white"
      width="176"
      height="176"
      loading="lazy"
      src={qr}
      alt={t("common.line", { label: t("passOn.qr"), value: label })}
    />
  );
}

interface HandedOverProps {
  /** The link that was handed over. */
  link: string;
  /** The owner of the link. */
  name: string;
  t: Translate;
}

/** The reader's own tick, stored on this device; sharing the link sets it, too. */
export function HandedOver({ link, name, t }: HandedOverProps) {
  return (
    <label class="muted needs-script flex min-h-11 shrink-0 cursor-pointer items-center gap-2 text-sm">
      <input
        type="checkbox"
        class="checkbox checkbox-primary checkbox-sm"
        data-handed-over={fingerprintOf(link)}
        // Without a value, the browser's own would differ from the default one, like something typed.
        value="1"
        autocomplete="off"
      />
      {t("passOn.handedOver")} <span class="sr-only">{name}</span>
    </label>
  );
}
