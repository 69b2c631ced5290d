import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { fillIn } from "@/lib/browser/fill_in.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

interface FinaleShowProps {
  /** Names of who gives and who gets, in the order of the show. */
  pairs: readonly (readonly [giver: string, receiver: string])[];
  texts: Pick<
    Texts["finale"],
    | "start"
    | "close"
    | "open"
    | "next"
    | "back"
    | "from"
    | "to"
    | "progress"
    | "hint"
    | "again"
    | "end"
  >;
}

/** Keys that go on, and back: a presenter's remote control sends them, too. */
const ON = [" ", "Enter", "ArrowRight", "ArrowDown", "PageDown"];
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"];

const CONFETTI = [...Array(24).keys()];

/** The gifts open one by one, each in two steps: from whom it is, and to whom it went. */
export default function FinaleShow({ pairs, texts }: FinaleShowProps) {
  /** 0: not begun; each gift has two more. */
  const [step, setStep] = useState(0);
  const stage = useRef<HTMLElement>(null);
  const last = pairs.length * 2 + 1;
  const isOn = step > 0;
  const go = (by: number) => setStep((now) => Math.min(Math.max(now + by, 0), last));

  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = ON.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
      if (event.key === "Escape" && !document.fullscreenElement) setStep(0);
      // Who has come to another button by the keyboard presses that.
      const isButton = event.target instanceof HTMLButtonElement &&
        event.target.dataset.own !== undefined;
      if (by === 0 || (isButton && [" ", "Enter"].includes(event.key))) return;
      event.preventDefault();
      if (!event.repeat) go(by);
    };
    document.addEventListener("keydown", press);
    stage.current?.focus();
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);

  const begin = () => {
    setStep(1);
    // Where it is refused, the window shows it as well.
    document.documentElement.requestFullscreen?.().catch(() => {});
  };
  const leave = () => {
    setStep(0);
    if (document.fullscreenElement) void document.exitFullscreen();
  };

  if (!isOn) {
    return (
      <div class="needs-script flex flex-wrap items-center gap-4">
        <Button type="button" icon="party-popper" class="px-8 text-lg" onClick={begin}>
          {texts.start}
        </Button>
        <p class="muted">{texts.hint}</p>
      </div>
    );
  }
  const number = Math.ceil(step / 2);
  const [giver, receiver] = pairs[number - 1] ?? ["", ""];
  const isOpen = step % 2 === 0;
  return (
    <section
      ref={stage}
      tabIndex={-1}
      class="bg-base-200 fixed inset-0 z-50 flex flex-col outline-none"
      onClick={() => go(1)}
    >
      <p class="muted p-4 text-center text-[clamp(1rem,2vw,2.25rem)] tabular-nums">
        {step < last && fillIn(texts.progress, { now: String(number), all: String(pairs.length) })}
      </p>
      <div
        aria-live="polite"
        class="flex min-h-0 flex-1 flex-col items-center justify-center gap-[2vh] px-[4vw] text-center"
      >
        {step === last
          ? (
            <>
              <GiftBox class="gift-waiting w-[clamp(8rem,28vh,22rem)]" />
              <p class="font-display text-[clamp(2.5rem,9vw,10rem)] leading-none">{texts.end}</p>
            </>
          )
          : (
            <>
              <Label>{texts.from}</Label>
              <Name text={giver} class="text-primary" />
              {isOpen
                ? (
                  <>
                    <span key={`confetti ${number}`} class="confetti" aria-hidden="true">
                      {CONFETTI.map((piece) => <i key={piece} />)}
                    </span>
                    <Label>{texts.to}</Label>
                    <Name key={number} text={receiver} class="text-secondary gift-content" />
                  </>
                )
                : (
                  <GiftBox
                    key={number}
                    paper={number}
                    class="gift-waiting w-[clamp(8rem,32vh,26rem)]"
                  />
                )}
            </>
          )}
      </div>
      <div
        class="flex flex-wrap items-center justify-center gap-1 px-2 py-4 sm:gap-3"
        onClick={(event) => event.stopPropagation()}
      >
        <button type="button" data-own class="btn btn-ghost" onClick={() => go(-1)}>
          {texts.back}
        </button>
        {step < last
          ? (
            <Button type="button" icon="gift" onClick={() => go(1)}>
              {isOpen ? texts.next : texts.open}
            </Button>
          )
          : (
            <Button type="button" icon="rotate-ccw" onClick={() => setStep(1)}>
              {texts.again}
            </Button>
          )}
        <button type="button" data-own class="btn btn-ghost" onClick={leave}>{texts.close}</button>
      </div>
    </section>
  );
}

function Label({ children }: { children: string }) {
  return <p class="muted text-[clamp(1.25rem,3vw,3.5rem)] leading-tight">{children}</p>;
}

/** As large as it can be read from the last row, and as its length lets it. */
function Name({ text, class: classes }: { text: string; class: string }) {
  const size = text.length <= 12
    ? "text-[clamp(3rem,min(12vw,24vh),15rem)]"
    : text.length <= 26
    ? "text-[clamp(2.25rem,min(6.5vw,16vh),8rem)]"
    : "text-[clamp(1.5rem,min(4vw,10vh),5rem)]";
  return <p class={`font-display max-w-full leading-none break-words ${size} ${classes}`}>{text}
  </p>;
}
