import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Icon, type IconName } from "./Icon.tsx";

/** `primary` once in a view; `secondary` next to it; `quiet` for rare actions; `danger` destroys. */
type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "btn-primary",
  secondary: "btn-outline btn-primary",
  quiet: "btn-ghost",
  danger: "btn-error",
};

/** For elements that look like a button but are not one, such as the label of a fold. */
export function buttonClass(variant: ButtonVariant): string {
  return `btn ${VARIANTS[variant]}`;
}

interface CommonProps {
  variant?: ButtonVariant;
  icon?: IconName;
  /** Further classes, for position and width. */
  class?: string;
  children: ComponentChildren;
}

type ButtonProps = CommonProps & Omit<ButtonHTMLAttributes, keyof CommonProps>;

export function Button(
  { variant = "primary", icon, class: classes = "", type = "submit", children, ...rest }:
    ButtonProps,
) {
  return (
    <button type={type} class={`btn ${VARIANTS[variant]} ${classes}`} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** Hidden inputs that a form sends along with what is typed; null omits the name. Not for islands. */
export function Hidden({ fields }: { fields: Readonly<Record<string, string | null>> }) {
  return Object.entries(fields).map(([name, value]) =>
    value !== null && <input key={name} type="hidden" {...{ name, value }} />
  );
}

interface ButtonLinkProps extends CommonProps {
  href: string;
  /** Distinguishes links with the same visible text; must begin with that text. */
  "aria-label"?: string;
  /** Name under which the browser saves what the link leads to. */
  download?: string | boolean;
}

/** A link that looks like a button. It represents an action, so it is never marked as the current page. */
export function ButtonLink(
  { variant = "primary", icon, class: classes = "", children, ...rest }: ButtonLinkProps,
) {
  return (
    <a class={`btn ${VARIANTS[variant]} ${classes}`} aria-current="false" {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

/** The label of one of several buttons with the same text; screen readers also hear the row's `value`. */
export function labelled(label: string, value: string, t: Translate) {
  return { children: label, "aria-label": t("common.line", { label, value }) };
}

/** A link that fills a line of a menu. */
export function MenuLine({ class: classes = "", ...link }: Omit<ButtonLinkProps, "variant">) {
  return (
    <ButtonLink variant="quiet" class={`w-full justify-start text-start ${classes}`} {...link} />
  );
}
