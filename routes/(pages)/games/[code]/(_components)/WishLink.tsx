import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import CopyButton from "@/islands/CopyButton.tsx";
import { hostOf } from "@/lib/browser/wish_links.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

interface WishLinkProps {
  url: string;
  texts: Pick<Texts["wishes"], "sees" | "open"> & { copy: string; copied: string; close: string };
}

/**
 * A link that someone else has chosen, by its host. A press shows where it leads before anything is opened; without
 * scripts that unfolds in its place.
 */
export function WishLink({ url, texts }: WishLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const sheet = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (isOpen) sheet.current?.showModal();
  }, [isOpen]);
  return (
    <div>
      <details>
        <summary
          class="text-link inline-flex min-h-11 max-w-full cursor-pointer items-center gap-1.5"
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          <Icon name="link" class="size-4" />
          <span class="min-w-0">{hostOf(url)}</span>
        </summary>
        <Address {...{ url, texts }} />
      </details>
      {isOpen && (
        <dialog
          ref={sheet}
          class="link-sheet quiet-fade"
          aria-label={hostOf(url)}
          onClick={(event) => {
            event.stopPropagation();
            if (event.target === sheet.current) sheet.current?.close();
          }}
          onClose={() => setOpen(false)}
        >
          <div class="space-y-4 p-5">
            <Address {...{ url, texts }} />
            <button
              type="button"
              class="btn btn-ghost w-full"
              onClick={() => sheet.current?.close()}
            >
              {texts.close}
            </button>
          </div>
        </dialog>
      )}
    </div>
  );
}

function Address({ url, texts }: WishLinkProps) {
  return (
    <div class="space-y-3 text-start">
      <p class="bg-base-200 rounded-field p-3 text-sm break-all" dir="ltr" translate={false}>
        {url}
      </p>
      <p class="muted text-sm text-pretty">{texts.sees}</p>
      <div class="flex flex-wrap gap-2">
        <a
          class="btn btn-primary"
          href={url}
          target="_blank"
          rel="noreferrer noopener nofollow ugc"
        >
          <Icon name="external-link" />
          {texts.open}
        </a>
        <CopyButton text={url} label={texts.copy} done={texts.copied} describedBy="" />
      </div>
    </div>
  );
}
