import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./Icon.tsx";
import { LineBreaks } from "./LineBreaks.tsx";

interface CardProps {
  title?: string;
  /** Heading level, 2 by default. */
  level?: 2 | 3;
  icon?: IconName;
  /** For links to it. */
  id?: string;
  /** True for secondary content: a border instead of a raised sheet. */
  isQuiet?: boolean;
  /** True for what comes first on the page: a frame. */
  isMain?: boolean;
  children: ComponentChildren;
}

const LOOKS = {
  loud: { frame: "paper", title: "text-xl sm:text-2xl", icon: "text-secondary size-6" },
  quiet: {
    frame: "border-base-300 rounded-box border",
    title: "text-lg",
    icon: "text-secondary size-5",
  },
};

/** A sheet of paper; with a title, a section with that heading. */
export function Card(
  { title, level = 2, icon, id, isQuiet = false, isMain = false, children }: CardProps,
) {
  const Heading = level === 2 ? "h2" : "h3";
  const look = LOOKS[isQuiet ? "quiet" : "loud"];
  return (
    <section
      class={`${look.frame} space-y-4 p-5 sm:p-7 ${isMain ? "border-primary/50 border-2" : ""}`}
      {...(id && { id })}
    >
      {title && (
        <Heading class={`flex items-center gap-3 ${look.title}`}>
          {icon && <Icon name={icon} class={look.icon} />}
          <span class="min-w-0">
            <LineBreaks text={title} />
          </span>
        </Heading>
      )}
      {children}
    </section>
  );
}
