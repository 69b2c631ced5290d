import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { forgetMade } from "@/lib/browser/create_draft.ts";
import { Icon, type IconName } from "@/components/Icon.tsx";
import { ConfirmForm, type ConfirmFormProps } from "../(_components)/ConfirmForm.tsx";

interface ConfirmDialogProps extends Omit<ConfirmFormProps, "onCancel"> {
  /** The page that asks the same without scripts. */
  href: string;
  /** Label of the link to it, if it is not the title. */
  label?: string;
  icon: IconName;
  class?: string;
  /** Deletes this tab's copy of the form that created the game, because the organizer may be about to leave. */
  forgetsForm?: boolean;
}

/** Asks before something that cannot be undone: in a dialog, or without scripts on a page. */
export default function ConfirmDialog(
  { href, label, icon, class: classes = "btn-outline btn-primary", forgetsForm, ...form }:
    ConfirmDialogProps,
) {
  useEffect(() => {
    if (forgetsForm) forgetMade();
  }, []);
  const dialog = useRef<HTMLDialogElement>(null);
  // The dialog is rendered only while open: a page has several of these, and most are never opened.
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const titleId = `confirm-${Object.values(form.fields).join("-")}`;
  return (
    <>
      <a
        href={href}
        class={`btn ${classes}`}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        <Icon name={icon} />
        {label ?? form.title}
      </a>
      {isOpen && (
        <dialog
          ref={dialog}
          onClose={() => setIsOpen(false)}
          aria-labelledby={titleId}
          class="paper text-base-content m-auto w-[min(34rem,calc(100vw-2rem))] p-5 backdrop:bg-black/60 sm:p-7"
        >
          {/* Focused first, so that screen readers read the question, and no button is pressed by mistake. */}
          <h2 id={titleId} tabindex={-1} autofocus class="mb-4 text-2xl">{form.title}</h2>
          <ConfirmForm {...form} onCancel={() => dialog.current?.close()} />
        </dialog>
      )}
    </>
  );
}
