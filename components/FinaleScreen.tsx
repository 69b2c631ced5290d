import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { GiftPile } from "@/components/art/GiftPile.tsx";
import { nameClass, OpenGift } from "@/components/art/OpenGift.tsx";
import { Icon } from "@/components/Icon.tsx";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { countFullWidth } from "@/lib/browser/full_width.ts";
import type { Texts } from "@/lib/i18n/translate.ts";
import { NameInFull } from "@/components/NameInFull.tsx";

export interface FinaleShowProps {
  /** The names of giver and receiver, and the giver's wrapping paper, in the order of the show. */
  pairs: readonly (readonly [giver: string, receiver: string, paper: number])[];
  /** The game's cover, drawn by the server. */
  scene: ComponentChildren;
  /** What the reader can do after the show. */
  after?: ComponentChildren;
  /** The name with an honorific: "花子さん". */
  inFull: Pick<Texts["game"]["reveal"], "name">;
  texts: Texts["finale"] & Pick<Texts["common"], "progress">;
}

/** Keys for forward and back; a presenter's remote control sends them, too. */
const ON = [" ", "Enter", "ArrowRight", "ArrowDown", "PageDown"];
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"];

/** Time until the card is out of its box, in ms. */
const CARD_IS_OUT = 350;

/** Opens the gifts one by one, full screen, each in two steps: the giver, then the receiver. */
export function FinaleScreen(
  { pairs, scene, after, inFull, texts, onLeave }: FinaleShowProps & { onLeave: () => void },
) {
  /** The current step: two for each gift, from 1, and one for the end; 0 leaves the show. */
  const [step, setStep] = useState(1);
  const stage = useRef<HTMLDialogElement>(null);
  const last = pairs.length * 2 + 1;
  const canvas = useRef<HTMLCanvasElement>(null);
  const number = Math.ceil(step / 2);
  const [giver, receiver, paper] = pairs[number - 1] ?? ["", "", 0];
  const isOpen = step % 2 === 0;
  const isFestive = isOpen || step === last;
  // Names without "さん" need no room for it.
  const endClass = countFullWidth(texts.end) > 0
    ? "gift-name font-display [--letters:11]"
    : nameClass(texts.end);
  const go = (by: number) => setStep((now) => Math.min(Math.max(now + by, 0), last));
  const leave = () => {
    onLeave();
    if (document.fullscreenElement) void document.exitFullscreen();
  };

  useLayoutEffect(() => {
    const { current } = stage;
    const show = () => {
      current?.close();
      current?.showModal();
      // Focuses the show rather than its first button.
      current?.focus();
    };
    // A page that enters full screen afterwards would cover the dialog.
    const raise = () => document.fullscreenElement && show();
    show();
    document.addEventListener("fullscreenchange", raise);
    return () => {
      document.removeEventListener("fullscreenchange", raise);
      // Restores the focus, which removing the element does not.
      current?.close();
    };
  }, []);

  useLayoutEffect(() => {
    if (step === 0) leave();
    // The focused button may have disappeared with its step.
    else if (!stage.current?.querySelector(":focus")) stage.current?.focus();
  }, [step]);

  // Registered before the first gift is shown, so that an early key press is not lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = ON.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
      // A focused button handles the key itself.
      const isButton = event.target instanceof HTMLAnchorElement ||
        (event.target instanceof HTMLButtonElement && event.target.dataset.own !== undefined);
      if (by === 0 || (isButton && [" ", "Enter"].includes(event.key))) return;
      event.preventDefault();
      if (!event.repeat) go(by);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  useEffect(() => {
    if (!isFestive || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let stop: (() => void) | undefined;
    let isPast = false;
    // Decoration only: on failure there is no confetti.
    import("@/lib/browser/confetti.ts").then(({ throwConfetti }) => {
      if (!isPast && canvas.current) stop = throwConfetti(canvas.current, CARD_IS_OUT);
    }, () => {});
    return () => {
      isPast = true;
      stop?.();
    };
  }, [isFestive, number]);

  return (
    <dialog
      ref={stage}
      tabIndex={-1}
      aria-label={texts.title}
      aria-describedby="finale-stage"
      class="bg-base-200 text-base-content isolate m-0 flex size-full max-h-none max-w-none flex-col overflow-hidden outline-none"
      onClick={() => go(1)}
      onCancel={(event) => {
        event.preventDefault();
        // The Escape key leaves full screen first.
        if (!document.fullscreenElement) onLeave();
      }}
      onClose={({ currentTarget }) => currentTarget.open || onLeave()}
    >
      {/* A new canvas for each step, so that confetti in the air disappears with its gift. */}
      <canvas key={step} ref={canvas} class="gift-confetti" aria-hidden="true" />
      {/* The scene ends above the buttons, so that they cover nothing it shows. */}
      <div class="relative flex min-h-0 flex-1 flex-col">
        {scene}
        <p class="muted relative z-1 p-4 landscape:me-[48vw] text-center text-[clamp(1rem,2vw,2.25rem)] tabular-nums">
          {step < last &&
            fillIn(texts.progress, { number: String(number), total: String(pairs.length) })}
        </p>
        <div id="finale-stage" aria-live="polite" class="finale-stage">
          {step === last
            ? (
              <OpenGift
                key="end"
                box={<GiftBox class="w-full" />}
                card={
                  <p class={`text-secondary text-balance leading-none ${endClass}`}>
                    {texts.end}
                  </p>
                }
              >
                <div class="finale-pile">
                  <GiftPile papers={pairs.map(([, , paper]) => paper)} />
                </div>
              </OpenGift>
            )
            : (
              <>
                <div class="relative z-1 min-w-0">
                  <Label>{texts.from}</Label>
                  <p class={`text-primary leading-none ${nameClass(giver)}`}>
                    <NameInFull name={giver} texts={inFull} />
                  </p>
                </div>
                <OpenGift
                  key={number}
                  box={<GiftBox paper={paper} class={`w-full ${isOpen ? "" : "gift-waiting"}`} />}
                  card={isOpen && (
                    <>
                      <Label>{texts.to}</Label>
                      <p class={`text-secondary leading-none ${nameClass(receiver)}`}>
                        <NameInFull name={receiver} texts={inFull} />
                      </p>
                    </>
                  )}
                />
              </>
            )}
        </div>
      </div>
      <div
        class="bg-base-100 border-base-300 relative z-1 flex flex-wrap items-center justify-center gap-1 border-t px-2 py-3 sm:gap-3"
        onClick={(event) => event.stopPropagation()}
      >
        {step === last && after}
        {step < last && (
          <button
            key="back"
            type="button"
            data-own
            class="btn btn-ghost px-2.5 sm:px-4"
            onClick={() => go(-1)}
          >
            {texts.back}
          </button>
        )}
        {step < last
          ? (
            <Button
              key="on"
              type="button"
              icon="gift"
              class="max-sm:px-3"
              onClick={() => go(1)}
            >
              {isOpen ? texts.next : texts.open}
            </Button>
          )
          : (
            <button
              key="again"
              type="button"
              data-own
              class="btn btn-ghost px-2.5 sm:px-4"
              onClick={() => setStep(1)}
            >
              <Icon name="eye" />
              {texts.again}
            </button>
          )}
        <button
          type="button"
          data-own
          class={`btn ${step < last || after ? "btn-ghost px-2.5 sm:px-4" : "btn-primary"}`}
          aria-label={texts.close}
          onClick={leave}
        >
          {step < last && <Icon name="x" class="sm:hidden" />}
          <span class={step < last ? "max-sm:hidden" : ""}>{texts.close}</span>
        </button>
      </div>
    </dialog>
  );
}

function Label({ children }: { children: string }) {
  return <p class="muted text-[clamp(1.25rem,3vw,3.5rem)] leading-tight">{children}</p>;
}
