import { Glow, Night, type SceneProps } from "./night.tsx";
import { Dots, Gable, Panes, Parcel } from "./shapes.tsx";

const HOUSES = ([
  [-10, 96, 120, "#7b2d26", "#4c1a1c"],
  [92, 84, 168, "#a64b2a", "#5d2420"],
  [182, 104, 128, "#8c3a2a", "#4c1a1c"],
  [518, 92, 138, "#9c4429", "#5d2420"],
  [616, 82, 182, "#7b2d26", "#4c1a1c"],
  [704, 110, 132, "#a64b2a", "#5d2420"],
] as const).map(([x, width, height, wall, roof]) => (
  { x, y: 352, width, height, wall, roof, light: "#ffcf70" }
));

/** With what was put into it. */
function Boot() {
  return (
    <g transform="translate(66 0)">
      <path
        d="M520 286h56v62c22 4 44 14 46 40H520z"
        fill="#d9903a"
      />
      <path d="M514 276h68v20h-68z" fill="#fbe7c4" />
      <path d="M520 378h102v12H520z" fill="#8a5318" />
      <path d="M530 276l8-44 20 6-6 38z" fill="#e7742c" />
      <path d="M541 232l-6-16 10 8 6-14 3 16 10-6-4 17z" fill="#6f9b46" />
    </g>
  );
}

/** Roofs on an evening, the moon, a boot with what was put into it, and a mitre among the parcels. */
export function SinterklaasScene({ isStage }: SceneProps) {
  return (
    <>
      <path d="M0 0h800v420H0z" fill="#3b1a3a" />
      <path d="M0 120c200-60 560-70 800-10v310H0z" fill="#5a2440" />
      <path d="M0 210c240-60 540-60 800 0v210H0z" fill="#8a3a3d" />
      <g class="night:hidden">
        <circle cx="400" cy="168" r="120" fill="#a8563d" />
        <circle cx="400" cy="168" r="84" fill="#f7d68b" />
      </g>
      <Dots
        fill="#ffe9bd"
        at={[
          [70, 50, 3],
          [160, 92, 2],
          [260, 40, 3],
          [560, 58, 2.5],
          [650, 30, 3],
          [740, 86, 2.5],
          [30, 120, 2],
        ]}
      />
      {HOUSES.map((house) => <Gable key={house.x} {...house} />)}
      <path d="M0 348c200-22 600-22 800 0v2072H0z" fill="#2a1226" />
      <g transform="translate(400 366)">
        <path d="M-44 0c-10-60-4-112 44-158C48-112 54-60 44 0z" fill="#b3262c" />
        <path d="M0-158C48-112 54-60 44 0H0z" fill="#971d24" />
        <path d="M-7-132H7V-8H-7z" fill="#f2c14e" />
        <path d="M-34-84h68v13h-68z" fill="#f2c14e" />
        <path d="M-47-16h94V4h-94z" fill="#f2c14e" />
      </g>
      <Boot />
      <Parcel x={252} y={388} width={74} height={54} paper="#2c5d7c" ribbon="#f2c14e" />
      <Parcel x={174} y={394} width={52} height={40} paper="#f2c14e" ribbon="#7d2018" />
      <Dots
        fill="#c98545"
        at={[[720, 392, 7], [740, 386, 7], [734, 400, 7], [480, 398, 6], [468, 390, 6], [
          352,
          402,
          6,
        ]]}
      />
      {isStage && (
        <Night depth={0.6}>
          <Glow
            at={HOUSES.flatMap(({ x, y, width, height }) =>
              [0.3, 0.7].map((part) => [x + width * part, y - height * 0.64, width / 3] as const)
            )}
          />
          {HOUSES.map((house) => <Panes key={house.x} {...house} />)}
          <Boot />
        </Night>
      )}
    </>
  );
}
