import type { VNode } from "preact";
import { managePath } from "@/lib/browser/links.ts";
import { coverOf } from "@/lib/game/cover.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { Alert } from "@/components/Alert.tsx";
import { BackLink } from "@/components/BackLink.tsx";
import { CoverStyle } from "@/components/CoverBand.tsx";
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
      {hasBack && <BackLink href={managePath(view.code)}>{t("organize.back")}</BackLink>}
      <div class="flow-root [&_h1~p]:clear-end">
        <div class="float-end ps-4 *:size-[min(4.5rem,18vw)] sm:*:size-24">{picture}</div>
        <PageTitle over={view.name} lead={lead}>{title}</PageTitle>
      </div>
    </>
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
