/** What a sketch shows. */
export type SketchName =
  | "gift"
  | "key"
  | "envelope"
  | "wish"
  | "swap"
  | "door"
  | "mask"
  | "chat"
  | "couple"
  | "paper"
  | "phone"
  | "child"
  | "list"
  | "calendar"
  | "broom";

/** A small drawing next to a short text, in the service's colours. Decorative. */
export function Sketch({ name, class: classes = "size-16" }: { name: SketchName; class?: string }) {
  return (
    <svg viewBox="0 0 96 96" class={`shrink-0 ${classes}`} aria-hidden="true">
      <path
        d="M48 6c21-2 41 15 42 39 1 25-16 45-41 45C24 90 5 72 6 47 7 24 25 8 48 6z"
        class="fill-accent/20"
      />
      <g stroke-linecap="round" stroke-linejoin="round" stroke-width="3">{SKETCHES[name]}</g>
    </svg>
  );
}

const INK = "fill-none stroke-base-content";
const PAPER = "fill-base-100 stroke-base-content";
const GREEN = "fill-primary stroke-primary";
const RED = "fill-secondary stroke-secondary";
const RED_LINE = "fill-none stroke-secondary";

const SKETCHES = {
  gift: (
    <>
      <path class={PAPER} d="M26 46h44v28H26zM22 35h52v12H22z" />
      <path
        class={RED_LINE}
        d="M48 35v39M47 34c-8 0-19-4-18-11s15-3 18 11c3-14 17-18 18-11s-10 11-18 11z"
      />
    </>
  ),
  key: (
    <>
      <circle class={PAPER} cx="36" cy="40" r="14" />
      <circle class={RED} cx="32" cy="36" r="2" />
      <path class={INK} d="m46 50 24 24m-9-9 7-7m-1 13 6-6" />
    </>
  ),
  envelope: (
    <>
      <path class={PAPER} d="M20 32h56v36H20z" />
      <path class={INK} d="m20 34 28 20 28-20" />
      <path class={RED} d="M48 60c-9-6-8-13-3-13 2 0 3 2 3 2s1-2 3-2c5 0 6 7-3 13z" />
    </>
  ),
  wish: (
    <>
      <path class={PAPER} d="M28 20h34l8 9v46H28z" />
      <path class={INK} d="M37 52h24M37 62h16" />
      <path class={RED} d="M48 44c-11-7-10-16-4-16 3 0 4 3 4 3s1-3 4-3c6 0 7 9-4 16z" />
    </>
  ),
  swap: (
    <>
      <path class={PAPER} d="M20 50h22v20H20zM54 50h22v20H54z" />
      <path class={RED_LINE} d="M31 50v20M65 50v20" />
      <path class={INK} d="M30 40c4-14 30-16 37-3m1-9-1 9-9-1" />
    </>
  ),
  door: (
    <>
      <path class={PAPER} d="M32 18h32v58H32z" />
      <circle class={RED} cx="57" cy="48" r="2" />
      <path class={INK} d="M22 76h52M42 30h12v10H42z" />
    </>
  ),
  mask: (
    <>
      <path
        class={GREEN}
        d="M20 40c10-7 20-3 28 1 8-4 18-8 28-1 1 17-6 26-15 26-7 0-9-8-13-8s-6 8-13 8c-9 0-16-9-15-26z"
      />
      <path
        class="fill-base-100 stroke-none"
        d="M29 47c5-4 11-3 14 2-4 4-11 4-14-2zM67 47c-5-4-11-3-14 2 4 4 11 4 14-2z"
      />
    </>
  ),
  chat: (
    <>
      <path class={PAPER} d="M20 24h40v26H38l-9 9v-9h-9z" />
      <path class={GREEN} d="M44 56h32v19h-6v8l-8-8H44z" />
      <path class={RED_LINE} d="M29 34h22M29 41h13" />
    </>
  ),
  couple: (
    <>
      <circle class={PAPER} cx="35" cy="37" r="10" />
      <circle class={PAPER} cx="61" cy="37" r="10" />
      <path class={GREEN} d="M19 74c0-14 6-22 16-22 8 0 12 5 13 10v12z" />
      <path class={RED} d="M77 74c0-14-6-22-16-22-8 0-12 5-13 10v12z" />
    </>
  ),
  paper: (
    <>
      <path class={PAPER} d="M24 22h48v16H24zM24 42h48v16H24zM24 62h48v16H24z" />
      <path class={RED_LINE} d="M32 30h20M32 50h14M32 70h22" />
      <path class={INK} stroke-dasharray="4 5" d="M16 40h64M16 60h64" />
    </>
  ),
  phone: (
    <>
      <rect class={PAPER} x="32" y="16" width="32" height="62" rx="6" />
      <path class={RED} d="M40 44h16v13H40z" />
      <path class={RED_LINE} d="M48 43c-5 0-9-2-8-6s7-1 8 6c1-7 7-10 8-6s-3 6-8 6z" />
      <path class={INK} d="M45 70h6" />
    </>
  ),
  child: (
    <>
      <circle class={PAPER} cx="48" cy="40" r="16" />
      <path class={RED} d="M32 34c2-14 26-18 33-2-11-3-22-3-33 2z" />
      <path class={INK} d="M42 42v1M54 42v1M43 49q5 4 10 0" />
      <path class={GREEN} d="M28 78c0-12 9-18 20-18s20 6 20 18z" />
    </>
  ),
  list: (
    <>
      <path class={PAPER} d="M26 18h44v60H26z" />
      <path class={INK} d="M46 32h16M46 48h16M46 64h10" />
      <path class={RED_LINE} d="m33 32 3 3 5-6M33 48l3 3 5-6M33 64l3 3 5-6" />
    </>
  ),
  calendar: (
    <>
      <path class={PAPER} d="M22 26h52v50H22z" />
      <path class={GREEN} d="M22 26h52v11H22z" />
      <path class={INK} d="M34 20v10M62 20v10" />
      <path class={RED} d="M48 68c-13-8-11-19-5-19 4 0 5 4 5 4s1-4 5-4c6 0 8 11-5 19z" />
    </>
  ),
  broom: (
    <>
      <path class={INK} d="M66 18 46 48" />
      <path class={RED} d="m39 44 15 10-3 6-16-11z" />
      <path class={PAPER} d="m34 50 16 11c-2 9-8 15-13 17L20 67c7-3 12-9 14-17z" />
      <path class={INK} d="m28 70 5-7m2 11 5-8M62 76h1M70 70h1M72 78h1" />
    </>
  ),
} as const;
