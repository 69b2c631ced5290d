import { useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";

/** How long it is held, in ms. */
const HELD = 700;

/** A form's button that is held for a moment by finger, mouse or key; without scripts it is pressed. */
export default function HoldToOpen({ label }: { label: string }) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const wasTouched = useRef(false);
  const [isHeld, setHeld] = useState(false);

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
          if (wasTouched.current) event.preventDefault();
          wasTouched.current = false;
        }}
      >
        {label}
      </Button>
    </div>
  );
}
