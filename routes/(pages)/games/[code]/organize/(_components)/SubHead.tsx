import type { VNode } from "preact";
import { managePath } from "@/lib/browser/links.ts";
import { coverOf } from "@/lib/game/cover.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { Alert } from "@/components/Alert.tsx";
import { CoverStyle } from "@/components/CoverBand.tsx";
import { Icon } from "@/components/Icon.tsx";
import { PageTitle } from "@/components/Page.tsx";

interface SubHeadProps {
  managed: Pick<ManagedGame, "view" | "reader">;
  /** A small drawing of what the page is about. */
  picture: VNode;
  title: string;
  lead?: string | undefined;
  /** Whether a link leads back; a question is answered instead. */
  hasBack?: boolean;
}

/** The head of a page that belongs to the organizer's: in the game's colours, with its name and a drawing. */
export function SubHead(
  { managed: { view, reader: { t } }, picture, title, lead, hasBack = true }: SubHeadProps,
) {
  return (
    <>
      <CoverStyle cover={coverOf(view)} />
      {hasBack && <BackLink code={view.code} t={t} />}
      <div class="flow-root [&_h1~p]:clear-end">
        <div class="float-end ps-4 *:size-[min(4.5rem,18vw)] sm:*:size-24">{picture}</div>
        <PageTitle over={view.name} lead={lead}>{title}</PageTitle>
      </div>
    </>
  );
}

/** The way back to the organizer's page. */
export function BackLink({ code, t }: { code: string; t: Translate }) {
  return (
    <a
      href={managePath(code)}
      aria-current="false"
      class="text-link inline-flex min-h-11 items-center gap-2 font-semibold"
    >
      <Icon name="arrow-left" />
      {t("organize.back")}
    </a>
  );
}

/** What was just done. */
export function News({ news }: { news: string[] }) {
  if (news.length === 0) return null;
  return (
    <Alert tone="success" isNews>
      {news.map((sentence) => <p key={sentence}>{sentence}</p>)}
    </Alert>
  );
}
