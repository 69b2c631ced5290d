import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { buttonClass } from "@/components/Button.tsx";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { formatMoney } from "@/lib/browser/format.ts";
import { type HandedWish, readHandedWish } from "@/lib/browser/handed_wish.ts";
import { hostOf, parseWishLines } from "@/lib/browser/wish_links.ts";

interface HandOverProps {
  /** The reader's games, with the path of their list and the date in their language. */
  games: readonly { path: string; name: string; date: string }[];
  /** The wish from a form; null: it may be in the fragment, which only the browser sees. */
  handed: HandedWish | null;
  locale: string;
  texts: { which: string; picture: string; empty: string };
  /** Shown if there is a wish but no game. */
  children: ComponentChildren;
}

/** Shows a wish from elsewhere and hands it to the list of a game, as a draft; if there is one game, at once. */
export default function HandOver(
  { games, handed: sent, locale, texts, children }: HandOverProps,
) {
  const [handed, setHanded] = useState(sent);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (sent) return;
    setHanded(readHandedWish(new URLSearchParams(location.hash.slice(1))));
    // Keeps the wish out of the browser's history, which others may see. Without a game it must survive a reload.
    if (games.length > 0) history.replaceState(null, "", location.pathname);
  }, []);
  useEffect(() => {
    const [visit] = performance.getEntriesByType("navigation");
    const isBack = visit instanceof PerformanceNavigationTiming && visit.type === "back_forward";
    if (handed?.text && games.length === 1 && !isBack) form.current?.requestSubmit();
  }, [handed]);
  if (!handed) return null;
  if (handed.text === "") return <p class="text-pretty">{texts.empty}</p>;
  return (
    <>
      <ul class="paper divide-base-300 divide-y px-5 sm:px-7">
        {parseWishLines(handed.text).map(({ title, url, price }, index) => (
          <li key={index} class="py-4 wrap-anywhere">
            <p class="font-semibold" dir="auto">{title}</p>
            <p class="muted text-sm">
              {[price && formatMoney(price.amount, price.currency, locale), hostOf(url)]
                .filter(Boolean).join(" · ")}
            </p>
            {index === 0 && handed.picture && (
              <a
                class="text-link inline-block pt-2 text-sm"
                href={handed.picture}
                target="_blank"
                rel="noreferrer"
              >
                {fillIn(texts.picture, { host: hostOf(handed.picture) })}
              </a>
            )}
          </li>
        ))}
      </ul>
      {children}
      {games.length > 0 && <h2 class="text-xl">{texts.which}</h2>}
      {games.map(({ path, name, date }, index) => (
        <form key={path} method="post" action={path} ref={index === 0 ? form : null}>
          <input type="hidden" name="action" value="draft" />
          <input type="hidden" name="text" value={handed.text} />
          <input type="hidden" name="picture" value={handed.picture} />
          <button type="submit" class={`w-full justify-between ${buttonClass("secondary")}`}>
            <span class="min-w-0 text-start wrap-anywhere">{name}</span>
            <span class="muted shrink-0 text-sm font-normal">{date}</span>
          </button>
        </form>
      ))}
    </>
  );
}
