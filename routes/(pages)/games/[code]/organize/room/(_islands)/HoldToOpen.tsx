import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";

/** How long the button must be held, in ms. */
const HELD = 700;

/** How long a sent form is not sent again, in ms. Not forever, because the reader may come back to the page. */
const AGAIN = 10_000;

/**
 * A form's button that must be held with finger, mouse or key, or pressed twice; without scripts, pressed once.
 *
 * @param hint shown after the first short press.
 */
export default function HoldToOpen({ label, hint }: { label: string; hint: string }) {
  const place = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const wasTouched = useRef(false);
  const taps = useRef(0);
  const [isHeld, setHeld] = useState(false);
  const [isTapped, setTapped] = useState(false);

  useEffect(() => {
    const form = place.current?.closest("form");
    let sentAt = -AGAIN;
    const sendOnce = (event: SubmitEvent) => {
      // A second request would be refused, and its answer would replace the name before anyone has seen it.
      if (event.timeStamp - sentAt < AGAIN) event.preventDefault();
      else sentAt = event.timeStamp;
    };
    form?.addEventListener("submit", sendOnce);
    return () => form?.removeEventListener("submit", sendOnce);
  }, []);

  const begin = () => {
    wasTouched.current = true;
    setHeld(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Clicks the button, because Safari 15 has no `requestSubmit()`.
      wasTouched.current = false;
      place.current?.querySelector("button")?.click();
    }, HELD);
  };
  const end = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const isKey = ({ key }: KeyboardEvent) => key === "Enter" || key === " ";

  return (
    <div
      ref={place}
      class={`inline-block touch-none transition-transform duration-700 select-none ${
        isHeld ? "scale-110" : ""
      }`}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerLeave={end}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (isKey(event) && !event.repeat) begin();
      }}
      onKeyUp={end}
    >
      <Button
        icon="gift"
        class="px-8 text-lg"
        onClick={(event) => {
          // A click without pointer or key, for example by a screen reader, cannot hold, so it counts at once.
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
