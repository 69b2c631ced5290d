/** The house's mark, the same in both themes and on every home screen. */
export function Logo({ class: classes = "size-10" }: { class?: string }) {
  return (
    <svg viewBox="0 0 64 64" class={`shrink-0 ${classes}`} aria-hidden="true">
      <rect width="64" height="64" rx="17" fill="#14532d" />
      <rect x="15" y="31" width="34" height="21" rx="3" fill="#f3e7d1" />
      <rect x="12" y="23.500" width="40" height="9.500" rx="3" fill="#fffaf0" />
      <path d="M28.500 23.500h7V52h-7z" fill="#c3313a" />
      <path
        d="M32 23.500c-3-10-13-14-16-8.500-2.600 5 6 9 16 8.500 10 .5 18.600-3.500 16-8.500-3-5.500-13-1.500-16 8.500z"
        fill="none"
        stroke="#e0575c"
        stroke-width="4"
        stroke-linejoin="round"
      />
    </svg>
  );
}
