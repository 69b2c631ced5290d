import { useEffect, useRef } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { notifyPageUpdated } from "@/lib/browser/page_updated.ts";

/** Links that open a person's menu on this page. The first link of the list item has the person's name. */
const MENU = "a[data-menu]";

/**
 * Shows the actions for a person in a dialog, instead of on that person's page: one island for all such links. The
 * dialog's content is fetched only when it opens, because it contains the person's link.
 */
export default function PersonMenus({ close, copied }: { close: string; copied: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const acts = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let latest: HTMLAnchorElement | null = null;
    const open = async (event: MouseEvent) => {
      const link = event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>(MENU)
        : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (!dialog.current || !title.current || !acts.current) return;
      title.current.textContent = link.closest("li")?.querySelector("a")?.textContent ?? "";
      acts.current.replaceChildren();
      dialog.current.showModal();
      latest = link;
      // The dialog may have been closed meanwhile, or opened for another person.
      const isWanted = () => latest === link && dialog.current?.open;
      try {
        const answer = await fetch(`${link.href}/menu`);
        if (!answer.ok) throw new Error(`${answer.status}`);
        const html = await answer.text();
        if (!isWanted()) return;
        acts.current.innerHTML = html;
        // The name as used in speech: some languages add an honorific.
        const called = acts.current.querySelector<HTMLElement>("[data-called]")?.dataset.called;
        if (called) title.current.textContent = called;
        notifyPageUpdated();
      } catch {
        // Offline, signed out, or the person has left: the person's page explains it.
        if (isWanted()) location.assign(link.href);
      }
    };
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, []);
  const closeDialog = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      aria-labelledby="menu-title"
      class="bg-base-100 text-base-content rounded-t-box sm:rounded-box shadow-paper mx-auto mt-auto mb-0 max-h-[88dvh] w-full max-w-none overflow-y-auto p-5 backdrop:bg-black/60 sm:my-auto sm:max-w-lg sm:p-6"
      onClick={(event) => event.target === event.currentTarget && closeDialog()}
    >
      <div class="mb-3 flex items-start gap-3">
        <h2
          ref={title}
          id="menu-title"
          tabindex={-1}
          autofocus
          class="min-w-0 flex-1 py-1.5 text-2xl focus-visible:outline-none"
        />
        <button
          type="button"
          class="btn btn-ghost btn-square"
          aria-label={close}
          onClick={closeDialog}
        >
          <Icon name="x" />
        </button>
      </div>
      <section aria-labelledby="menu-title">
        <div ref={acts} class="min-h-40" />
        <PassOnActions copied={copied} />
      </section>
    </dialog>
  );
}
