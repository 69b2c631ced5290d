import { useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";

/** How long it is held, in ms. */
const HELD = 700;

/**
 * A form's button that is held for a moment by finger, mouse or key, or pressed twice; without scripts it is pressed.
 *
 * @param hint is said of the first short press.
 */
export default function HoldToOpen({ label, hint }: { label: string; hint: string }) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const wasTouched = useRef(false);
  const taps = useRef(0);
  const [isHeld, setHeld] = useState(false);
  const [isTapped, setTapped] = useState(false);

  const begin = (event: Event) => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const form = event.currentTarget.closest("form");
    wasTouched.current = true;
    setHeld(true);
    clearTimeout(timer.current);
    // Safari 15 has no `requestSubmit()`.
    timer.current = setTimeout(() => (form?.requestSubmit ?? form?.submit)?.call(form), HELD);
  };
  const end = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const isKey = ({ key }: KeyboardEvent) => key === "Enter" || key === " ";

  return (
    <div
      class={`inline-block touch-none transition-transform duration-700 select-none ${
        isHeld ? "scale-110" : ""
      }`}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerLeave={end}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (isKey(event) && !event.repeat) begin(event);
      }}
      onKeyUp={end}
    >
      <Button
        icon="gift"
        class="px-8 text-lg"
        onClick={(event) => {
          // What presses it by no finger and no key, as a screen reader does, cannot hold it.
          if (wasTouched.current && taps.current++ === 0) event.preventDefault();
          setTapped(wasTouched.current);
          wasTouched.current = false;
        }}
      >
        {label}
      </Button>
      <p role="status" class="pt-2 text-sm">{isTapped && hint}</p>
    </div>
  );
}
