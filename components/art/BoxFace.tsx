/** A parcel's mood: searching, sorry, sleeping, shy or glad. */
export type Mood = "puzzled" | "sorry" | "asleep" | "shy" | "glad";

/** A parcel with a face, for errors and successes. Decorative: the text next to it says the same. */
export function BoxFace({ mood, class: classes = "w-40" }: { mood: Mood; class?: string }) {
  return (
    <svg viewBox="0 0 200 190" class={classes} aria-hidden="true">
      <ellipse cx="100" cy="180" rx="68" ry="7" class="fill-base-content/10" />
      <g transform={mood === "puzzled" ? "rotate(-4 100 180)" : undefined}>
        <path d="M36 84h128v82a12 12 0 0 1-12 12H48a12 12 0 0 1-12-12z" fill="#e9c48c" />
        <path d="M36 84h128v13H36z" fill="#000" fill-opacity=".1" />
        <path
          d="M28 60h144a8 8 0 0 1 8 8v10a8 8 0 0 1-8 8H28a8 8 0 0 1-8-8V68a8 8 0 0 1 8-8z"
          fill="#f2d6a6"
        />
        <path d="M90 60h20v26H90z" fill="#c3313a" />
        <path
          d="M98 58C84 57 58 50 56 34c-1-13 14-18 25-9 11 8 16 21 17 33zM102 58c14-1 40-8 42-24 1-13-14-18-25-9-11 8-16 21-17 33z"
          fill="#c3313a"
        />
        <path
          d="M94 54c-8-2-26-7-28-16-1-6 7-7 13-3 7 5 12 12 15 19zM106 54c8-2 26-7 28-16 1-6-7-7-13-3-7 5-12 12-15 19z"
          fill="#000"
          fill-opacity=".2"
        />
        <rect x="90" y="48" width="20" height="17" rx="6" fill="#e0575c" />
        <g fill="#e08a6d" fill-opacity=".55">
          <ellipse cx="62" cy="140" rx="9" ry="5.500" />
          <ellipse cx="138" cy="140" rx="9" ry="5.500" />
        </g>
        <g fill="none" stroke="#46301c" stroke-width="5" stroke-linecap="round">{FACES[mood]}</g>
      </g>
      {mood === "asleep" && (
        <g
          class="stroke-secondary"
          fill="none"
          stroke-width="4"
          stroke-linecap="round"
          stroke-linejoin="round"
        >
          <path d="M158 44h10l-10 12h10M174 20h14l-14 17h14" />
        </g>
      )}
      {mood === "puzzled" && (
        <g class="stroke-secondary" fill="none" stroke-width="6" stroke-linecap="round">
          <path d="M164 26c0-9 7-14 14-14s14 5 14 13c0 10-13 9-13 20M179 58v.1" />
        </g>
      )}
    </svg>
  );
}

const FACES = {
  puzzled: <path d="M76 124v6M124 124v6M66 110q9-7 18-2M116 106q10-3 18 4M88 154q12-9 25-1" />,
  sorry: <path d="M76 125v6M124 125v6M66 114q8-1 15-7M119 107q7 6 15 7M86 157q14-13 28 0" />,
  asleep: <path d="M67 128q9 7 18 0M115 128q9 7 18 0M94 152q6 4 12 0" />,
  shy: <path d="M67 130q9-9 18 0M115 130q9-9 18 0M92 152q8 5 16 0" />,
  glad: <path d="M76 122v7M124 122v7M84 146q16 17 32 0" />,
} as const;
