import type { Texts } from "@/lib/i18n/translate.ts";
import { useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { NameInFull } from "@/components/NameInFull.tsx";

/** A press shorter than this, in ms, is a tap. */
const TAP = 500;

interface PeekButtonProps {
  label: string;
  /** Text after a short press, which shows nothing. */
  hint: string;
  onHold: () => void;
  onRelease: () => void;
}

/**
 * Shows the name while it is held with finger, mouse or key: a quick look for a reader who is not alone. The plain
 * button before it works without scripts and without holding.
 */
export function PeekButton({ label, hint, onHold, onRelease }: PeekButtonProps) {
  const since = useRef(0);
  const [isTapped, setTapped] = useState(false);
  const hold = () => {
    since.current = Date.now();
    setTapped(false);
    onHold();
  };
  const release = () => {
    if (since.current > 0) setTapped(Date.now() - since.current < TAP);
    since.current = 0;
    onRelease();
  };
  const isKey = ({ key }: KeyboardEvent) => key === " " || key === "Enter";
  return (
    <div
      class="needs-script touch-none select-none"
      onPointerDown={(event) => {
        if (event.button === 0) hold();
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onFocusOut={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) hold();
      }}
      onKeyUp={release}
    >
      <Button type="button" icon="eye" variant="secondary">{label}</Button>
      <p role="status" class={isTapped ? "max-w-72 pt-1 text-sm text-pretty" : "sr-only"}>
        {isTapped && hint}
      </p>
    </div>
  );
}

/** The name, shown while the button is held. */
export function PeekCard({ name, texts }: { name: string; texts: Texts["game"]["reveal"] }) {
  const size = name.length > 40 ? "text-lg" : name.length > 16 ? "text-2xl" : "text-4xl";
  return (
    <div
      role="status"
      class="paper quiet-fade absolute top-0 left-1/2 z-1 w-72 max-w-[80vw] -translate-x-1/2 px-5 py-6"
    >
      <p class={`font-display text-secondary leading-tight font-semibold ${size}`}>
        <NameInFull name={name} texts={texts} />
      </p>
    </div>
  );
}
