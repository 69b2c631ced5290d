import type { ComponentChildren } from "preact";
import { Stage } from "@/components/art/Stage.tsx";
import { Fold } from "@/components/Fold.tsx";
import { Icon } from "@/components/Icon.tsx";
import FinaleShow from "@/islands/FinaleShow.tsx";
import { inChains } from "@/lib/game/chains.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { AS_GROUP, type Translate } from "@/lib/i18n/translate.ts";

interface FinaleProps {
  game: Parameters<typeof coverOf>[0] & { participants: readonly { id: string; name: string }[] };
  /** All pairs. */
  revealed: readonly { giverId: string; receiverId: string }[];
  /** What its reader can do after it. */
  after: ComponentChildren;
  t: Translate;
}

/** The show of all pairs, gift by gift, and the same as a list. */
export function Finale({ game, revealed, after, t }: FinaleProps) {
  const names = new Map(game.participants.map(({ id, name }) => [id, name]));
  const pairs = inChains(revealed).map(({ giverId, receiverId }): [string, string] => [
    names.get(giverId) ?? "",
    names.get(receiverId) ?? "",
  ]);
  return (
    <>
      <FinaleShow
        pairs={pairs}
        scene={<Stage cover={coverOf(game)} />}
        after={after}
        inFull={{ name: t("game.reveal", AS_GROUP).name }}
        texts={t("finale", AS_GROUP)}
      />
      <Fold isCard id="all" title={t("finale.all")} icon="eye">
        <ol class="gap-x-8 sm:columns-2 lg:columns-3">
          {pairs.map(([giver, receiver]) => (
            <li key={giver} class="flex break-inside-avoid flex-wrap items-center gap-x-3 py-1.5">
              <span class="min-w-0">{t("game.reveal.name", { name: giver })}</span>
              <Icon name="arrow-right" class="text-secondary size-4" />
              <span class="min-w-0 font-semibold">
                {t("game.reveal.name", { name: receiver })}
              </span>
            </li>
          ))}
        </ol>
      </Fold>
    </>
  );
}
