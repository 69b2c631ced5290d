import { useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";

export interface CopyButtonProps {
  /** What is copied. */
  text: string;
  label: string;
  /** Shown, and said to screen readers, once it is done. */
  done: string;
  /** Says what is copied where many such buttons are on one page. */
  describedBy?: string;
  class?: string;
}

const SECONDS = 2500;

/** Copies a text; without scripts, or where the browser refuses, there is the text itself to select. */
export default function CopyButton(
  { text, label, done, describedBy, class: classes = "btn-outline btn-primary" }: CopyButtonProps,
) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await copyText(text);
    setDone(true);
    setTimeout(() => setDone(false), SECONDS);
  };
  return (
    <button
      type="button"
      class={`btn needs-script ${classes}`}
      onClick={copy}
      {...(describedBy && { "aria-describedby": describedBy })}
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
