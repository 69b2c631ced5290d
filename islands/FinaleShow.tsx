import { useState } from "preact/hooks";
import type { FinaleScreen, FinaleShowProps } from "@/components/FinaleScreen.tsx";
import { Button } from "@/components/Button.tsx";
import { loadAnew } from "@/lib/browser/sent_form.ts";

/** Starts the show of all pairs, whose code is loaded on demand. */
export default function FinaleShow(props: FinaleShowProps) {
  const { texts } = props;
  const [Screen, setScreen] = useState<typeof FinaleScreen | null>(null);
  const begin = async () => {
    // If the browser refuses full screen, the window shows it as well.
    document.documentElement.requestFullscreen?.().catch(() => {});
    try {
      const { FinaleScreen } = await import("@/components/FinaleScreen.tsx");
      setScreen(() => FinaleScreen);
    } catch {
      // A new release has replaced the chunk: a reloaded page refers to its own.
      loadAnew();
    }
  };
  return (
    <div class="needs-script space-y-4">
      <p class="muted text-lg text-pretty">{texts.lead}</p>
      <Button
        type="button"
        icon="party-popper"
        class="px-8 text-lg max-sm:w-full"
        onClick={begin}
      >
        {texts.start}
      </Button>
      {/* On top of the page, so that leaving the show leads back to its button. */}
      {Screen && <Screen {...props} onLeave={() => setScreen(null)} />}
    </div>
  );
}
