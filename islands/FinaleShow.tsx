import { useState } from "preact/hooks";
import type { FinaleScreen, FinaleShowProps } from "@/components/FinaleScreen.tsx";
import { Button } from "@/components/Button.tsx";
import { loadAnew } from "@/lib/browser/sent_form.ts";

/** Begins the show of all pairs, which comes when it is asked for. */
export default function FinaleShow(props: FinaleShowProps) {
  const { texts } = props;
  const [Screen, setScreen] = useState<typeof FinaleScreen | null>(null);
  const begin = async () => {
    // Where it is refused, the window shows it as well.
    document.documentElement.requestFullscreen?.().catch(() => {});
    try {
      const { FinaleScreen } = await import("@/components/FinaleScreen.tsx");
      setScreen(() => FinaleScreen);
    } catch {
      // Gone after a release: the page of that one has its own.
      loadAnew();
    }
  };
  return (
    <div class="needs-script flex flex-wrap items-center gap-4">
      <Button type="button" icon="party-popper" class="px-8 text-lg" onClick={begin}>
        {texts.start}
      </Button>
      <p class="muted pointer-coarse:hidden">{texts.hint}</p>
      {/* Over the page, whose button stays: who leaves the show is back at it. */}
      {Screen && <Screen {...props} onLeave={() => setScreen(null)} />}
    </div>
  );
}
