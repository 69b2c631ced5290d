/** Pieces of cut paper that several scenes are made of. All are decoration inside an SVG. */

interface DotsProps {
  /** Where each is, and its radius. */
  at: readonly (readonly [x: number, y: number, radius: number])[];
  fill: string;
  opacity?: number;
}

/** Snow, lights, confetti. */
export function Dots({ at, fill, opacity = 1 }: DotsProps) {
  const path = at.map(([x, y, r]) =>
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
  );
  return <path d={path.join("")} fill={fill} fill-opacity={opacity} />;
}

interface FirProps {
  x: number;
  /** Of its foot. */
  y: number;
  /** 1: about 150 high. */
  size: number;
  fill: string;
  /** Of the half in shadow. */
  shade: string;
}

/** A fir of three tiers. */
export function Fir({ x, y, size, fill, shade }: FirProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path d="M-6-22H6V0H-6z" fill="#5b3b24" />
      <path d="M0-150l26 46H15l25 42H25l29 44H-54l29-44h-15l25-42h-11z" fill={fill} />
      <path d="M0-150l26 46H15l25 42H25l29 44H0z" fill={shade} />
    </g>
  );
}

interface GableProps {
  x: number;
  /** Of its foot. */
  y: number;
  width: number;
  height: number;
  wall: string;
  roof: string;
  /** Of the windows. */
  light: string;
}

/** A small house with a pitched roof and lit windows. */
export function Gable(house: GableProps) {
  const { x, y, width, height, wall, roof } = house;
  const top = y - height;
  const pane = width / 5;
  return (
    <g>
      <path d={`M${x} ${top}h${width}v${height}h${-width}z`} fill={wall} />
      <path
        d={`M${x - 12} ${top + 6}L${x + width / 2} ${top - width * 0.55}L${x + width + 12} ${
          top + 6
        }z`}
        fill={roof}
      />
      <Panes {...house} />
      <path
        d={`M${x + width / 2 - pane * 0.55} ${y}v${-height * 0.34}h${pane * 1.1}v${height * 0.34}z`}
        fill={roof}
      />
    </g>
  );
}

/** The windows of a house. */
export function Panes({ x, y, width, height, light }: GableProps) {
  const pane = width / 5;
  const panes = [1, 3].map((column) =>
    `M${x + pane * column} ${y - height * 0.72}h${pane}v${pane * 1.2}h${-pane}z`
  );
  return <path d={panes.join("")} fill={light} />;
}

interface ParcelProps {
  x: number;
  /** Of its foot. */
  y: number;
  width: number;
  height: number;
  paper: string;
  ribbon: string;
}

/** A parcel with ribbon and bow. */
export function Parcel({ x, y, width, height, paper, ribbon }: ParcelProps) {
  const band = Math.max(8, width / 6);
  const top = y - height;
  const middle = x + width / 2;
  return (
    <g>
      <rect x={x} y={top} width={width} height={height} rx="5" fill={paper} />
      <path
        d={`M${middle} ${top}h${width / 2 - 5}a5 5 0 0 1 5 5v${height - 10}a5 5 0 0 1-5 5h${
          -width / 2 + 5
        }z`}
        fill="#000"
        fill-opacity=".08"
      />
      <path d={`M${middle - band / 2} ${top}h${band}v${height}h${-band}z`} fill={ribbon} />
      <path
        d={`M${middle} ${top + 2}c${-band * 0.6}-${band * 1.9} ${-band * 2.6}-${band * 2} ${
          -band * 2.5
        }-${band * 0.8}c.1 ${band * 0.8} ${band * 1.5} ${band * 0.9} ${band * 2.5} ${
          band * 0.8
        }c${band} .1 ${band * 2.4} 0 ${band * 2.5}-${band * 0.8}c.1-${band * 1.2}-${band * 1.9}-${
          band * 1.1
        }-${band * 2.5} ${band * 0.8}z`}
        fill={ribbon}
      />
    </g>
  );
}
