import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface OnceMovedProps {
  /** The name of the field with the address, in the same form. */
  field: string;
  /** The address on file. */
  from: string;
  children: ComponentChildren;
}

/** What is asked of who types another address; without scripts it is there from the start. */
export default function OnceMoved({ field, from, children }: OnceMovedProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    const input = frame.current?.closest("form")?.elements.namedItem(field);
    if (!(input instanceof HTMLInputElement)) return;
    const look = () => setMoved(input.value.trim().toLowerCase() !== from.toLowerCase());
    look();
    input.addEventListener("input", look);
    return () => input.removeEventListener("input", look);
  }, []);
  return <div ref={frame} class={isMoved ? "" : "without-script"}>{children}</div>;
}
