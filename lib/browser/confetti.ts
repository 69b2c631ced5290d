const PIECES = 420;
const GRAVITY = 900;
/** The fraction of its speed that a piece keeps after one second in the air. */
const DRAG = 0.18;

/** The colours of the page's cover, plus gold and cream. */
function colorsOf(element: Element): string[] {
  const style = getComputedStyle(element);
  return ["--color-primary", "--color-secondary", "--color-accent"]
    .map((name) => style.getPropertyValue(name))
    .filter(Boolean)
    .concat("#e8c275", "#f4e3c1", "#e58aa8");
}

/** One piece of paper in the air; lengths in CSS pixels, times in seconds. */
type Piece = ReturnType<typeof makePiece>;

/** A piece thrown from `(x, y)`, mostly upwards. @param reach how far it flies */
function makePiece(x: number, y: number, reach: number, colors: readonly string[]) {
  const angle = -Math.PI / 2 + (Math.random() - 0.5) * 2;
  const speed = reach * (0.25 + Math.random() * 1.75);
  const isStreamer = Math.random() < 0.15;
  return {
    x: x + (Math.random() - 0.5) * 60,
    y,
    vx: Math.cos(angle) * speed,
    vy: Math.sin(angle) * speed,
    width: isStreamer ? 4 : 7 + Math.random() * 7,
    height: isStreamer ? 24 + Math.random() * 16 : 9 + Math.random() * 9,
    color: colors[Math.floor(Math.random() * colors.length)] ?? "gold",
    isRound: !isStreamer && Math.random() < 0.25,
    /** Angle of its tumbling, and the speed of that. */
    turn: Math.random() * 7,
    spin: (Math.random() - 0.5) * 14,
    sway: Math.random() * 7,
  };
}

/**
 * Throws paper from the middle of a canvas that covers the screen.
 *
 * @param after delay in ms.
 * @returns a function that stops it.
 */
export function throwConfetti(canvas: HTMLCanvasElement, after: number): () => void {
  const context = canvas.getContext("2d");
  if (!context) return () => {};
  const scale = Math.min(2, devicePixelRatio);
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  const colors = colorsOf(canvas);
  const reach = Math.min(900, 300 + height * 0.6);
  let pieces: Piece[] = [];
  let last = 0;
  let frame = 0;
  const draw = (now: number) => {
    const seconds = Math.min(0.05, (now - last) / 1000);
    last = now;
    const kept = DRAG ** seconds;
    context.clearRect(0, 0, width, height);
    for (const piece of pieces) {
      piece.vx *= kept;
      piece.vy = piece.vy * kept + GRAVITY * 0.45 * seconds;
      piece.sway += seconds * 4;
      piece.x += (piece.vx + Math.sin(piece.sway) * 30) * seconds;
      piece.y += piece.vy * seconds;
      piece.turn += piece.spin * seconds;
      context.save();
      context.translate(piece.x, piece.y);
      context.rotate(piece.turn);
      // Tumbling paper is seen edge-on now and then.
      context.scale(1, Math.cos(piece.turn * 1.7));
      context.fillStyle = piece.color;
      context.beginPath();
      if (piece.isRound) context.arc(0, 0, piece.width / 2, 0, 7);
      else context.rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height);
      context.fill();
      context.restore();
    }
    pieces = pieces.filter(({ y }) => y < height + 40);
    if (pieces.length > 0) frame = requestAnimationFrame(draw);
  };
  const timer = setTimeout(() => {
    pieces = Array.from(
      { length: PIECES },
      () => makePiece(width / 2, height * 0.45, reach, colors),
    );
    last = performance.now();
    frame = requestAnimationFrame(draw);
  }, after);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
