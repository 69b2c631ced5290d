import { Icon } from "@/components/Icon.tsx";

interface ThemeToggleProps {
  /** The page to return to without scripts. */
  returnTo: string;
  toDark: string;
  toLight: string;
}

const DATA_THEMES = { light: "gift", dark: "gift-night" };
const YEAR = 365 * 86_400;

/** Switches between light and dark; this device remembers it. The style sheet decides which button shows. */
export default function ThemeToggle({ returnTo, toDark, toLight }: ThemeToggleProps) {
  const button = (theme: "light" | "dark", label: string) => (
    <button
      type="submit"
      name="theme"
      value={theme}
      class={`btn btn-ghost px-3 ${theme === "dark" ? "night:hidden" : "hidden night:inline-flex"}`}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.preventDefault();
        document.documentElement.dataset.theme = DATA_THEMES[theme];
        const secure = location.protocol === "https:" ? "; Secure" : "";
        // The clicked button is now hidden, with the other one in its place.
        event.currentTarget.form?.querySelector<HTMLElement>(`button:not([value=${theme}])`)
          ?.focus();
        document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
      }}
    >
      <Icon name={theme === "dark" ? "moon" : "sun"} />
    </button>
  );
  return (
    <form method="post" action="/preferences">
      <input type="hidden" name="returnTo" value={returnTo} />
      {button("dark", toDark)}
      {button("light", toLight)}
    </form>
  );
}
