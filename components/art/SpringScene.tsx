import { Glow, Night, type SceneProps } from "./night.tsx";
import { Dots, Parcel } from "./shapes.tsx";

const FIREFLIES = [
  [96, 318, 5],
  [170, 284, 4],
  [214, 342, 5],
  [560, 300, 5],
  [622, 336, 4],
  [704, 290, 5],
  [760, 330, 4],
  [60, 250, 4],
  [500, 250, 4],
  [660, 240, 4],
] as const;

const FLOWERS = [
  [70, 372, "#f2a7bd"],
  [130, 392, "#f7d05e"],
  [206, 376, "#fff6ea"],
  [520, 386, "#f2a7bd"],
  [588, 370, "#fff6ea"],
  [660, 392, "#f7d05e"],
  [730, 374, "#f2a7bd"],
] as const;

/** A tree in blossom on green hills, eggs and a parcel in the grass. */
export function SpringScene({ isStage }: SceneProps) {
  return (
    <>
      <path d="M0 0h800v420H0z" fill="#cde7ec" />
      <g class="night:hidden">
        <circle cx="640" cy="110" r="98" fill="#e3f1ea" />
        <circle cx="640" cy="110" r="56" fill="#fbe6a2" />
      </g>
      <path
        d="M90 92c0-22 34-30 46-10 16-14 48-4 44 20h-94c-6 0-8-10 4-10zM420 74c0-18 28-24 38-8 14-12 40-4 36 16h-78c-6 0-6-8 4-8z"
        fill="#f6fbf9"
      />
      <path d="M0 280c150-64 280-50 400-16s260 26 400-34v190H0z" fill="#a9cf8b" />
      <path d="M0 326c170-52 320-40 450-14s230 14 350-18v126H0z" fill="#83b765" />
      <path
        d="M318 392c14-70 8-116-8-158l22-6c8 20 12 32 16 42 10-22 28-40 46-50l12 16c-30 22-44 60-46 100-2 20 0 38 6 56z"
        fill="#7a5338"
      />
      <g fill="#f2a7bd">
        <circle cx="262" cy="208" r="52" />
        <circle cx="330" cy="160" r="66" />
        <circle cx="404" cy="206" r="56" />
        <circle cx="350" cy="230" r="46" />
      </g>
      <g fill="#e88aa8" fill-opacity=".6">
        <circle cx="416" cy="216" r="40" />
        <circle cx="346" cy="236" r="34" />
        <circle cx="252" cy="222" r="34" />
      </g>
      <Dots
        fill="#fff3f5"
        at={[
          [250, 180, 6],
          [290, 220, 5],
          [312, 138, 6],
          [348, 178, 6],
          [372, 130, 5],
          [398, 190, 6],
          [426, 226, 5],
          [336, 226, 5],
          [276, 150, 5],
        ]}
      />
      <Dots
        fill="#f2a7bd"
        at={[[470, 250, 5], [500, 300, 4], [230, 300, 5], [190, 262, 4], [450, 320, 4]]}
      />
      <path d="M0 372c200-30 560-30 800-4v2052H0z" fill="#5f9a4a" />
      {FLOWERS.map(([x, y, fill]) => (
        <g key={x}>
          <path d={`M${x} ${y}v34`} stroke="#3f7a35" stroke-width="5" stroke-linecap="round" />
          <Dots fill={fill} at={[[x - 9, y, 8], [x + 9, y, 8], [x, y - 9, 8], [x, y + 9, 8]]} />
          <Dots fill="#d98a2b" at={[[x, y, 6]]} />
        </g>
      ))}
      <g>
        <path
          d="M430 392c-20 0-28-18-24-36 4-16 14-26 24-26s20 10 24 26c4 18-4 36-24 36z"
          fill="#fbe6a2"
        />
        <path d="M406 352l12 8 12-8 12 8 12-8 1 12-13 8-12-8-12 8-13-8z" fill="#d9603b" />
        <path
          d="M480 398c-16 0-24-14-20-30 3-14 12-22 20-22s17 8 20 22c4 16-4 30-20 30z"
          fill="#9cc7e0"
        />
        <Dots fill="#fff6ea" at={[[472, 366, 4], [488, 372, 4], [478, 384, 4]]} />
      </g>
      <Parcel x={248} y={400} width={76} height={54} paper="#e58aa6" ribbon="#fff3df" />
      {isStage && (
        <Night>
          <Glow fill="#f7e27a" at={FIREFLIES.map(([x, y, r]) => [x, y, r * 4] as const)} />
          <Dots fill="#fdf2a6" at={FIREFLIES} />
        </Night>
      )}
    </>
  );
}
