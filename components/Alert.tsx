import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./Icon.tsx";

type AlertTone = "info" | "success" | "warning" | "error";

const TONES: Record<AlertTone, { icon: IconName; colors: string }> = {
  info: { icon: "info", colors: "border-info/40 bg-info/10 *:first:text-info" },
  success: { icon: "circle-check", colors: "border-success/40 bg-success/10 *:first:text-success" },
  warning: {
    icon: "triangle-alert",
    colors: "border-warning/40 bg-warning/10 *:first:text-warning",
  },
  error: { icon: "circle-alert", colors: "border-error/40 bg-error/10 *:first:text-error" },
};

interface AlertProps {
  tone: AlertTone;
  title?: string;
  /**
   * True for the result of the last action, false for a permanent remark. The focus starts on it when the page loads,
   * because screen readers do not announce a live region that was filled before they arrived.
   */
  isNews?: boolean;
  /** Fragment that links to it. */
  id?: string;
  children?: ComponentChildren;
}

/** A highlighted message. */
export function Alert({ tone, title, isNews = false, id, children }: AlertProps) {
  const { icon, colors } = TONES[tone];
  const role = tone === "error" ? "alert" : "status";
  const isSaid = isNews || id !== undefined;
  return (
    <div class={`rounded-field flex gap-3 border p-4 ${colors}`} {...(isSaid && { role })}>
      <Icon name={icon} class="mt-0.5 size-6" />
      <div
        class="min-w-0 flex-1 scroll-mt-24 space-y-1 outline-none"
        {...(isSaid && { id, tabIndex: -1, autofocus: isNews })}
      >
        {title && <p class="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
