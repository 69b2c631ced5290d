import { Dots, Fir, Gable } from "./shapes.tsx";

/** Blue hills in the snow, a frozen lake, a fox on its way. */
export function WinterScene() {
  return (
    <>
      <path d="M0 0h800v420H0z" fill="#b9d8ea" />
      <circle cx="190" cy="120" r="96" fill="#d4e7f1" />
      <circle cx="190" cy="120" r="52" fill="#fdf3dc" />
      <path d="M0 236l120-96 84 66 116-118 128 120 92-72 130 94 130-84v274H0z" fill="#8fb9d4" />
      <path d="M320 88l46 43-26 12-22-14-34 6zM540 136l34 25-32 6-20-14z" fill="#eaf4f9" />
      <path d="M0 276c160-60 290-40 420-10s260 20 380-26v180H0z" fill="#6fa0c2" />
      <Fir x={70} y={300} size={0.56} fill="#2f6184" shade="#274f70" />
      <Fir x={118} y={308} size={0.74} fill="#2f6184" shade="#274f70" />
      <Fir x={640} y={298} size={0.8} fill="#2f6184" shade="#274f70" />
      <Fir x={700} y={306} size={0.6} fill="#2f6184" shade="#274f70" />
      <Fir x={752} y={302} size={0.86} fill="#2f6184" shade="#274f70" />
      <Gable x={478} y={308} width={92} height={54} wall="#7c4a4e" roof="#f7fbfd" light="#ffd98a" />
      <path d="M0 330c180-52 330-34 460-14s220 16 340-14v118H0z" fill="#f2f8fb" />
      <path d="M246 352c60-18 190-18 246 4 20 18-46 34-128 32s-150-18-118-36z" fill="#a9cde2" />
      <path
        d="M280 358c60-10 120-8 160 4"
        stroke="#f2f8fb"
        stroke-width="4"
        fill="none"
        stroke-linecap="round"
      />
      <g transform="translate(588 372)">
        <path d="M-58-8c-22-4-40-18-44-36 18 4 36 10 48 24z" fill="#e0793a" />
        <path d="M-102-44c8 2 16 4 22 8l-6 12c-8-6-14-12-16-20z" fill="#fff5ea" />
        <path
          d="M-60-30c20-14 56-14 72-2l20-30 10 20 24 2-10 24-18 6 2 18h-10l-6-20h-50l-6 20h-10l-2-18c-10-4-16-10-16-20z"
          fill="#e0793a"
        />
        <path d="M46-40l20-0-12 20-14 4z" fill="#fff5ea" />
        <circle cx="47" cy="-36" r="2.600" fill="#3b2418" />
      </g>
      <path d="M0 398c200-20 520-18 800-4v26H0z" fill="#dcebf3" />
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
    </>
  );
}
