import { useEffect, useRef, useState } from "preact/hooks";
import type { NoticeCard, NoticeCardProps } from "@/components/NoticeCard.tsx";

/** Offers notifications in this browser. Its code is loaded only when it comes near the screen. */
export default function Notices(props: NoticeCardProps) {
  const [Card, setCard] = useState<typeof NoticeCard | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      watch.disconnect();
      // If loading fails, perhaps after a release, the page stays as it is.
      import("@/components/NoticeCard.tsx").then(
        ({ NoticeCard }) => setCard(() => NoticeCard),
        () => {},
      );
      // One screen ahead, so that the page does not shift while it is read.
    }, { rootMargin: "100%" });
    if (place.current) watch.observe(place.current);
  }, []);
  return <div ref={place} class="empty:m-0">{Card && <Card {...props} />}</div>;
}
