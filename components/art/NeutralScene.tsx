import { Glow, Night, type SceneProps } from "./night.tsx";
import { Dots, Parcel } from "./shapes.tsx";

const LANTERNS = [
  [90, 84, "#e9705a"],
  [208, 104, "#f2c14e"],
  [330, 100, "#8fc7c0"],
  [462, 70, "#e9705a"],
  [590, 50, "#f2c14e"],
  [706, 54, "#8fc7c0"],
] as const;

function Lanterns() {
  return LANTERNS.map(([x, y, fill]) => (
    <g key={x} transform={`translate(${x} ${y})`}>
      <path d="M-3-8h6V10h-6zM-14 8h28v8h-28zM-14 74h28v8h-28z" fill="#c9b08a" />
      <path d="M-16 14h32c20 12 20 50 0 62h-32c-20-12-20-50 0-62z" fill={fill} />
      <path d="M-5 14h10c10 14 10 48 0 62H-5c-10-14-10-48 0-62z" fill="#fff" fill-opacity=".28" />
    </g>
  ));
}

/** Parcels on a table under lanterns: for whatever there is to celebrate. */
export function NeutralScene({ isStage }: SceneProps) {
  return (
    <>
      <path d="M0 0h800v420H0z" fill="#3a2c55" />
      <path d="M0 0h800v420H0z" fill="#463463" />
      <circle cx="400" cy="300" r="270" fill="#533f74" />
      <circle cx="400" cy="300" r="190" fill="#624b86" />
      <path
        d="M0 40c130 70 270 78 400 46S660 30 800 70"
        fill="none"
        stroke="#c9b08a"
        stroke-width="4"
      />
      <Lanterns />
      <path d="M0 344c220-24 580-24 800 0v76H0z" fill="#c98d5b" />
      <path d="M0 360c220-18 580-18 800 0v2060H0z" fill="#b57a49" />
      <Parcel x={300} y={372} width={112} height={120} paper="#e9705a" ribbon="#fff1d6" />
      <Parcel x={408} y={380} width={96} height={72} paper="#8fc7c0" ribbon="#463463" />
      <Parcel x={420} y={309} width={64} height={44} paper="#f2c14e" ribbon="#a3392c" />
      <Parcel x={152} y={384} width={76} height={60} paper="#fff1d6" ribbon="#e9705a" />
      <Parcel x={582} y={388} width={60} height={50} paper="#7d5fa8" ribbon="#f2c14e" />
      <Dots
        fill="#f2c14e"
        at={[[150, 250, 4], [660, 236, 4], [250, 216, 3], [560, 196, 3], [96, 312, 3], [
          720,
          304,
          3,
        ]]}
      />
      <Dots
        fill="#fff1d6"
        opacity={0.7}
        at={[[190, 300, 3], [610, 290, 3], [130, 200, 3], [690, 180, 3], [540, 250, 3], [
          270,
          270,
          3,
        ]]}
      />
      <Dots fill="#fff1d6" at={[[240, 392, 5], [662, 386, 5], [130, 392, 4], [690, 394, 4]]} />
      <Dots fill="#e9705a" at={[[156, 398, 4], [664, 400, 4], [80, 388, 4], [740, 388, 4]]} />
      {isStage && (
        <Night depth={0.6}>
          <Glow at={LANTERNS.map(([x, y]) => [x, y + 44, 80] as const)} />
          <Lanterns />
        </Night>
      )}
    </>
  );
}
