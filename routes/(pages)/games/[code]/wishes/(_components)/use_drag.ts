import { useEffect, useRef, useState } from "preact/hooks";

/** Lets rows of a list be dragged. @param move moves the row with a key to an index */
export function useDrag(move: (key: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [key, setKey] = useState<number | null>(null);

  // On the document, because the row itself is removed and inserted again while it moves.
  useEffect(() => {
    if (key === null) return;
    const drag = ({ clientY }: PointerEvent) => {
      const rows = [...list.current?.children ?? []];
      const own = rows.findIndex((row) =>
        row instanceof HTMLElement && row.dataset.wish === `${key}`
      );
      const above = rows.filter((row, place) => {
        const { top, height } = row.getBoundingClientRect();
        return place !== own && top + height / 2 < clientY;
      });
      if (own >= 0 && above.length !== own) move(key, above.length);
    };
    const end = () => setKey(null);
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener("pointermove", drag, { signal });
    document.addEventListener("pointerup", end, { signal });
    document.addEventListener("pointercancel", end, { signal });
    return () => ended.abort();
  }, [key]);

  return {
    list,
    key,
    begin(of: number, event: PointerEvent) {
      if (event.button === 0) setKey(of);
    },
  };
}
