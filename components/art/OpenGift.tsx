import type { ComponentChildren } from "preact";
import { countFullWidth } from "@/lib/browser/full_width.ts";

interface OpenGiftProps {
  /** The gift, in its wrapping paper. */
  box: ComponentChildren;
  /** What rises out of the gift; without it the gift stays closed. */
  card: ComponentChildren;
  /** Content on the front of the gift. */
  children?: ComponentChildren;
}

/** An open gift: a card stands in it, paper flies around. The style sheet opens it, with or without scripts. */
export function OpenGift({ box, card, children }: OpenGiftProps) {
  return (
    <div class={`gift-opened ${card ? "" : "gift-closed"}`}>
      {card && <Scatter />}
      <div class="gift-slot">{card && <div class="gift-card paper">{card}</div>}</div>
      <div class="gift-front">
        <div class="gift-open-box">
          <div>{box}</div>
        </div>
        {children}
      </div>
    </div>
  );
}

/** Maximum numbers of letters, with their classes. */
const LETTERS = [
  [6, "[--letters:6]"],
  [8, "[--letters:8]"],
  [9, "[--letters:9]"],
  [11, "[--letters:11]"],
  [13, "[--letters:13]"],
  [17, "[--letters:17]"],
  [21, "[--letters:21]"],
] as const;

/** Width of a word in letters; full-width characters count more and leave room for "さん". */
function widthOf(word: string): number {
  const squares = countFullWidth(word);
  return word.length + (squares > 0 ? (squares + 2) * 0.75 : 0);
}

/** Classes that make a name as large as its longest word and its length allow on its card. */
export function nameClass(name: string): string {
  const longest = Math.max(...name.replaceAll("、", "、 ").split(/[\s-]+/).map(widthOf));
  const letters = LETTERS.find(([limit]) => longest <= limit)?.[1] ?? "[--letters:24]";
  const most = name.length > 40
    ? "[--most:1.5rem]"
    : name.length > 16
    ? "[--most:2.5rem]"
    : "[--most:3.5rem]";
  return `gift-name font-display ${letters} ${most}`;
}

const COLORS = [
  "fill-secondary",
  "fill-accent",
  "fill-primary",
  "fill-[#e8c275]",
  "fill-[#e58aa8]",
];

/** Pieces of paper of each colour. */
const EACH = 30;

/** The path of one piece of paper. Deterministic; the pieces are spread evenly. */
function piece(number: number): string {
  const turn = number * 2.4;
  const long = number % 7 ? 6 + number % 4 : 16;
  const wide = number % 7 ? 4 + number % 3 : 2;
  const [x, y] = [number * 0.7549 % 1 * 400, number * 0.5698 % 1 * 400];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const edges = [x, y, cos * long, sin * long, -sin * wide, cos * wide, -cos * long, -sin * long];
  const [startX, startY, ...rest] = edges.map((one) => one.toFixed(1));
  return `M${startX} ${startY}l${rest.join(" ")}z`;
}

/** Confetti behind an open gift. Decorative, so it is hidden from screen readers. */
function Scatter() {
  return (
    <svg
      viewBox="0 0 400 400"
      preserveAspectRatio="xMidYMid slice"
      class="gift-scatter"
      aria-hidden="true"
    >
      {COLORS.map((color, index) => (
        <path
          key={color}
          class={color}
          d={Array.from({ length: EACH }, (_, at) => piece(1 + index + at * COLORS.length)).join(
            "",
          )}
        />
      ))}
    </svg>
  );
}
