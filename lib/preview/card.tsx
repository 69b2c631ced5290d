import { render } from "preact-render-to-string";
import { COVER_COLORS } from "@/components/art/palette.ts";
import { readScene } from "@/components/art/scene.ts";
import type { Cover } from "../game/types.ts";
import { setLines } from "./lines.ts";

/** Size of the service's preview pictures in pixels, which suits all chats. Game pictures are laid out in it, too. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** Size of a game's preview picture in pixels: smaller, because each has to be drawn, and no phone shows more. */
export const GAME_PICTURE_SIZE = { width: 1000, height: 525 } as const;

/** The only font family of previews. */
export const FONT = "Fraunces";

/** Maximum width of a line in pixels. */
const LINE_WIDTH = 1060;

/** Size of a scene, and the part of its height that shows all that hangs in the sky. */
const SCENE = { width: 800, height: 420, shown: 384 };

/** The content of a preview picture. */
export interface PreviewCard {
  cover: Cover;
  /** "Olga has invited you" */
  over: string;
  /** The event's name. */
  title: string;
  /** The formatted date of the event. */
  date: string;
}

/**
 * Draws a game's cover with an invitation as SVG. Text without glyphs in the font is left out. If none remains, only
 * the cover is drawn, because a chat shows the title next to the picture anyway.
 *
 * @param measure returns the width of a line in pixels at a font size of 100.
 */
export function drawCard(
  { cover, over, title, date }: PreviewCard,
  measure: (text: string) => number,
): string {
  const { primary, secondary } = COVER_COLORS[cover].light;
  const { lines, height: paper } = setLines({ over, title, date }, LINE_WIDTH, measure);
  const { width, height } = PREVIEW_SIZE;
  const colors = { over: secondary, title: primary, date: "#3d463f" };
  const top = height - paper;
  return render(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`}>
      <Scene cover={cover} height={Math.min(top + 28, height)} />
      {lines.length > 0 && (
        <>
          <path d={edge(top - 8)} fill="#000000" fill-opacity="0.18" />
          <path d={edge(top)} fill="#fbf7f0" />
        </>
      )}
      {lines.map(({ text, part, size, y }) => (
        <text
          key={y}
          x={width / 2}
          y={top + y}
          font-family={FONT}
          font-size={size}
          text-anchor="middle"
          fill={colors[part]}
        >
          {text}
        </text>
      ))}
    </svg>,
  );
}

/** The scene in the upper part, as wide as the picture. @param height in pixels */
export function Scene({ cover, height }: { cover: Cover; height: number }) {
  const { width } = PREVIEW_SIZE;
  const shown = Math.max(SCENE.shown, SCENE.width * height / width);
  const across = width * shown / height;
  return (
    <svg
      width={width}
      height={height}
      viewBox={[(SCENE.width - across) / 2, SCENE.height - shown, across, shown].join(" ")}
      // deno-lint-ignore react-no-danger -- a file of our own
      dangerouslySetInnerHTML={{ __html: readScene(cover) }}
    />
  );
}

/** The SVG path of a sheet of paper from an uneven top edge to the bottom of the picture. @param top in pixels */
export function edge(top: number): string {
  const { width, height } = PREVIEW_SIZE;
  return `M0 ${top + 16}C200 ${top - 14} 420 ${top - 6} 600 ${top + 4}S1010 ${
    top + 22
  } ${width} ${top}` +
    `V${height}H0z`;
}
