import type { ComponentProps, VNode } from "preact";
import { managePath } from "@/lib/browser/links.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { Alert } from "@/components/Alert.tsx";
import { Sketch, type SketchName } from "@/components/art/Sketch.tsx";
import { BackLink, Page, PageTitle } from "@/components/Page.tsx";

interface SubPageProps extends Pick<ComponentProps<typeof Page>, "title" | "width" | "children"> {
  managed: Pick<ManagedGame, "view" | "reader">;
  /** A small drawing of the page's subject. */
  picture: SketchName | VNode;
  /** The heading, if it differs from the title. */
  heading?: string;
  lead?: string | undefined;
  /** False for a question, which is answered instead of left by a link back. */
  hasBack?: boolean;
}

/** A page that belongs to the organizer's: in the game's colours, with its name and a drawing. */
export function SubPage(
  { managed: { view, reader }, picture, heading, lead, hasBack = true, children, ...page }:
    SubPageProps,
) {
  const drawing = typeof picture === "string" ? <Sketch name={picture} /> : picture;
  return (
    <Page {...page} reader={reader} game={view} isPrivate>
      {hasBack && <BackLink href={managePath(view.code)}>{reader.t("organize.back")}</BackLink>}
      <div class="flow-root [&_h1~p]:clear-end">
        <div class="float-end ps-4 *:size-[min(4.5rem,18vw)] sm:*:size-24">{drawing}</div>
        <PageTitle over={view.name} lead={lead}>{heading ?? page.title}</PageTitle>
      </div>
      {children}
    </Page>
  );
}

/** Flash messages. */
export function News({ news }: { news: string[] }) {
  if (news.length === 0) return null;
  return (
    <Alert tone="success" isNews>
      {news.map((sentence) => <p key={sentence}>{sentence}</p>)}
    </Alert>
  );
}
