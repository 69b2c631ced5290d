import { GiftBox } from "./GiftBox.tsx";

/** Maximum number of gifts drawn: more would be too small to tell apart. */
const MOST = 12;

interface GiftPileProps {
  /** Numbers of the wrapping papers, from `paperOf` in lib/game. */
  papers: readonly number[];
  /** The reader's own gift, which stands in front. */
  own?: number;
}

/** Classes by the number of gifts in the longest row, from 1. */
const COLUMNS = [
  "[--columns:1]",
  "[--columns:2]",
  "[--columns:3]",
  "[--columns:4]",
] as const;

/** Everyone's gifts in rows, one in front of the other. Decorative, so they are hidden from screen readers. */
export function GiftPile({ papers, own }: GiftPileProps) {
  const shown = papers.slice(0, MOST);
  const rows = Math.max(1, Math.ceil(shown.length / COLUMNS.length));
  const columns = Math.ceil(shown.length / rows);
  return (
    <div class={`gift-pile ${COLUMNS[columns - 1] ?? ""}`} data-rows={rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row}>
          {shown.slice(row * columns, (row + 1) * columns).map((paper) => (
            <GiftBox key={paper} paper={paper} class="gift-piled" />
          ))}
        </div>
      ))}
      {own !== undefined && <GiftBox paper={own} class="gift-piled gift-mine" />}
    </div>
  );
}
