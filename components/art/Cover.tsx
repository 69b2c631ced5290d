import type { ComponentType } from "preact";
import type { Cover as CoverName } from "@/lib/game/types.ts";
import { BirthdayScene } from "./BirthdayScene.tsx";
import { ChristmasScene } from "./ChristmasScene.tsx";
import { NeutralScene } from "./NeutralScene.tsx";
import { NewYearScene } from "./NewYearScene.tsx";
import type { SceneProps } from "./night.tsx";
import { OfficeScene } from "./OfficeScene.tsx";
import { SinterklaasScene } from "./SinterklaasScene.tsx";
import { SpringScene } from "./SpringScene.tsx";
import { WinterScene } from "./WinterScene.tsx";

const SCENES: Record<CoverName, ComponentType<SceneProps>> = {
  birthday: BirthdayScene,
  christmas: ChristmasScene,
  neutral: NeutralScene,
  newyear: NewYearScene,
  office: OfficeScene,
  sinterklaas: SinterklaasScene,
  spring: SpringScene,
  winter: WinterScene,
};

interface CoverProps {
  cover: CoverName;
  /** Of the box, which the scene fills from its ground upwards. */
  class?: string;
  /** As wide as the box instead, from its top downwards, the ground going on below; by night with its lights on. */
  isStage?: boolean;
}

/**
 * A game's cover: a scene of cut paper, 800 by 420; a lower box crops the sky. Evening colours that suit the
 * light and the dark theme. Decorative, so hidden from screen readers.
 */
export function Cover({ cover, class: classes = "w-full", isStage = false }: CoverProps) {
  const Scene = SCENES[cover];
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 800 420"
      preserveAspectRatio={isStage ? "xMidYMin meet" : "xMidYMax slice"}
      class={classes}
      aria-hidden="true"
    >
      <Scene isStage={isStage} />
    </svg>
  );
}
