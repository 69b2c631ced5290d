import type { ComponentChildren } from "preact";
import { LinkedText } from "@/components/LinkedText.tsx";
import type { Texts } from "@/lib/i18n/translate.ts";
import { GiftWishes, type WishListing } from "./GiftWishes.tsx";
import type { GiftContent } from "@/lib/pages/participant/kept_gifts.ts";

interface GiftWishProps extends Omit<GiftContent, "name"> {
  /** What the list of items needs; absent: there are no items. */
  listing?: WishListing | undefined;
  keptId?: string | undefined;
  onMark?: ((event: SubmitEvent) => void) | undefined;
  /** Says that there are items, if they are not shown. */
  unlisted?: string;
  texts: Pick<Texts["game"]["reveal"], "desiredGift" | "wish" | "noWish">;
  /** What the gift may cost, and when it is given; "": unknown. */
  facts: string;
  /** Asks the receiver for a wish, if there is none. */
  children?: ComponentChildren;
}

/** Texts longer than this, in characters, are easier to read if aligned at the start of the line. */
const LONG = 160;

/** The receiver's wish, on the front of an opened gift. */
export function GiftWish(props: GiftWishProps) {
  const { desiredGift, wish, wishes = [], markedWishes = [], listing } = props;
  const { texts, facts, children } = props;
  const hasItems = wishes.length > 0 || markedWishes.some(({ isGone }) => isGone);
  const parts = [
    { label: texts.desiredGift, text: desiredGift, class: "font-display text-xl" },
    { label: texts.wish, text: wish, class: "" },
  ].filter(({ text }) => text);
  return (
    <div class={`gift-wish paper space-y-3 ${hasItems ? "gift-list" : ""}`}>
      {listing && hasItems && (
        <GiftWishes
          {...listing}
          wishes={wishes}
          marked={markedWishes}
          keptId={props.keptId}
          onMark={props.onMark}
        />
      )}
      {parts.length === 0 && wishes.length === 0 && (
        <>
          <p class="text-balance">{props.unlisted ?? texts.noWish}</p>
          {children}
        </>
      )}
      {parts.length > 0 && (
        <dl class="space-y-3">
          {parts.map(({ label, text, class: classes }) => (
            <div key={label} class="space-y-1.5">
              <dt class="muted text-sm font-semibold">{label}</dt>
              <dd class={text.length > LONG ? "text-start" : "text-balance"}>
                <LinkedText text={text} class={classes} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {facts && (
        <p class="border-base-300 muted border-t border-dashed pt-3 text-sm font-semibold text-balance">
          {facts}
        </p>
      )}
    </div>
  );
}
