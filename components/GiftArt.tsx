/**
 * A wrapped gift. Its lid and bow are a part of their own (`gift-lid`), so that a style sheet can lift them;
 * decoration, hence silent for screen readers.
 */
export function GiftArt({ class: classes = "w-48" }: { class?: string }) {
  return (
    <svg viewBox="0 0 240 240" class={`overflow-visible ${classes}`} aria-hidden="true">
      <ellipse cx="120" cy="222" rx="84" ry="9" class="fill-base-content/10" />
      <g>
        <path d="M44 112h152v92a14 14 0 0 1-14 14H58a14 14 0 0 1-14-14z" fill="#1d6438" />
        <path d="M44 112h152v14H44z" fill="#000" fill-opacity=".16" />
        <path d="M103 112h34v106h-34z" fill="#c3313a" />
        <path d="M103 112h6v106h-6zM131 112h6v106h-6z" fill="#dfa945" />
        <g fill="#fffaf0" fill-opacity=".3">
          <circle cx="64" cy="150" r="4" />
          <circle cx="84" cy="176" r="4" />
          <circle cx="64" cy="200" r="4" />
          <circle cx="156" cy="150" r="4" />
          <circle cx="176" cy="176" r="4" />
          <circle cx="156" cy="200" r="4" />
        </g>
      </g>
      <g class="gift-lid">
        <rect x="32" y="80" width="176" height="38" rx="10" fill="#1d6438" />
        <rect x="32" y="80" width="176" height="38" rx="10" fill="#fff" fill-opacity=".1" />
        <path d="M103 80h34v38h-34z" fill="#c3313a" />
        <path d="M103 80h6v38h-6zM131 80h6v38h-6z" fill="#dfa945" />
        <path
          d="M118 78C98 76 58 70 54 48c-3-18 18-27 36-15 16 10 25 30 28 45z"
          fill="#c3313a"
        />
        <path
          d="M122 78c20-2 60-8 64-30 3-18-18-27-36-15-16 10-25 30-28 45z"
          fill="#c3313a"
        />
        <path
          d="M112 70C98 67 72 61 69 48c-1-8 9-11 19-5 11 7 19 17 24 27zM128 70c14-3 40-9 43-22 1-8-9-11-19-5-11 7-19 17-24 27z"
          fill="#000"
          fill-opacity=".22"
        />
        <rect x="105" y="62" width="30" height="26" rx="9" fill="#c3313a" />
        <rect x="105" y="62" width="30" height="26" rx="9" fill="#fff" fill-opacity=".15" />
      </g>
    </svg>
  );
}
