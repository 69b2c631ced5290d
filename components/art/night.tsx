import type { ComponentChildren } from "preact";
import { Dots } from "./shapes.tsx";

export interface SceneProps {
  /** Whether it stands on a stage, where night falls with the dark theme. */
  isStage?: boolean;
}

/** Seen in the dark theme alone; of shapes, any kind of display is as good as another, and this one is in the style sheet. */
export const BY_NIGHT = "hidden night:inline-flex";

interface NightProps {
  /** How much of the day it takes: a scene of an evening has less of it. */
  depth?: number;
  /** What gives light, or is in it: drawn once more, above the dark. */
  children: ComponentChildren;
}

/** Night over what is drawn before it: blue light, darker above. */
export function Night({ depth = 1, children }: NightProps) {
  return (
    <g class={BY_NIGHT}>
      <linearGradient id="dusk" gradientUnits="userSpaceOnUse" x2="0" y2="420">
        <stop stop-color="#1d2c5c" />
        <stop offset=".55" stop-color="#3f5a98" />
        <stop offset="1" stop-color="#7391cc" />
      </linearGradient>
      <path
        d="M0 0h800v2420H0z"
        fill="url(#dusk)"
        fill-opacity={depth}
        class="mix-blend-multiply"
      />
      {children}
    </g>
  );
}

/** Light around each of these points, as far as its radius: rings of thin paper. */
export function Glow(
  { at, fill = "#f3c14e" }: {
    at: readonly (readonly [x: number, y: number, radius: number])[];
    fill?: string;
  },
) {
  return [1, 0.7, 0.42].map((part) => (
    <Dots
      key={part}
      fill={fill}
      opacity={0.13}
      at={at.map(([x, y, radius]) =>
        [Math.round(x), Math.round(y), Math.round(radius * part)] as const
      )}
    />
  ));
}

/** Of stars, and their sizes, in a piece of sky that repeats. */
const STARS = [
  [24, 92, 1.2],
  [71, 214, 2],
  [96, 30, 1.5],
  [138, 148, 1],
  [176, 74, 2.4],
  [214, 262, 1.2],
  [249, 126, 1.6],
  [287, 22, 1],
  [322, 196, 2],
  [365, 88, 1.4],
  [398, 286, 1.6],
  [431, 160, 1],
  [452, 44, 2.2],
] as const;

/** The sky by night, as large as its box: stars, and a moon, the same above every scene. */
export function NightSky({ class: classes }: { class: string }) {
  return (
    <svg class={`${BY_NIGHT} ${classes}`} aria-hidden="true">
      <pattern id="stars" width="470" height="310" patternUnits="userSpaceOnUse">
        <Dots fill="#fff6dc" opacity={0.85} at={STARS} />
      </pattern>
      <rect width="100%" height="52%" fill="url(#stars)" />
      <svg x="3%" width="26%" height="22%" viewBox="0 0 100 100" preserveAspectRatio="xMinYMin">
        <Glow fill="#f6e3b0" at={[[50, 52, 48]]} />
        <path d="M56 28a25 25 0 1 0 19 37A21 21 0 0 1 56 28z" fill="#f9e9bd" />
      </svg>
    </svg>
  );
}
