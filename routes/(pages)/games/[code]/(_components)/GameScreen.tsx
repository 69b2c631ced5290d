import { LinkSent } from "@/components/LinkSent.tsx";
import { Page } from "@/components/Page.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import { inviterOf } from "@/lib/game/identity.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { Partner } from "@/lib/game/messages.ts";
import type { ParticipantView, PublicView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { ParticipantAction } from "@/lib/pages/actions.ts";
import type { OtherPerson } from "@/lib/pages/remembered_people.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { KeptGift } from "@/lib/pages/kept_gifts.ts";
import { participantNews } from "@/lib/pages/flash_messages.ts";
import type { Cover } from "@/lib/game/types.ts";
import type { SendLink } from "./LostLink.tsx";
import { OverScreen } from "./OverScreen.tsx";
import type { OwnRecord } from "./OwnForms.tsx";
import { OwnPage } from "./OwnPage.tsx";
import { type HandoverProps, HandoverScreen, type PlaceHistory } from "./SealedPlace.tsx";
import { NamesScreen, TokenScreen } from "./SignIn.tsx";
import { SwitchScreen } from "./SwitchPerson.tsx";

/** What the page shows: the one thing that its reader needs next. */
export type Screen =
  | { kind: "token"; typed: string; error?: string; sendLink: SendLink }
  | { kind: "sent" }
  | { kind: "names"; view: PublicView; ended?: string }
  | {
    kind: "over";
    name: string;
    cover: Cover;
    wasIn: boolean;
    isOrganizer: boolean;
  }
  | {
    kind: "switch";
    cover: Cover;
    present: string;
    next: string;
    token: string;
    ended: string | null;
  }
  | { kind: "handover"; former: Omit<HandoverProps, "reader" | "others"> }
  | {
    kind: "own";
    view: ParticipantView;
    own: OwnRecord;
    paper: number;
    link: string | null;
    hasMail: boolean;
    kept: KeptGift[];
    place: PlaceHistory | null;
    isFixed: boolean;
    mayThank: boolean;
    unread: Record<Partner, number>;
    /** Whether it is who organizes, on a device that manages the game. */
    isOrganizerHere: boolean;
    refused: RefusedForm<ParticipantAction> | null;
  };

interface GameScreenProps {
  screen: Screen;
  /** The others whom this device knows. */
  others: OtherPerson[];
  /** Who is signed in all the same, where a link that came was none; null: nobody. */
  stayAs: string | null;
  daysLeft: number;
  now: Date;
  reader: Reader;
  code: string;
  url: URL;
}

/** Shows what there is to show. */
export function GameScreen(
  { screen, others, stayAs, daysLeft, now, reader, code, url }: GameScreenProps,
) {
  const news = participantNews(
    url,
    reader.t,
    screen.kind === "own" ? inviterOf(screen.view, screen.own.name) : "",
    screen.kind === "own" && pairsHiddenFromOrganizer(screen.view),
  );
  switch (screen.kind) {
    case "token":
      return (
        <TokenScreen
          reader={reader}
          code={code}
          typed={screen.typed}
          error={screen.error}
          sendLink={screen.sendLink}
          news={news?.sentence}
          others={others}
          stayAs={stayAs}
        />
      );
    case "sent":
      return (
        <Page reader={reader} title={reader.t("recover.sentTitle")} isPrivate>
          <LinkSent reader={reader} again={gamePath(code)} />
        </Page>
      );
    case "names":
      return (
        <NamesScreen
          reader={reader}
          game={screen.view}
          news={news?.sentence ?? screen.ended}
          others={others}
          stayAs={stayAs}
        />
      );
    case "over":
      return <OverScreen reader={reader} code={code} {...screen} others={others} />;
    case "switch":
      return <SwitchScreen reader={reader} code={code} {...screen} />;
    case "handover":
      return <HandoverScreen reader={reader} {...screen.former} others={others} />;
    case "own":
      return (
        <OwnPage
          reader={reader}
          news={news}
          daysLeft={daysLeft}
          now={now}
          others={others}
          {...screen}
        />
      );
  }
}
