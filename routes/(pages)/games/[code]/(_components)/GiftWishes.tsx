import { Button } from "@/components/Button.tsx";
import { Icon } from "@/components/Icon.tsx";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { formatMoney } from "@/lib/browser/format.ts";
import { type Budget, isOverBudget } from "@/lib/browser/over_budget.ts";
import { gamePath, photoPath } from "@/lib/browser/links.ts";
import type { MarkedWish } from "@/lib/game/wishes.ts";
import type { Texts } from "@/lib/i18n/translate.ts";
import type { GiftContent } from "@/lib/pages/participant/kept_gifts.ts";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import CopyButton from "@/islands/CopyButton.tsx";
import { hostOf } from "@/lib/browser/wish_links.ts";

/** What the items of an opened gift are shown with. */
export interface WishListing {
  code: string;
  /** The reader's. */
  locale: string;
  /** What a gift may cost. */
  budget: Budget & { text: string };
  texts:
    & Pick<
      Texts["wishes"],
      | ("over" | "most" | "take" | "taken" | "untake" | "secret" | "changed")
      | ("was" | "gone" | "sees" | "open")
    >
    & { copy: string; copied: string; close: string };
}

interface GiftWishesProps extends WishListing {
  wishes: NonNullable<GiftContent["wishes"]>;
  marked: readonly MarkedWish[];
  /** Id of the person whose gift it is; absent: the reader's own. */
  keptId?: string | undefined;
  onMark?: ((event: SubmitEvent) => void) | undefined;
}

type Item = GiftWishesProps["wishes"][number];

/** A receiver's items, each with the giver's tick; then ticked items that the receiver has removed. */
export function GiftWishes(props: GiftWishesProps) {
  const { wishes, marked, texts } = props;
  const marks = new Map(marked.map((one) => [one.id, one]));
  const gone = marked.filter(({ isGone }) => isGone);
  return (
    <>
      <ol class="divide-base-300 divide-y text-start">
        {wishes.map((item, place) => (
          <li key={item.id} class="flow-root space-y-2 py-4 first:pt-1 last:pb-1">
            {place === 0 && wishes.length > 1 && (
              <p class="muted text-sm font-semibold">{texts.most}</p>
            )}
            <About item={item} {...props} />
            <Mark
              {...{ ...props, place }}
              id={item.id}
              digest={item.digest}
              isBought={item.isBought}
              mark={marks.get(item.id)}
            />
          </li>
        ))}
      </ol>
      {gone.length > 0 && (
        <div class="border-warning space-y-2 border-s-4 ps-3 text-start">
          <p class="text-warning text-sm font-semibold">{texts.gone}</p>
          {gone.map((one, index) => (
            <div key={one.id}>
              <p id={one.id} class="font-display" dir="auto">{one.title}</p>
              <Mark
                {...{ ...props, place: wishes.length + index }}
                id={one.id}
                isBought
                mark={one}
              />
            </div>
          ))}
        </div>
      )}
      {(wishes.length > 0 || gone.length > 0) && (
        <p class="muted text-sm text-balance">{texts.secret}</p>
      )}
    </>
  );
}

function About(
  { item: { id, title, url, price, note, photo }, code, locale, budget, texts }:
    & GiftWishesProps
    & { item: Item },
) {
  return (
    <>
      {photo && (
        <img
          src={photoPath(code, photo)}
          alt=""
          class="bg-base-200 rounded-field mx-auto max-h-96 max-w-full md:float-start md:me-5 md:w-48"
        />
      )}
      <h3 id={id} class="text-xl leading-snug" dir="auto">{title}</h3>
      {price && <p class="font-semibold">{formatMoney(price.amount, price.currency, locale)}</p>}
      {price && isOverBudget(price, budget) && (
        <p class="muted text-sm text-pretty">{fillIn(texts.over, { amount: budget.text })}</p>
      )}
      {note && <p class="text-sm whitespace-pre-line" dir="auto">{note}</p>}
      {url && <WishLink url={url} texts={texts} />}
    </>
  );
}

/** "I'll take this one"; or for a taken item, what has become of it. */
function Mark(
  { id, digest, place, isBought, mark, code, keptId, texts, onMark }: GiftWishesProps & {
    id: string;
    /** `wishDigest` of an item that is on the list. */
    digest?: string;
    /** Index among all items, from 0. */
    place: number;
    isBought: boolean;
    mark: MarkedWish | undefined;
  },
) {
  return (
    <form method="post" action={gamePath(code)} onSubmit={onMark} data-mark>
      <input type="hidden" name="action" value="markWish" />
      <input type="hidden" name="wishId" value={id} />
      <input type="hidden" name="place" value={place} />
      {keptId && <input type="hidden" name="participantId" value={keptId} />}
      {mark?.hasChanged && (
        <p class="text-warning text-sm font-semibold">
          {texts.changed}
          <span class="block font-normal" dir="auto">
            {fillIn(texts.was, { title: mark.title })}
          </span>
        </p>
      )}
      {!isBought && (
        <>
          <input type="hidden" name="bought" value="yes" />
          <input type="hidden" name="digest" value={digest} />
        </>
      )}
      <div class="flex flex-wrap items-center">
        <span role="status" class="text-success font-semibold">
          {isBought && !mark?.isGone && (
            <span class="me-2 inline-flex items-center gap-1.5">
              <Icon name="circle-check" class="size-5" />
              {texts.taken}
            </span>
          )}
        </span>
        {/* One button for both, so that it keeps the focus. Its name says which item it is for. */}
        <Button
          id={`mark-${place}`}
          aria-labelledby={`mark-${place} ${id}`}
          variant={isBought ? "quiet" : "secondary"}
          icon={isBought ? "undo-2" : "hand-heart"}
          class={isBought ? "-ms-4 text-sm" : ""}
        >
          {isBought ? texts.untake : texts.take}
        </Button>
      </div>
    </form>
  );
}

interface WishLinkProps extends Pick<WishListing, "texts"> {
  url: string;
}

/**
 * A link from the receiver, shown by its host. A click shows the full URL before anything is opened: in a dialog, or
 * without scripts in a fold.
 */
function WishLink({ url, texts }: WishLinkProps) {
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
