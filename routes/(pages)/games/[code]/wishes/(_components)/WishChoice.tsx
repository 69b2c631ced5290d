import { Button } from "@/components/Button.tsx";
import { hostOf } from "@/lib/browser/wish_links.ts";
import type { WishEdit } from "@/lib/browser/wish_list.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

interface WishChoiceProps {
  mine: WishEdit;
  /** As it is stored. */
  theirs: WishEdit;
  texts: Texts["wishes"];
}

/** Two versions of a list, where two devices have changed it: its owner chooses, or keeps all. */
export function WishChoice({ mine, theirs, texts: { both } }: WishChoiceProps) {
  return (
    <section class="paper space-y-5 p-5 sm:p-7" role="alert">
      <h2 class="text-xl sm:text-2xl">{both.title}</h2>
      <div class="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Version list={mine} act="mine" keep={both.keepHere} />
        <Version list={theirs} act="theirs" keep={both.keepThere} />
      </div>
      <Button name="act" value="both">{both.keepBoth}</Button>
    </section>
  );
}

function Version(
  { list, act, keep }: { list: WishEdit; act: string; keep: string },
) {
  return (
    <div class="border-base-300 rounded-field flex flex-col gap-3 border p-4">
      <ol class="grow list-decimal space-y-1 ps-5">
        {list.items.map((item) => (
          <li key={item.key}>
            {item.title}
            {item.url && <span class="muted block text-sm">{hostOf(item.url)}</span>}
            {item.note && <span class="muted block text-sm">{item.note}</span>}
          </li>
        ))}
      </ol>
      <Button name="act" value={act} variant="secondary">{keep}</Button>
    </div>
  );
}
