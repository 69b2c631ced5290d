import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";

interface ShareButtonProps {
  text: string;
  url: string;
  label: string;
  /** Says what is shared where many such buttons are on one page. */
  describedBy: string;
}

/** Hands a link to another app, where the browser can. */
export default function ShareButton({ text, url, label, describedBy }: ShareButtonProps) {
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);
  if (!canShare) return null;
  const share = async () => {
    try {
      await navigator.share({ text, url });
    } catch {
      // Whoever thinks better of it closes the choice of apps; nothing is lost.
    }
  };
  return (
    <button
      type="button"
      class="btn btn-outline btn-primary"
      aria-describedby={describedBy}
      onClick={share}
    >
      <Icon name="share-2" />
      <span class="sr-only sm:not-sr-only">{label}</span>
    </button>
  );
}
