import { Glow, Night, type SceneProps } from "./night.tsx";
import { Dots, Parcel } from "./shapes.tsx";

const FLAGS = [
  "#e3a93c",
  "#f3efe2",
  "#d9603b",
  "#7cc4b8",
  "#f3efe2",
  "#e3a93c",
  "#d9603b",
  "#7cc4b8",
  "#f3efe2",
  "#e3a93c",
];

/** Where the line that the flags hang on is. */
function onLine(x: number): readonly [x: number, y: number] {
  return [x, 112 - ((x - 400) / 400) ** 2 * 74];
}

/** Between the flags. */
const BULBS = FLAGS.map((_, index) => onLine(83 + index * 78)).slice(0, -1);

/** The windows across the street. */
function Town() {
  return (
    <path
      d="M234 164h10v12h-10zm20 0h10v12h-10zm-20 24h10v12h-10zM336 140h10v12h-10zm22 0h10v12h-10zm-22 26h10v12h-10zm22 26h10v12h-10zM450 168h10v12h-10zm22 22h10v12h-10zM590 214h10v12h-10zm20 20h10v12h-10z"
      fill="#f6cf72"
    />
  );
}

/** A long table by a window over the town, with bunting, a plant, and parcels between the cups. */
export function OfficeScene({ isStage }: SceneProps) {
  return (
    <>
      <path d="M0 0h800v420H0z" fill="#e9dcc3" />
      <path d="M170 60h460v236H170z" fill="#2b6f78" />
      <path d="M170 60h460v236H170z" fill="#21606a" />
      <path d="M170 296V190h52v-44h60v70h40V120h66v90h46v-60h70v84h46v-40h80v102z" fill="#174c55" />
      <Town />
      <circle cx="560" cy="104" r="24" fill="#f6e3b0" class="night:hidden" />
      <path
        d="M170 60h460v236H170zM160 50v256h480V50zM394 60h12v236h-12z"
        fill="#fbf6ea"
        fill-rule="evenodd"
      />
      <path
        d="M0 30c150 74 300 92 410 86S680 90 800 20"
        fill="none"
        stroke="#7a5b3a"
        stroke-width="4"
      />
      {FLAGS.map((fill, index) => {
        const [x, y] = onLine(44 + index * 78);
        return <path key={x} d={`M${x - 20} ${y - 4}h40l-20 44z`} fill={fill} />;
      })}
      <path d="M0 318h800v2102H0z" fill="#b98450" />
      <path d="M0 318h800v16H0z" fill="#d29c63" />
      <g transform="translate(92 318)">
        <path d="M-28-46h56l-8 46h-40z" fill="#d9603b" />
        <path
          d="M0-46c-10-50-46-64-66-62 4 32 30 58 66 62zM0-46c2-56 30-88 58-92 4 40-16 78-58 92zM0-46c-18-40-16-86-2-108 18 24 22 72 2 108z"
          fill="#2f7a58"
        />
        <path
          d="M0-46c2-56 30-88 58-92-14 30-30 66-58 92zM0-46c-6-40-8-80-2-108 18 24 22 72 2 108z"
          fill="#256647"
        />
      </g>
      <Parcel x={330} y={350} width={92} height={66} paper="#134e4a" ribbon="#e3a93c" />
      <Parcel x={432} y={354} width={62} height={90} paper="#d9603b" ribbon="#fbf6ea" />
      <Parcel x={270} y={358} width={56} height={40} paper="#f3efe2" ribbon="#d9603b" />
      <g transform="translate(596 352)">
        <path d="M-24-44h48v34a12 12 0 0 1-12 12h-24a12 12 0 0 1-12-12z" fill="#fbf6ea" />
        <path d="M24-36h10a12 12 0 0 1 0 24H24" fill="none" stroke="#fbf6ea" stroke-width="7" />
        <path
          d="M-8-54c-8-10 6-16-2-28M8-54c-8-10 6-16-2-28"
          stroke="#fbf6ea"
          stroke-width="4"
          fill="none"
          stroke-linecap="round"
        />
      </g>
      <g transform="translate(694 352)">
        <path d="M-40-70h80v52h-80z" fill="#2e3d40" />
        <path d="M-34-64h68v40h-68z" fill="#7cc4b8" />
        <path d="M-54-18h108v12h-108z" fill="#4a5a5d" />
      </g>
      <Dots
        fill="#d9603b"
        opacity={0.9}
        at={[[220, 372, 5], [250, 392, 4], [520, 386, 5], [640, 384, 4], [140, 390, 4]]}
      />
      <Dots
        fill="#e9dcc3"
        opacity={0.9}
        at={[[190, 394, 4], [300, 384, 4], [556, 396, 4], [606, 378, 4], [748, 390, 4]]}
      />
      {isStage && (
        <Night depth={0.85}>
          <Town />
          <Glow at={BULBS.map(([x, y]) => [x, y + 4, 34] as const)} />
          <Dots fill="#ffe3a0" at={BULBS.map(([x, y]) => [x, y + 4, 6] as const)} />
          <Glow fill="#7cc4b8" at={[[694, 308, 70]]} />
          <path d="M660 288h68v40h-68z" fill="#9fe3d6" />
        </Night>
      )}
    </>
  );
}
