import { useEffect, useRef, useState } from "preact/hooks";
import type { NoticeCard, NoticeCardProps } from "@/components/NoticeCard.tsx";

/** Offers notifications in this browser. Loaded when its place comes near: a page that is opened needs none of it. */
export default function Notices(props: NoticeCardProps) {
  const [Card, setCard] = useState<typeof NoticeCard | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const load = async () => {
      const { NoticeCard } = await import("@/components/NoticeCard.tsx");
      setCard(() => NoticeCard);
    };
    const watch = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      watch.disconnect();
      // Without it, perhaps after a release, the page is as it was.
      load().catch(() => {});
      // A screen ahead, so that nothing moves under the reader's eyes.
    }, { rootMargin: "100%" });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return <div ref={place} class="empty:m-0">{Card && <Card {...props} />}</div>;
}
