import { useEffect } from "preact/hooks";

/** Closes open menus (`data-menu`) on Escape and on a click outside; without scripts, their own button closes them. */
export default function CloseMenus() {
  useEffect(() => {
    const close = (event: Event) => {
      if ("key" in event && event.key !== "Escape") return;
      for (const menu of document.querySelectorAll<HTMLDetailsElement>("[data-menu][open]")) {
        const isWithin = event.target instanceof Node && menu.contains(event.target);
        if (event.type === "click" && isWithin) continue;
        menu.open = false;
        if (isWithin) menu.querySelector("summary")?.focus();
      }
    };
    // Never removed: they last as long as the page.
    addEventListener("keydown", close);
    addEventListener("click", close);
  }, []);
  return null;
}
