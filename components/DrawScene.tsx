import { GiftPile } from "@/components/art/GiftPile.tsx";
import { CoverImage } from "@/components/CoverBand.tsx";
import { Button } from "@/components/Button.tsx";
import DrawMoment from "@/islands/DrawMoment.tsx";
import { countFullWidth } from "@/lib/browser/full_width.ts";
import { coverOf } from "@/lib/game/cover.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** Maximum number of names shown: a phone has no room for more. */
const NAMED = 18;

interface DrawSceneProps {
  game: Parameters<typeof coverOf>[0] & { participants: readonly { name: string }[] };
  /** Everyone’s wrapping papers, in an order that does not reveal whose they are; null if nothing was drawn. */
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
 * Names tumble into the gifts, above the page that is already there. The scene depends only on names and papers, never
 * on the pairs. It is hidden without scripts and when the reader prefers reduced motion.
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
