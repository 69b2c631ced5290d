import { fingerprintOf } from "@/lib/browser/handed_over.ts";
import { isLineFirst, lineLink, mailLink, smsLink, whatsAppLink } from "@/lib/browser/pass_on.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { type CoverGame, coverOf } from "@/lib/game/cover.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { invitationMessage, personMessage } from "@/lib/i18n/pass_on.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./Icon.tsx";

interface PassOnProps {
  /** What is passed on; unique in its place on the page. */
  link: string;
  /** Tells places apart that may show the same link. */
  place?: string | undefined;
  /** A whole sentence in its receiver's language, which the link follows. */
  message: string;
  /** Of a mail. */
  subject: string;
  /** What the link is: "Anna’s link". */
  label: string;
  t: Translate;
  /** Recipient of the mail; by default the sender enters it. */
  email?: string;
  /** The address of the link's QR code as a picture. */
  qr?: string;
  /** The page with the further ways, where a list is too long to hold them for each link. */
  more?: string | undefined;
  /** For the one link of a page: all ways in sight, the link first. */
  isMain?: boolean | undefined;
  /** True if none of the ways stands out, because something else is to be done first. */
  isCalm?: boolean;
  /** Less common ways: a key to type. */
  children?: ComponentChildren;
}

/**
 * The ways to pass a link on: WhatsApp, before it LINE where Japanese is read, text message, mail, another
 * app, copying, a QR code. Once in their section stands `islands/PassOnActions.tsx`, which copies, shares
 * and ticks; links work without it.
 */
export function PassOn(props: PassOnProps) {
  const { link, place = "pass", message, subject, label, email = "", qr, more, t } = props;
  const { isMain = false, isCalm = false } = props;
  const text = `${message}\n${link}`;
  const id = `${place}-${fingerprintOf(link)}`;
  const hasLine = isLineFirst(message, label);
  // In a row of many each says whose link it passes on; the one link of a page stands next to its ways.
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
        {t("passOn.mail")}
      </Way>
    ),
    share: <Act act="share" icon="share-2" {...{ of, isMain }}>{t("created.people.share")}</Act>,
    message: (
      <Act
        act="message"
        icon="message-square-text"
        done={t("common.copied")}
        short={t("common.copy")}
        isWide={!hasLine}
        {...{ of, isMain }}
      >
        {t("passOn.copyMessage")}
      </Act>
    ),
  };
  return (
    <div class="space-y-3" data-pass-on={link} data-message={message} data-subject={subject}>
      <div class={isMain ? "grid grid-cols-2 gap-2 sm:flex sm:flex-wrap" : "flex flex-wrap gap-2"}>
        {ways.line || ways.whatsApp}
        {isMain && ways.sms}
        {isMain && ways.mail}
        {ways.share}
        {ways.message}
        {isMain && hasLine && ways.whatsApp}
        {more && (
          <a
            class="btn btn-ghost px-3"
            href={more}
            aria-label={t("common.line", { label: t("passOn.more"), value: label })}
          >
            <Icon name="ellipsis" />
          </a>
        )}
        {!isMain && !more && (
          <details class="group/more open:w-full">
            <summary
              class="btn btn-ghost px-3"
              aria-label={t("common.line", { label: t("passOn.more"), value: label })}
            >
              <Icon name="ellipsis" />
            </summary>
            <div class="space-y-3 py-2">
              <div class="flex flex-wrap gap-2">
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

/** What messages say of a game, and what its cover is guessed from. */
export type PassedOnGame =
  & CoverGame
  & Pick<OrganizerView, "code" | "name" | "organizerName" | "language" | "state" | "timeZone">;

/** True if no way stands out: in an office WhatsApp is one of many. */
function isCalmGame(game: CoverGame): boolean {
  return coverOf(game) === "office";
}

interface PersonPassOnProps
  extends Pick<PassOnProps, "link" | "isMain" | "place" | "more" | "children"> {
  view: PassedOnGame;
  reader: Pick<Reader, "t">;
  person: Parameters<typeof personMessage>[1] & { id: string; email: string };
}

/** The ways to pass one person's link on. */
export function PersonPassOn(
  { view, reader: { t }, person, link, isMain, place, more, children }: PersonPassOnProps,
) {
  return (
    <PassOn
      {...{ link, isMain, place, more, children }}
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

/** The ways to pass on the link by which people join, all in sight. */
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

/** Tells a way from the same of other links, for who does not see the row it stands in. */
function Of({ label }: { label: string }) {
  return label ? <span class="sr-only">{label}</span> : null;
}

type WayProps = {
  href: string;
  icon: IconName;
  /** Whose link it is, in a row of many; "": it stands next to it. */
  of: string;
  isMain: boolean;
  /** Whether it stands out. */
  isFirst?: boolean;
  /** Whether it has a line of its own. */
  isWide?: boolean;
  /** Whether it goes where the browser's own sharing leads there, too. */
  isSpare?: boolean;
  children: string;
};

function Way(
  { href, icon, of, isMain, isFirst = false, isWide = false, isSpare = false, children }: WayProps,
) {
  const look = isFirst && isMain ? "" : isMain ? " btn-outline" : " btn-outline px-3 max-sm:px-2";
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
      <Icon name={icon} />
      {children} <Of label={of} />
    </a>
  );
}

interface ActProps {
  act: "message" | "share" | "copy";
  icon: IconName;
  of: string;
  isMain: boolean;
  /** What the button says when it is done. */
  done?: string;
  /** What it says in a row of many on a phone; by default its icon says it there. */
  short?: string;
  /** True if it is shown in rows only, next to the browser's own sharing. */
  isWide?: boolean;
  children: string;
}

/** What needs a script; in a row of many, on a phone, its icon alone. */
function Act({ act, icon, of, isMain, done, short, isWide = false, children }: ActProps) {
  const words = isMain ? "" : "sr-only sm:not-sr-only";
  const isShort = short && !isMain;
  const width = isMain && isWide ? "col-span-2 in-data-can-share:col-span-1" : "";
  return (
    <button
      type="button"
      class={`group btn btn-outline btn-primary needs-script ${
        act === "share" ? "hidden in-data-can-share:inline-flex" : width
      } ${isMain ? "" : "px-3 max-sm:px-2"}`}
      data-pass-act={act}
    >
      <Icon
        name={icon}
        class={`group-data-done:hidden ${isShort ? "max-sm:hidden" : ""}`}
      />
      <Icon name="check" class="hidden group-data-done:block" />
      {isShort && <span class="group-data-done:hidden sm:hidden" aria-hidden="true">{short}</span>}
      <span class={`group-data-done:hidden ${words}`}>{children}</span>
      {done && <span class={`hidden group-data-done:inline ${words}`}>{done}</span>}{" "}
      <Of label={of} />
    </button>
  );
}

/** The link itself, to copy by the button or by hand. */
function LinkField(
  { id, link, label, t }: { id: string } & Pick<PassOnProps, "link" | "label" | "t">,
) {
  return (
    <div class="space-y-1.5">
      <label for={id} class="block font-semibold">{label}</label>
      <div class="flex flex-wrap gap-2">
        <input
          id={id}
          class="input min-w-0 flex-1 basis-[8rem] font-mono text-sm"
          value={link}
          readonly
        />
        <Act act="copy" icon="copy" of={label} done={t("common.copied")} isMain>
          {t("common.copy")}
        </Act>
      </div>
    </div>
  );
}

function Code({ qr, label, t, children }: PassOnProps) {
  return (
    <div class="flex flex-wrap items-center gap-5">
      {qr && (
        <img
          class="rounded-field size-44 bg-white"
          width="176"
          height="176"
          loading="lazy"
          src={qr}
          alt={t("common.line", { label: t("passOn.qr"), value: label })}
        />
      )}
      {children}
    </div>
  );
}

interface HandedOverProps {
  /** The link that was handed over. */
  link: string;
  /** Whose it is. */
  name: string;
  t: Translate;
}

/** The reader's own tick, kept on this device; passing the link on sets it, too. */
export function HandedOver({ link, name, t }: HandedOverProps) {
  return (
    <label class="muted needs-script flex min-h-11 shrink-0 cursor-pointer items-center gap-2 text-sm">
      <input
        type="checkbox"
        class="checkbox checkbox-primary checkbox-sm"
        data-handed-over={fingerprintOf(link)}
        autocomplete="off"
      />
      {t("passOn.handedOver")} <span class="sr-only">{name}</span>
    </label>
  );
}
