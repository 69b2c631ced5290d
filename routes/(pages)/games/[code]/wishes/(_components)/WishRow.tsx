import { useEffect, useRef, useState } from "preact/hooks";
import { Button, buttonClass } from "@/components/Button.tsx";
import { Field, Select, TextArea } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { formatMoney } from "@/lib/browser/format.ts";
import { hostOf } from "@/lib/browser/wish_links.ts";
import { isOverBudget } from "@/lib/browser/over_budget.ts";
import type { EditedWish, WishFields } from "@/lib/browser/wish_list.ts";
import { MAX_TYPED } from "@/lib/game/clean_link.ts";
import { WISH_LIMITS } from "@/lib/game/wish_limits.ts";
import type { WishEditorProps } from "./use_wishes.ts";

interface WishRowProps {
  item: EditedWish;
  place: number;
  /** Place of the last item. */
  last: number;
  errors: FieldErrors;
  isDragged: boolean;
  /** The editor's props. */
  props: WishEditorProps;
  onGrip: (event: PointerEvent) => void;
  onArrow: (step: 1 | -1) => void;
  onChange: (change: Partial<WishFields>) => void;
}

/** An item of the reader's own list: title, price and host in one line that unfolds into the fields. */
export function WishRow({ item, place, last, errors, isDragged, ...row }: WishRowProps) {
  const { onGrip, onArrow, onChange, props: { photos, texts, budget, currencies, locale } } = row;
  const [isUploading, setUploading] = useState(false);
  const [failure, setFailure] = useState("");
  // A row that was opened by an error stays open once the error is fixed.
  const [isOpen, setOpen] = useState(false);
  // The controls that add and remove a photo replace each other, so the focus must move along.
  const photoControl = `${item.photo ? "removePhoto" : "addPhoto"}-${item.key}`;
  const losesFocus = useRef(false);
  useEffect(() => {
    if (!losesFocus.current || isUploading) return;
    losesFocus.current = false;
    // The reader may have focused another field meanwhile.
    if (document.activeElement === document.body) document.getElementById(photoControl)?.focus();
  }, [item.photo, isUploading]);
  const errorOf = (field: string) => errors[`wishes.${place}.${field}`];
  const hasError = Object.keys(errors).some((path) => path.startsWith(`wishes.${place}.`));
  const control = (field: "title" | "url" | "amount" | "currency" | "note") => ({
    name: `wish-${field}`,
    id: `wish-${field}-${item.key}`,
    value: item[field],
    onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ [field]: value }),
  });
  const choosePhoto = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return;
    losesFocus.current = true;
    setUploading(true);
    setFailure("");
    try {
      const { shrinkPhoto, uploadPhoto } = await import("@/lib/browser/shrink_photo.ts");
      onChange({ photo: await uploadPhoto(photos, await shrinkPhoto(file)) });
    } catch (error) {
      const isRefused = error instanceof Error && error.name === "PhotoRefused";
      // Without a network, or if the script is gone after a release, the picture is not the problem.
      const reason = error instanceof TypeError ? texts.failed : texts.photoFailed;
      setFailure(isRefused && error.message || reason);
    }
    input.value = "";
    setUploading(false);
  };
  const about = [
    formatMoney(item.amount, item.currency, locale),
    item.url && hostOf(item.url),
    item.note,
  ].filter(Boolean).join(" · ");
  const move = fillIn(texts.move, { title: item.title });
  const titleId = `wish-${item.key}`;
  /** Gives the same button of each item a different accessible name. */
  const named = (act: string) => ({
    id: `${act}-${item.key}`,
    "aria-labelledby": `${act}-${item.key} ${titleId}`,
  });
  const acts = [
    ...place > 0 ? [["up", "arrow-up"] as const] : [],
    ...place < last ? [["down", "arrow-down"] as const] : [],
    ["remove", "trash"] as const,
  ];
  return (
    <li
      data-wish={item.key}
      class={`relative px-1 ${isDragged ? "bg-base-200 rounded-field shadow-paper z-1" : ""}`}
    >
      {last > 0 && (
        <button
          type="button"
          class="wish-grip needs-script btn btn-ghost muted absolute start-0 top-2.5 z-1 w-8 cursor-grab touch-none px-0"
          aria-label={move}
          title={move}
          onPointerDown={onGrip}
          onKeyDown={(event) => {
            const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
            if (step === 0) return;
            event.preventDefault();
            onArrow(step);
          }}
        >
          <Icon name="grip-vertical" />
        </button>
      )}
      <input type="hidden" name="wish-id" value={item.id} />
      <input type="hidden" name="wish-photo" value={item.photo} />
      <details
        class="group/wish"
        open={isOpen || hasError}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary
          class={`flex min-h-16 cursor-pointer items-center gap-3 py-2 ${
            last > 0 ? "ps-8 noscript:ps-0" : ""
          }`}
        >
          {item.photo && (
            <img
              src={`${photos}/${item.photo}`}
              alt=""
              class="bg-base-200 rounded-field size-12 shrink-0 object-cover"
            />
          )}
          <span class="min-w-0 grow">
            <span id={titleId} class="line-clamp-2 font-semibold" dir="auto">
              {item.title || "–"}
            </span>
            {/* Hidden while the row is open, because the fields show it. */}
            {about && (
              <span class="muted line-clamp-2 text-sm group-open/wish:hidden" dir="auto">
                {about}
              </span>
            )}
            {isOverBudget(item, budget) && (
              <span class="muted block text-sm text-pretty">
                {fillIn(texts.over, { amount: budget.text })}
              </span>
            )}
          </span>
          <Icon name="chevron-down" class="muted size-5 group-open/wish:rotate-180" />
        </summary>
        <div role="group" aria-labelledby={titleId} class="space-y-4 pt-2 pb-5">
          <Field
            label={texts.what}
            {...control("title")}
            error={errorOf("title")}
            maxLength={WISH_LIMITS.wishTitle}
            dir="auto"
            autocomplete="off"
          />
          <Field
            label={texts.link}
            {...control("url")}
            error={errorOf("url")}
            // Tracking parameters are removed later; the rest must be short enough.
            maxLength={MAX_TYPED}
            inputmode="url"
            dir="ltr"
            autocomplete="off"
          />
          <div class="grid grid-cols-2 gap-3">
            <Field
              label={texts.price}
              {...control("amount")}
              error={errorOf("price.amount")}
              inputmode="decimal"
              autocomplete="off"
            />
            <Select
              label={texts.currency}
              {...control("currency")}
              options={[...new Set([item.currency, ...currencies])]
                .map((value) => ({ value, label: value }))}
            />
          </div>
          <TextArea
            label={texts.note}
            {...control("note")}
            error={errorOf("note")}
            placeholder={texts.noteHint}
            rows={2}
            maxLength={WISH_LIMITS.wishNote}
            dir="auto"
          />
          <div class="needs-script space-y-2">
            {item.photo && (
              <img
                src={`${photos}/${item.photo}`}
                alt=""
                class="bg-base-200 rounded-field max-h-96 max-w-full"
              />
            )}
            {item.photo
              ? (
                <Button
                  {...named("removePhoto")}
                  type="button"
                  variant="quiet"
                  icon="x"
                  class="-ms-4"
                  onClick={() => {
                    losesFocus.current = true;
                    onChange({ photo: "" });
                  }}
                >
                  {texts.removePhoto}
                </Button>
              )
              : (
                <label
                  class={`${
                    buttonClass("secondary")
                  } has-focus-visible:outline-accent relative has-focus-visible:outline-3`}
                >
                  <Icon name="image-plus" />
                  <span id={`photo-${item.key}`}>{texts.addPhoto}</span>
                  <input
                    id={photoControl}
                    type="file"
                    aria-labelledby={`photo-${item.key} ${titleId}`}
                    accept="image/*"
                    class="sr-only"
                    disabled={isUploading}
                    onChange={(event) => void choosePhoto(event.currentTarget)}
                  />
                </label>
              )}
            <p role="status" class="text-error text-sm font-semibold">
              {/* A missing photo: no change of the list is stored until it is removed. */}
              {failure || (errorOf("photo") && texts.photoFailed)}
            </p>
          </div>
          <div class="-ms-4 flex flex-wrap">
            {acts.map(([act, icon]) => (
              <Button
                key={act}
                {...named(act)}
                name="act"
                value={`${act}:${place}`}
                variant="quiet"
                icon={icon}
              >
                {texts[act]}
              </Button>
            ))}
          </div>
        </div>
      </details>
    </li>
  );
}
