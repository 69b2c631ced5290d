import { NoticeOffer, NoticesFold } from "@/components/Notices.tsx";
import type { OwnPageData } from "./own_page_data.ts";

/** Asks a participant who has just done something, or opens their gift now, whether this browser may notify them. */
export function OwnNoticeOffer(data: OwnPageData) {
  const props = noticesOf(data);
  if (!props || data.isOver) return null;
  if (data.news || data.hasJoined) return <NoticeOffer {...props} />;
  return data.step === "open" && (
    <div data-step="opened" hidden>
      <NoticeOffer {...props} />
    </div>
  );
}

/** The browsers in which a participant is notified. */
export function OwnNoticesFold(data: OwnPageData) {
  const props = noticesOf(data);
  return props && <NoticesFold {...props} />;
}

/** null: they came in by name alone, and may be anyone. */
function noticesOf({ view, reader, link, isDrawn, devicesHere: here }: OwnPageData) {
  return link === null ? null : {
    game: view,
    role: "participant",
    id: view.authenticatedParticipantId,
    devices: view.devices ?? [],
    here,
    link,
    ask: isDrawn ? "news" : "drawn",
    reader,
  } as const;
}
