import { useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { COPIED_FOR, copyText } from "@/lib/browser/copy_text.ts";

interface CopyButtonProps {
  /** The text to copy. */
  text: string;
  label: string;
  /** Shown and announced afterwards. */
  done: string;
  /** The id of the element with the text, if a page has many such buttons. */
  describedBy: string;
}

/** Copies a text. Without scripts, or if the browser refuses, the reader can select the text. */
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
