import type { PersonLink } from "@/lib/pages/organizer/game_links.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { directionOf, isolate } from "@/lib/browser/bidi.ts";
import { CoverImage } from "@/components/CoverBand.tsx";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Checkbox } from "@/components/Field.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import PrintButton from "@/islands/PrintButton.tsx";
import { drawQrCode } from "@/lib/pages/qr_code.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { isInviter } from "@/lib/game/identity.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { formatMoney, formatStart, languageTag, withSpace } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { NameInFull } from "@/components/NameInFull.tsx";

interface SlipsPageProps extends Pick<ManagedGame, "view" | "reader"> {
  /** The slips as HTML. */
  slips: string;
  /** True if the names of the receivers are printed inside. */
  hasNames: boolean;
  /** Number of slips. In a sealed game some people have none, because they have no link to hand over. */
  count: number;
}

export function SlipsPage(data: SlipsPageProps) {
  const { view, reader, slips, hasNames, count } = data;
  const { t } = reader;
  const total = view.participants.length;
  const isPlaying = view.participants.some(({ name }) => isInviter(view, name));
  return (
    <Page reader={reader} game={view} title={t("created.take.slips")} width="wide" isPrivate>
      <div class="no-print space-y-5">
        <PageTitle over={view.name} lead={t("created.slips.lead")}>
          {t("created.take.slips")}
        </PageTitle>
        {hasNames && <p class="text-pretty">{t("family.onPaper")}</p>}
        <div class="flex flex-wrap gap-3">
          <PrintButton label={t("created.take.slips")} />
          <ButtonLink href={`${gamePath(view.code)}/created`} variant="quiet" icon="arrow-left">
            {t("organize.links.all")}
          </ButtonLink>
        </div>
        {!view.isSealed && !hasNames && !isPlaying && (
          <form method="post" class="space-y-3">
            <Checkbox
              name="notPlaying"
              label={t("family.notPlaying")}
              hint={t("family.notPlayingHint")}
              checked={false}
            />
            <Button variant="secondary">{t("family.printNames")}</Button>
          </form>
        )}
        {count < total && (
          <Alert tone="info">
            <p class="text-pretty">{t("sealed.links.slips", { number: count, total })}</p>
            <a class="text-link" href={`${gamePath(view.code)}/created#links`}>
              {t("sealed.links.makeMissing")}
            </a>
          </Alert>
        )}
      </div>
      <ul
        class="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-2 print:gap-0"
        lang={languageTag(view.language)}
        dir={directionOf(view.language)}
        dangerouslySetInnerHTML={{ __html: slips }}
      />
    </Page>
  );
}

/** The game's language, which may differ from the organizer's: slips go to its people. */
type SlipReader = Pick<Reader, "t" | "locale">;

interface SlipProps {
  view: OrganizerView;
  person: PersonLink;
  /** The facts about the event, the same on all slips. */
  facts: string;
  reader: SlipReader;
  /** Their receiver, if the name is printed inside. */
  receiver: string | undefined;
}

/** When and where the event is, and what a gift may cost. */
export function factsOf(view: OrganizerView, { t, locale }: SlipReader): string {
  const money = formatMoney(view.amount, view.currency, locale);
  return [
    formatStart(view.date, view.time, locale),
    isolate(view.location),
    money && t("common.line", { label: t("create.event.amount"), value: money }),
  ].filter(Boolean).join(" · ");
}

/**
 * A slip to fold: the name at the top stays visible; the two halves below it are folded onto each other, and hide the
 * link.
 */
export function Slip({ view, person: { name, link }, facts, receiver, reader: { t } }: SlipProps) {
  // "For Ana", and "Anaさんへ": only the name is large.
  const [before = "", rest = ""] = t("created.slips.for", { name: `\n${name}` }).split("\n");
  const after = rest.slice(name.length);
  return (
    <>
      <div class="flex flex-1 items-center">
        <CoverImage cover={coverOf(view)} class="ms-3 h-[19.950mm] w-[38mm] rounded" />
        <div class="flex min-h-[25mm] min-w-0 flex-1 flex-col justify-center px-3 py-2">
          <p class="line-clamp-3 text-xs">
            <LineBreaks
              text={view.organizerName
                ? t("created.slips.from", { organizer: view.organizerName, game: view.name })
                : view.name}
            />
          </p>
          <h2 class="text-xl break-words">
            {before && <small class="font-sans text-sm font-normal">{before}</small>}
            <LineBreaks text={name} />
            {after && <small class="font-sans text-sm font-normal">{after}</small>}
          </h2>
        </div>
      </div>
      <div class="flex h-[33mm] items-center gap-3 px-3">
        <QrCode
          text={link}
          label={t("common.line", {
            label: t("passOn.qr"),
            value: t("created.people.link", { name }),
          })}
        />
        <p class="font-display text-base text-pretty">
          {t("created.slips.scan")}
        </p>
      </div>
      <div class="flex h-[33mm] items-center border-t border-dashed border-black px-3">
        <div class="min-w-0 space-y-1 text-xs">
          {/* Printed only, so that nobody at the screen learns a name. */}
          {receiver && (
            <p class="hidden text-base print:block">
              {withSpace(t("game.reveal.youGiveTo"))}
              <strong class="break-words">
                <NameInFull name={receiver} texts={t("game.reveal", AS_GROUP)} />
              </strong>
            </p>
          )}
          <p class="leading-tight">
            {t("created.slips.orType")}
            <span class="block font-mono">
              {/* Each part stays in one piece, because a hyphen at a line end might or might not belong to the URL. */}
              {link.match(/[^/?]+[/?]*/g)?.map((part) => (
                <span key={part} class="inline-block max-w-full break-all">{part}</span>
              ))}
            </span>
          </p>
          <p class="line-clamp-2">{facts}</p>
        </div>
      </div>
    </>
  );
}

/** A QR code, dark on white in both themes, as readers need it. Its white edge reaches into the slip's padding. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = drawQrCode(text);
  return (
    <svg
      class="-ms-2.5 size-[31mm] shrink-0"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} stroke="#000" />
    </svg>
  );
}
