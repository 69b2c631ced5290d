import { GiftPile } from "@/components/art/GiftPile.tsx";
import { CoverImage } from "@/components/CoverBand.tsx";
import { Button } from "@/components/Button.tsx";
import DrawMoment from "@/islands/DrawMoment.tsx";
import { countFullWidth } from "@/lib/browser/full_width.ts";
import { coverOf } from "@/lib/game/cover.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** Maximum number of names that are seen: a phone has room for no more. */
const NAMED = 18;

interface DrawSceneProps {
  game: Parameters<typeof coverOf>[0] & { participants: readonly { name: string }[] };
  /** Everyone’s wrapping papers, in an order that tells nothing of whose they are; null: nothing was drawn. */
  papers: readonly number[] | null;
  t: Translate;
}

/** The slips with everyone's names. */
export function NameSlips({ game }: Pick<DrawSceneProps, "game">) {
  return (
    <ul class="draw-names name-slips" aria-hidden="true">
      {game.participants.slice(0, NAMED).map(({ name }) => (
        <li key={name} class={countFullWidth(name) > 0 ? "font-sans" : "font-display"}>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * The names tumble into the gifts, over the page that is there already. What is seen depends on names and papers alone, not on
 * the pairs. Without scripts, or where the reader wants no motion, it does not show.
 */
export function DrawScene({ game, papers, t }: DrawSceneProps) {
  if (!papers) return null;
  return (
    <dialog open id="draw" class="draw-scene needs-script" aria-label={t("created.ready")}>
      <CoverImage cover={coverOf(game)} class="draw-backdrop" />
      <canvas class="gift-confetti" aria-hidden="true" />
      <NameSlips game={game} />
      <p class="draw-title font-display" aria-hidden="true">{t("created.ready")}</p>
      <GiftPile papers={papers} />
      <Button type="button" variant="quiet" class="gift-skip bg-base-100">
        {t("game.reveal.skip")}
      </Button>
      <DrawMoment />
    </dialog>
  );
}
