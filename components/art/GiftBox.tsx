import { drawPaper } from "./papers.ts";

interface GiftBoxProps {
  /** Number of the wrapping paper, from `paperOf` in lib/game. */
  paper?: number;
  /** Size and place. */
  class?: string;
}

/**
 * A wrapped gift. Style sheets can pull the ribbon (`gift-ribbon`, `gift-ribbon-top`), open the bow (`gift-bow-left`,
 * `gift-bow-right`, `gift-knot`) and lift the lid (`gift-lid`). Decorative, so it is hidden from screen readers.
 */
export function GiftBox({ paper = 0, class: classes = "w-48" }: GiftBoxProps) {
  const { paper: wrap, print, ribbon, marks } = drawPaper(paper);
  return (
    <svg
      viewBox="0 0 240 240"
      preserveAspectRatio="none"
      class={`overflow-visible ${classes}`}
      aria-hidden="true"
    >
      <ellipse cx="120" cy="222" rx="84" ry="9" class="fill-base-content/10" />
      <g class="gift-box">
        <path d="M44 106h152v20H44z" fill={wrap} />
        <path d="M44 106h152v20H44z" fill="#000" fill-opacity=".38" />
        <path d="M44 112h152v92a14 14 0 0 1-14 14H58a14 14 0 0 1-14-14z" fill={wrap} />
        <path d={marks} fill={print} />
        <path d="M44 112h152v13H44z" fill="#000" fill-opacity=".18" />
        <path d="M170 112h26v92a14 14 0 0 1-14 14h-12z" fill="#000" fill-opacity=".09" />
        <g class="gift-ribbon">
          <path d="M104 112h32v106h-32z" fill={ribbon} />
          <path d="M104 112h4v106h-4zM132 112h4v106h-4z" fill="#fff" fill-opacity=".34" />
        </g>
      </g>
      <g class="gift-lid">
        <rect x="34" y="80" width="172" height="38" rx="9" fill={wrap} />
        <rect x="34" y="80" width="172" height="38" rx="9" fill="#fff" fill-opacity=".12" />
        <g class="gift-ribbon-top">
          <path d="M104 80h32v38h-32z" fill={ribbon} />
          <path d="M104 80h4v38h-4zM132 80h4v38h-4z" fill="#fff" fill-opacity=".34" />
        </g>
        <g class="gift-bow-left">
          <path d="M118 78C98 76 58 70 54 48c-3-18 18-27 36-15 16 10 25 30 28 45z" fill={ribbon} />
          <path
            d="M112 70C98 67 72 61 69 48c-1-8 9-11 19-5 11 7 19 17 24 27z"
            fill="#000"
            fill-opacity=".22"
          />
          <path d="M112 82c-8 14-22 26-40 30l4-12-10-4c14-4 28-10 38-20z" fill={ribbon} />
        </g>
        <g class="gift-bow-right">
          <path d="M122 78c20-2 60-8 64-30 3-18-18-27-36-15-16 10-25 30-28 45z" fill={ribbon} />
          <path
            d="M128 70c14-3 40-9 43-22 1-8-9-11-19-5-11 7-19 17-24 27z"
            fill="#000"
            fill-opacity=".22"
          />
          <path d="M128 82c8 14 22 26 40 30l-4-12 10-4c-14-4-28-10-38-20z" fill={ribbon} />
        </g>
        <g class="gift-knot">
          <rect x="106" y="62" width="28" height="26" rx="9" fill={ribbon} />
          <rect x="106" y="62" width="28" height="26" rx="9" fill="#fff" fill-opacity=".18" />
        </g>
      </g>
    </svg>
  );
}
