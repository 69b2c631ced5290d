import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Icon } from "@/components/Icon.tsx";
import { inChains, type Pair } from "@/lib/game/chains.ts";
import { paperOf } from "@/lib/game/paper.ts";
import type { Game } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** Maximum number of pairs that are shown with pictures of gifts. */
const MOST_DRAWN = 40;

/**
 * Returns all pairs that a view reveals, ordered so that each receiver is the next giver; [] until they are revealed.
 *
 * @param view must list its people in the order of the game
 * @param ownId id of the reader, whose two pairs come first
 */
export function revealedPairs(
  { id, participants }: Pick<Game, "id" | "participants">,
  view: {
    participants: readonly { id: string; name: string }[];
    revealed?: readonly Pair[] | undefined;
  },
  ownId?: string,
) {
  const people = new Map(view.participants.map((shown, place) => [
    shown.id,
    { name: shown.name, paper: paperOf(id, participants[place]?.number ?? 0) },
  ]));
  return inChains(view.revealed ?? [], ownId).map((pair) => {
    const giver = people.get(pair.giverId);
    const receiver = people.get(pair.receiverId);
    return {
      ...pair,
      /** The names of giver and receiver. */
      names: [giver?.name ?? "", receiver?.name ?? ""] as const,
      /** The wrapping paper of the giver's gift, the same as on their own page. */
      paper: giver?.paper ?? 0,
    };
  });
}

interface PairsProps {
  pairs: ReturnType<typeof revealedPairs>;
  /** Id of the reader, whose gifts stand out. */
  ownId?: string;
  class?: string;
  t: Translate;
}

/** All pairs, each with its gift. */
export function Pairs({ pairs, ownId, class: classes = "", t }: PairsProps) {
  return (
    <ol class={classes}>
      {pairs.map(({ giverId, receiverId, names: [giver, receiver], paper }) => (
        <li
          key={giverId}
          class={`flex break-inside-avoid items-center gap-x-3 py-1.5 ${
            giverId === ownId || receiverId === ownId ? "text-secondary font-semibold" : ""
          }`}
        >
          {pairs.length <= MOST_DRAWN && <GiftBox paper={paper} class="size-11 flex-none" />}
          <span class="flex min-w-0 flex-wrap items-center gap-x-3">
            <span class="sr-only">{t("finale.from")}</span>
            <span class="min-w-0">{t("game.reveal.name", { name: giver })}</span>
            <Icon name="arrow-right" class="text-secondary size-4" />
            <span class="sr-only">{t("finale.to")}</span>
            <span class="min-w-0">{t("game.reveal.name", { name: receiver })}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
