import { readScene } from "./scene.ts";
import type { Cover } from "@/lib/game/types.ts";

/** The backdrop for opening gifts: a game's cover as wide as the page, in the dark theme at night under stars. */
export function Stage({ cover }: { cover: Cover }) {
  return (
    <>
      <NightSky />
      <svg
        viewBox="0 0 800 420"
        preserveAspectRatio="xMidYMin meet"
        class="finale-scene"
        aria-hidden="true"
        // deno-lint-ignore react-no-danger -- a file of our own
        dangerouslySetInnerHTML={{ __html: readScene(cover) }}
      />
    </>
  );
}

const STARS =
  "M22.8 92a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0M69 214a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M94.5 30a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M137 148a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M173.6 74a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0M212.8 262a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0M247.4 126a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0M286 22a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M320 196a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M363.6 88a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0M396.4 286a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0M430 160a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M449.8 44a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0";

/** Stars on a repeating piece of sky, and the moon in rings of light. */
function NightSky() {
  return (
    <svg class="finale-sky hidden night:inline-flex" aria-hidden="true">
      <pattern id="stars" width="470" height="310" patternUnits="userSpaceOnUse">
        <path d={STARS} fill="#fff6dc" fill-opacity="0.85" />
      </pattern>
      <rect width="100%" height="52%" fill="url(#stars)" />
      <svg x="3%" width="26%" height="22%" viewBox="0 0 100 100" preserveAspectRatio="xMinYMin">
        <g fill="#f6e3b0" fill-opacity="0.13">
          <circle cx="50" cy="52" r="48" />
          <circle cx="50" cy="52" r="34" />
          <circle cx="50" cy="52" r="20" />
        </g>
        <path d="M56 28a25 25 0 1 0 19 37A21 21 0 0 1 56 28z" fill="#f9e9bd" />
      </svg>
    </svg>
  );
}
