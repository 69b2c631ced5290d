import { fillIn } from "@/lib/browser/fill_in.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

/** A name with its honorific in small print: "花子さん", but plain "おばあちゃん", which needs none. */
export function NameInFull(
  { name, texts }: { name: string; texts: Pick<Texts["game"]["reveal"], "name"> },
) {
  const isWhole = fillIn(texts.name, { name }) === name;
  const [before, after] = isWhole ? [] : texts.name.split("{{name}}");
  return (
    <>
      {before}
      {name}
      {after && <small class="text-[0.5em] whitespace-nowrap">{after}</small>}
    </>
  );
}
