import { useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  label: string;
  /** Shown, and said to screen readers, once it is done. */
  done: string;
  /** The id of the text, which tells many such buttons on one page apart. */
  describedBy: string;
}

/** How long the button says that it is done, in ms. */
const DONE_FOR = 2500;

/** Copies a text; without scripts, or where the browser refuses, there is the text itself to select. */
export default function CopyButton({ text, label, done, describedBy }: CopyButtonProps) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await copyText(text);
    setDone(true);
    setTimeout(() => setDone(false), DONE_FOR);
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

async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  // Over plain http there is no clipboard object: the old way, from a field that nobody sees.
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
