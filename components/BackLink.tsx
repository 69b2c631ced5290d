import type { ComponentChildren } from "preact";
import { Icon } from "./Icon.tsx";

/** The way back to the page above, at the top of a page. */
export function BackLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a
      href={href}
      aria-current="false"
      class="text-link inline-flex min-h-11 items-center gap-2 font-semibold"
    >
      <Icon name="arrow-left" />
      {children}
    </a>
  );
}
