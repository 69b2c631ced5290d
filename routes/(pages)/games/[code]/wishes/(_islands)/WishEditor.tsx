import { Button } from "@/components/Button.tsx";
import { FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { formatMoney } from "@/lib/browser/format.ts";
import { isComposing } from "@/lib/browser/is_composing.ts";
import { type WishEdit, wishEntries, withIdea } from "@/lib/browser/wish_list.ts";
import { ListOfOther } from "../../(_components)/ListOfOther.tsx";
import { WishRow } from "../(_components)/WishRow.tsx";
import { useDrag } from "../(_components)/use_drag.ts";
import { useWishes, type WishEditorProps } from "../(_components)/use_wishes.ts";
import { hostOf } from "@/lib/browser/wish_links.ts";

/** The form for a wish list. Its buttons work without scripts; with scripts they act at once. */
export default function WishEditor(props: WishEditorProps) {
  const { path, texts, ideas } = props;
  const wishes = useWishes(props);
  const { list, errors, removed, other, isReady } = wishes;
  const drag = useDrag(wishes.move);
  const press = (event: MouseEvent) => {
    const button = event.target instanceof Element && event.target.closest("button[name=act]");
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const act = button.value;
    if (act === "save") return wishes.add();
    if (act.startsWith("idea:")) {
      wishes.type(withIdea(wishes.text, ideas[Number(act.slice("idea:".length))] ?? ""));
      return document.getElementById("wish-text")?.focus();
    }
    if (["mine", "theirs", "both"].includes(act)) return wishes.choose(act);
    wishes.press(act);
  };
  const general = errors[""] ?? errors.wishes;
  const wayBack = (
    <div
      id="wish-removed"
      role="status"
      class="empty:m-0"
    >
      {removed && (
        <>
          {wishEntries({ items: [removed.item], nextKey: 0 }).map(([name, value]) => (
            <input key={name} type="hidden" name={`removed-${name}`} value={value} />
          ))}
          <input type="hidden" name="removed-place" value={removed.place} />
          <div class="bg-base-100 border-base-300 rounded-field shadow-paper flex items-center justify-between gap-2 border px-4 py-1.5">
            <span class="min-w-0">
              {fillIn(texts.removed, { title: removed.item.title })}
            </span>
            <Button
              name="act"
              value="restore"
              variant="quiet"
              icon="undo-2"
              class="-me-3 shrink-0 px-3"
            >
              {texts.undo}
            </Button>
          </div>
        </>
      )}
    </div>
  );
  return (
    <form method="post" action={path} class="space-y-5" novalidate onClick={press}>
      <input type="hidden" name="revision" value={wishes.revision} />
      {other
        ? (
          <>
            {wishEntries(list).map(([name, value], index) => (
              <input key={index} type="hidden" name={name} value={value} />
            ))}
            {wayBack}
            <WishChoice {...props} mine={list} theirs={other.list} />
          </>
        )
        : (
          <>
            <section class="paper space-y-3 p-5 sm:p-7">
              {/* The Enter key in an item presses the form's first button, so that must be the one that stores. */}
              <button
                type="submit"
                name="act"
                value="save"
                class="sr-only"
                tabIndex={-1}
                aria-hidden="true"
              />
              {/* Shown until a list stored here has replaced it. */}
              {props.ofOther && wishes.revision === props.revision && (
                <ListOfOther texts={props.ofOther} />
              )}
              {/* For screen readers; the page's heading asks everyone else. */}
              <label for="wish-text" class="sr-only">{texts.field}</label>
              <textarea
                id="wish-text"
                name="text"
                rows={2}
                class="textarea py-2.5 leading-relaxed"
                value={wishes.text}
                autocomplete="off"
                enterkeyhint="done"
                placeholder={texts.fieldHint}
                aria-describedby={`${general ? "wish-error " : ""}wish-status wish-removed`}
                aria-invalid={general ? true : undefined}
                // Focused after an answer, so that the reader goes on here and the status is read out.
                autofocus={props.isSaved || props.removed !== null || Boolean(general)}
                onInput={(event) => wishes.type(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
                  event.preventDefault();
                  wishes.add();
                }}
              >
                {/* In HTML, a textarea has no `value` attribute. */}
                {props.text}
              </textarea>
              <Button name="act" value="save" icon="plus">{texts.add}</Button>
              <div role="alert" class="empty:m-0">
                {general && <FieldError id="wish-error">{general}</FieldError>}
              </div>
              {list.items.length === 0 && (
                <div class="space-y-2 pt-1">
                  <p class="muted text-sm font-semibold">{texts.ideasTitle}</p>
                  <div class="flex flex-wrap gap-2">
                    {ideas.map((idea, index) => (
                      <button
                        type="submit"
                        key={idea}
                        name="act"
                        value={`idea:${index}`}
                        class="btn btn-outline border-base-content/50 rounded-full font-normal"
                      >
                        {idea}
                      </button>
                    ))}
                  </div>
                </div>
              )}
            </section>
            {wayBack}
            {list.items.length > 0 && (
              <section class="paper p-5 sm:p-7">
                {list.items.length > 1 && <p class="muted pb-2 text-sm">{texts.order}</p>}
                <ol class="divide-base-300 -mx-1 divide-y" ref={drag.list}>
                  {list.items.map((item, place) => (
                    <WishRow
                      key={item.key}
                      {...{ item, place, errors, props }}
                      last={list.items.length - 1}
                      isDragged={drag.key === item.key}
                      onGrip={(event) => drag.begin(item.key, event)}
                      onArrow={(step) => wishes.move(item.key, place + step)}
                      onChange={(change) => wishes.change(item.key, change)}
                    />
                  ))}
                </ol>
                {!isReady && (
                  <Button name="act" value="save" icon="check" class="mt-4">{texts.save}</Button>
                )}
              </section>
            )}
          </>
        )}
      <div id="wish-status" role="status" class="sticky bottom-4 z-10">
        {!removed && wishes.state && !other && (
          <p
            class={`mx-auto flex w-fit max-w-full items-center gap-2 rounded-full px-4 py-1.5 text-sm font-semibold ${
              wishes.state === "saved"
                ? "bg-base-100 text-success border-base-300 border"
                : "bg-neutral text-neutral-content"
            }`}
          >
            {wishes.state === "saved" && <Icon name="circle-check" class="size-4" />}
            {texts[wishes.state]}
          </p>
        )}
        <span class="sr-only">{wishes.news}</span>
      </div>
    </form>
  );
}

interface WishChoiceProps extends Pick<WishEditorProps, "texts" | "photos" | "locale"> {
  mine: WishEdit;
  /** The stored list. */
  theirs: WishEdit;
}

/** Two versions of a list that was changed on two devices: its owner chooses one, or keeps both. */
function WishChoice({ mine, theirs, ...props }: WishChoiceProps) {
  const { both } = props.texts;
  return (
    <section class="paper space-y-5 p-5 sm:p-7" role="alert">
      <h2 ref={focusOn} tabIndex={-1} autofocus class="text-xl outline-none sm:text-2xl">
        {both.title}
      </h2>
      <Button name="act" value="both">{both.keepBoth}</Button>
      <div class="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Version {...props} list={mine} act="mine" title={both.here} />
        <Version {...props} list={theirs} act="theirs" title={both.there} />
      </div>
    </section>
  );
}

/** Focuses the title, because the choice has replaced the focused element. */
function focusOn(title: HTMLElement | null): void {
  title?.focus();
}

interface VersionProps extends Pick<WishEditorProps, "texts" | "photos" | "locale"> {
  list: WishEdit;
  act: string;
  title: string;
}

/** A version of the list, with everything in which it may differ from the other. */
function Version({ list, act, title, texts, photos, locale }: VersionProps) {
  return (
    <div class="border-base-300 rounded-field flex flex-col gap-3 border p-4">
      <h3 id={`title-${act}`} class="text-lg">{title}</h3>
      <ol class="grow list-decimal space-y-1 ps-5">
        {list.items.map((item) => (
          <li key={item.key} class="after:clear-both after:block">
            {item.photo && (
              <img
                src={`${photos}/${item.photo}`}
                alt=""
                class="bg-base-200 rounded-field float-end ms-3 size-12 object-cover"
              />
            )}
            {item.title}
            {item.amount && (
              <span class="muted block text-sm">
                {formatMoney(item.amount, item.currency, locale)}
              </span>
            )}
            {item.url && <span class="muted block text-sm">{hostOf(item.url)}</span>}
            {item.note && <span class="muted block text-sm">{item.note}</span>}
          </li>
        ))}
      </ol>
      <Button
        id={`keep-${act}`}
        name="act"
        value={act}
        variant="secondary"
        aria-labelledby={`keep-${act} title-${act}`}
      >
        {texts.both.keepOne}
      </Button>
    </div>
  );
}
