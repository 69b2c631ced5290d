import { fillIn } from "@/lib/browser/fill_in.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

/** A name as a person is spoken of, what belongs to it small: "花子さん", but plain "おばあちゃん". */
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
