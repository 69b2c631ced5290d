import { Fragment } from "preact";
import { inPhrases } from "@/lib/i18n/phrases.ts";

/** What stands in large letters: Japanese is broken between phrases alone, as long as they fit the line. */
export function Phrases({ text }: { text: string }) {
  const phrases = inPhrases(text);
  if (phrases.length === 1) return <>{text}</>;
  return (
    <span class="break-keep">
      {phrases.map((phrase, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {phrase}
        </Fragment>
      ))}
    </span>
  );
}
