import type { ComponentChildren } from "preact";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon_names.ts";
import { LineBreaks } from "./LineBreaks.tsx";

interface CardProps {
  title?: string;
  /** Of the title, 2 by default. */
  level?: 2 | 3;
  icon?: IconName;
  /** For links to it. */
  id?: string;
  children: ComponentChildren;
}

/** A sheet of paper; with a title it is a section of that name. */
export function Card({ title, level = 2, icon, id, children }: CardProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section class="paper space-y-4 p-5 sm:p-7" {...(id && { id })}>
      {title && (
        <Heading class="flex items-center gap-3 text-xl sm:text-2xl">
          {icon && <Icon name={icon} class="text-secondary size-6" />}
          <span class="min-w-0">
            <LineBreaks text={title} />
          </span>
        </Heading>
      )}
      {children}
    </section>
  );
}
