import { useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { COPIED_FOR, copyText } from "@/lib/browser/copy_text.ts";

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  label: string;
  /** Shown, and said to screen readers, once it is done. */
  done: string;
  /** The id of the text, which tells many such buttons on one page apart. */
  describedBy: string;
}

/** Copies a text; without scripts, or where the browser refuses, there is the text itself to select. */
export default function CopyButton({ text, label, done, describedBy }: CopyButtonProps) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await copyText(text);
    setDone(true);
    setTimeout(() => setDone(false), COPIED_FOR);
  };
  return (
    <button
      type="button"
      class="btn btn-outline btn-primary needs-script"
      onClick={copy}
      aria-describedby={describedBy}
    >
      <Icon name={isDone ? "check" : "copy"} />
      <span aria-live="polite">{isDone ? done : label}</span>
    </button>
  );
}
