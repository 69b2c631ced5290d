import type { ComponentChildren } from "preact";
import { Stage } from "@/components/art/Stage.tsx";
import { Fold } from "@/components/Fold.tsx";
import FinaleShow from "@/islands/FinaleShow.tsx";
import { coverOf } from "@/lib/game/cover.ts";
import type { Game } from "@/lib/game/types.ts";
import { AS_GROUP, type Translate } from "@/lib/i18n/translate.ts";
import { Pairs, revealedPairs } from "./Pairs.tsx";

interface FinaleProps {
  game: Game;
  view: Parameters<typeof revealedPairs>[1];
  /** What its reader can do after it. */
  after: ComponentChildren;
  t: Translate;
}

/** The show of all pairs, gift by gift, and the same as a list. */
export function Finale({ game, view, after, t }: FinaleProps) {
  const pairs = revealedPairs(game, view);
  return (
    <>
      <FinaleShow
        pairs={pairs.map(({ names, paper }) => [...names, paper])}
        scene={<Stage cover={coverOf(game)} />}
        after={after}
        inFull={{ name: t("game.reveal", AS_GROUP).name }}
        texts={{ ...t("finale", AS_GROUP), progress: t("common", AS_GROUP).progress }}
      />
      <Fold isCard id="all" title={t("finale.all")} icon="eye">
        <Pairs pairs={pairs} class="gap-x-8 sm:columns-2 lg:columns-3" t={t} />
      </Fold>
    </>
  );
}
