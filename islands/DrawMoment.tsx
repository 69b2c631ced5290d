import { useLayoutEffect, useRef } from "preact/hooks";

/** Plays the scene around it once; any click or key ends it. */
export default function DrawMoment() {
  const here = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const scene = here.current?.closest("dialog");
    if (!scene) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return scene.close();
    let stop = () => scene.close();
    import("@/lib/browser/draw_scene.ts").then(({ playDraw }) => stop = playDraw(scene), stop);
    return () => stop();
  }, []);
  return <span ref={here} hidden />;
}
