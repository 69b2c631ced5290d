import { Dots } from "./shapes.tsx";

/** A firework: rays with a light at the end of each. */
function Burst({ x, y, r, fill }: { x: number; y: number; r: number; fill: string }) {
  const rays = Array.from({ length: 12 }, (_, index) => {
    const angle = index * Math.PI / 6;
    const point = (length: number) =>
      `${(x + Math.cos(angle) * length).toFixed(1)} ${(y + Math.sin(angle) * length).toFixed(1)}`;
    return { line: `M${point(r * 0.3)}L${point(r * (index % 2 ? 0.72 : 0.9))}`, end: angle };
  });
  return (
    <g>
      <path
        d={rays.map(({ line }) => line).join("")}
        stroke={fill}
        stroke-width="4"
        stroke-linecap="round"
      />
      <Dots
        fill={fill}
        at={rays.map(({ end }, index) =>
          [
            Math.round(x + Math.cos(end) * r * (index % 2 ? 0.86 : 1.06)),
            Math.round(y + Math.sin(end) * r * (index % 2 ? 0.86 : 1.06)),
            index % 2 ? 3 : 4,
          ] as const
        )}
      />
    </g>
  );
}

/** Fireworks over a town by the water, and two glasses. */
export function NewYearScene() {
  return (
    <>
      <path d="M0 0h800v420H0z" fill="#191b4d" />
      <path d="M0 160c240-70 560-70 800 0v260H0z" fill="#23256a" />
      <path d="M0 240c240-40 560-40 800 0v180H0z" fill="#2f3186" />
      <Burst x={196} y={118} r={88} fill="#f2c14e" />
      <Burst x={606} y={100} r={78} fill="#ff8f7a" />
      <Burst x={404} y={76} r={56} fill="#9fd6e8" />
      <Burst x={716} y={206} r={46} fill="#f2c14e" />
      <Burst x={74} y={222} r={44} fill="#ff8f7a" />
      <path
        d="M0 336v-58h54v-30h46v44h40v-70h22l14-32 14 32h22v50h44v-26h50v36h42v54zM800 336v-66h-48v-36h-50v50h-40v-84h-50v60h-44v-24h-48v44h-44v56z"
        fill="#12133c"
      />
      <path
        d="M20 292h9v11h-9zm20 0h9v11h-9zM112 268h9v11h-9zm0 26h9v11h-9zM172 236h9v11h-9zm20 0h9v11h-9zm-20 28h9v11h-9zM258 292h9v11h-9zM540 292h9v11h-9zM626 220h9v11h-9zm20 0h9v11h-9zm-20 28h9v11h-9zm20 28h9v11h-9zM716 252h9v11h-9zm24 24h9v11h-9zM770 292h9v11h-9z"
        fill="#f6cf72"
      />
      <path d="M0 332h800v2088H0z" fill="#1c1e58" />
      <path
        d="M120 352h110M60 380h150M560 356h130M600 386h150M280 398h90M440 404h120"
        stroke="#f2c14e"
        stroke-opacity=".5"
        stroke-width="4"
        stroke-linecap="round"
      />
      {[[-1, 352], [1, 448]].map(([side = 1, x = 0]) => (
        <g key={x} transform={`translate(${x} 300) rotate(${side * -14}) scale(${side} 1)`}>
          <path
            d="M-30-92h60c4 54-8 84-26 90v72h24v10h-56v-10h24V-2c-18-6-30-36-26-90z"
            fill="#e9eefc"
            fill-opacity=".92"
          />
          <path d="M-27-62h54c-2 36-12 56-27 58-15-2-25-22-27-58z" fill="#f2c14e" />
          <Dots fill="#fff6d8" at={[[-8, -46, 3], [6, -36, 3], [-2, -24, 2.5], [10, -54, 2.5]]} />
        </g>
      ))}
    </>
  );
}
