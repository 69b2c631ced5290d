import { Glow, Night, type SceneProps } from "./night.tsx";
import { Dots, Fir, Gable, Panes } from "./shapes.tsx";

/** Where the house and the fox are; on a stage they stand at its sides, the gift in the middle. */
const PLACES = { house: 478, fox: 588 };
const STAGE_PLACES = { house: 128, fox: 672 };

const HOUSE = {
  y: 308,
  width: 92,
  height: 54,
  wall: "#7c4a4e",
  roof: "#f7fbfd",
  light: "#ffd98a",
};

function Fox({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 372)`}>
      <path d="M-58-8c-22-4-40-18-44-36 18 4 36 10 48 24z" fill="#e0793a" />
      <path d="M-102-44c8 2 16 4 22 8l-6 12c-8-6-14-12-16-20z" fill="#fff5ea" />
      <path
        d="M-60-30c20-14 56-14 72-2l20-30 10 20 24 2-10 24-18 6 2 18h-10l-6-20h-50l-6 20h-10l-2-18c-10-4-16-10-16-20z"
        fill="#e0793a"
      />
      <path d="M66-40L56-16 38-10 40-22z" fill="#fff5ea" />
      <path d="M47-38.600a2.600 2.600 0 1 0 .1 0zM64-43a3.400 3.400 0 1 0 .1 0z" fill="#3b2418" />
    </g>
  );
}

/** Blue hills in the snow, a frozen lake, a fox on its way. */
export function WinterScene({ isStage }: SceneProps) {
  const { house, fox } = isStage ? STAGE_PLACES : PLACES;
  return (
    <>
      <path d="M0 0h800v420H0z" fill="#b9d8ea" />
      <g class="night:hidden">
        <circle cx="190" cy="120" r="96" fill="#d4e7f1" />
        <circle cx="190" cy="120" r="52" fill="#fdf3dc" />
      </g>
      <path d="M0 236l120-96 84 66 116-118 128 120 92-72 130 94 130-84v274H0z" fill="#8fb9d4" />
      <path d="M320 88l46 43-26 12-22-14-34 6zM540 136l34 25-32 6-20-14z" fill="#eaf4f9" />
      <path d="M0 276c160-60 290-40 420-10s260 20 380-26v180H0z" fill="#6fa0c2" />
      <Fir x={70} y={300} size={0.56} fill="#2f6184" shade="#274f70" />
      <Fir x={118} y={308} size={0.74} fill="#2f6184" shade="#274f70" />
      <Fir x={640} y={298} size={0.8} fill="#2f6184" shade="#274f70" />
      <Fir x={700} y={306} size={0.6} fill="#2f6184" shade="#274f70" />
      <Fir x={752} y={302} size={0.86} fill="#2f6184" shade="#274f70" />
      <Gable {...HOUSE} x={house} />
      <path d="M0 330c180-52 330-34 460-14s220 16 340-14v118H0z" fill="#f2f8fb" />
      <path d="M246 352c60-18 190-18 246 4 20 18-46 34-128 32s-150-18-118-36z" fill="#a9cde2" />
      <path
        d="M280 358c60-10 120-8 160 4"
        stroke="#f2f8fb"
        stroke-width="4"
        fill="none"
        stroke-linecap="round"
      />
      <path d="M0 398c200-20 520-18 800-4v2026H0z" fill="#dcebf3" />
      <Fox x={fox} />
      <Dots
        fill="#ffffff"
        at={[
          [50, 70, 4],
          [110, 36, 3],
          [290, 50, 4],
          [380, 34, 3],
          [460, 76, 4],
          [560, 40, 3],
          [650, 80, 4],
          [736, 46, 3],
          [30, 190, 3],
          [420, 160, 3],
          [610, 150, 3],
          [770, 150, 4],
          [250, 200, 3],
          [700, 210, 3],
        ]}
      />
      {isStage && (
        <Night>
          <Glow at={[[house + 28, 286, 40], [house + 65, 286, 40]]} />
          <Panes {...HOUSE} x={house} light="#f9cf66" />
          <Fox x={fox} />
        </Night>
      )}
    </>
  );
}
