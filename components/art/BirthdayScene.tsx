import { Glow, Night, type SceneProps } from "./night.tsx";
import { Dots, Parcel } from "./shapes.tsx";

const BALLOONS = [
  [118, 150, 46, "#c2417c"],
  [196, 100, 40, "#efb02e"],
  [82, 232, 34, "#3f8f9b"],
  [612, 96, 44, "#e4683a"],
  [694, 152, 48, "#7a4fa3"],
  [730, 246, 32, "#efb02e"],
] as const;

const CANDLES = [350, 383, 417, 450];

function Flames() {
  return (
    <path
      d={CANDLES.map((x) => `M${x} 142c10 12 10 26 0 28-10-2-10-16 0-28z`).join("")}
      fill="#f2902c"
    />
  );
}

function Balloons() {
  return BALLOONS.map(([x, y, r, fill]) => (
    <g key={x}>
      <path d={`M${x} ${y + r * 1.1}l-8 13h16z`} fill={fill} />
      <ellipse cx={x} cy={y} rx={r} ry={r * 1.14} fill={fill} />
      <ellipse
        cx={x - r * 0.34}
        cy={y - r * 0.42}
        rx={r * 0.18}
        ry={r * 0.3}
        fill="#fff"
        fill-opacity=".35"
      />
    </g>
  ));
}

/** A cake with candles between balloons and parcels. */
export function BirthdayScene({ isStage }: SceneProps) {
  return (
    <>
      <path d="M0 0h800v420H0z" fill="#fbdccb" />
      <circle cx="400" cy="250" r="260" fill="#fce8da" />
      <circle cx="400" cy="250" r="170" fill="#fef3e8" />
      <Dots
        fill="#e4683a"
        at={[[250, 60, 6], [330, 110, 5], [520, 60, 6], [480, 130, 5], [40, 60, 6], [764, 60, 6], [
          290,
          200,
          5,
        ]]}
      />
      <Dots
        fill="#3f8f9b"
        at={[[290, 40, 5], [380, 70, 6], [560, 150, 6], [450, 40, 5], [20, 150, 5], [780, 190, 5], [
          520,
          220,
          5,
        ]]}
      />
      <Dots
        fill="#efb02e"
        at={[
          [350, 36, 5],
          [420, 112, 5],
          [270, 140, 6],
          [540, 102, 5],
          [150, 40, 5],
          [660, 40, 5],
          [510, 180, 5],
        ]}
      />
      <path
        d={BALLOONS.map(([x, y, r]) => `M${x} ${y + r * 1.15}c10 40-12 70 2 ${330 - y}`).join("")}
        fill="none"
        stroke="#b98a7a"
        stroke-width="3"
      />
      <Balloons />
      <path d="M0 352c200-24 600-24 800 0v68H0z" fill="#d9896b" />
      <path d="M0 366c200-18 600-18 800 0v2054H0z" fill="#c97557" />
      <g>
        <ellipse cx="400" cy="368" rx="156" ry="16" fill="#fff8f0" />
        <path d="M286 292a12 12 0 0 1 12-12h204a12 12 0 0 1 12 12v74H286z" fill="#b5446f" />
        <path
          d="M286 300c0-12 6-20 14-20h200c8 0 14 8 14 20 0 18-22 22-28 6-6 22-34 22-38 2-6 22-36 22-40 0-4 20-34 20-38 0-6 20-34 20-38-2-6 18-46 18-46-6z"
          fill="#fff8f0"
        />
        <path d="M324 222a10 10 0 0 1 10-10h132a10 10 0 0 1 10 10v60H324z" fill="#d6618c" />
        <path
          d="M324 228c0-10 6-16 12-16h128c6 0 12 6 12 16 0 14-18 18-24 4-6 18-30 18-34 0-6 18-30 18-36 0-4 18-28 18-34-2-6 14-24 12-24-2z"
          fill="#fff8f0"
        />
        {CANDLES.map((x, index) => (
          <g key={x}>
            <path d={`M${x - 5} 212v-40h10v40z`} fill={index % 2 ? "#3f8f9b" : "#efb02e"} />
          </g>
        ))}
        <Flames />
      </g>
      <Parcel x={156} y={384} width={70} height={58} paper="#3f8f9b" ribbon="#fff3df" />
      <Parcel x={576} y={386} width={58} height={74} paper="#7a4fa3" ribbon="#efb02e" />
      <Parcel x={642} y={390} width={60} height={40} paper="#efb02e" ribbon="#b5446f" />
      {isStage && (
        <Night depth={0.8}>
          <Glow at={CANDLES.map((x) => [x, 158, 50] as const)} />
          <Flames />
          <Balloons />
        </Night>
      )}
    </>
  );
}
