import { Glow, Night, type SceneProps } from "./night.tsx";
import { Dots, Fir, Gable, Panes, Parcel } from "./shapes.tsx";

const HOUSE = {
  x: 576,
  y: 330,
  width: 112,
  height: 70,
  wall: "#a8402f",
  roof: "#f4ead7",
  light: "#ffd983",
};

/** What hangs on the tree. */
function Baubles() {
  return (
    <>
      <path d="M340 134l9 19 21 3-15 15 4 21-19-10-19 10 4-21-15-15 21-3z" fill="#f2c14e" />
      <Dots
        fill="#e25a4d"
        at={[[322, 214, 8], [366, 262, 8], [306, 288, 8], [384, 326, 8], [344, 316, 8]]}
      />
      <Dots
        fill="#f2c14e"
        at={[[352, 226, 6], [318, 254, 6], [350, 282, 6], [290, 332, 6], [326, 338, 6], [
          398,
          342,
          6,
        ]]}
      />
    </>
  );
}

/** A tree in the snow before a house whose windows are lit. */
export function ChristmasScene({ isStage }: SceneProps) {
  return (
    <>
      <path d="M0 0h800v420H0z" fill="#143d33" />
      <g class="night:hidden">
        <circle cx="640" cy="120" r="150" fill="#1d5244" />
        <circle cx="640" cy="120" r="92" fill="#276552" />
        <circle cx="640" cy="120" r="44" fill="#f6e3b0" />
      </g>
      <Dots
        fill="#fff7e6"
        opacity={0.85}
        at={[
          [60, 60, 3],
          [140, 130, 2],
          [215, 48, 4],
          [300, 96, 2.5],
          [372, 40, 3],
          [452, 110, 2],
          [520, 52, 3.5],
          [96, 210, 2.5],
          [250, 190, 3],
          [560, 214, 2.5],
          [730, 60, 3],
          [764, 190, 2.5],
          [30, 150, 2],
          [420, 196, 2],
        ]}
      />
      <path d="M0 290c120-50 210-46 330-14s250 30 470-30v174H0z" fill="#2e6a57" />
      <Fir x={96} y={318} size={0.72} fill="#1f5546" shade="#194839" />
      <Fir x={166} y={326} size={0.5} fill="#1f5546" shade="#194839" />
      <Fir x={706} y={306} size={0.66} fill="#1f5546" shade="#194839" />
      <Gable {...HOUSE} />
      <path d="M654 222h16v34h-16z" fill="#8d3325" />
      <path d="M650 216h24v9h-24z" fill="#f4ead7" />
      <path d="M0 352c150-58 310-44 450-20s240 18 350-12v100H0z" fill="#f4ead7" />
      <path d="M0 386c180-36 330-26 470-12s230 8 330-10v2056H0z" fill="#e6d6ba" />
      <Fir x={340} y={378} size={1.5} fill="#2f7d4c" shade="#256a40" />
      <Baubles />
      <Parcel x={404} y={392} width={62} height={46} paper="#c3313a" ribbon="#f2c14e" />
      <Parcel x={172} y={396} width={48} height={60} paper="#2f6d9a" ribbon="#f2c14e" />
      <Parcel x={266} y={402} width={56} height={36} paper="#e9b44c" ribbon="#b4232a" />
      {isStage && (
        <Night depth={0.6}>
          <Glow at={[[340, 166, 60], [609, 293, 44], [655, 293, 44]]} />
          <Panes {...HOUSE} />
          <Baubles />
        </Night>
      )}
    </>
  );
}
