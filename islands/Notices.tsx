import { useEffect, useRef, useState } from "preact/hooks";
import type { NoticeCard, NoticeCardProps } from "@/components/NoticeCard.tsx";

/** Offers notifications in this browser. Loaded when its place comes near: a page that is opened needs none of it. */
export default function Notices(props: NoticeCardProps) {
  const [Card, setCard] = useState<typeof NoticeCard | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      watch.disconnect();
      // Without it, perhaps after a release, the page is as it was.
      import("@/components/NoticeCard.tsx").then(
        ({ NoticeCard }) => setCard(() => NoticeCard),
        () => {},
      );
      // A screen ahead, so that nothing moves under the reader's eyes.
    }, { rootMargin: "100%" });
    if (place.current) watch.observe(place.current);
  }, []);
  return <div ref={place} class="empty:m-0">{Card && <Card {...props} />}</div>;
}
