import { throwConfetti } from "./confetti.ts";

/** Start of each part, duration of each animation and spread of their starts, in ms. */
const TUMBLE = { from: 450, each: 700, spread: 450 };
const LIDS = { from: 1350, each: 260, spread: 160 };
/** Time at which all lids are on, how long the pile stays, and how long it fades, in ms. */
const SHUT = 1700;
const LOOK = 1100;
const FADE = 300;

/** An easing that overshoots a little. */
const BOUNCE = "cubic-bezier(.3,1.6,.5,1)";

/**
 * Plays the draw in its dialog, whose markup is the first frame: slips with names above open gifts. The slips fold
 * before they mix, and each falls into a random gift, so that no name can be followed.
 *
 * @returns a function that ends it at once.
 */
export function playDraw(scene: HTMLDialogElement): () => void {
  scene.close();
  scene.showModal();
  scene.classList.add("draw-playing");
  const running: Animation[] = [];
  const move = (element: Element, frames: Keyframe[], options: KeyframeAnimationOptions) => {
    const animation = element.animate(frames, { fill: "both", ...options });
    running.push(animation);
    return animation;
  };
  const all = (selector: string) => [...scene.querySelectorAll(selector)];
  const slips = shuffle(all(".draw-names > li"));
  const gifts = all(".gift-piled");
  const places = gifts.map((gift) => gift.getBoundingClientRect());
  const { width, height } = scene.getBoundingClientRect();

  for (const [index, slip] of slips.entries()) {
    const at = slip.getBoundingClientRect();
    const gift = places[index % places.length];
    if (!gift) break;
    const x = gift.x + gift.width / 2 - at.x - at.width / 2;
    const y = gift.y + gift.height * 0.42 - at.y - at.height / 2;
    // To the middle of the screen, where the slips mix.
    const turn = (index / slips.length) * 2 * Math.PI;
    const middleX = width / 2 + Math.cos(turn) * Math.min(width, 520) * 0.24 - at.x - at.width / 2;
    const middleY = height * 0.34 + Math.sin(turn) * height * 0.1 - at.y - at.height / 2;
    const delay = TUMBLE.from + (index / slips.length) * TUMBLE.spread;
    const spin = index % 2 ? 1 : -1;
    const folded = 0.5 + 0.1 * Math.random();
    move(slip, [
      { transform: getComputedStyle(slip).transform, offset: 0 },
      {
        transform: placed(middleX, middleY, spin * 200, `${folded},.5`),
        easing: "cubic-bezier(.5,0,.9,.5)",
        offset: 0.55,
      },
      {
        transform: placed(x, y - gift.height * 0.45, spin * 400, ".4,.4"),
        opacity: 1,
        offset: 0.9,
      },
      { transform: placed(x, y, spin * 430, ".2,.1"), opacity: 0 },
    ], { delay, duration: TUMBLE.each, easing: "cubic-bezier(.2,.7,.4,1)" });
    const words = slip.firstElementChild;
    if (words) move(words, [{ opacity: 1 }, { opacity: 0 }], { delay, duration: 200 });
  }

  for (const [index, gift] of gifts.entries()) {
    const delay = LIDS.from + (index / gifts.length) * LIDS.spread;
    const lid = gift.querySelector(".gift-lid");
    const timing = { delay, duration: LIDS.each, easing: "cubic-bezier(.6,0,.9,.6)" };
    if (lid) {
      move(lid, [{ transform: getComputedStyle(lid).transform }, { transform: "none" }], timing);
    }
    // The box shakes a little when a slip falls in, and is pressed down by its lid.
    const press = { transformOrigin: "50% 100%" };
    move(gift, [
      { ...press, transform: "none" },
      { ...press, transform: "rotate(-2.5deg)", offset: 0.15 },
      { ...press, transform: "rotate(2.5deg)", offset: 0.3 },
      { ...press, transform: "none", offset: 0.5 },
      { ...press, transform: "scale(1.07,.88)", offset: 0.7 },
      { ...press, transform: "none" },
    ], { delay: delay - 200, duration: 200 + LIDS.each * 2, fill: "none" });
  }

  const title = scene.querySelector(".draw-title");
  const risen = [
    { opacity: 0, transform: "translateY(1.5rem) scale(.7)" },
    { opacity: 1, transform: "none" },
  ];
  if (title) move(title, risen, { delay: SHUT - 150, duration: 350, easing: BOUNCE });
  const canvas = scene.querySelector("canvas");
  const stopConfetti = canvas ? throwConfetti(canvas, SHUT - 100) : () => {};

  let isEnding = false;
  const close = () => {
    clearTimeout(timer);
    stopConfetti();
    for (const event of ENDS) removeEventListener(event, end, true);
    for (const animation of running) animation.cancel();
    scene.close();
  };
  /** @param event a click or key, which has no other effect */
  function end(event?: Event): void {
    // Scrolling and modifier keys do not end it.
    if (event instanceof KeyboardEvent && ["Shift", "Control", "Alt", "Meta"].includes(event.key)) {
      return;
    }
    event?.preventDefault();
    event?.stopPropagation();
    if (isEnding) return;
    isEnding = true;
    move(scene, [{ opacity: 1 }, { opacity: 0 }], { duration: event ? FADE / 2 : FADE }).finished
      .then(close, () => {});
  }
  const timer = setTimeout(end, SHUT + LOOK);
  for (const event of ENDS) addEventListener(event, end, true);
  return close;
}

/** The transform of a slip: position in CSS pixels, rotation and folding. */
function placed(x: number, y: number, degrees: number, scale: string): string {
  return `translate(${x}px,${y}px) rotate(${degrees}deg) scale(${scale})`;
}

/** Events that end the scene early. */
const ENDS = ["click", "keydown", "cancel"] as const;

function shuffle<One>(list: One[]): One[] {
  const keys = new Map(list.map((one) => [one, Math.random()]));
  return list.sort((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
}
